import { act, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import {
  createMemoryRouter,
  type MetaDescriptor,
  Outlet,
  RouterContextProvider,
  RouterProvider,
} from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { PageProgressBar } from '../frame/frame.tsx'
import { pageContext } from '../platform/navigation/page-context.ts'
import { queriesOf } from '../platform/prefetched-data.ts'
import { makeQueryClient } from '../platform/query-client.ts'
import { viewerQuery } from '../platform/viewer.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { TestProviders, testSite, testViewer } from '../testing/site.tsx'
import Community, { loader, meta } from './community.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const guidelines = {
  guidelines: [
    { title: 'Be decent', text: 'Win with a gg.' },
    { title: 'Keep links clean', text: 'No advertising.' },
  ],
}
const figures = { membersOnline: 14, posts: 5_678, activeThreads: 1_234 }
const discord = { memberCount: 4_321, onlineCount: 87, name: 'Ember Isles' }
const responses = {
  'GET /api/community': respondWith(figures),
  'GET /api/discord/info': respondWith(discord),
  'GET /api/content/guidelines': respondWith(guidelines),
}

function page(viewer: OwnUser | null = null) {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, viewer)
  const frame = (
    <>
      <PageProgressBar />
      <Outlet />
    </>
  )
  const router = createMemoryRouter(
    [
      {
        element: frame,
        children: [
          { path: '/community', Component: Community },
          { path: '*', element: <p>another page</p> },
        ],
      },
    ],
    { initialEntries: ['/community'] },
  )
  const ui = (
    <TestProviders client={client}>
      <RouterProvider router={router} />
    </TestProviders>
  )
  return { ui, router }
}

const open = (viewer: OwnUser | null = null) => {
  const { ui, router } = page(viewer)
  render(ui)
  return router
}

/** The elements around a heading. */
const around = (name: string) => within(screen.getByRole('heading', { name }).parentElement!)
const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
const figureWords = () =>
  ['Online', 'Active Threads'].map((unit) => screen.getByText(unit).parentElement?.textContent)

test('[community.01] /community has a Social Feed card that links to /social', () => {
  fakeApi(responses)
  open()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Community')
  expect(around('Social Feed').getByRole('link').getAttribute('href')).toBe('/social')
  const matches = [{ id: 'root', loaderData: { site: testSite } }]
  const tags = meta({ matches } as unknown as Parameters<typeof meta>[0]) as MetaDescriptor[]
  expect(tags).toContainEqual({ title: 'Community · Ember Isles' })
})

test("[community.03] Signed out, the Your Profile card shows 'Login to Access' with a link to /auth", () => {
  fakeApi(responses)
  open()
  const links = around('Your Profile').getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Login to Access', '/auth'],
  ])
})

test('[community.02] Signed in, the Your Profile card links to /profile and shows who one is', () => {
  fakeApi(responses)
  open(testViewer)
  const card = around('Your Profile')
  expect(card.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/profile'])
  expect(card.getByText('steve')).toBeTruthy()
  expect(card.getByText('Isles Staff')).toBeTruthy()
})

test('[community.04] /community has a Coming Soon box naming Forums; events are linked instead', () => {
  fakeApi(responses)
  open()
  const box = around('Coming Soon')
  expect(box.getByText('Forums')).toBeTruthy()
  expect(box.queryByText('Events System')).toBeNull()
  expect(box.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/events'])
})

test('[community.05] [search.01] /community contains the player search panel', () => {
  fakeApi(responses)
  open()
  const panel = screen.getByRole('region', { name: 'Find a player' })
  expect(panel.contains(screen.getByRole('search'))).toBe(true)
  expect(within(panel).getByRole('button', { name: 'Search' })).toHaveProperty('disabled', true)
})

test('[community.06] [discord.01] /community has a Discord join card with the member count', async () => {
  fakeApi(responses)
  open()
  const card = around('Discord')
  expect(card.queryByText('members')).toBeNull()
  expect(await card.findByText('4,321')).toBeTruthy()
  expect(linkTo('Join Discord')).toBe(testSite.links.discord)
})

test("[community.07] /community shows community guidelines with a 'View Full Rules' link to /rules", async () => {
  fakeApi(responses)
  open()
  const section = screen.getByRole('region', { name: 'Community Guidelines' })
  expect(within(section).getByRole('status').textContent).toBe('Loading guidelines...')
  const list = await within(section).findAllByRole('listitem')
  expect(list.map(({ textContent }) => textContent)).toEqual([
    '1Be decentWin with a gg.',
    '2Keep links cleanNo advertising.',
  ])
  expect(within(section).queryByRole('status')).toBeNull()
  expect(linkTo('View Full Rules')).toBe('/rules')
})

test('[community.08] /community shows members online on the site and active threads; a dash while unknown', async () => {
  fakeApi(responses)
  open()
  expect(figureWords()).toEqual(['— Online on the site', '— Active Threads'])
  await screen.findByText('1,234')
  expect(figureWords()).toEqual(['14 Online on the site', '1,234 Active Threads'])
})

describe('a part that fails', () => {
  const parts = [
    ['GET /api/community', 'Failed to load the community numbers.', '1,234'],
    ['GET /api/discord/info', 'Failed to load the member count.', '4,321'],
    ['GET /api/content/guidelines', 'Failed to load the community guidelines.', 'Be decent'],
  ] as const

  test.each(parts)('%s says so alone, and its Retry asks for it alone', async (address, title, word) => {
    fakeApi({ ...responses, [address]: refuse(503, 'overloaded', 'The server is busy.') })
    open()
    expect((await screen.findByRole('alert')).textContent).toBe(`${title}The server is busy.`)
    for (const [other, , elsewhere] of parts)
      expect((await screen.findAllByText(other === address ? 'Social Feed' : elsewhere)).length).toBe(1)
    if (address === 'GET /api/community')
      expect(figureWords()).toEqual(['— Online on the site', '— Active Threads'])
    const calls = fakeApi(responses)
    await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText(word)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([address])
  })
})

test('A document whose address names a player brings the players who are called so', async () => {
  const requests: unknown[] = []
  const context = new RouterContextProvider()
  context.set(pageContext, {
    site: testSite,
    viewer: null,
    nonce: '',
    call: (async ({ path }: AnyEndpoint, { query }: { query?: unknown } = {}) => {
      if (path === '/api/players/search') requests.push(query)
      return []
    }) as never,
    reportError: (error) => {
      throw error
    },
  })
  const request = new Request('https://isles.example/community?player=%20alex%20')
  const loaded = await loader({ context, request } as never)
  expect(requests).toEqual([{ username: 'alex' }])
  expect(queriesOf(loaded).map(([key]) => key)).toContainEqual(['player-search', 'alex'])
})

test('[community.07] [community.08] [discord.01] The document brings the figures, the member count and the guidelines', async () => {
  const requests: string[] = []
  const context = new RouterContextProvider()
  const data: Record<string, unknown> = {
    '/api/community': figures,
    '/api/discord/info': discord,
    '/api/content/guidelines': guidelines,
  }
  context.set(pageContext, {
    site: testSite,
    viewer: null,
    nonce: '',
    call: (async ({ path }: AnyEndpoint) => {
      requests.push(path)
      return data[path]
    }) as never,
    reportError: (error) => {
      throw error
    },
  })
  const loaded = await loader({
    context,
    request: new Request('https://isles.example/community'),
  } as never)
  expect(requests.sort()).toEqual(Object.keys(data).sort())
  expect(queriesOf(loaded).map(([, data]) => data)).toEqual(expect.arrayContaining(Object.values(data)))
})

test('The page renders on the server without any data', () => {
  const html = renderToString(page().ui)
  expect(html).toContain('Active Threads')
  expect(html).toContain('Login to Access')
})

describe('the page-loading bar', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const bar = () => screen.queryByRole('progressbar', { name: 'Page loading' })

  test('[discord.02] It waits for the first answer on Discord and does not blink for a refetch, however slow', async () => {
    const waiting: (() => void)[] = []
    fakeApi({
      ...responses,
      'GET /api/discord/info': () =>
        new Promise((resolve) => {
          waiting.push(() => resolve(Response.json(discord)))
        }),
    })
    const router = open()
    await act(() => router.navigate('/elsewhere'))
    await act(() => router.navigate('/community'))
    await pass(3_000)
    expect(bar()?.getAttribute('aria-valuenow')).toBe('70')
    for (const respond of waiting.splice(0)) respond()
    // In steps, because what a timer renders sets the next timer.
    for (let step = 0; step < 10; step += 1) await pass(100)
    expect(bar()).toBeNull()

    await pass(60_000)
    expect(waiting).toHaveLength(1)
    expect(bar()).toBeNull()
    await pass(2_000)
    waiting[0]?.()
    await pass(100)
    expect(bar()).toBeNull()
    expect(screen.getByText('4,321')).toBeTruthy()
  })
})
