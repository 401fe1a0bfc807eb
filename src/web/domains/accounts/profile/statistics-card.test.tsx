import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Stats } from '../../../../contract/rankings/stats-schemas.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { StatisticsCard } from './statistics-card.tsx'
import { member, press, renderFor } from './testing/setup.tsx'

afterEach(() => vi.unstubAllGlobals())

const stats: Stats = {
  kills: 1_234,
  deaths: 500,
  assists: 3,
  wins: 42,
  losses: 10,
  points: 12_345,
  winStreak: 2,
  bestStreak: 9,
  gameType: 'overall',
}

const own = 'GET /api/player-stats'
const search = 'GET /api/players/search?username=steve&gameType=overall'
const failing = refuse(500, 'internal', 'Something went wrong on our side')
const foundUser = { id: 7, username: 'steve', avatarUrl: null, rank: 'Gold' }

const renderCard = () => renderFor(member, (viewer) => <StatisticsCard member={viewer} />)

const figure = (label: string) => {
  const cell = screen.getByText(label, { selector: 'dt' }).parentElement as HTMLElement
  return within(cell).getByRole('definition').textContent
}

const figures = () =>
  Object.fromEntries(['Kills', 'Deaths', 'Wins', 'K/D'].map((name) => [name, figure(name)]))

test('[profile.05] [profile.25] The statistics card has points progress, kills, deaths, wins and K/D, from GET /api/player-stats', async () => {
  const calls = fakeApi({ [own]: respondWith(stats) })
  renderCard()
  await screen.findByText('Kills')
  expect(figures()).toEqual({ Kills: '1,234', Deaths: '500', Wins: '42', 'K/D': '2.47' })
  expect(screen.getByText('12,345 of 150,000 points')).toBeTruthy()
  expect(screen.queryByText(/No games played yet/)).toBeNull()
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([own])
})

test.each([
  [12_345, '8.2'],
  [149_990, '100.0'],
  [400_000, '100.0'],
  [0, '0.0'],
])(
  '[profile.06] Points progress is points of 150,000 as percent, capped at 100, with 1 decimal: %d is %s%',
  async (points, percent) => {
    fakeApi({ [own]: respondWith({ ...stats, points }) })
    renderCard()
    const bar = await screen.findByRole('progressbar', { name: 'Points progress' })
    expect(screen.getByText(`${percent}%`)).toBeTruthy()
    expect(Number(bar.getAttribute('aria-valuenow'))).toBe(Number(percent))
    expect((bar.firstElementChild as HTMLElement).style.width).toBe(`${Number(percent)}%`)
  },
)

test("[profile.26] If /api/player-stats fails, the statistics come from the search, first result's stats", async () => {
  const calls = fakeApi({
    [own]: failing,
    [search]: respondWith([
      { user: foundUser, stats: { wins: 42, points: 75_000 } },
      { user: { ...foundUser, id: 8 }, stats: { wins: 1, points: 1 } },
    ]),
  })
  renderCard()
  await screen.findByText('50.0%')
  expect(figures()).toEqual({ Kills: '—', Deaths: '—', Wins: '42', 'K/D': '—' })
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([own, search])
})

test('While the statistics load there is a skeleton, said in words', async () => {
  let release = (_: Response) => {}
  const pending = new Promise<Response>((resolve) => {
    release = resolve
  })
  fakeApi({ [own]: () => pending })
  renderCard()
  expect(screen.getByRole('status').textContent).toBe('Loading statistics...')
  expect(document.querySelector('[data-skeleton]')).not.toBeNull()
  release(Response.json(stats))
  await screen.findByText('Kills')
  expect(document.querySelector('[data-skeleton]')).toBeNull()
})

test('When both addresses fail there is an error with the reason and Retry, which asks again', async () => {
  const responses = { [own]: failing, [search]: refuse(429, 'too_many_requests', 'Too many requests.') }
  fakeApi(responses)
  renderCard()
  expect((await screen.findByRole('alert')).textContent).toBe('Error loading statisticsToo many requests.')
  responses[own] = respondWith(stats)
  await press('Retry')
  await screen.findByText('Kills')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('When nobody is found by the name the failure is shown, not an empty card', async () => {
  fakeApi({ [own]: failing, [search]: respondWith([]) })
  renderCard()
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong on our side')
})

test('Who never played sees zeros and a sentence', async () => {
  const zeros = {
    kills: 0,
    deaths: 0,
    assists: 0,
    wins: 0,
    losses: 0,
    points: 0,
    winStreak: 0,
    bestStreak: 0,
  }
  fakeApi({ [own]: respondWith({ ...zeros, gameType: 'overall' }) })
  renderCard()
  await waitFor(() => expect(screen.getByText(/No games played yet/)).toBeTruthy())
  expect(figures()).toEqual({ Kills: '0', Deaths: '0', Wins: '0', 'K/D': '0.00' })
})
