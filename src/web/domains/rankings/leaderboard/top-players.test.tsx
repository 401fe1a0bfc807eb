import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Transport, urlOf } from '../../../../contract/endpoint.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { whenReady } from '../../../testing/actions.ts'
import { FakeSocket } from '../../../testing/fake-socket.ts'
import { testSite } from '../../../testing/site.tsx'
import { topPlayersQueries } from './prefetch.ts'
import { FakeBoards, fakeBoards, refused } from './testing/fake-board.ts'
import { button, names, settle, show } from './testing/setup.tsx'
import { TopPlayers } from './top-players.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.install()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const showTop = (maintenance = false) =>
  show({ at: '/', maintenance, content: <TopPlayers headingId="top" /> })

test('Top Players shows the first five of all, and leads to /leaderboards', async () => {
  const boards = fakeBoards(9)
  await showTop()
  expect(screen.getByRole('heading', { name: 'Top Players' })).toBeTruthy()
  expect(names()).toEqual([1, 2, 3, 4, 5].map((at) => `overall-${at}`))
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Rank',
    'Player',
    'K/D',
    'Wins',
    'Points',
  ])
  expect(screen.getByRole('link', { name: 'View leaderboards' }).getAttribute('href')).toBe('/leaderboards')
  expect(screen.getByRole('link', { name: 'overall-1' }).getAttribute('href')).toBe('/player/1')
  expect(boards.asked).toHaveLength(1)
})

test('a document asks for the first five, unless boards are under maintenance', async () => {
  const boards = new FakeBoards(9)
  const call: Transport = async (endpoint, input) =>
    (await (await boards.fetch(urlOf(endpoint, input as object))).json()) as never
  const queries = (leaderboardMaintenance: boolean) =>
    topPlayersQueries(call, { site: { ...testSite, leaderboardMaintenance } })
  expect(queries(true)).toEqual([])
  const client = makeQueryClient()
  await Promise.all(queries(false).map((query) => client.fetchQuery(query)))
  expect(boards.asked.map(({ query }) => `${query}`)).toEqual([
    'gameType=overall&period=all&limit=5&offset=0',
  ])
})

test('Top Players: places held while loading, an error with Retry, an empty board', async () => {
  const boards = fakeBoards(0)
  boards.respond = () => new Promise(() => {})
  const { unmount } = await showTop()
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  unmount()
  boards.respond = () => refused(500, 'Something broke')
  await showTop()
  expect(screen.getByRole('alert').textContent).toBe('Failed to load the top players.Something broke')
  boards.respond = undefined
  await whenReady.click(button('Retry'))
  await settle()
  expect(screen.getByText('Nobody is ranked here yet')).toBeTruthy()
})

test('[board.07] Under maintenance Top Players says so and asks nothing', async () => {
  const boards = fakeBoards()
  await showTop(true)
  expect(
    screen.getByText('Leaderboards are currently under maintenance. Please check back soon!'),
  ).toBeTruthy()
  expect(boards.asked).toHaveLength(0)
})
