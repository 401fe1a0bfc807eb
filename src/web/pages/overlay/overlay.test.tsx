import { act, screen, within } from '@testing-library/react'
import type { MetaDescriptor } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ignoresQuery } from '../../../contract/content/page-parameters.ts'
import { cupOf, nodeOf, standingOf } from '../../domains/cups/testing/cups.ts'
import {
  aMatch,
  aPlayer,
  documentOf,
  matchIdAt,
  openPage,
  playerResponses,
} from '../../domains/players/testing/setup.tsx'
import { fakeBoards } from '../../domains/rankings/leaderboard/testing/fake-board.ts'
import { live } from '../../platform/live/live-socket.ts'
import { isOverlay } from '../../platform/navigation/overlay.ts'
import { fakeApi, respondWith } from '../../testing/fake-api.ts'
import { FakeSocket } from '../../testing/fake-socket.ts'
import { testSite } from '../../testing/site.tsx'
import { loader as cupLoader } from '../cup.tsx'
import OverlayBoard, { loader as boardLoader, meta as boardMeta } from './board.tsx'
import OverlayCup, { meta as cupMeta, loader as cupOverlayLoader } from './cup.tsx'
import OverlayPlayer, { loader as playerLoader } from './player.tsx'

beforeEach(() => {
  FakeSocket.install()
  live.reopen()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const rating = (mode: string, value: number, over: object = {}) => ({
  ...{ mode, ladder: 'solo', season: null, rating: value, deviation: 68, provisional: false },
  ...{ matches: 30, wins: 18, tier: 'Lapis', tierColour: '#8fb4ff', position: 4 },
  lastMatchAt: '2026-01-05T15:00:00.000Z',
  monthChange: null,
  ...over,
})

test('[ranked.56] Only overlays are without the frame', () => {
  expect(['/overlay/player/5', '/overlay/board/sumo'].map(isOverlay)).toEqual([true, true])
  expect(['/', '/overlay', '/player/5', '/leaderboards'].map(isOverlay)).toEqual([false, false, false, false])
})

test.each([
  ['no player id', playerLoader, '/overlay/player/abc', { id: 'abc' }],
  ['an unknown player', playerLoader, '/overlay/player/7', { id: '7' }],
  ['an unknown mode', boardLoader, '/overlay/board/chess', { mode: 'chess' }],
] as const)('[ranked.56] The document of %s is a 404', async (_what, load, address, params) => {
  const { args } = documentOf(address, '', {})
  const { init } = await (load as (asked: unknown) => Promise<{ init: { status?: number } | null }>)({
    ...(args as object),
    params,
  })
  expect(init?.status).toBe(404)
})

test('[doors.68] A widget without all its data is a 503, where an overlay asks for it later; one of nobody is a 404', async () => {
  const { args: nobody } = documentOf('/embed/player/7', '7', {}, { isWidget: true })
  expect(await playerLoader(nobody)).toMatchObject({ init: { status: 404 } })
  const load = (isWidget: boolean, responses: Parameters<typeof documentOf>[2]) => {
    const { args } = documentOf('/embed/board/sumo', '', responses, { isWidget })
    return boardLoader({ ...(args as object), params: { mode: 'sumo' } } as never)
  }
  const status = { init: expect.objectContaining({ status: 200 }) }
  const failing = { '/api/leaderboard': () => Promise.reject(new Error('no board')) }
  await expect(load(true, failing)).rejects.toMatchObject({ init: { status: 503 } })
  expect(await load(false, failing)).toMatchObject(status)
  vi.useFakeTimers()
  const late = { '/api/leaderboard': () => new Promise(() => undefined) }
  const widget = expect(load(true, late)).rejects.toMatchObject({ init: { status: 503 } })
  await vi.advanceTimersByTimeAsync(4_000)
  await widget
  vi.useRealTimers()
  expect(await load(true, { '/api/leaderboard': () => ({ entries: [], total: 0 }) })).toMatchObject(status)
})

test('[ranked.56] The overlay of a player shows name, rating, position and the last results, and follows them live', async () => {
  let ratings = [rating('boxing', 1_525), rating('sumo', 1_490, { provisional: true, position: null })]
  const responses = {
    ...playerResponses(aPlayer()),
    'GET /api/players/5/ratings': () => respondWith(ratings)(),
    'GET /api/players/5/matches': respondWith([aMatch(), aMatch({ matchId: matchIdAt(2) })]),
  }
  fakeApi(responses)
  const { unmount } = openPage('/overlay/player/:id', OverlayPlayer, '/overlay/player/5')
  const overlay = await screen.findByRole('region', { name: 'Alexandra' })
  expect(await within(overlay).findByText('1,525')).toBeTruthy()
  expect(overlay.textContent).toContain('Boxing1,525Lapis#4')
  expect(await within(overlay).findByText('Won 2 of the last 2')).toBeTruthy()
  ratings = [rating('boxing', 1_540)]
  await vi.waitFor(() => expect(FakeSocket.last).toBeTruthy())
  FakeSocket.last.open()
  const stats = { kills: 1, deaths: 0, wins: 1, losses: 0, points: 5, winStreak: 1 }
  FakeSocket.last.hear({
    type: 'stats_update',
    gameType: 'overall',
    data: { user: { id: 5, username: 'Alexandra' }, stats },
  })
  expect(await within(overlay).findByText('1,540')).toBeTruthy()
  unmount()
  ratings = [rating('boxing', 1_525), rating('sumo', 1_490, { provisional: true, position: null })]
  openPage('/overlay/player/:id', OverlayPlayer, '/overlay/player/5?mode=sumo')
  expect((await screen.findByText('1,490?')).parentElement?.textContent).toBe('Sumo1,490?')
})

test('[ranked.56] The overlay of a board shows its first five; by=points where that is asked for', async () => {
  const boards = fakeBoards(9)
  const { unmount } = openPage('/overlay/board/:mode', OverlayBoard, '/overlay/board/sumo?by=points')
  const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  await screen.findByRole('heading', { name: 'Sumo · All time' })
  expect(items()).toHaveLength(5)
  expect(items()[0]).toContain('sumo-110,000')
  unmount()
  openPage('/overlay/board/:mode', OverlayBoard, '/overlay/board/boxing')
  await screen.findByRole('heading', { name: 'Boxing · By rating' })
  expect(boards.pages.at(-1)?.query.toString()).toBe('gameType=boxing&by=rating&limit=5&offset=0')
})

test('[evening.24] The overlay of an empty board shows the name of the network', async () => {
  fakeBoards(0)
  openPage('/overlay/board/:mode', OverlayBoard, '/overlay/board/overall')
  expect(await screen.findByText(testSite.name)).toBeTruthy()
})

test('[inputs.50] After an outage an overlay shows what was played meanwhile, though no message says so', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const boards = fakeBoards(9)
  openPage('/overlay/board/:mode', OverlayBoard, '/overlay/board/sumo?by=points')
  await screen.findByRole('heading', { name: 'Sumo · All time' })
  FakeSocket.last.open()
  boards.move('sumo', 5, 1)
  FakeSocket.last.close()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  FakeSocket.last.open()
  await act(() => vi.advanceTimersByTimeAsync(4_500))
  vi.useRealTimers()
  await vi.waitFor(() => expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('sumo-5'))
})

test('[ranked.56] Overlays are kept out of search engines', () => {
  const matches = [{ id: 'root', loaderData: { site: testSite } }]
  const tags = boardMeta({ matches, params: { mode: 'sumo' } } as never) as MetaDescriptor[]
  expect(tags).toContainEqual({ name: 'robots', content: 'noindex' })
})

test.each([
  ['no cup id', cupOverlayLoader, '/overlay/cup/abc', { id: 'abc' }],
  ['an unknown cup', cupOverlayLoader, '/overlay/cup/7', { id: '7' }],
  ['no cup id', cupLoader, '/cups/abc', { id: 'abc' }],
  ['an unknown cup', cupLoader, '/cups/7', { id: '7' }],
] as const)(
  '[cups.120] The page and the overlay of a cup that does not exist are a 404: %s',
  async (_what, load, address, params) => {
    const { args } = documentOf(address, '', {})
    const { init } = await (load as (asked: unknown) => Promise<{ init: { status?: number } | null }>)({
      ...(args as object),
      params,
    })
    expect(init?.status).toBe(404)
  },
)

test('[cups.120] The overlay of a cup is kept out of search engines and is without the frame', () => {
  const matches = [{ id: 'root', loaderData: { site: testSite } }]
  const tags = cupMeta({ matches, params: { id: '7' } } as never) as MetaDescriptor[]
  expect(tags).toContainEqual({ name: 'robots', content: 'noindex' })
  expect(isOverlay('/overlay/cup/7')).toBe(true)
})

test('[cups.121] The round of a bracket and what an overlay shows are read from the address, without scripts too', () => {
  expect(ignoresQuery('/cups/7', ['round'])).toBe(false)
  expect(ignoresQuery('/overlay/cup/7', ['show'])).toBe(false)
  expect(ignoresQuery('/cups/7', ['utm_source'])).toBe(true)
})

const won = { winner: 1 } as const
const called = {
  cupMatchId: '7-w1.2-1',
  at: '2030-01-01T18:00:00.000Z',
  ready: [],
  appearBy: null,
  endsAt: '2030-01-01T18:15:00.000Z',
}
const matchId = '11111111-1111-4111-8111-111111111111'
const semifinals = {
  id: 'w1',
  bestOf: 1,
  nodes: [
    nodeOf({ wins: [1, 0], matchIds: [matchId], result: won }),
    nodeOf({ id: 'w1.2', sides: [3, 4], call: called }),
  ],
}
const final = { id: 'w2', bestOf: 3, nodes: [nodeOf({ id: 'w2.1', sides: [1, null] })] }

const showCup = (address: string, cup: object, standings: readonly object[] = []) => {
  fakeApi({
    'GET /api/cups/7': respondWith(cup),
    'GET /api/cups/7/standings': respondWith(standings),
  })
  return openPage('/overlay/cup/:id', OverlayCup, address)
}
const overlayOf = (name = 'Friday Cup') => screen.findByRole('region', { name })
const sentences = (overlay: HTMLElement) =>
  within(overlay)
    .queryAllByText(/, match |^Final:/)
    .map(({ textContent }) => textContent)

test('[cups.122] The overlay of a cup shows what is played now; its last rounds or its places where those are asked for', async () => {
  const cup = cupOf({
    rounds: [semifinals, final],
    entrants: cupOf().entrants.map((one) => ({ ...one, ...(one.entrant === 2 && { place: 3 }) })),
  })
  const now = showCup('/overlay/cup/7', cup)
  expect(sentences(await overlayOf())).toEqual(['Semifinals, match 2: Cleo, Dan, being played'])
  expect(screen.getByText(/Running/).textContent).toBe('Sumo · Running')
  now.unmount()
  const bracket = showCup('/overlay/cup/7?show=bracket', cup)
  expect(sentences(await overlayOf())).toEqual([
    'Semifinals, match 1: Ann 1, Ben 0, Ann advances',
    'Semifinals, match 2: Cleo, Dan, being played',
    'Final: Ann, Not known yet',
  ])
  bracket.unmount()
  const table = showCup('/overlay/cup/7?show=table', cup)
  expect(
    within(await overlayOf())
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['3Ben'])
  table.unmount()
  showCup(
    '/overlay/cup/7?show=nothing',
    cupOf({ champion: { id: 1, username: 'Ann', isMarked: false }, phase: 'final', rounds: [semifinals] }),
  )
  expect((await overlayOf()).textContent).toContain('Champion:Ann')
})

test('[cups.122] A bracket on a stream has the rounds that have room', async () => {
  const rounds = [16, 8, 4, 2, 1].map((count, at) => ({
    id: `w${at + 1}`,
    bestOf: 1,
    nodes: Array.from({ length: count }, (_, n) => nodeOf({ id: `w${at + 1}.${n + 1}` })),
  }))
  showCup('/overlay/cup/7?show=bracket', cupOf({ rounds }))
  const headings = within(await overlayOf()).getAllByRole('heading', { level: 2 })
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Round 2',
    'Quarterfinals',
    'Semifinals',
    'Final',
  ])
})

test('[cups.122] The overlay of an arena is its table', async () => {
  const places = Array.from({ length: 12 }, (_, at) =>
    standingOf({ place: at + 1, entrant: at + 1, username: `P${at + 1}`, points: 40 - at }),
  )
  const cup = cupOf({ format: 'arena', entrants: [], rounds: [] })
  const { unmount } = showCup('/overlay/cup/7', cup, places)
  const rows = () => screen.findAllByRole('listitem')
  expect((await rows()).map(({ textContent }) => textContent)).toEqual([
    '1P140',
    '2P239',
    '3P338',
    '4P437',
    '5P536',
  ])
  unmount()
  showCup('/overlay/cup/7?show=table', cup, places)
  expect(await rows()).toHaveLength(10)
})

test('[cups.148] The overlay of an arena in its final bracket shows that, and the table of the arena on request', async () => {
  const cup = cupOf({ format: 'arena', rounds: [semifinals, final] })
  const places = [standingOf({ username: 'Zoe', points: 40 })]
  for (const [at, round, row] of [
    ['/overlay/cup/7', 'Semifinals', null],
    ['/overlay/cup/7?show=bracket', 'Final', null],
    ['/overlay/cup/7?show=table', null, '1Zoe40'],
  ] as const) {
    const { unmount } = showCup(at, cup, places)
    const overlay = within(await overlayOf())
    if (round !== null) expect((await overlay.findAllByText(round)).length).toBeGreaterThan(0)
    if (row !== null) expect((await overlay.findByRole('listitem')).textContent).toBe(row)
    expect(overlay.queryByText('Zoe') !== null).toBe(row !== null)
    unmount()
  }
})

test.each(['now', 'bracket', 'table'])(
  '[cups.122] With nothing to show (%s) the overlay of a cup shows the name of the network',
  async (show) => {
    showCup(`/overlay/cup/7?show=${show}`, cupOf({ phase: 'open', rounds: [] }))
    expect(within(await overlayOf()).getByText(testSite.name)).toBeTruthy()
  },
)

test('[cups.123] The overlay of a cup follows it live, and after a cut shows what was decided meanwhile', async () => {
  let cup = cupOf({ rounds: [semifinals, final] })
  fakeApi({
    'GET /api/cups/7': () => respondWith(cup)(),
    'GET /api/cups/7/standings': respondWith([]),
  })
  openPage('/overlay/cup/:id', OverlayCup, '/overlay/cup/7')
  await screen.findByText('Semifinals, match 2: Cleo, Dan, being played')
  await vi.waitFor(() => expect(FakeSocket.last).toBeTruthy())
  FakeSocket.last.open()
  cup = cupOf({ title: 'Saturday Cup', rounds: [semifinals, final] })
  FakeSocket.last.hear({ type: 'cup_update', eventId: 7, version: 4 })
  await overlayOf('Saturday Cup')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  FakeSocket.last.close()
  cup = cupOf({
    phase: 'final',
    champion: { id: 4, username: 'Dan', isMarked: false },
    rounds: [semifinals, final],
  })
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  FakeSocket.last.open()
  await act(() => vi.advanceTimersByTimeAsync(4_500))
  vi.useRealTimers()
  expect((await overlayOf()).textContent).toContain('Champion:Dan')
})
