import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterContextProvider, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Rank } from '../../contract/accounts/ranks.ts'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import { expectToast, member, press, type } from '../domains/accounts/profile/testing/setup.tsx'
import { useLogout } from '../domains/accounts/sign-in/use-logout.ts'
import { Frame } from '../frame/frame.tsx'
import { pageContext } from '../platform/navigation/page-context.ts'
import { queriesOf } from '../platform/prefetched-data.ts'
import { queryClientForHere } from '../platform/query-client.ts'
import { clearToasts } from '../platform/toasts.ts'
import { useViewer, viewerQuery } from '../platform/viewer.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeAudio } from '../testing/audio.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { TestProviders, testSite } from '../testing/site.tsx'
import Profile, { clientLoader, loader } from './profile.tsx'

const stats = {
  kills: 4,
  deaths: 2,
  assists: 0,
  wins: 1,
  losses: 1,
  points: 1_500,
  winStreak: 1,
  bestStreak: 1,
  gameType: 'overall',
}

const withStats = {
  'GET /api/player-stats': respondWith(stats),
  'GET /api/reports/mine?limit=5': respondWith([]),
  'GET /api/staff-applications/mine': respondWith([]),
  'GET /api/notices': respondWith([]),
  'GET /api/second-factor': respondWith({ since: null, recoveryCodesLeft: 0, isRequired: false }),
  'GET /api/sessions': respondWith([]),
  'GET /api/email': respondWith({ email: member.email, verified: false }),
}

/** What the page asks for when it opens. */
const arrival = [
  '/api/notices',
  '/api/player-stats',
  '/api/reports/mine?limit=5',
  '/api/staff-applications/mine',
  '/api/email',
  '/api/second-factor',
  '/api/sessions',
]

beforeEach(() => {
  fakeAudio()
  // jsdom has no layout, so nothing to scroll.
  vi.stubGlobal('scrollTo', () => {})
})

afterEach(() => {
  cleanup()
  act(clearToasts)
  queryClientForHere().clear()
  vi.unstubAllGlobals()
})

function Framed() {
  const logout = useLogout()
  return (
    <Frame viewer={useViewer()} onLogout={() => logout.mutate()} statusIndicator={null}>
      <Outlet />
    </Frame>
  )
}

/** The page in its frame, as `viewer` meets it with the document. */
async function open(address: string, viewer: OwnUser | null) {
  queryClientForHere().setQueryData(viewerQuery.queryKey, viewer)
  const router = createMemoryRouter(
    [
      {
        Component: Framed,
        children: [
          { path: '/profile', Component: Profile, loader: clientLoader },
          { path: '*', element: <p>another page</p> },
        ],
      },
    ],
    { initialEntries: [address], hydrationData: { loaderData: { '0-0': null } } },
  )
  render(
    <TestProviders client={queryClientForHere()}>
      <RouterProvider router={router} />
    </TestProviders>,
  )
  await act(async () => {})
  return router
}

const documentRequest = (viewer: OwnUser | null, call: (endpoint: { path: string }) => Promise<unknown>) => {
  const context = new RouterContextProvider()
  context.set(pageContext, { site: testSite, viewer, nonce: '', call: call as never, reportError() {} })
  return loader({ context } as never)
}

describe('[profile.01] /profile signed out redirects to /auth', () => {
  test('with a document', async () => {
    const response: unknown = await documentRequest(null, async () => stats).catch(
      (thrown: unknown) => thrown,
    )
    expect(response).toBeInstanceOf(Response)
    expect((response as Response).status).toBe(302)
    expect((response as Response).headers.get('location')).toBe('/auth?redirect=/profile')
  })

  test('on a way inside the site', async () => {
    fakeApi({})
    const router = await open('/rules', null)
    await act(() => router.navigate('/profile'))
    expect(router.state.location.pathname).toBe('/auth')
  })
})

test('[profile.25] The statistics travel with the document, from the endpoint behind GET /api/player-stats, and so do the own bug reports, notices, email address and second factor', async () => {
  const call = vi.fn(async ({ path }: { path: string }) => (path === '/api/player-stats' ? stats : []))
  const loaded = await documentRequest(member, call)
  expect(queriesOf(loaded).map(([, data]) => data)).toEqual([
    stats,
    { pages: [[]], pageParams: [undefined] },
    [],
    [],
    [],
    [],
  ])
  expect(call.mock.calls.map(([{ path }]) => path)).toEqual([
    '/api/player-stats',
    '/api/reports/mine',
    '/api/notices',
    '/api/staff-applications/mine',
    '/api/email',
    '/api/second-factor',
  ])
})

test('A failure of the statistics leaves them out of the document', async () => {
  const loaded = await documentRequest(member, () => Promise.reject(new Error('no')))
  expect(queriesOf(loaded)).toEqual([])
})

test('[profile.04] The logout button signs out, and the page leads to /auth', async () => {
  const calls = fakeApi({ ...withStats, 'POST /api/logout': () => new Response(null, { status: 204 }) })
  const router = await open('/profile', member)
  await screen.findByText('Kills')
  // The header's menu has one, too.
  await whenReady.click(within(screen.getByRole('main')).getByRole('button', { name: 'Logout' }))
  await expectToast('Logged out', 'You have been successfully logged out')
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
  expect(router.state.historyAction).toBe('REPLACE')
  expect(screen.getByRole('link', { name: 'LOGIN' })).toBeTruthy()
  // Nobody's statistics would be a 401 in the console.
  expect(calls.map(({ path }) => path)).toEqual([...arrival, '/api/logout'])
})

test("[profile.07] /profile has the tabs 'Edit Profile' and 'Change Password'", async () => {
  fakeApi(withStats)
  await open('/profile', member)
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Edit Profile',
    'Change Password',
  ])
  expect(screen.getByLabelText('Bio')).toBeTruthy()
  await whenReady.mouseDown(screen.getByRole('tab', { name: 'Change Password' }))
  expect(screen.getByLabelText('Current Password')).toBeTruthy()
  expect(screen.queryByLabelText('Bio')).toBeNull()
})

test('[profile.13] Saved values show on the page and in the header', async () => {
  const avatarUrl = 'https://pictures.example/new.png'
  fakeApi({ ...withStats, 'PATCH /api/user': respondWith({ ...member, avatarUrl }) })
  await open('/profile', member)
  await type('Avatar URL', avatarUrl)
  await press('Save changes')
  const pictures = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  // In the header, on the card and beside the form.
  await waitFor(() => expect(pictures()).toEqual([avatarUrl, avatarUrl, avatarUrl]))
})

test('[profile.17] After a password change the page goes to /auth', async () => {
  const message = 'Your password has been updated successfully'
  const calls = fakeApi({ ...withStats, 'POST /api/change-password': respondWith({ message }) })
  const router = await open('/profile', member)
  await screen.findByText('Kills')
  await whenReady.mouseDown(screen.getByRole('tab', { name: 'Change Password' }))
  await type('Current Password', 'old password')
  await type('New Password', 'new password')
  await type('Confirm New Password', 'new password')
  await press('Change Password')
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
  await expectToast('Password changed', message)
  expect(calls.map(({ path }) => path)).toEqual([...arrival, '/api/change-password'])
})

test('[profile.18] After a failed password change the page stays', async () => {
  const wrong = 'Your current password is wrong'
  const failure = refuse(400, 'validation', wrong, { currentPassword: wrong })
  fakeApi({ ...withStats, 'POST /api/change-password': failure })
  const router = await open('/profile', member)
  await whenReady.mouseDown(screen.getByRole('tab', { name: 'Change Password' }))
  await type('Current Password', 'bad password')
  await type('New Password', 'new password')
  await type('Confirm New Password', 'new password')
  await press('Change Password')
  await expectToast('Password change failed', wrong, 'destructive')
  expect(router.state.location.pathname).toBe('/profile')
})

describe('[profile.21] Staff see a Beta link to /staff-reports with a note that the staff dashboard is being rebuilt; others do not', () => {
  const staffReports = () => screen.queryByRole('link', { name: /staff reports/i })

  test.each<Rank>(['Helper', 'Moderator', 'Product Staff', 'Admin', 'Manager', 'Owner'])(
    '%s',
    async (rank) => {
      fakeApi(withStats)
      await open('/profile', { ...member, rank })
      expect(staffReports()?.getAttribute('href')).toBe('/staff-reports')
      expect(screen.getByText('Beta')).toBeTruthy()
      expect(screen.getByText(/The staff dashboard is being rebuilt/)).toBeTruthy()
      expect(screen.getByRole('button', { name: 'Edit role' })).toBeTruthy()
    },
  )

  test.each<Rank>(['Member', 'Gold', 'Emerald', 'Diamond'])('not %s', async (rank) => {
    fakeApi(withStats)
    await open('/profile', { ...member, rank })
    expect(staffReports()).toBeNull()
    expect(screen.queryByText('Beta')).toBeNull()
    expect(screen.queryByText(/being rebuilt/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Edit role' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Report a problem' })).toBeTruthy()
  })
})

test('Staff with a password of fewer than 8 characters are told so, with the form to change it open', async () => {
  fakeApi(withStats)
  await open('/profile', { ...member, rank: 'Helper', rankWithheldBy: 'password' })
  expect(
    screen.getByRole('heading', { name: 'Choose a longer password to use your staff rank' }),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Change password' }).getAttribute('href')).toBe('/profile#password')
  expect(screen.getByLabelText('New Password')).toBeTruthy()
  expect(screen.getByText(/At least 8 characters/, { selector: 'form *' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Edit role' })).toBeNull()
})

test('[powers.32] Restricted staff are told why they cannot use their rank, and see nothing for staff', async () => {
  fakeApi(withStats)
  await open('/profile', { ...member, rank: 'Admin', rankWithheldBy: 'restriction' })
  expect(
    screen.getByRole('heading', { name: 'You cannot use your staff rank while you are restricted' }),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Edit role' })).toBeNull()
})

test('[powers.11] Staff who were recovered with a code read why their rank grants nothing, and the two ways to change it', async () => {
  fakeApi(withStats)
  await open('/profile', { ...member, rank: 'Admin', rankWithheldBy: 'recovery' })
  expect(screen.getByRole('heading', { name: 'Confirm that it is you to use your staff rank' })).toBeTruthy()
  expect(screen.getByText(/ask a staff member who did not give you the code/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Confirm by email' }).getAttribute('href')).toBe('/profile#email')
  expect(screen.queryByRole('button', { name: 'Edit role' })).toBeNull()
})

test('Staff whose rank waits for a second factor are told so, with the way to it, and see nothing for staff yet', async () => {
  fakeApi(withStats)
  await open('/profile', { ...member, rank: 'Admin', rankWithheldBy: 'second-factor' })
  expect(
    screen.getByRole('heading', { name: 'Turn on two-factor sign-in to use your staff rank' }),
  ).toBeTruthy()
  expect(screen.queryByText(/being rebuilt/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Edit role' })).toBeNull()
  await whenReady.click(screen.getByRole('link', { name: 'Set it up' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Second factor' })),
  )
})
