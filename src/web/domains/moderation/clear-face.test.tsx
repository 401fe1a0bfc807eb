import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import { queryClientForHere } from '../../platform/query-client.ts'
import { viewerQuery } from '../../platform/viewer.ts'
import { whenReady } from '../../testing/actions.ts'
import { expectToast, leaveAdmin, prepareAdmin, press, sent, viewerOf } from '../../testing/admin-setup.tsx'
import { fakeApi, respondWith } from '../../testing/fake-api.ts'
import { TestProviders } from '../../testing/site.tsx'
import { ToastRegion } from '../../ui/toast.tsx'
import { PlayerActions } from './player-actions.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const face = `https://isles.example/avatars/41/face-${'a'.repeat(64)}.png`
const player: PublicUser = {
  id: 41,
  username: 'Vexin',
  bio: null,
  discordTag: null,
  avatarUrl: face,
  rank: 'Member',
  createdAt: '2026-01-05T15:04:00.000Z',
  lastLogin: null,
  gamertag: 'Vexin',
  standing: 'unclaimed',
}

function show(of: PublicUser) {
  queryClientForHere().setQueryData(viewerQuery.queryKey, viewerOf('Helper'))
  render(
    <TestProviders client={queryClientForHere()}>
      <MemoryRouter>
        <PlayerActions player={of} />
      </MemoryRouter>
      <ToastRegion />
    </TestProviders>,
  )
}

test('[game.32] staff clear the face of a player without an account, who has nothing else to clear', async () => {
  const calls = fakeApi({
    'POST /api/admin/members/41/profile-clearing': respondWith({ cleared: ['picture'] }),
  })
  show(player)
  await whenReady.click(await screen.findByRole('button', { name: 'Clear profile of Vexin' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Clear the profile of Vexin' }))
  const reason = await dialog.findByLabelText('Reason')
  expect(dialog.getAllByRole('checkbox')).toHaveLength(1)
  await whenReady.click(dialog.getByLabelText('Picture'))
  await whenReady.change(reason, { target: { value: 'Not for children' } })
  await press('Clear')
  await expectToast('Profile Cleared', 'Picture of Vexin')
  expect(sent(calls, 'POST')).toEqual([
    ['/api/admin/members/41/profile-clearing', { parts: ['picture'], reason: 'Not for children' }],
  ])
})

test('A player without an account and without a face has nothing to clear', async () => {
  fakeApi({})
  show({ ...player, avatarUrl: null })
  await screen.findByRole('button', { name: 'Report player' })
  expect(screen.queryByRole('button', { name: /Clear profile/ })).toBeNull()
})
