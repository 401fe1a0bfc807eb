import { act, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addServerLink } from '../../contract/content/site.ts'
import { type Transport, urlOf } from '../../contract/endpoint.ts'
import { fakeViewport } from '../domains/content/hero/testing/fake-viewport.ts'
import { createEvent } from '../domains/events/testing/setup.tsx'
import { statusQuery } from '../domains/network/status/status-query.ts'
import { FakeBoards } from '../domains/rankings/leaderboard/testing/fake-board.ts'
import { pageContext } from '../platform/navigation/page-context.ts'
import { fill } from '../platform/prefetched-data.ts'
import { makeQueryClient } from '../platform/query-client.ts'
import { viewerQuery } from '../platform/viewer.ts'

import { fakeApi } from '../testing/fake-api.ts'
import { FakeSocket } from '../testing/fake-socket.ts'
import { shippedShop, TestProviders, testSite } from '../testing/site.tsx'
import Home, { loader } from './home.tsx'

beforeEach(() => {
  FakeSocket.install()
  fakeViewport()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const responses: Record<string, unknown> = {
  '/api/content/shop': shippedShop,
  '/api/community': { membersOnline: 14, posts: 987, activeThreads: 321 },
  '/api/matches/latest?limit=12': [],
  '/api/news?limit=1': [],
  '/api/presence?limit=24': { total: 0, modes: [], players: [] },
  '/api/events?soon=true': [],
  '/api/cups?state=running': [],
  '/api/cups?state=open': [],
  '/api/discord/info': { memberCount: 4_321, onlineCount: 87, name: 'Ember Isles' },
}

/** What the loader brings for a document; `broken` calls fail. */
async function load(broken: readonly string[] = [], site = testSite) {
  const boards = new FakeBoards(9)
  const requests: string[] = []
  const call: Transport = async (endpoint, input) => {
    const address = urlOf(endpoint, input as object)
    requests.push(address)
    if (broken.includes(address)) throw new Error('500: broken')
    return (responses[address] ?? (await (await boards.fetch(address)).json())) as never
  }
  const context = new RouterContextProvider()
  const failed: unknown[] = []
  const reportError = (error: unknown) => failed.push(error)
  context.set(pageContext, { site, viewer: null, nonce: 'n', call, reportError })
  const data = await loader({ context } as unknown as Parameters<typeof loader>[0])
  return { data, requests, failed }
}

/** The page as a document brings it. */
function pageWith({ data }: Awaited<ReturnType<typeof load>>) {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, null)
  client.setQueryData(statusQuery().queryKey, {
    isOnline: true,
    playerCount: 12,
    maxPlayers: 100,
    version: '1.26.0',
    motd: null,
    latencyMs: 20,
    source: 'ping',
    checkedAt: '2026-01-02T03:04:05.000Z',
  })
  fill(client, data)
  const router = createMemoryRouter([{ path: '*', element: <Home /> }], { initialEntries: ['/'] })
  return (
    <TestProviders client={client}>
      <RouterProvider router={router} />
    </TestProviders>
  )
}

const region = (name: string) => within(screen.getByRole('region', { name }))

test('[voice.39] [voice.52] the newest news item is in the HTML, and nothing while there is none or it failed', async () => {
  const item = {
    id: 3,
    slug: 'spring-season',
    title: 'Spring <b>season</b>',
    summary: 'It begins on Monday.',
    author: { username: 'Editor' },
    cover: { url: '/news/covers/3/a.webp', alt: 'A bridge', width: 1280, height: 640 },
    publishedAt: '2026-01-01T03:04:05.000Z',
    editedAt: null,
  }
  responses['/api/news?limit=1'] = [item]
  const loaded = await load()
  responses['/api/news?limit=1'] = []
  const show = (data: typeof loaded) => {
    document.body.innerHTML = renderToString(pageWith(data))
  }
  show(loaded)
  const news = region('News')
  expect(news.getByRole('link', { name: item.title }).getAttribute('href')).toBe('/news/spring-season')
  expect(news.getByRole('link', { name: 'All news' }).getAttribute('href')).toBe('/news')
  expect(news.getByText(item.summary)).toBeTruthy()
  const cover = news.getByRole<HTMLImageElement>('img', { name: 'A bridge' })
  expect([cover.getAttribute('src'), cover.width, cover.height]).toEqual([item.cover.url, 1280, 640])
  for (const none of [await load(), await load(['/api/news?limit=1'])]) {
    show(none)
    expect(screen.queryByRole('region', { name: 'News' })).toBeNull()
  }
  document.body.innerHTML = ''
})

test('[tonight.17] [tonight.18] What is on is in the HTML, and comes before the first of the board, and those before who is online', async () => {
  responses['/api/events?soon=true'] = [
    createEvent({ status: 'active', startDate: '2026-01-01T00:00:00.000Z' }),
  ]
  const user = { id: 5, username: 'Alexandra', avatarUrl: null, rank: 'Member' }
  responses['/api/presence?limit=24'] = {
    total: 1,
    modes: [],
    players: [{ user, mode: null, since: '2026-01-05T15:00:00.000Z' }],
  }
  document.body.innerHTML = renderToString(pageWith(await load()))
  responses['/api/events?soon=true'] = []
  responses['/api/presence?limit=24'] = { total: 0, modes: [], players: [] }
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  const order = ['What’s on', 'Three hits. One winner.', 'Top Players', 'Online now', 'Community']
  expect(headings.filter((heading) => order.includes(heading!))).toEqual(order)
  expect(region('What’s on').getByRole('link', { name: 'Enter' })).toBeTruthy()
  document.body.innerHTML = ''
})

describe('A part whose data failed', () => {
  test('[home.04] leaves the rest of the document standing, and is reported', async () => {
    const loaded = await load(['/api/content/shop'])
    expect(loaded.failed).toHaveLength(1)
    const html = renderToString(pageWith(loaded))
    expect(html).toContain('overall-1')
    expect(html).not.toContain('$4.99')
  })
})

test('A document brings the data of every section', async () => {
  const { requests, failed } = await load()
  expect(failed).toEqual([])
  expect(requests).toEqual([
    '/api/leaderboard?gameType=overall&period=all&limit=5&offset=0',
    '/api/content/shop',
    '/api/community',
    '/api/discord/info',
    '/api/presence?limit=24',
    '/api/news?limit=1',
    '/api/matches/latest?limit=12',
    '/api/events?soon=true',
    '/api/cups?state=running',
    '/api/cups?state=open',
  ])
})

test('A document asks for nothing that is on while events are switched off', async () => {
  const { requests, failed } = await load([], { ...testSite, off: ['events'] })
  expect(failed).toEqual([])
  expect(requests.filter((address) => /events|cups/.test(address))).toEqual([])
})

test("[home.01] [home.03] [home.04] [home.05] [home.06] Hero, teaser, Server Ranks, Top Players and community are in the server's HTML in this order, and taking it over asks nothing", async () => {
  const calls = fakeApi({})
  const loaded = await load()
  const container = document.createElement('div')
  container.innerHTML = renderToString(pageWith(loaded))
  // A browser's parser turns the attribute into the state; jsdom does not.
  container.querySelector('video')!.muted = container.querySelector('video[muted]') !== null
  document.body.append(container)
  render(pageWith(loaded), { container, hydrate: true })
  await act(async () => {})
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ember Isles')
  expect(headings).toEqual(['Three hits. One winner.', 'Server Ranks', 'Top Players', 'Community'])
  const joins = ['JOIN SERVER', 'JOIN NOW'].map((name) => screen.getByRole('link', { name }))
  for (const join of joins) expect(join.getAttribute('href')).toBe(addServerLink(testSite))
  expect(screen.getByText('12 in game right now')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'How to join' })).toBeTruthy()
  expect(region('Server Ranks').getByRole('heading', { name: 'Gold' })).toBeTruthy()
  expect(region('Top Players').getByRole('link', { name: 'overall-1' })).toBeTruthy()
  expect(region('Community').getByText('321')).toBeTruthy()
  expect(calls).toEqual([])
})
