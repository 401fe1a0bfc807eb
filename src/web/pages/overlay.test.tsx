import { act, screen, within } from '@testing-library/react'
import type { MetaDescriptor } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  aMatch,
  aPlayer,
  documentOf,
  matchIdAt,
  openPage,
  playerResponses,
} from '../domains/players/testing/setup.tsx'
import { fakeBoards } from '../domains/rankings/leaderboard/testing/fake-board.ts'
import { live } from '../platform/live-socket.ts'
import { isOverlay } from '../platform/overlay.ts'
import { fakeApi, respondWith } from '../testing/fake-api.ts'
import { FakeSocket } from '../testing/fake-socket.ts'
import { testSite } from '../testing/site.tsx'
import OverlayBoard, { loader as boardLoader, meta as boardMeta } from './overlay-board.tsx'
import OverlayPlayer, { loader as playerLoader } from './overlay-player.tsx'

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
