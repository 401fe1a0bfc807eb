import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isStaffRank, shippedRanks } from '../../../contract/accounts/ranks.ts'
import type { OwnUser } from '../../../contract/accounts/users-schemas.ts'
import { aReport, FakeAdminApi } from '../../domains/reports/bug-reports/testing/fake-admin.ts'
import {
  expectToast,
  fillBrowserGaps,
  shownToast,
  toastVariant,
} from '../../domains/reports/bug-reports/testing/setup.tsx'
import { queryClientForHere } from '../../platform/query-client.ts'
import { clearToasts } from '../../platform/toasts.ts'
import { changeViewer, viewerQuery } from '../../platform/viewer.ts'
import { FakeSocket } from '../../testing/fake-socket.ts'
import { TestProviders, testViewer } from '../../testing/site.tsx'
import { ToastRegion } from '../../ui/toast.tsx'
import StaffReports, { clientLoader, loader } from './staff-reports.tsx'

let adminApi: FakeAdminApi
beforeEach(() => {
  fillBrowserGaps()
  FakeSocket.install()
  adminApi = new FakeAdminApi([aReport({ reason: 'Canary in the list' })])
})
afterEach(() => {
  cleanup()
  act(clearToasts)
  queryClientForHere().clear()
  vi.unstubAllGlobals()
})

/** The page as `viewer` meets it: with the document at `address`, or on the way there from it. */
async function open(address: string, viewer: OwnUser | null) {
  queryClientForHere().setQueryData(viewerQuery.queryKey, viewer)
  const router = createMemoryRouter(
    [
      { path: '/staff-reports', Component: StaffReports, loader: clientLoader },
      { path: '*', element: <p>another page</p> },
    ],
    { initialEntries: [address], hydrationData: { loaderData: { '0': null } } },
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

const denied = () => expectToast('Access Denied', "You don't have permission to view this page.")
const nothingOfTheAdmin = () => {
  expect(document.body.textContent).not.toContain('Canary')
  expect(screen.queryByRole('navigation', { name: 'Staff area' })).toBeNull()
  expect(adminApi.server.calls).toEqual([])
}

test('A document carries no reports, whoever asks', async () => {
  expect(await loader()).toBeNull()
})

describe("[staffreports.07] An unauthenticated visitor sees 'Please log in to access this page.'", () => {
  test.each(['/staff-reports', '/rules'])('coming from %s', async (from) => {
    const router = await open(from, null)
    await act(() => router.navigate('/staff-reports'))
    expect(screen.getByText('Please log in to access this page.')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/staff-reports')
    expect(shownToast()).toBeNull()
    const login = screen.getByRole('link', { name: 'LOGIN' })
    expect(login.getAttribute('href')).toBe('/auth?redirect=/staff-reports')
    nothingOfTheAdmin()
  })
})

describe("[staffreports.06] A signed-in non-staff user gets toast 'Access Denied' / 'You don't have permission to view this page.' and goes to /", () => {
  test.each(shippedRanks.filter((rank) => !isStaffRank(rank)))('%s, with a document', async (rank) => {
    const router = await open('/staff-reports', { ...testViewer, rank })
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(router.state.historyAction).toBe('REPLACE')
    await denied()
    expect(toastVariant()).toBe('destructive')
    nothingOfTheAdmin()
  })

  test('on a way inside the site', async () => {
    const router = await open('/rules', { ...testViewer, rank: 'Diamond' })
    await act(() => router.navigate('/staff-reports'))
    expect(router.state.location.pathname).toBe('/')
    await denied()
    nothingOfTheAdmin()
  })
})

test.each(shippedRanks.filter(isStaffRank))('%s works here', async (rank) => {
  const router = await open('/rules', { ...testViewer, rank })
  await act(() => router.navigate('/staff-reports'))
  expect(await screen.findByText('Canary in the list', { selector: 'th bdi' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bug reports')
  expect(screen.getByRole('navigation', { name: 'Staff area' })).toBeTruthy()
})

test('Who signs out while here sees no more reports', async () => {
  await open('/staff-reports', testViewer)
  expect(await screen.findByText('Canary in the list', { selector: 'th bdi' })).toBeTruthy()
  await act(() => changeViewer(queryClientForHere(), null))
  expect(await screen.findByText('Please log in to access this page.')).toBeTruthy()
  expect(document.body.textContent).not.toContain('Canary')
  // Nobody's reports would be a 401 in the console.
  expect(adminApi.server.calls.filter(({ path }) => path !== '/api/admin/waiting')).toHaveLength(1)
})
