import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { PlayerCard } from './player-card.tsx'
import { member, press, renderFor } from './testing/setup.tsx'

beforeEach(() => vi.stubEnv('TZ', 'UTC'))
afterEach(() => vi.unstubAllEnvs())

const onLogout = vi.fn()

const renderCard = (who: OwnUser = member) =>
  renderFor(who, (viewer) => <PlayerCard member={viewer} onLogout={onLogout} />)

const fact = (label: string) => {
  const row = screen.getByText(label).parentElement as HTMLElement
  return within(row).getByRole('definition')
}

test('[profile.02] /profile shows avatar, rank badge, username and bio', () => {
  renderCard()
  expect(document.querySelector('img')?.getAttribute('src')).toBe(member.avatarUrl)
  expect(screen.getByText('Gold')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('steve')
  expect(screen.getByText('I build bridges.')).toBeTruthy()
})

test('[profile.02] Without a picture the avatar is the first two letters, without a rank the badge says Member', () => {
  renderCard({ ...member, avatarUrl: null, rank: 'Member' })
  expect(document.querySelector('img')).toBeNull()
  expect(screen.getByText('ST')).toBeTruthy()
  expect(screen.getByText('Member')).toBeTruthy()
})

test('[profile.03] /profile shows member since, last login (field lastLogin) and discord tag', () => {
  renderCard()
  expect(fact('Member since').textContent).toBe('Mar 9, 2025, 8:07 AM')
  expect(fact('Last login').textContent).toBe('Jan 5, 2026, 3:04 PM')
  expect(fact('Discord tag').textContent).toBe('steve#0007')
})

test('[profile.03] The last login is also read from the field lastLoginAt', () => {
  const variant = { ...member, lastLogin: null, lastLoginAt: '2026-02-01T00:30:00.000Z' }
  renderCard(variant)
  expect(fact('Last login').textContent).toBe('Feb 1, 2026, 12:30 AM')
})

test('A linked member sees their gamertag with its verified mark, others see none', () => {
  renderCard({ ...member, gamertag: 'Steve Of The Isles' })
  expect(screen.getByText('Steve Of The Isles').parentElement?.textContent).toBe(
    'Verified gamertag:Steve Of The Isles',
  )
})

test('Who is not linked has no verified mark', () => {
  renderCard()
  expect(screen.queryByText('Verified gamertag:')).toBeNull()
})

test('[profile.04] /profile has a logout button', async () => {
  renderCard()
  await press('Logout')
  expect(onLogout).toHaveBeenCalledOnce()
})
