import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Leaderboard } from '../../../../contract/rankings/leaderboard-schemas.ts'
import type { Season } from '../../../../contract/rankings/seasons-schemas.ts'
import { noStats } from '../../../../contract/rankings/stats.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, respondWith } from '../../../testing/fake-api.ts'
import { FakeSocket } from '../../../testing/fake-socket.ts'
import { testViewer } from '../../../testing/site.tsx'
import { boardLink, rows, settle, show } from './testing/setup.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.install()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const board = (username: string, rating: number): Leaderboard => ({
  gameType: 'sumo',
  period: 'season',
  by: 'rating',
  ladder: 'solo',
  asOf: '2026-01-05T00:00:00.000Z',
  total: 1,
  limit: 5,
  offset: 0,
  entries: [
    {
      position: 1,
      user: { id: 7, username, avatarUrl: null, rank: 'Member' },
      stats: { ...noStats('sumo'), winStreak: 4 },
      rating: {
        rating,
        deviation: 60.2,
        provisional: false,
        matches: 30,
        wins: 18,
        tier: 'Lapis',
        tierColour: '#8fb4ff',
      },
    },
  ],
})

const byRating = 'GET /api/leaderboard?gameType=sumo&by=rating&limit=5&offset=0'
const byPoints = 'GET /api/leaderboard?gameType=sumo&period=all&limit=5&offset=0'
const empty = respondWith({ gameType: 'sumo', period: 'all', total: 0, limit: 5, offset: 0, entries: [] })

test('[ranked.20] The overall board has no order to choose, and by=rating counts as absent there', async () => {
  const calls = fakeApi({ 'GET /api/leaderboard?gameType=overall&period=all&limit=5&offset=0': empty })
  await show({ at: '/leaderboards?by=rating&view=short' })
  expect(screen.queryByRole('navigation', { name: 'Ordered by' })).toBeNull()
  expect(calls).toHaveLength(1)
})

test('[ranked.20] A mode is ordered by points, or by rating, which has no periods; the address says which', async () => {
  fakeApi({ [byPoints]: empty, [byRating]: respondWith(board('Ada', 1_662.3)) })
  const { address } = await show({ at: '/leaderboards?gameType=sumo&view=short' })
  await whenReady.click(boardLink('Rating'))
  await settle()
  expect(address()).toBe('/leaderboards?gameType=sumo&by=rating&view=short')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Sumo · By rating')
  expect(screen.queryByRole('navigation', { name: 'Period' })).toBeNull()
  expect(rows()).toEqual([['1', expect.stringContaining('Ada'), '30', '18', '4', 'Lapis', '± 60', '1,662']])
  await whenReady.click(boardLink('Points'))
  await settle()
  expect(address()).toBe('/leaderboards?gameType=sumo&view=short')
})

test('[evening.10] Ratings are of players alone or in teams, each a board with an address of its own', async () => {
  const teams = { ...board('Bea', 1_701), ladder: 'team' }
  fakeApi({
    [byRating]: respondWith(board('Ada', 1_662.3)),
    'GET /api/leaderboard?gameType=sumo&by=rating&ladder=team&limit=5&offset=0': respondWith(teams),
  })
  const { address } = await show({ at: '/leaderboards?gameType=sumo&by=rating&view=short' })
  expect(boardLink('Solo').getAttribute('aria-current')).toBe('page')
  await whenReady.click(boardLink('Teams'))
  await settle()
  expect(address()).toBe('/leaderboards?gameType=sumo&by=rating&ladder=team&view=short')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Sumo · Teams by rating')
  expect(rows()[0]?.[1]).toContain('Bea')
  await whenReady.click(boardLink('Points'))
  await settle()
  expect(address()).toBe('/leaderboards?gameType=sumo&view=short')
})

test('[evening.26] Who is not on a rating board yet reads how many matches of their own are to go', async () => {
  const rating = {
    ...{ mode: 'sumo', ladder: 'solo', season: null, rating: 1_662, deviation: 290.32, provisional: true },
    ...{ matches: 1, wins: 1, tier: 'Iron', tierColour: '#fff', position: null },
    ...{ lastMatchAt: '2026-01-05T15:00:00.000Z', monthChange: null },
  }
  fakeApi({
    [byRating]: respondWith(board('Ada', 1_662.3)),
    [`GET /api/leaderboard/around/${testViewer.id}?gameType=sumo&by=rating`]: empty,
    [`GET /api/players/${testViewer.id}/ratings`]: respondWith([rating]),
  })
  await show({ at: '/leaderboards?gameType=sumo&by=rating&view=short', viewer: testViewer })
  await settle()
  expect(screen.getByText('You have about 11 matches to go.')).toBeTruthy()
})

test.each(['short', 'full'])(
  '[evening.11] A board of one player has neither pages nor more rows to show (%s)',
  async (view) => {
    const answer = respondWith(board('Ada', 1_662.3))
    fakeApi({ [byRating]: answer, [byRating.replace('limit=5', 'limit=25')]: answer })
    await show({ at: `/leaderboards?gameType=sumo&by=rating&view=${view}` })
    await settle()
    expect(screen.getAllByText('Ada').length).toBeGreaterThan(0)
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
    expect(screen.queryByRole('link', { name: /^Show \d+ rows$/ })).toBeNull()
  },
)

test('[tonight.21] Below the rows of a rating board stands who is not on it yet, and how many rated matches are to go', async () => {
  const rating = { ...board('Bea', 1_540).entries[0]!.rating!, deviation: 130, provisional: true }
  const user = { id: 8, username: 'Bea', avatarUrl: null, rank: 'Member' }
  const young = { ...board('Ada', 1_662.3), provisional: [{ user, rating }] }
  fakeApi({ [byRating]: respondWith(young) })
  await show({ at: '/leaderboards?gameType=sumo&by=rating&view=short' })
  expect(rows()).toHaveLength(1)
  const below = screen.getByRole('list', { name: 'Not placed yet' })
  expect(below.textContent).toBe('BEBea4 rated matches to go1,540?')
  expect(below.querySelector('a')?.getAttribute('href')).toBe('/player/8')
})

test('[tonight.22] On a phone the tier of a rating board, with its emblem, and K/D of one by points stay in sight', async () => {
  fakeApi({
    [byPoints]: respondWith({ ...board('Ada', 1_662.3), by: 'points' }),
    [byRating]: respondWith(board('Ada', 1_662.3)),
  })
  const folded = () =>
    [...document.querySelectorAll('tbody td[data-label]:not(:last-child)')]
      .filter(({ className }) => !className.includes('hidden'))
      .map((cell) => cell.getAttribute('data-label'))
  await show({ at: '/leaderboards?gameType=sumo&view=short' })
  expect(folded()).toEqual(['K/D'])
  await whenReady.click(boardLink('Rating'))
  await settle()
  expect(folded()).toEqual(['Tier'])
  expect(document.querySelector('td[data-label=Tier] svg')).toBeTruthy()
})

test('[ranked.20] Ratings that changed show without a reload', async () => {
  let rating = 1_662.3
  fakeApi({ [byRating]: () => respondWith(board('Ada', rating))() })
  await show({ at: '/leaderboards?gameType=sumo&by=rating&view=short' })
  FakeSocket.last.open()
  await settle()
  rating = 1_700
  FakeSocket.last.hear({ type: 'ratings_update', gameType: 'boxing' })
  await settle(1_000)
  expect(rows()[0]?.at(-1)).toBe('1,662')
  FakeSocket.last.hear({ type: 'ratings_update', gameType: 'sumo' })
  await settle(1_000)
  expect(rows()[0]?.at(-1)).toBe('1,700')
})

const season = (over: Partial<Season> = {}): Season => ({
  id: 3,
  name: 'Winter',
  startsAt: '2026-01-01T00:00:00.000Z',
  endsAt: '2026-02-01T00:00:00.000Z',
  state: 'closed',
  champions: [],
  version: 1,
  ...over,
})

test('[ranked.35] A rating board says which season it shows; one that was chosen has its own address, call and columns', async () => {
  vi.setSystemTime('2026-02-10T12:00:00.000Z')
  fakeApi({
    'GET /api/seasons': respondWith([
      season({ id: 4, name: 'Spring', state: 'running', endsAt: '2026-02-22T00:00:00.000Z' }),
      season(),
    ]),
    [byRating]: respondWith(board('Ada', 1_662.3)),
    'GET /api/leaderboard?gameType=sumo&by=rating&period=season%3A3&limit=5&offset=0': respondWith(
      board('Bea', 1_700),
    ),
  })
  const { address } = await show({ at: '/leaderboards?gameType=sumo&by=rating&season=3&view=short' })
  expect(screen.getByText('Winter').parentElement?.textContent).toBe('Winter, final standings')
  expect(rows()).toEqual([['1', expect.stringContaining('Bea'), '30', '18', 'Lapis', '± 60', '1,700']])
  expect(screen.getByRole('link', { name: 'All seasons' }).getAttribute('href')).toBe('/seasons')
  await whenReady.click(screen.getByRole('link', { name: 'Current board' }))
  await settle()
  expect(address()).toBe('/leaderboards?gameType=sumo&by=rating&view=short')
  expect(screen.getByText('Spring').parentElement?.textContent).toBe('Spring, 12 days left')
  expect(rows()[0]?.at(1)).toContain('Ada')
})
