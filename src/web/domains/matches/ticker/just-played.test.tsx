import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { Match } from '../../../../contract/players/players-schemas.ts'
import { live } from '../../../platform/live/live-socket.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { fakeApi, respondWith } from '../../../testing/fake-api.ts'
import { FakeSocket } from '../../../testing/fake-socket.ts'
import { TestProviders, testViewer } from '../../../testing/site.tsx'
import { aMatch, failing, matchIdAt, part } from '../../players/testing/setup.tsx'
import { JustPlayed } from './just-played.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.install()
  live.reopen()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const settle = async (ms = 0) => {
  for (const step of [ms, 1, 1]) await act(async () => void (await vi.advanceTimersByTimeAsync(step)))
}

async function show(viewer: OwnUser | null = null) {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, viewer)
  render(
    <TestProviders client={client}>
      <MemoryRouter>
        <JustPlayed />
      </MemoryRouter>
    </TestProviders>,
  )
  await settle()
}

const latest = 'GET /api/matches/latest?limit=12'
const lines = () =>
  screen.getAllByRole('article').map((article) => article.querySelectorAll('p')[1]?.textContent)

test('[ranked.55] A member sees none of it, and nothing is asked for', async () => {
  const calls = fakeApi({ [latest]: respondWith([aMatch()]) })
  await show(testViewer)
  expect(screen.queryByRole('region')).toBeNull()
  expect(calls).toEqual([])
})

test.each([
  ['no match has ended', respondWith([])],
  ['the call fails', failing(500, '')],
])('[ranked.55] A visitor sees nothing while %s', async (_what, response) => {
  fakeApi({ [latest]: response })
  await show()
  expect(screen.queryByRole('region')).toBeNull()
})

test('[tonight.62] Several matches of one player are one row with their score; matches of others stay rows of their own', async () => {
  const of = (at: number, winner: ReturnType<typeof part>, loser: ReturnType<typeof part>) =>
    aMatch({ matchId: matchIdAt(at), players: [{ ...loser, result: 'loss' }, winner] })
  const [ada, bob, cleo, dan] = [part(5, 'Ada'), part(6, 'Bob'), part(7, 'Cleo'), part(8, 'Dan')]
  fakeApi({
    [latest]: respondWith([of(1, ada, bob), of(2, cleo, dan), of(3, bob, ada), of(4, ada, part(9, 'Eve'))]),
  })
  await show()
  expect(lines()).toEqual([
    expect.stringMatching(/Adawon 2 of 3 matches$/),
    expect.stringMatching(/Cleo.*beat.*Dan$/),
  ])
  expect(
    screen.getAllByRole('link', { name: 'Boxing match' }).map((link) => link.getAttribute('href')),
  ).toEqual([1, 2].map((at) => `/match/${matchIdAt(at)}`))
})

test('[ranked.55] A visitor sees who beat whom, and a match that ends comes without a reload', async () => {
  const draw = [part(5, 'Ada', { result: 'draw' }), part(6, 'Bob', { result: 'draw' })]
  const teams = [
    part(1, 'Cleo', { team: 'red' }),
    part(2, 'Dan', { team: 'red' }),
    part(3, 'Eve', { team: 'blue', result: 'loss' }),
  ]
  let matches: Match[] = [aMatch({ players: teams }), aMatch({ matchId: matchIdAt(2), players: draw })]
  const calls = fakeApi({ [latest]: () => respondWith(matches)() })
  await show()
  expect(lines()).toEqual([
    expect.stringMatching(/Cleo\+1beat.*Eve$/),
    expect.stringMatching(/Ada.*drew with.*Bob$/),
  ])
  const links = screen.getAllByRole('link', { name: 'Boxing match' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    [1, 2].map((at) => `/match/${matchIdAt(at)}`),
  )
  FakeSocket.last.open()
  await settle()
  matches = [
    aMatch({ matchId: matchIdAt(3), players: [part(8, 'Fay'), part(9, 'Gus', { result: 'loss' })] }),
    ...matches,
  ]
  const { kills, deaths, wins, losses, points, winStreak } = {
    kills: 1,
    deaths: 0,
    wins: 1,
    losses: 0,
    points: 5,
    winStreak: 1,
  }
  const update = {
    type: 'stats_update',
    gameType: 'overall',
    data: { user: { id: 5, username: 'Ada' }, stats: { kills, deaths, wins, losses, points, winStreak } },
  }
  for (let at = 0; at < 4; at += 1) FakeSocket.last.hear(update)
  await settle(2_000)
  expect(screen.getAllByRole('article')).toHaveLength(3)
  expect(calls).toHaveLength(2)
})
