import { act, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addServerLink } from '../../../../contract/content/site.ts'
import { clearToasts } from '../../../platform/toasts.ts'
import { whenReady } from '../../../testing/actions.ts'
import { TestProviders, testSite } from '../../../testing/site.tsx'
import { ToastRegion } from '../../../ui/toast.tsx'
import { Hero } from './hero.tsx'
import { HeroStatus } from './hero-status.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => clearToasts())
  vi.useRealTimers()
})

const show = () =>
  render(
    <TestProviders>
      <Hero status={<HeroStatus online players={3} />} howToJoin={<button type="button">How</button>} />
      <ToastRegion />
    </TestProviders>,
  )

test("[home.01] The hero has a 'JOIN SERVER' join button below the site's name", () => {
  show()
  const hero = within(screen.getByRole('region', { name: 'Ember Isles' }))
  expect(hero.getByRole('heading', { level: 1 }).textContent).toBe('Ember Isles')
  expect(hero.getByRole('link', { name: 'JOIN SERVER' }).getAttribute('href')).toBe(addServerLink(testSite))
})

test("[home.02] 'WHY JOIN US?' shows toast 'Why Join {site name}?' listing four reasons, and nothing before the click", async () => {
  show()
  expect(screen.queryByRole('listitem', { name: /gameplay/ })).toBeNull()
  await whenReady.click(screen.getByRole('button', { name: 'WHY JOIN US?' }))
  const card = screen.getByText('Why Join Ember Isles?').closest('li')!
  const reasons = within(within(card).getByRole('list')).getAllByRole('listitem')
  expect(reasons).toHaveLength(4)
  const said = [
    /competitive gameplay/i,
    /an active community/i,
    /regular tournaments/i,
    /a lag-free experience/i,
  ]
  said.forEach((reason, at) => {
    expect(reasons[at]?.textContent).toMatch(reason)
  })
})

test('The picture keeps its place before it has loaded, is asked for first, and says what it shows', () => {
  show()
  const picture = screen.getByRole('img')
  expect(picture.getAttribute('fetchpriority')).toBe('high')
  expect(picture.getAttribute('loading')).not.toBe('lazy')
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['1600', '900'])
  expect(picture.getAttribute('alt')).toMatch(/fighters/)
})

test('The hero has room for the live count and for another way in', () => {
  show()
  expect(screen.getByText('3 in game right now')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'How' })).toBeTruthy()
})

test('Offline nobody is promised a fight, and an empty server is open', () => {
  const { rerender } = render(<HeroStatus online={false} players={0} />, { wrapper: TestProviders })
  expect(screen.getByText('The arena is resting')).toBeTruthy()
  rerender(<HeroStatus online players={0} />)
  expect(screen.getByText('The arena is open')).toBeTruthy()
})
