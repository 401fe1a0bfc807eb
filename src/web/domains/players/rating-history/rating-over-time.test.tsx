import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { PlayerRating, RatingChange } from '../../../../contract/rankings/ratings-schemas.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders } from '../../../testing/site.tsx'
import { failing, matchIdAt } from '../testing/setup.tsx'
import { ratingLine } from './rating-line.ts'
import { RatingOverTime } from './rating-over-time.tsx'

afterEach(() => vi.unstubAllGlobals())

const change = (
  index: number,
  before: number,
  after: number,
  over: Partial<RatingChange> = {},
): RatingChange => ({
  matchId: matchIdAt(index),
  at: `2026-01-0${index}T12:00:00.000Z`,
  season: null,
  before,
  after,
  deviationBefore: 70,
  deviationAfter: 68.4,
  expected: 0.5,
  result: after > before ? 'win' : 'loss',
  opponents: [
    { user: { id: 6, username: 'Bob', avatarUrl: null, rank: 'Member' }, rating: 1_620.4, deviation: 60 },
  ],
  ...over,
})

const rating = (mode: string, over: Partial<PlayerRating> = {}): PlayerRating => ({
  ...{ mode, ladder: 'solo', season: null, rating: 1525, deviation: 68, provisional: false },
  ...{ matches: 30, wins: 18, tier: 'Lapis', tierColour: '#8fb4ff', position: 4 },
  lastMatchAt: '2026-01-05T15:00:00.000Z',
  monthChange: null,
  ...over,
})

const ratings = 'GET /api/players/5/ratings'
const history = (mode: string) => `GET /api/players/5/rating-history?mode=${mode}&ladder=solo&limit=200`

const seasons = respondWith([
  {
    ...{ id: 3, name: 'Spring', state: 'running', champions: [], version: 1 },
    ...{ startsAt: '2026-01-02T00:00:00.000Z', endsAt: '2026-04-01T00:00:00.000Z' },
  },
])

const renderChart = () =>
  render(
    <TestProviders client={makeQueryClient()}>
      <MemoryRouter>
        <RatingOverTime id={5} />
      </MemoryRouter>
    </TestProviders>,
  )

describe('[ranked.53] the line', () => {
  test('goes from match to match, and steps where a season begins', () => {
    const line = ratingLine([change(2, 1450, 1500, { season: 3 }), change(1, 1500, 1400)])
    expect(line?.ticks).toEqual([
      { rating: 1400, y: 100 },
      { rating: 1450, y: 50 },
      { rating: 1500, y: 0 },
    ])
    expect(line?.path).toBe('M0 0L50 100V50L100 0')
    expect(line?.points.map(({ x, y }) => [x, y])).toEqual([
      [50, 100],
      [100, 0],
    ])
    expect(line?.seasonStarts).toEqual([
      { season: null, x: 0 },
      { season: 3, x: 50 },
    ])
  })

  test('is none without matches', () => {
    expect(ratingLine([])).toBeNull()
  })
})

test('[ranked.53] The chart of the best-known mode says what each match did, with seasons, and as a table', async () => {
  fakeApi({
    [ratings]: respondWith([rating('boxing', { season: 3 }), rating('sumo'), rating('boxing')]),
    [history('boxing')]: respondWith([change(2, 1512.2, 1525.3, { season: 3 }), change(1, 1500, 1490)]),
    [history('sumo')]: respondWith([change(1, 1500, 1600)]),
    'GET /api/seasons': seasons,
  })
  renderChart()
  const slider = await screen.findByRole('slider', { name: 'Match of the chart' })
  const newest = 'Jan 2, 2026: 1,525 ± 68 (+13), won against Bob (1,620)'
  expect(slider.getAttribute('aria-valuetext')).toBe(newest)
  await whenReady.change(slider, { target: { value: '0' } })
  expect(screen.getByText('Jan 1, 2026: 1,490 ± 68 (−10), lost against Bob (1,620)')).toBeTruthy()
  expect(await screen.findByText('Spring')).toBeTruthy()
  await whenReady.click(screen.getByText('Show as table'))
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows).toEqual([
    ['Day', 'Rating', 'Change', 'Against', 'Season'],
    ['Jan 2, 2026', '1,525', '+13', 'Bob (1,620)', 'Spring'],
    ['Jan 1, 2026', '1,490', '−10', 'Bob (1,620)', 'Outside of seasons'],
  ])
  await whenReady.change(screen.getByRole('combobox', { name: 'Mode' }), { target: { value: 'sumo solo' } })
  expect(await screen.findByText('Jan 1, 2026: 1,600 ± 68 (+100), won against Bob (1,620)')).toBeTruthy()
})

test('[ranked.58] The chart says which match was re-rated because of which other', async () => {
  const endedAt = '2026-05-03T12:00:00.000Z'
  const rerated = { was: 1540, cause: 'excluded' as const, matchId: matchIdAt(9), endedAt, at: endedAt }
  fakeApi({
    [ratings]: respondWith([rating('boxing')]),
    [history('boxing')]: respondWith([change(1, 1500, 1525, { rerated })]),
    'GET /api/seasons': seasons,
  })
  renderChart()
  const words = 'Jan 1, 2026: 1,525 ± 68 (+25), won against Bob (1,620)'
  await screen.findByText(`${words}; re-rated because a match of May 3, 2026 was excluded: 1,540 before`)
})

test('[ranked.53] Who has no rating has no chart; a history that fails can be asked for again', async () => {
  const responses = { [ratings]: respondWith([]), 'GET /api/seasons': seasons }
  const calls = fakeApi(responses)
  const { container, unmount } = renderChart()
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  expect(container.textContent).toBe('')
  unmount()
  Object.assign(responses, {
    [ratings]: respondWith([rating('boxing')]),
    [history('boxing')]: failing(500, ''),
  })
  renderChart()
  await screen.findByText('Error loading rated matches')
  Object.assign(responses, { [history('boxing')]: respondWith([change(1, 1500, 1600)]) })
  await whenReady.click(screen.getByRole('button', { name: /Retry/ }))
  expect(await screen.findByText(/^Jan 1, 2026: 1,600/)).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
})
