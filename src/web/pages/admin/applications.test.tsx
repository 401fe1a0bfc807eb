import { screen } from '@testing-library/react'
import { RouterContextProvider, useParams } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Rank, shippedRanks } from '../../../contract/accounts/ranks.ts'
import type { OwnUser } from '../../../contract/accounts/users-schemas.ts'
import { FakeAdminApi } from '../../domains/applications/testing/fake-admin.ts'
import { anApplication } from '../../domains/applications/testing/sample.ts'
import { leaveBrowser, member, openPage, prepareBrowser } from '../../domains/applications/testing/setup.tsx'
import { pageContext } from '../../platform/navigation/page-context.ts'
import { isPrefetched, queriesOf } from '../../platform/prefetched-data.ts'
import { testSite } from '../../testing/site.tsx'
import AdminApplications, { clientLoader, loader } from './applications.tsx'

beforeEach(prepareBrowser)
afterEach(leaveBrowser)

const staffRanks: Rank[] = ['Helper', 'Moderator', 'Product Staff', 'Admin', 'Manager', 'Owner']
const refused = '/auth?redirect=/admin&notice=staff'

/** What a document request answers: the data, or the thrown redirect. */
async function documentFor(status: string | undefined, viewer: OwnUser | null, call = vi.fn()) {
  const context = new RouterContextProvider()
  context.set(pageContext, { site: testSite, viewer, nonce: '', call: call as never, reportError() {} })
  const request = new Request('https://isles.example/admin/applications')
  return loader({ context, request, params: { status } } as never).catch((thrown: unknown) => thrown)
}

describe('[applications.02] Others are redirected to /auth with redirect=/admin and the staff notice', () => {
  const others: (OwnUser | null)[] = [
    null,
    ...shippedRanks.filter((rank) => !staffRanks.includes(rank)).map((rank) => ({ ...member, rank })),
  ]

  test.each(others.map((viewer) => [viewer?.rank ?? 'a visitor', viewer] as const))(
    'with a document, before anything is read or known of the address: %s',
    async (_, viewer) => {
      const call = vi.fn()
      for (const status of [undefined, 'pending', 'nonsense']) {
        const response = (await documentFor(status, viewer, call)) as Response
        expect([response.status, response.headers.get('location')]).toEqual([302, refused])
      }
      expect(call).not.toHaveBeenCalled()
    },
  )

  test.each(others.map((viewer) => [viewer?.rank ?? 'a visitor', viewer] as const))(
    'on a way inside the site: %s',
    async (_, viewer) => {
      const adminApi = new FakeAdminApi([anApplication()])
      const routes = [{ path: '/admin/applications/:status?', Component: Page, loader: clientLoader }]
      const { router, go } = await openPage(routes, '/', viewer)
      await go('/admin/applications')
      expect(router.state.location.pathname + router.state.location.search).toBe(refused)
      expect(adminApi.calls).toEqual([])
    },
  )
})

/** What the framework hands to the page: the parameters of its address. */
function Page() {
  return <AdminApplications {...({ params: useParams() } as Parameters<typeof AdminApplications>[0])} />
}

async function open(status?: string, rank: Rank = 'Helper') {
  const adminApi = new FakeAdminApi([anApplication({ id: 2, status: 'interview' }), anApplication()])
  const address = status === undefined ? '/admin/applications' : `/admin/applications/${status}`
  await openPage([{ path: '/admin/applications/:status?', Component: Page }], address, { ...member, rank })
  return adminApi
}

const tabs = () => [...screen.getByRole('navigation', { name: 'Application status' }).querySelectorAll('a')]

test.each(staffRanks)(
  '[applications.01] [admin.02] /admin/applications and /admin/applications/{status} are open to %s, and bring their data',
  async (rank) => {
    for (const [address, status] of [
      [undefined, 'all'],
      ['interview', 'interview'],
    ]) {
      const call = vi.fn(async () => ({ applications: [anApplication()] }))
      const response = (await documentFor(address, { ...member, rank }, call)) as Awaited<
        ReturnType<typeof loader>
      >
      expect(call).toHaveBeenCalledWith(
        expect.objectContaining({ path: '/api/staff-applications' }),
        expect.objectContaining({ query: { status, before: undefined, limit: 50 } }),
      )
      expect(isPrefetched(response) && queriesOf(response)).toHaveLength(1)
    }
  },
)

test('[applications.03] Without status the page shows all', async () => {
  const adminApi = await open()
  expect(await screen.findAllByRole('article')).toHaveLength(2)
  expect(adminApi.calls.filter((call) => call !== 'GET /api/admin/waiting')).toEqual([
    'GET /api/staff-applications?status=all&limit=50',
  ])
  expect(tabs().find((tab) => tab.getAttribute('aria-current'))?.textContent).toBe('All')
})

test('[applications.04] The tabs are All, Pending, Reviewing, Interview, Accepted, Rejected, each with its address; there is none for on hold', async () => {
  await open('interview')
  expect(
    tabs().map((tab) => [tab.textContent, tab.getAttribute('href'), tab.getAttribute('aria-current')]),
  ).toEqual([
    ['All', '/admin/applications', null],
    ['Pending', '/admin/applications/pending', null],
    ['Reviewing', '/admin/applications/reviewing', null],
    ['Interview', '/admin/applications/interview', 'page'],
    ['Accepted', '/admin/applications/accepted', null],
    ['Rejected', '/admin/applications/rejected', null],
  ])
  expect(await screen.findAllByRole('article')).toHaveLength(1)
})

test.each(['onhold', 'nonsense', 'Pending', 'all%20'])(
  '[applications.06] /admin/applications/%s is the 404 page, with its status code',
  async (status) => {
    const response = await documentFor(status, { ...member, rank: 'Owner' })
    expect(response).toMatchObject({ init: { status: 404 } })
    const adminApi = await open(status, 'Owner')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('404 Page Not Found')
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy()
    expect(adminApi.calls).toEqual([])
  },
)

test('[applications.07] A back button leads to /admin', async () => {
  await open()
  expect(screen.getByRole('link', { name: 'Back to staff area' }).getAttribute('href')).toBe('/admin')
})
