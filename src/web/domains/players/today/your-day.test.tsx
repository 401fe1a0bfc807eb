import { act, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { live } from '../../../platform/live/live-socket.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, respondWith } from '../../../testing/fake-api.ts'
import { FakeSocket } from '../../../testing/fake-socket.ts'
import { TestProviders, testViewer } from '../../../testing/site.tsx'
import { failing } from '../testing/setup.tsx'
import { YourDay } from './your-day.tsx'

// A loaded machine takes seconds for the first import.
beforeAll(() => import('./member-day.tsx'), 60_000)
beforeEach(() => {
  live.close()
  FakeSocket.install()
})
afterEach(() => vi.unstubAllGlobals())

const path = 'GET /api/today'
const card = (id: number, username: string) => ({ id, username, avatarUrl: null, rank: 'Member' })
const played = (id: number, username: string, result: string) => ({
  user: card(id, username),
  team: null,
  result,
  kills: 0,
  deaths: 0,
  assists: 0,
  points: 10,
  input: null,
  pingMs: null,
})
const nothing = {
  ...{ board: null, since: null, rating: null, lastMatch: null, season: null, event: null },
  ...{ isFollowing: true, online: [] },
}
const board = {
  position: 12,
  moved: 4,
  points: 1_200,
  gained: 35,
  wins: 3,
  losses: 1,
  winStreak: 3,
  bestStreak: 5,
  ahead: { user: card(9, 'Alex'), points: 1_223 },
}
const full = {
  board,
  since: null,
  rating: {
    mode: 'boxing',
    ladder: 'solo',
    rating: 1_612.4,
    deviation: 60,
    provisional: false,
    matches: 40,
    wins: 22,
    tier: 'Lapis',
    tierColour: '#5b8cff',
    position: 4,
    gained: -8.2,
  },
  lastMatch: {
    matchId: '3f0e4a5c-7c55-4c3a-9a53-0d8f3d2b1a10',
    gameType: 'boxing',
    ranked: true,
    voided: false,
    startedAt: '2026-01-05T15:00:00.000Z',
    endedAt: '2026-01-05T15:03:00.000Z',
    players: [played(testViewer.id, 'steve', 'win'), played(8, 'Bob', 'loss')],
  },
  season: { name: 'Season 3', endsAt: new Date(Date.now() + 4.5 * 86_400_000).toISOString() },
  event: { id: 5, title: 'Autumn Cup', startDate: '2226-12-05T15:00:00.000Z', endDate: null },
  isFollowing: true,
  online: [],
}

function open(viewer: typeof testViewer | null) {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, viewer)
  return render(
    <TestProviders client={client}>
      <MemoryRouter>
        <YourDay />
      </MemoryRouter>
    </TestProviders>,
  )
}
const text = (container: HTMLElement) => container.textContent

test('[ranked.39] a visitor sees no day, and none is asked for', () => {
  const calls = fakeApi({})
  expect(text(open(null).container)).toBe('')
  expect(calls).toEqual([])
})

test('[ranked.39] Home shows members their position, the points to the next, the streak, the rating, the last match, the season and the next event', async () => {
  fakeApi({ [path]: respondWith(full) })
  const { container } = open(testViewer)
  await screen.findByText('#12')
  for (const shown of [
    '1,200 points, +35 today',
    'Up 4 places today',
    '23 points behind Alex',
    '3 wins in a row',
    '1,612Lapis, #4',
    '−8 today',
    'against Bob',
    'Season 3',
    '5 days left',
    'Autumn Cup',
  ])
    expect(text(container)).toContain(shown)
  expect(screen.getByRole('link', { name: 'Win' }).getAttribute('href')).toBe(
    `/match/${full.lastMatch.matchId}`,
  )
  expect(screen.getByRole('link', { name: 'Autumn Cup' }).getAttribute('href')).toBe('/events#event-5')
})

test('[ranked.39] the first of the board has nobody ahead, and equal points are level', async () => {
  fakeApi({
    [path]: respondWith({ ...nothing, board: { ...board, position: 1, ahead: null, winStreak: 1 } }),
  })
  const { container, unmount } = open(testViewer)
  await screen.findByText('Nobody is ahead of you')
  expect(text(container)).not.toContain('in a row')
  unmount()
  fakeApi({
    [path]: respondWith({ ...nothing, board: { ...board, ahead: { ...board.ahead, points: 1_200 } } }),
  })
  open(testViewer)
  await screen.findByText(/Level with/)
})

test('[ranked.39] who has no match is told what to do', async () => {
  fakeApi({ [path]: respondWith(nothing) })
  open(testViewer)
  expect((await screen.findByRole('link', { name: 'your gamertag is linked' })).getAttribute('href')).toBe(
    '/profile#link',
  )
})

test('[field.136] My day is fetched again when the player ahead of me gains points, whoever that is by then, and for nobody else', async () => {
  const day = (ahead: typeof board.ahead, position = 12) =>
    respondWith({ ...full, board: { ...board, position, ahead } })
  const responses: Record<string, () => Response | Promise<Response>> = { [path]: day(board.ahead) }
  const calls = fakeApi(responses)
  const { container } = open(testViewer)
  const shows = (words: string) => vi.waitFor(() => expect(text(container)).toContain(words))
  await shows('23 points behind Alex')
  const socket = await vi.waitFor(() => FakeSocket.last)
  await act(async () => socket.open())
  const asked = () => calls.filter((call) => `${call.method} ${call.path}` === path).length
  const gains = (id: number, username: string, gameType = 'overall') =>
    act(async () =>
      socket.hear({
        type: 'stats_update',
        gameType,
        data: {
          user: { id, username },
          stats: { winStreak: 1, losses: 0, wins: 1, kills: 0, deaths: 0, points: 30 },
        },
      }),
    )
  const before = asked()
  await gains(8, 'Bob')
  await gains(9, 'Alex', 'boxing')
  expect(asked()).toBe(before)

  responses[path] = day({ user: card(7, 'Cleo'), points: 1_210 }, 11)
  await gains(9, 'Alex')
  await shows('10 points behind Cleo')
  expect(asked()).toBe(before + 1)
  await gains(9, 'Alex')
  expect(asked()).toBe(before + 1)
  responses[path] = day({ user: card(7, 'Cleo'), points: 1_240 }, 11)
  await gains(7, 'Cleo')
  await shows('40 points behind Cleo')
  await gains(testViewer.id, 'steve')
  expect(asked()).toBe(before + 3)
})

test('[ranked.39] a day that cannot be loaded can be asked for again', async () => {
  const responses: Record<string, () => Response | Promise<Response>> = {
    [path]: failing(500, 'Internal Server Error'),
  }
  fakeApi(responses)
  open(testViewer)
  await screen.findByText('Failed to load your day.')
  responses[path] = respondWith(full)
  await whenReady.click(screen.getAllByRole('button', { name: /Retry/ })[0]!)
  expect(await screen.findByText('#12')).toBeTruthy()
})

test('[evening.17] a member sees who of the followed players is online, and in which mode', async () => {
  const online = [
    { user: card(9, 'Alex'), mode: 'boxing', since: '2026-01-05T15:00:00.000Z' },
    { user: card(10, 'Bea'), mode: null, since: '2026-01-05T15:00:00.000Z' },
  ]
  fakeApi({ [path]: respondWith({ ...full, online }) })
  const { unmount } = open(testViewer)
  const list = within(await screen.findByRole('list', { name: 'Online now' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'ALAlexBoxing',
    'BEBeaonline',
  ])
  unmount()
  fakeApi({ [path]: respondWith(full) })
  open(testViewer)
  expect(await screen.findByText('Nobody you follow is online.')).toBeTruthy()
})

test('[evening.18] new members have first steps with the state of each, until all are done or they are hidden', async () => {
  fakeApi({ [path]: respondWith({ ...nothing, isFollowing: false }) })
  const { unmount } = open({ ...testViewer, gamertag: 'Steve' })
  const steps = within(await screen.findByRole('region', { name: 'First steps' }))
  expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Join the server, done',
    'Link your player, done',
    'Follow somebodyFind players',
  ])
  unmount()
  fakeApi({ [path]: respondWith(nothing) })
  const done = open({ ...testViewer, gamertag: 'Steve' })
  await screen.findByText('Nobody you follow is online.')
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  done.unmount()

  open({ ...testViewer, gamertag: null })
  await whenReady.click(await screen.findByRole('button', { name: 'Hide' }))
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  localStorage.clear()
})

test('[evening.19] an event that is on is said to be on, not next', async () => {
  const event = { ...full.event, startDate: '2026-01-05T15:00:00.000Z', endDate: '2226-12-05T15:00:00.000Z' }
  fakeApi({ [path]: respondWith({ ...full, event }) })
  open(testViewer)
  expect(await screen.findByText('On now')).toBeTruthy()
  expect(screen.queryByText('Next event')).toBeNull()
})

test('[evening.57] Home says what changed since the last visit: places, points, and who passed the member; nothing where nothing did', async () => {
  const since = { at: new Date(Date.now() - 3 * 3_600_000).toISOString(), moved: 0, gained: 0, passedBy: [] }
  const shown = async (change: object) => {
    const calls = fakeApi({
      [path]: respondWith({ ...full, since: { ...since, ...change } }),
      'PUT /api/today/visit': () => new Response(null, { status: 204 }),
    })
    const { unmount } = open(testViewer)
    await screen.findByText('#12')
    const words = screen.queryByText(/^Since your last visit/)?.closest('p')?.textContent
    await vi.waitFor(() => expect(calls.map(({ method }) => method)).toContain('PUT'))
    expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1)
    unmount()
    return words
  }
  expect(await shown({})).toBeUndefined()
  expect(await shown({ moved: -2, passedBy: [card(9, 'IronFox'), card(8, 'Bob')] })).toBe(
    'Since your last visit, 3 h ago: you fell 2 places. IronFox and Bob passed you.',
  )
  expect(await shown({ moved: 1, gained: 35 })).toBe(
    'Since your last visit, 3 h ago: you climbed 1 place, 35 points more. ',
  )
  expect(await shown({ passedBy: [1, 2, 3, 4].map((id) => card(id, `P${id}`)) })).toBe(
    'Since your last visit, 3 h ago: P1, P2, P3 and 1 more passed you.',
  )
})
