import { act, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Invite } from '../../contract/accounts/invites-schemas.ts'
import { queryClientForHere } from '../platform/query-client.ts'
import { viewerQuery } from '../platform/viewer.ts'
import { whenReady } from '../testing/actions.ts'
import {
  expectToast,
  leaveAdmin,
  openAdmin,
  optionsOf,
  prepareAdmin,
  press,
  sent,
  viewerOf,
} from '../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { TestProviders } from '../testing/site.tsx'
import { ToastRegion } from '../ui/toast.tsx'
import * as page from './admin/invites.tsx'
import InvitePage from './invite.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const path = '/admin/settings/invites'
const list = 'GET /api/admin/invites'
const invite: Invite = {
  id: 1,
  rank: 'Moderator',
  note: 'For Ann',
  state: 'open',
  by: 'Boss',
  createdAt: '2026-11-26T10:00:00.000Z',
  expiresAt: '2026-12-03T10:00:00.000Z',
  usedBy: null,
}
const used: Invite = { ...invite, id: 2, note: '', state: 'used', usedBy: { id: 7, username: 'Ben' } }

test('[settings.117] A Manager reads the invitations and changes none', async () => {
  fakeApi({ [list]: respondWith([invite, used]) })
  await openAdmin(page, path, viewerOf('Manager'))
  expect(await screen.findByText('For Ann')).toBeTruthy()
  expect(screen.getByText('Open')).toBeTruthy()
  expect(screen.getByText('Ben').closest('p')?.textContent).toContain('Used by Ben')
  expect(screen.queryByRole('button', { name: /^(New|Revoke)/ })).toBeNull()
})

test('[settings.117] An Owner makes an invitation to a rank below their own, sees its link once, and revokes it after a question', async () => {
  const calls = fakeApi({
    [list]: respondWith([invite]),
    'POST /api/admin/invites': respondWith({ invite, link: 'https://isles.example/invite#secret' }, 201),
    'POST /api/admin/invites/1/revoke': respondWith({ ...invite, state: 'revoked' }),
  })
  await openAdmin(page, path, viewerOf('Owner'))
  await press('New invitation')
  const offered = (await optionsOf('Rank')).map(({ textContent }) => textContent)
  expect(offered).toContain('Manager')
  expect(offered).not.toContain('Owner')
  await act(
    async () =>
      void (await whenReady.keyDown(screen.getByRole('option', { name: 'Helper' }), { key: 'Enter' })),
  )
  await whenReady.change(screen.getByLabelText('Note'), { target: { value: 'For Ann' } })
  await press('Make the link')
  expect(await screen.findByText('https://isles.example/invite#secret')).toBeTruthy()
  expect(sent(calls, 'POST')).toEqual([['/api/admin/invites', { rank: 'Helper', note: 'For Ann' }]])
  await press('I have sent the link')
  expect(document.body.textContent).not.toContain('invite#secret')
  await press('Revoke')
  await whenReady.click(screen.getAllByRole('button', { name: 'Revoke' }).at(-1) as HTMLElement)
  await expectToast('Invitation revoked')
  expect(sent(calls, 'POST').at(-1)).toEqual(['/api/admin/invites/1/revoke', undefined])
})

const token = 'a'.repeat(43)

async function openLink(
  viewer = viewerOf('Member') as ReturnType<typeof viewerOf> | null,
  hash = `#${token}`,
) {
  queryClientForHere().setQueryData(viewerQuery.queryKey, viewer)
  const router = createMemoryRouter(
    [
      { path: '/invite', Component: InvitePage },
      { path: '*', element: <p>another page</p> },
    ],
    { initialEntries: [`/invite${hash}`] },
  )
  render(
    <TestProviders client={queryClientForHere()}>
      <RouterProvider router={router} />
      <ToastRegion />
    </TestProviders>,
  )
  await act(async () => {})
  return router
}

test('[settings.118] The link of an invitation names its rank, leaves no trace in the address, and raises the member who is signed in', async () => {
  const calls = fakeApi({
    'POST /api/invites/look': respondWith({ rank: 'Moderator' }),
    'POST /api/invites/accept': respondWith(viewerOf('Moderator')),
  })
  const router = await openLink()
  expect(await screen.findByText('Moderator')).toBeTruthy()
  expect(router.state.location.hash).toBe('')
  await press(/^Accept as/)
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'))
  expect(sent(calls, 'POST')).toEqual([
    ['/api/invites/look', { token }],
    ['/api/invites/accept', { token }],
  ])
})

test('[settings.118] A visitor makes an account with it; what the site refuses is said at its field', async () => {
  const taken = { username: 'This username is taken' }
  const calls = fakeApi({
    'POST /api/invites/look': respondWith({ rank: 'Moderator' }),
    'POST /api/invites/accept': refuse(409, 'conflict', taken.username, taken),
  })
  await openLink(null)
  const type = async (label: string, value: string) =>
    await whenReady.change(await screen.findByLabelText(label), { target: { value } })
  await type('Username', 'Ann')
  await type('Password', 'short12')
  await type('Confirm Password', 'short12')
  await press('Create account')
  expect(await screen.findByText('Password must be at least 8 characters')).toBeTruthy()
  await type('Password', 'correct horse')
  await type('Confirm Password', 'correct horse')
  await press('Create account')
  expect((await screen.findAllByText(taken.username)).length).toBeGreaterThan(0)
  expect(sent(calls, 'POST').at(-1)).toEqual([
    '/api/invites/accept',
    { token, username: 'Ann', password: 'correct horse' },
  ])
})

test('[settings.118] A link that cannot be used says so, and one that was cut as well', async () => {
  fakeApi({
    'POST /api/invites/look': refuse(403, 'forbidden', 'This invitation is not valid, or no longer.'),
  })
  await openLink(null)
  expect(await screen.findByText('This invitation is not valid, or no longer.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
