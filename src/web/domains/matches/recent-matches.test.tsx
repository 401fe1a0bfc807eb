import { render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { MatchDetails } from '../../../contract/players/players-schemas.ts'
import { makeQueryClient } from '../../platform/query-client.ts'
import { whenReady } from '../../testing/actions.ts'
import { fakeApi, respondWith } from '../../testing/fake-api.ts'
import { TestProviders } from '../../testing/site.tsx'
import { aMatch, failing, matchIdAt, part } from '../players/testing/setup.tsx'
import { RecentMatches } from './recent-matches.tsx'

afterEach(() => vi.unstubAllGlobals())

const renderMatches = () =>
  render(
    <TestProviders client={makeQueryClient()}>
      <MemoryRouter>
        <RecentMatches id={5} />
      </MemoryRouter>
    </TestProviders>,
  )

const first = 'GET /api/players/5/matches'
const next = `${first}?before=${matchIdAt(10)}`
const matches = (from: number, to: number, over: Partial<MatchDetails> = {}) =>
  Array.from({ length: to - from + 1 }, (_, index) => aMatch({ matchId: matchIdAt(from + index), ...over }))

const rows = () => screen.queryAllByRole('article')

test('[player.02] Recent matches load ten at a time; the focus goes on to the first new one', async () => {
  const calls = fakeApi({ [first]: respondWith(matches(1, 10)), [next]: respondWith(matches(11, 13)) })
  renderMatches()
  await waitFor(() => expect(rows()).toHaveLength(10))
  await whenReady.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(rows()).toHaveLength(13))
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([first, next])
  expect(document.activeElement).toBe(rows()[10])
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  expect(screen.getByText('13 matches shown')).toBeTruthy()
})

test('More that fails keeps what is there, and Retry goes on', async () => {
  const responses: Record<string, () => Response | Promise<Response>> = {
    [first]: respondWith(matches(1, 10)),
    [next]: failing(500, ''),
  }
  fakeApi(responses)
  renderMatches()
  await whenReady.click(await screen.findByRole('button', { name: 'Load more' }))
  await screen.findByRole('alert')
  expect(rows()).toHaveLength(10)
  responses[next] = respondWith(matches(11, 11))
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(rows()).toHaveLength(11))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Who never played has no matches yet', async () => {
  fakeApi({ [first]: respondWith([]) })
  renderMatches()
  expect(await screen.findByText('No matches yet')).toBeTruthy()
  expect(rows()).toEqual([])
})

test('A row says how it ended for this player, against whom, and what it gave', async () => {
  const lost = aMatch({
    matchId: matchIdAt(2),
    gameType: 'bedfight',
    players: [
      ...[31, 32, 33, 34].map((id) => part(id, `Red ${id}`, { team: 'red' })),
      part(5, 'Alexandra', { team: 'blue', result: 'loss', points: -10, kills: 1, deaths: 4 }),
      part(41, 'Mate', { team: 'blue', result: 'loss' }),
    ],
  })
  fakeApi({ [first]: respondWith([aMatch(), lost]) })
  renderMatches()
  await waitFor(() => expect(rows()).toHaveLength(2))
  const [won, other] = rows().map((row) => within(row))
  expect(won?.getByText('Win')).toBeTruthy()
  expect(won?.getByText(/^\+25/)).toBeTruthy()
  expect(rows()[1]?.textContent).toContain('LossBedfight match')
  expect(rows()[1]?.textContent).toContain('−10 points')
  expect(rows()[1]?.textContent).toContain('against Red 31, Red 32, Red 33 and 1 more')
  expect(rows()[1]?.textContent).toContain('1 kill, 4 deaths')
  expect(other?.queryByText('Mate')).toBeNull()
})

test('[game.06] A voided match and an unranked one are marked; an unranked one shows no points', async () => {
  fakeApi({
    [first]: respondWith([
      aMatch(),
      aMatch({ matchId: matchIdAt(2), voided: true }),
      aMatch({ matchId: matchIdAt(3), ranked: false }),
    ]),
  })
  renderMatches()
  await waitFor(() => expect(rows()).toHaveLength(3))
  const marks = rows().map((row) =>
    ['Voided', 'Unranked'].filter((mark) => within(row).queryByText(mark) !== null),
  )
  expect(marks).toEqual([[], ['Voided'], ['Unranked']])
  expect(rows().map((row) => row.textContent?.includes('points'))).toEqual([true, true, false])
})

const rated = (userId: number, before: number, after: number) => ({
  ...{ userId, before, after, deviationBefore: 60, deviationAfter: 58 },
  expected: 0.5,
})

test("[ranked.51] A row shows score, rating and change, and the opponent's rating; of a team its mean", async () => {
  const duel = aMatch({ ratings: [rated(5, 1512.4, 1525.2), rated(6, 1620.1, 1607)] })
  const team = aMatch({
    matchId: matchIdAt(2),
    players: [
      part(5, 'Alexandra', { team: 'blue', result: 'loss' }),
      part(41, 'Mate', { team: 'blue', result: 'loss' }),
      part(31, 'One', { team: 'red' }),
      part(32, 'Two', { team: 'red' }),
    ],
    score: { red: 3, blue: 1 },
    ratings: [rated(5, 1500, 1490), rated(41, 1500, 1490), rated(31, 1400, 1410), rated(32, 1500, 1510)],
  })
  fakeApi({
    [first]: respondWith([duel, team, aMatch({ matchId: matchIdAt(3), score: { red: 1, blue: 0 } })]),
  })
  renderMatches()
  await waitFor(() => expect(rows()).toHaveLength(3))
  const [one, two, three] = rows().map(({ textContent }) => textContent)
  expect(one).toContain('3 kills, 1 death, rating 1,525 +13 vs 1,620')
  expect(two).toContain('Score 1–3')
  expect(two).toContain('rating 1,490 −10 vs a team of 1,450')
  // Not rated, and without a team of its own.
  expect(three).not.toContain('rating')
  expect(three).not.toContain('Score')
})

test('[ranked.52] The last ten results of ranked matches that count, the newest at the right', async () => {
  const lost = [part(5, 'Alexandra', { result: 'loss' }), part(6, 'Bob')]
  fakeApi({
    [first]: respondWith([
      aMatch(),
      aMatch({ matchId: matchIdAt(2), voided: true }),
      aMatch({ matchId: matchIdAt(3), ranked: false }),
      aMatch({ matchId: matchIdAt(4), excluded: true }),
      aMatch({ matchId: matchIdAt(5), players: lost }),
      ...matches(6, 10),
    ]),
    [next]: respondWith(matches(11, 20)),
  })
  renderMatches()
  const strip = await screen.findByRole('list', { name: 'Last 7 results, oldest first' })
  const letters = (list: HTMLElement) =>
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent?.[0])
  expect(letters(strip).join('')).toBe('WWWWWLW')
  screen.getByText('Won 6 of the last 7')
  await whenReady.click(screen.getByRole('button', { name: 'Load more' }))
  expect(letters(await screen.findByRole('list', { name: 'Last 10 results, oldest first' })).join('')).toBe(
    'WWWWWWWWLW',
  )
})

test('[ranked.52] Without a match that counts there is no strip', async () => {
  fakeApi({ [first]: respondWith([aMatch({ ranked: false })]) })
  renderMatches()
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(screen.queryByText(/of the last/)).toBeNull()
})
