import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../platform/query-client.ts'
import { fakeApi, respondWith } from '../../testing/fake-api.ts'
import { TestProviders } from '../../testing/site.tsx'
import { PointsChart } from './points/points-chart.tsx'
import { pointsLine } from './points/points-line.ts'
import { RatingOverTime } from './rating-history/rating-over-time.tsx'
import { matchIdAt, someHistory } from './testing/setup.tsx'

const homeZone = process.env.TZ

beforeAll(() => {
  process.env.TZ = 'Asia/Tokyo'
})
afterAll(() => {
  if (homeZone === undefined) delete process.env.TZ
  else process.env.TZ = homeZone
  vi.unstubAllGlobals()
})

test('[inputs.65] points are counted by days of UTC, and every day of their chart says so', () => {
  const line = pointsLine(someHistory)
  if (line === null) throw new Error('no line')
  render(<PointsChart history={someHistory} line={line} />)
  expect(screen.getByText(/^Jan 5, 2026 \(UTC\): 12,345 points/)).toBeTruthy()
  expect(screen.getByText('Jan 3 (UTC)')).toBeTruthy()
  expect(screen.getByText('Jan 5 (UTC)')).toBeTruthy()
})

test('[inputs.65] a rated match is a moment: its day is the one of the viewer’s zone, and UTC in the server’s HTML', async () => {
  const rerated = { was: 1_540, cause: 'void', matchId: matchIdAt(3), endedAt: '2026-01-03T20:00:00.000Z' }
  fakeApi({
    'GET /api/players/5/ratings': respondWith([
      {
        ...{ mode: 'boxing', ladder: 'solo', season: null, rating: 1525, deviation: 68, provisional: false },
        ...{ matches: 30, wins: 18, tier: 'Lapis', tierColour: '#8fb4ff', position: 4 },
        lastMatchAt: '2026-01-01T20:00:00.000Z',
        monthChange: null,
      },
    ]),
    'GET /api/players/5/rating-history?mode=boxing&ladder=solo&limit=200': respondWith([
      {
        ...{ matchId: matchIdAt(1), at: '2026-01-01T20:00:00.000Z', season: null, before: 1500, after: 1525 },
        ...{ deviationBefore: 70, deviationAfter: 68, expected: 0.5, result: 'win', rerated },
        opponents: [
          { user: { id: 6, username: 'Bob', avatarUrl: null, rank: 'Member' }, rating: 1620, deviation: 60 },
        ],
      },
    ]),
    'GET /api/seasons': respondWith([]),
  })
  const client = makeQueryClient()
  const page = (
    <TestProviders client={client}>
      <MemoryRouter>
        <RatingOverTime id={5} />
      </MemoryRouter>
    </TestProviders>
  )
  render(page)
  await screen.findByText(/^Jan 2, 2026: 1,525 ± 68 .*a match of Jan 4, 2026 was voided/)
  expect(screen.getByText('Jan 2, 2026')).toBeTruthy()
  expect(renderToString(page)).toMatch(/Jan 1, 2026: 1,525 ± 68 .*a match of Jan 3, 2026 was voided/)
})
