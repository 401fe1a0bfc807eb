import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { PlayerRating } from '../../../contract/rankings/ratings-schemas.ts'
import { makeQueryClient } from '../../platform/query-client.ts'
import { whenReady } from '../../testing/actions.ts'
import { fakeApi, respondWith } from '../../testing/fake-api.ts'
import { TestProviders } from '../../testing/site.tsx'
import { PlayerRatings } from './player-ratings.tsx'
import { failing } from './testing/setup.tsx'

afterEach(() => vi.unstubAllGlobals())

const path = 'GET /api/players/5/ratings'

const rating = (over: Partial<PlayerRating> = {}): PlayerRating => ({
  mode: 'sumo',
  ladder: 'solo',
  season: null,
  rating: 1662.31,
  deviation: 80.4,
  provisional: false,
  matches: 30,
  wins: 18,
  tier: 'Lapis',
  tierColour: '#8fb4ff',
  position: 41,
  lastMatchAt: '2026-01-05T15:03:20.000Z',
  monthChange: null,
  ...over,
})

const open = () =>
  render(
    <TestProviders client={makeQueryClient()}>
      <MemoryRouter>
        <PlayerRatings id={5} />
      </MemoryRouter>
    </TestProviders>,
  )

test('[ranked.19] A player page shows rating, deviation, tier and position of each mode', async () => {
  fakeApi({ [path]: respondWith([rating(), rating({ ladder: 'team', position: 1_200 })]) })
  open()
  const tiles = (await screen.findAllByRole('listitem')).map((tile) => tile.textContent)
  expect(tiles).toEqual([
    'Sumo#411,662 ± 80Lapis, 18 of 30 won',
    'Sumo, teams#1,2001,662 ± 80Lapis, 18 of 30 won',
  ])
  expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe('/leaderboards?gameType=sumo&by=rating')
})

test('[ranked.19] A provisional rating has a question mark, no position, and says about how many matches are to go', async () => {
  fakeApi({
    [path]: respondWith([
      rating({ provisional: true, deviation: 290.32, position: null, matches: 1, wins: 1 }),
    ]),
  })
  open()
  expect((await screen.findByRole('listitem')).textContent).toBe(
    'Sumo1,662? ± 290Provisional, about 11 matches to go, 1 of 1 won',
  )
})

test('Anyone who has no rating has no section; a failure has Retry', async () => {
  fakeApi({ [path]: respondWith([]) })
  const { container, unmount } = open()
  await vi.waitFor(() => expect(container.textContent).toBe(''))
  expect(screen.queryByRole('heading')).toBeNull()
  unmount()

  const calls = fakeApi({ [path]: failing(500, 'Internal Server Error') })
  open()
  await whenReady.click(await screen.findByRole('button', { name: 'Retry' }))
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(1))
})

test('[ranked.36] A player page keeps what stayed of earlier seasons, with the name of each', async () => {
  fakeApi({
    [path]: respondWith([
      rating({ season: 4 }),
      rating({ season: 3, rating: 1_812, tier: 'Amethyst', position: 1 }),
      rating({ season: null, provisional: true, position: null }),
    ]),
    'GET /api/seasons': respondWith([{ id: 3, name: 'Winter' }]),
  })
  open()
  await whenReady.click(await screen.findByText('Earlier seasons'))
  await screen.findByText('Winter')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  const cells = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(cells.slice(1)).toEqual(['WinterSumo1,812 Amethyst#1', 'Outside of seasonsSumo1,662?'])
})
