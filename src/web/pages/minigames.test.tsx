import { act, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, type MetaDescriptor, RouterContextProvider, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Transport, urlOf } from '../../contract/endpoint.ts'
import type { PracticeToday } from '../../contract/rankings/practice-today-schemas.ts'
import { practiceQuery } from '../domains/network/practice/practice-query.ts'
import { aMode } from '../domains/network/practice/testing/setup.tsx'
import { statusQuery } from '../domains/network/status/status-query.ts'
import { practiceTodayQuery } from '../domains/rankings/practice-today/practice-today-query.ts'
import { live } from '../platform/live/live-socket.ts'
import { pageContext } from '../platform/navigation/page-context.ts'
import { queriesOf } from '../platform/prefetched-data.ts'
import { makeQueryClient } from '../platform/query-client.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { FakeSocket } from '../testing/fake-socket.ts'
import { TestProviders, testSite } from '../testing/site.tsx'
import Minigames, { loader, meta } from './minigames.tsx'

const ffa = [aMode({ id: 1, name: 'Sumo FFA', category: 'ffa', queue: 2 })]
const duels = [aMode({ id: 2 })]
const quiet = { board: null, players: null, matches: 0, first: null }
const today: PracticeToday[] = [
  { ...quiet, id: 1, players: 1_200 },
  {
    id: 2,
    board: 'boxing',
    players: 0,
    matches: 1,
    first: { user: { id: 5, username: '<b>Ada</b>', avatarUrl: null, rank: 'Gold' }, points: 1_234 },
  },
]
const status = {
  isOnline: true,
  playerCount: 3,
  maxPlayers: 50,
  version: '1.26.0',
  motd: null,
  latencyMs: 9,
  source: 'ping' as const,
  checkedAt: '2026-01-05T15:04:00.000Z',
}

beforeEach(() => {
  FakeSocket.install()
  // The page's one socket outlives a test.
  live.reopen()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function page(client = makeQueryClient()) {
  client.setQueryData(statusQuery().queryKey, status)
  const router = createMemoryRouter([{ path: '*', element: <Minigames /> }], {
    initialEntries: ['/minigames'],
  })
  return (
    <TestProviders client={client}>
      <RouterProvider router={router} />
    </TestProviders>
  )
}

/** The page with what its loader brings. */
function prefetchedPage() {
  const client = makeQueryClient()
  const here = (async () => []) as unknown as Transport
  client.setQueryData(practiceQuery(here, 'ffa').queryKey, ffa)
  client.setQueryData(practiceQuery(here, 'duels').queryKey, duels)
  client.setQueryData(practiceTodayQuery(here).queryKey, today)
  return page(client)
}

test('[minigames.01] /minigames has an FFA section and a DUELS section', () => {
  const calls = fakeApi({})
  render(prefetchedPage())
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Minigames')
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'FFA',
    'DUELS',
  ])
  const cards = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('article')
      .map((card) => within(card).getByRole('heading').textContent)
  expect(cards('FFA')).toEqual(['Sumo FFA'])
  expect(cards('DUELS')).toEqual(['Boxing'])
  expect(calls).toEqual([])
})

test('[minigames.06] The page calls GET /api/practice?category=ffa and GET /api/practice?category=duels', async () => {
  const calls = fakeApi({
    'GET /api/practice?category=ffa': respondWith(ffa),
    'GET /api/practice?category=duels': respondWith(duels),
    'GET /api/practice/today': respondWith(today),
  })
  render(page())
  expect(await screen.findByRole('heading', { name: 'Sumo FFA' })).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Boxing' })).toBeTruthy()
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/practice?category=ffa',
    'GET /api/practice?category=duels',
    'GET /api/practice/today',
  ])
})

test('[minigames.06] A document asks for all in process, and a failed one is left to the browser', async () => {
  const requests: string[] = []
  const failures: unknown[] = []
  const context = new RouterContextProvider()
  context.set(pageContext, {
    site: testSite,
    viewer: null,
    nonce: '',
    call: (async (endpoint, input) => {
      requests.push(urlOf(endpoint, input as object))
      if (requests.length === 2) throw new Error('the database is away')
      return ffa
    }) as Transport,
    reportError: (error) => failures.push(error),
  })
  const loaded = await loader({ context } as unknown as Parameters<typeof loader>[0])
  expect(requests).toEqual([
    '/api/practice?category=ffa',
    '/api/practice?category=duels',
    '/api/practice/today',
  ])
  expect(queriesOf(loaded)).toEqual([
    [['practice', 'ffa'], ffa],
    [['practice-today'], ffa],
  ])
  expect(failures.map((error) => (error as Error).cause)).toEqual([new Error('the database is away')])
})

test("Without scripts the modes are readable in the server's HTML, and taking it over changes nothing", async () => {
  const calls = fakeApi({})
  const container = document.createElement('div')
  container.innerHTML = renderToString(prefetchedPage())
  expect(container.textContent).toContain('2 in queue')
  document.body.append(container)
  render(prefetchedPage(), { container, hydrate: true })
  await act(async () => {})
  expect(screen.getByRole('heading', { name: 'Boxing' })).toBeTruthy()
  expect(calls).toEqual([])
})

test('Who cannot use PRACTICE finds out how to join, with the version that the server reports', async () => {
  fakeApi({})
  render(prefetchedPage())
  await whenReady.click(screen.getByRole('button', { name: 'How to join' }))
  const dialog = await screen.findByRole('dialog', { name: 'How to join' })
  expect(dialog.textContent).toContain('Server runs 1.26.0')
})

test('Its title carries the name of the site', () => {
  const matches = [{ id: 'root', loaderData: { site: testSite } }]
  const tags = meta({ matches } as unknown as Parameters<typeof meta>[0]) as MetaDescriptor[]
  expect(tags).toContainEqual({ title: 'Minigames · Ember Isles' })
})

describe('what goes on in a mode', () => {
  const card = (name: string) => within(screen.getByRole('article', { name }))
  const linksOf = (name: string) =>
    card(name)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
      .filter(([, href]) => href?.startsWith('/'))

  test('[game.36] A card says how many play, the matches of today, and its number one, linked; its board is a link', () => {
    fakeApi({})
    render(prefetchedPage())
    expect(card('Boxing').getByText('Nobody playing')).toBeTruthy()
    expect(card('Boxing').getByText('1 match today')).toBeTruthy()
    expect(card('Boxing').getByText('1,234 points')).toBeTruthy()
    expect(linksOf('Boxing')).toEqual([
      ['Leaderboard of Boxing', '/leaderboards?gameType=boxing'],
      ['<b>Ada</b>', '/player/5'],
    ])
  })

  test('[game.36] A mode without a board has no number one; players are not shown where no server lists them', () => {
    fakeApi({})
    const client = makeQueryClient()
    client.setQueryData(['practice', 'ffa'], ffa)
    client.setQueryData(['practice', 'duels'], duels)
    client.setQueryData(['practice-today'], [today[0], { ...quiet, id: 2 }])
    render(page(client))
    expect(card('Sumo FFA').getByText('1,200 playing')).toBeTruthy()
    expect(card('Sumo FFA').getByText('No matches today')).toBeTruthy()
    expect(linksOf('Sumo FFA')).toEqual([])
    expect(card('Boxing').queryByText(/playing/)).toBeNull()
  })

  test('[game.36] A failure leaves the cards as they are without', async () => {
    const calls = fakeApi({
      'GET /api/practice?category=ffa': respondWith(ffa),
      'GET /api/practice?category=duels': respondWith(duels),
      'GET /api/practice/today': refuse(503, 'overloaded', 'Too busy'),
    })
    render(page())
    expect(await screen.findByRole('heading', { name: 'Boxing' })).toBeTruthy()
    expect(calls).toHaveLength(3)
    expect(screen.queryByText(/today|playing/)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('[game.36] Finished matches and a changed number online fetch it again, at most once a second', async () => {
    vi.useFakeTimers()
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    const calls = fakeApi({ 'GET /api/practice/today': respondWith([{ ...quiet, id: 2, matches: 2 }]) })
    render(prefetchedPage())
    FakeSocket.last.open()
    expect(FakeSocket.last.said).toContainEqual({ type: 'subscribe', gameType: 'boxing' })
    const update = { type: 'stats_update', gameType: 'boxing', data: {} }
    for (let match = 0; match < 20; match += 1) {
      FakeSocket.last.hear(update)
      await pass(100)
    }
    await pass(1_100)
    expect(calls.length).toBeGreaterThan(0)
    expect(calls.length).toBeLessThanOrEqual(3)
    expect(card('Boxing').getByText('2 matches today')).toBeTruthy()
    const before = calls.length
    FakeSocket.last.hear({ type: 'server_status_update', data: { isOnline: true, playerCount: 4 } })
    await pass(1_100)
    expect(calls.slice(before).map(({ path }) => path)).toEqual(['/api/practice/today'])
    vi.useRealTimers()
  })
})
