import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import {
  createMemoryRouter,
  type MetaDescriptor,
  type RouterContextProvider,
  RouterProvider,
} from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import {
  aMatch,
  aPlayer,
  documentOf,
  failing,
  openPage,
  playerResponses,
  Refusal,
  someHistory,
  someStats,
} from '../../domains/players/testing/setup.tsx'
import { pageContext } from '../../platform/navigation/page-context.ts'
import { fill, type Prefetched, prefetchedData, queriesOf } from '../../platform/prefetched-data.ts'
import { makeQueryClient } from '../../platform/query-client.ts'
import { viewerQuery } from '../../platform/viewer.ts'
import { whenReady } from '../../testing/actions.ts'
import { fakeApi, respondWith } from '../../testing/fake-api.ts'
import { TestProviders, testSite, testViewer } from '../../testing/site.tsx'
import Player, { loader, meta } from './player.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  document.title = ''
})

const open = (address = '/player/5', viewer: typeof testViewer | null = null) =>
  openPage('/player/:id', Player, address, viewer)

const tab = (name: string) => screen.getByRole('tab', { name })
const heading = () => screen.findByRole('heading', { level: 1 })
const alertText = async () => (await screen.findByRole('alert')).textContent

test("[player.01] [tonight.23] /player/{id} shows the player's profile with the tabs 'Overview' and 'Details', and 'Rivals', to visitors too; each is a link", async () => {
  fakeApi(playerResponses())
  open()
  expect((await heading()).textContent).toBe('Alexandra')
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Overview',
    'Details',
    'Rivals',
  ])
  expect(tab('Overview').getAttribute('aria-selected')).toBe('true')
  expect(screen.getAllByRole('tab').map((one) => one.getAttribute('href'))).toEqual([
    '/player/5',
    '/player/5?tab=details',
    '/player/5?tab=rivals',
  ])
})

test.each(['Moderator', 'Member'] as const)(
  '[guards.87] what can be done about a player stands above the page for staff, below it for others: %s',
  async (rank) => {
    fakeApi(playerResponses(aPlayer({ standing: 'member' })))
    open('/player/5', { ...testViewer, rank })
    const report = await screen.findByRole('button', { name: 'Report player' })
    const isAbove = !!(report.compareDocumentPosition(await heading()) & Node.DOCUMENT_POSITION_FOLLOWING)
    expect(isAbove).toBe(rank === 'Moderator')
    if (rank === 'Moderator') expect(screen.getByRole('button', { name: 'Punishments' })).toBeTruthy()
  },
)

test('A deleted account has a name that is nobody’s, and no profile, figures, matches or report', async () => {
  fakeApi(playerResponses(aPlayer({ username: 'Deleted player', standing: 'deleted' })))
  open('/player/5', testViewer)
  expect((await heading()).textContent).toBe('Deleted player')
  expect(screen.queryAllByRole('tab')).toEqual([])
  expect(screen.queryByRole('button', { name: /report/i })).toBeNull()
  expect(document.querySelector('script[type="application/ld+json"]')).toBeNull()
})

test('[ranked.66] The card of a player says inputs and devices of the last matches, as reported by the game', async () => {
  const inputs = [{ input: 'touch', matches: 20 }]
  const devices = [
    { device: 'Pixel 9', matches: 19 },
    { device: 'iPad', matches: 1 },
  ]
  fakeApi({
    ...playerResponses(),
    'GET /api/players/5/devices': respondWith({ matches: 30, inputs, devices }),
  })
  open()
  const section = within(await screen.findByRole('region', { name: 'Input and devices' }))
  expect(section.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Touch',
    'Pixel 9',
    'iPad',
  ])
  expect(section.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '20 matches',
    '19 matches',
    '1 match',
  ])
  expect(section.getByText('As reported by the game, the last 30 matches.')).toBeTruthy()
})

test('[ranked.66] Where no game server said what was played with, the card says nothing of it', async () => {
  const calls = fakeApi(playerResponses())
  open()
  await heading()
  await vi.waitFor(() => expect(calls.some(({ path }) => path.endsWith('/devices'))).toBe(true))
  expect(screen.queryByText('Input and devices')).toBeNull()
})

test('[ranked.68] A player page shows the place in each mode, and the points to the next', async () => {
  const user = { id: 6, username: 'Bob', avatarUrl: null, rank: 'Member' }
  const places = [
    { gameType: 'boxing', position: 1_042, points: 977, ahead: { user, points: 1_000 } },
    { gameType: 'sumo', position: 2, points: 1_000, ahead: { user, points: 1_000 } },
    { gameType: 'bridge', position: 1, points: 5, ahead: null },
  ]
  fakeApi({ ...playerResponses(), 'GET /api/players/5/places': respondWith(places) })
  open('/player/5?tab=details')
  const title = await screen.findByRole('heading', { name: 'Places' })
  const tiles = within(title.parentElement as HTMLElement)
  expect(tiles.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Boxing#1,042977 points23 points to #1,041, Bob',
    'Sumo#21,000 pointsLevel with #1, Bob',
    'Bridge#15 pointsNobody is ahead',
  ])
  expect(tiles.getByRole('link', { name: 'Sumo' }).getAttribute('href')).toBe('/leaderboards?gameType=sumo')
})

test('[cups.106] Trophies stand on the page of a player, after places, with the mark of a later ruling', async () => {
  const trophy = {
    cupId: 7,
    title: 'Friday Cup',
    format: 'single',
    mode: { key: 'sumo', name: 'Sumo' },
    place: 1,
    at: '2026-01-05T21:00:00.000Z',
    isMarked: false,
  }
  const places = [{ gameType: 'sumo', position: 1, points: 5, ahead: null }]
  fakeApi({
    ...playerResponses(),
    'GET /api/players/5/places': respondWith(places),
    'GET /api/players/5/trophies': respondWith([
      trophy,
      { ...trophy, cupId: 8, title: 'Sunday Cup', place: 3, isMarked: true },
    ]),
  })
  open('/player/5?tab=details')
  const title = await screen.findByRole('heading', { name: 'Trophies' })
  const tiles = within(title.parentElement as HTMLElement).getAllByRole('listitem')
  expect(tiles.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^1st in Friday CupSumo/),
    expect.stringMatching(/^3rd in Sunday CupSumo.*Ruled on later$/),
  ])
  expect(within(tiles[0]!).getByRole('link').getAttribute('href')).toBe('/cups/7')
  const above = await screen.findByRole('heading', { name: 'Places' })
  expect(!!(above.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING)).toBe(true)
})

test('[player.02] Overview has the card, the chart and recent matches', async () => {
  fakeApi(playerResponses())
  open()
  await screen.findByRole('slider', { name: 'Day of the chart' })
  const panel = within(screen.getByRole('tabpanel'))
  // The card stands above the tabs, in each of them.
  expect(screen.getByText('Emerald')).toBeTruthy()
  expect(screen.getByText('AL')).toBeTruthy()
  // The goal of 150,000 points is of the member's own profile.
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(panel.getByRole('heading', { name: 'Points over time' })).toBeTruthy()
  const matches = within(panel.getByRole('region', { name: 'Recent matches' }))
  expect((await matches.findByRole('link', { name: 'Boxing match' })).getAttribute('href')).toBe(
    `/match/${aMatch().matchId}`,
  )
  expect(matches.getByRole('link', { name: 'Bob' }).getAttribute('href')).toBe('/player/6')
})

test('The tab is kept in the address: a link opens it, and choosing changes the address', async () => {
  fakeApi(playerResponses())
  const view = open('/player/5?tab=details')
  await heading()
  expect(tab('Details').getAttribute('aria-selected')).toBe('true')
  expect(await screen.findByRole('table', { name: 'Stats by game type' })).toBeTruthy()
  await whenReady.mouseDown(tab('Overview'))
  await waitFor(() => expect(tab('Overview').getAttribute('aria-selected')).toBe('true'))
  view.unmount()
  open('/player/5?tab=nonsense')
  await heading()
  expect(tab('Overview').getAttribute('aria-selected')).toBe('true')
})

test('[player.03] [player.10] [player.11] [player.12] Details has a table per game type with all derived figures', async () => {
  fakeApi(playerResponses())
  open()
  await heading()
  await whenReady.mouseDown(tab('Details'))
  const table = await screen.findByRole('table', { name: 'Stats by game type' })
  await waitFor(() => expect(screen.queryByText('Loading stats...')).toBeNull())
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows).toEqual([
    [
      'Game type',
      'Total games',
      'Wins',
      'Losses',
      'Win rate',
      'Kills',
      'Deaths',
      'Assists',
      'K/D',
      'Win streak',
      'Best streak',
      'Points',
    ],
    ['Overall', '52', '42', '10', '80.8%', '1,234', '500', '31', '2.47', '2', '9', '12,345'],
    ['NoDebuff', '1', '1', '0', '100.0%', '8', '0', '0', '8.00', '0', '0', '0'],
    ['Boxing', '1', '1', '0', '100.0%', '6', '0', '0', '6.00', '0', '0', '0'],
    ['Bedfight', '1', '1', '0', '100.0%', '8', '0', '0', '8.00', '0', '0', '0'],
    ['Bridge', '1', '1', '0', '100.0%', '6', '0', '0', '6.00', '0', '0', '0'],
    ['Fireball', '1', '1', '0', '100.0%', '8', '0', '0', '8.00', '0', '0', '0'],
    ['Sumo', '1', '1', '0', '100.0%', '4', '0', '0', '4.00', '0', '0', '0'],
  ])
})

test('[game.37] Details asks once for the figures of all game types; when that fails it says so and offers Retry', async () => {
  const responses: Record<string, () => Response | Promise<Response>> = {
    ...playerResponses(),
    'GET /api/stats/5/modes': failing(500, 'Internal Server Error'),
  }
  const calls = fakeApi(responses)
  open()
  await heading()
  const before = calls.length
  await whenReady.mouseDown(tab('Details'))
  expect(await alertText()).toContain('Failed to fetch stats data: 500 Internal Server Error')
  expect(screen.queryByRole('table')).toBeNull()
  responses['GET /api/stats/5/modes'] = respondWith([
    someStats(),
    { ...someStats({ gameType: 'own_mode' }), kills: 77 },
  ])
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  const row = await screen.findByRole('row', { name: /^own_mode/ })
  expect(row.textContent).toContain('77')
  expect(screen.queryByRole('alert')).toBeNull()
  const asked = calls.slice(before).map(({ path }) => path)
  expect(asked.filter((path) => path.startsWith('/api/stats/'))).toEqual([
    '/api/stats/5/modes',
    '/api/stats/5/modes',
  ])
})

test('[player.05] The player page has a Back to Community button', async () => {
  fakeApi(playerResponses())
  open()
  await heading()
  expect(screen.getByRole('link', { name: 'Back to Community' }).getAttribute('href')).toBe('/community')
})

test.each(['abc', '0', '-5', '1.5', '007', '5x', '99999999999'])(
  "[player.06] A player id that is no id shows 'Invalid player ID' and asks nothing: %s",
  async (id) => {
    const calls = fakeApi({})
    open(`/player/${id}`)
    expect((await heading()).textContent).toBe('Invalid player ID')
    expect(screen.getByRole('link', { name: 'Back to Community' })).toBeTruthy()
    expect(calls).toEqual([])
  },
)

test('[player.08] [player.09] Player pages show a loading state until GET /api/users/{id} and GET /api/stats/{id} have answered', async () => {
  let release = (_: Response) => {}
  const held = new Promise<Response>((resolve) => {
    release = resolve
  })
  const calls = fakeApi({ ...playerResponses(), 'GET /api/stats/5': () => held })
  open()
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/users/5',
    'GET /api/stats/5',
  ])
  expect(screen.getByRole('status').textContent).toBe('Loading player...')
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  await act(async () => release(Response.json(someStats())))
  expect((await heading()).textContent).toBe('Alexandra')
  expect(screen.queryByText('Loading player...')).toBeNull()
})

describe('what goes wrong', () => {
  test.each([
    ['is empty', {}],
    ['has no name', { id: 5, rank: 'Gold' }],
    ['has no id', { username: 'Alexandra' }],
  ])("[player.13] A user answer that %s shows 'Player Not Found'", async (_what, user) => {
    fakeApi({ ...playerResponses(), 'GET /api/users/5': respondWith(user) })
    open()
    expect((await heading()).textContent).toBe('Player Not Found')
  })

  test("[player.14] A known account whose stats call fails with 404 shows 'Player Data Not Found'", async () => {
    fakeApi({ ...playerResponses(), 'GET /api/stats/5': failing(404, 'Not Found') })
    open()
    expect((await heading()).textContent).toBe('Player Data Not Found')
    expect(await alertText()).toContain('Failed to fetch stats data: 404 Not Found')
  })

  test('Stats without figures show the same', async () => {
    fakeApi({ ...playerResponses(), 'GET /api/stats/5': respondWith({ gameType: 'overall' }) })
    open()
    expect((await heading()).textContent).toBe('Player Data Not Found')
  })

  test.each([
    ['users', 'user', 500, 'Internal Server Error'],
    ['users', 'user', 503, 'Service Unavailable'],
    ['stats', 'stats', 500, 'Internal Server Error'],
  ])(
    "[player.15] [player.16] A failed call of %s gives 'Failed to fetch %s data' with the status, titled 'Error Loading Profile', hint 'server error'",
    async (address, word, status, statusText) => {
      const responses = { ...playerResponses() }
      const working = responses[`GET /api/${address}/5`]
      responses[`GET /api/${address}/5`] = failing(status, statusText)
      fakeApi(responses)
      open()
      expect((await heading()).textContent).toBe('Error Loading Profile')
      expect(screen.getByText('server error')).toBeTruthy()
      expect(screen.getByText(`Failed to fetch ${word} data: ${status} ${statusText}`)).toBeTruthy()
      responses[`GET /api/${address}/5`] = working as () => Response
      await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
      await waitFor(async () => expect((await heading()).textContent).toBe('Alexandra'))
    },
  )

  test("[player.16] Without any answer the hint is 'server error'", async () => {
    fakeApi({})
    open()
    expect((await heading()).textContent).toBe('Error Loading Profile')
    expect(screen.getByText('server error')).toBeTruthy()
    expect(screen.getByText('Failed to fetch user data: no answer from the server')).toBeTruthy()
  })

  test("[player.16] [player.17] An unknown id shows 'Error Loading Profile' with the hint 'Player Not Found' first", async () => {
    fakeApi({ 'GET /api/users/5': failing(404, 'Not Found'), 'GET /api/stats/5': failing(404, 'Not Found') })
    open()
    const title = await heading()
    expect(title.textContent).toBe('Error Loading Profile')
    expect(title.nextElementSibling?.textContent).toBe('Player Not Found')
    expect(title.nextElementSibling?.nextElementSibling?.textContent).toBe(
      'There is no player with this number. The link may be wrong, or the account was deleted.',
    )
  })

  test('A chart or matches that fail take nothing else along', async () => {
    fakeApi({
      ...playerResponses(),
      'GET /api/players/5/matches': failing(500, ''),
      'GET /api/players/5/points-history': failing(500, ''),
    })
    open()
    expect((await heading()).textContent).toBe('Alexandra')
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Error loading matchesPlease try again.',
      'Error loading pointsPlease try again.',
    ])
  })
})

describe('at a glance', () => {
  const user = (id: number, username: string) => ({ id, username, avatarUrl: null, rank: 'Member' })
  const rating = {
    ...{ mode: 'boxing', ladder: 'solo', season: null, rating: 1_684.4, deviation: 60, provisional: false },
    ...{ matches: 40, wins: 22, tier: 'Gold', tierColour: '#ffcc00', position: 12 },
    ...{ lastMatchAt: '2026-01-05T15:03:20.000Z', monthChange: -34.2 },
  }
  const known = () => ({
    ...playerResponses(),
    'GET /api/players/5/ratings': respondWith([
      { ...rating, mode: 'sumo', rating: 1_900, provisional: true },
      { ...rating, mode: 'bridge', rating: 1_500 },
      rating,
    ]),
    'GET /api/players/5/places': respondWith([
      { gameType: 'boxing', position: 23, points: 800, ahead: { user: user(6, 'Bob'), points: 1_000 } },
    ]),
    'GET /api/players/5/opponents': respondWith([]),
    'GET /api/players/5/opponents?order=lost': respondWith([
      {
        user: user(7, 'Carl'),
        wins: 2,
        losses: 9,
        draws: 0,
        lastMatchAt: rating.lastMatchAt,
        recent: ['loss'],
      },
    ]),
  })

  test('[evening.05] [tonight.24] A player page begins with the best settled rating and its change, the place and what is missing to the next, who wins most against the player, and the last ten', async () => {
    fakeApi(known())
    open()
    const facts = () => screen.getAllByRole('definition').slice(0, 3)
    await waitFor(() =>
      expect(facts().map(({ textContent }) => textContent)).toEqual([
        '1,684Gold66 to Amethyst−34 in 30 days',
        '#12#23 by points',
        '2–9against Carl',
      ]),
    )
    expect(screen.getByRole('link', { name: 'Boxing place' }).getAttribute('href')).toBe(
      '/leaderboards?gameType=boxing&by=rating',
    )
    expect(screen.getByRole('link', { name: '2–9' }).getAttribute('href')).toBe('/compare/5/7')
    const results = await screen.findByRole('list', { name: 'Last 1 results, oldest first' })
    const matches = screen.getByRole('region', { name: 'Recent matches' })
    for (const [one, next] of [
      [facts()[2]!, results],
      [results, matches],
      [matches, screen.getByRole('heading', { name: 'Points over time' })],
    ] as const)
      expect(one.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  test('[evening.06] Members compare another player with themselves by one button; on their own page, and for visitors, there is none', async () => {
    fakeApi(known())
    const { unmount } = open('/player/5', { ...testViewer, id: 9 })
    expect((await screen.findByRole('link', { name: 'Compare with me' })).getAttribute('href')).toBe(
      '/compare/9/5',
    )
    unmount()
    for (const viewer of [{ ...testViewer, id: 5 }, null]) {
      const { unmount: leave } = open('/player/5', viewer)
      await heading()
      expect(screen.queryByRole('link', { name: 'Compare with me' })).toBeNull()
      leave()
    }
  })

  test('[evening.07] Filters of the matches are in the address: mode, opponent, result and rated', async () => {
    const calls = fakeApi({
      ...known(),
      'GET /api/users/7': respondWith(aPlayer({ id: 7, username: 'Carl' })),
      'GET /api/players/5/matches?opponent=7&result=loss': respondWith([]),
      'GET /api/players/5/matches?mode=sumo&opponent=7&result=loss': respondWith([aMatch()]),
    })
    const { router } = open('/player/5?opponent=7&result=loss&rated=maybe')
    expect(await screen.findByText('No such match')).toBeTruthy()
    const filter = (name: string) =>
      within(screen.getByRole('region', { name: 'Recent matches' })).getByRole<HTMLSelectElement>(
        'combobox',
        { name },
      )
    const opponent = filter('Opponent')
    await waitFor(() => expect(opponent.selectedOptions[0]?.textContent).toBe('Carl'))
    await whenReady.change(filter('Mode'), { target: { value: 'sumo' } })
    await screen.findByRole('link', { name: 'Boxing match' })
    expect(router.state.location.search).toBe('?opponent=7&result=loss&rated=maybe&mode=sumo')
    expect(calls.some(({ path }) => path.includes('maybe'))).toBe(false)
  })
})

describe('in-game identity', () => {
  const shown = async (over: Partial<PublicUser>, viewer: typeof testViewer | null = null) => {
    fakeApi(playerResponses(aPlayer(over)))
    open('/player/5', viewer)
    return heading()
  }

  test('[link.01] A linked account shows its gamertag with a verified mark', async () => {
    const title = await shown({ username: 'Gamer Tag', gamertag: 'Gamer Tag', standing: 'linked' })
    expect(title.textContent).toBe('Gamer Tag Verified')
    expect(screen.queryByText('Is this you? Claim it')).toBeNull()
  })

  test.each([
    [
      'an unlinked player shows the gamertag',
      { username: 'Gamer Tag', gamertag: 'Gamer Tag', standing: 'unclaimed' },
    ],
    ['a member who never linked the username', { username: 'steve', gamertag: null, standing: 'member' }],
  ] as const)('[link.02] Without a verified mark %s', async (_what, over) => {
    const title = await shown(over)
    expect(title.textContent).toBe(over.username)
    expect(screen.queryByText('Verified')).toBeNull()
  })

  test.each(['<img src=x onerror=alert(1)>', 'Steve #1234', 'محارب الجزيرة', '\u202eevets', '𝕱'.repeat(64)])(
    '[link.05] A gamertag of any Unicode is shown as text, in a direction of its own: %s',
    async (name) => {
      const title = await shown({ username: name, gamertag: name, standing: 'unclaimed' })
      expect(title.textContent).toBe(name)
      expect(title.querySelector('bdi')?.textContent).toBe(name)
      expect(document.querySelector('img')).toBeNull()
    },
  )

  test("[link.06] An unclaimed player has 'Is this you? Claim it': a visitor signs in first", async () => {
    await shown({ gamertag: 'Alexandra', standing: 'unclaimed' })
    const link = screen.getByRole('link', { name: 'Is this you? Claim it' })
    expect(link.getAttribute('href')).toBe('/auth?redirect=%2Fprofile%23link')
    const steps = within(link.parentElement as HTMLElement).getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Join the server and type /link. The game shows you a code for 10 minutes.',
      'New here? Enter the code when you register. Have an account? Sign in and enter it under “In-game player” in your profile.',
    ])
  })

  test('[evening.08] Who has a linked player is not asked whether another one is theirs', async () => {
    await shown({ gamertag: 'Alexandra', standing: 'unclaimed' }, { ...testViewer, gamertag: 'Own Tag' })
    expect(screen.queryByText('Is this you? Claim it')).toBeNull()
  })

  test("[link.06] 'Is this you? Claim it' leads a member to the code field of the profile", async () => {
    await shown({ gamertag: 'Alexandra', standing: 'unclaimed' }, testViewer)
    const link = screen.getByRole('link', { name: 'Is this you? Claim it' })
    expect(link.getAttribute('href')).toBe('/profile#link')
  })

  test('[tonight.07] A player page is copied, and shared by the sheet of a phone; only its own member is led back to the profile', async () => {
    const writeText = vi.fn(async () => undefined)
    const share = vi.fn(async () => undefined)
    // A desktop with a share sheet copies all the same.
    vi.stubGlobal('navigator', { clipboard: { writeText }, share, maxTouchPoints: 0 })
    await shown({}, { ...testViewer, id: 99 })
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Edit your profile' })).toBeNull()
    await whenReady.click(screen.getByRole('button', { name: 'Copy link' }))
    await screen.findByText('Copied link', { selector: '[role=status]' })
    const url = `https://isles.example/player/${aPlayer().id}`
    expect(writeText).toHaveBeenCalledWith(url)
    cleanup()
    vi.stubGlobal('navigator', { clipboard: { writeText }, share, maxTouchPoints: 5 })
    await shown({}, { ...testViewer, id: 99 })
    await whenReady.click(screen.getByRole('button', { name: 'Share' }))
    expect(share).toHaveBeenCalledWith({ title: 'Alexandra', url })
    cleanup()
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    await shown({}, { ...testViewer, id: aPlayer().id })
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Edit your profile' }).getAttribute('href')).toBe('/profile')
  })

  test('[link.14] Inside the site an id that was merged becomes the id that was kept, in place', async () => {
    fakeApi({ ...playerResponses(aPlayer({ id: 9 }), 5), ...playerResponses(aPlayer({ id: 9 }), 9) })
    const { router } = open()
    await waitFor(() => expect(router.state.location.pathname).toBe('/player/9'))
    expect(router.state.historyAction).toBe('REPLACE')
    expect((await heading()).textContent).toBe('Alexandra')
    await act(() => router.navigate(-1))
    expect(router.state.location.pathname).toBe('/before')
  })
})

describe('the document', () => {
  const whole = {
    '/api/users/:id': () => aPlayer(),
    '/api/stats/:id': () => someStats(),
    '/api/players/:id/matches': () => [aMatch()],
    '/api/players/:id/points-history': () => someHistory,
    '/api/players/:id/ratings': () => [],
    '/api/players/:id/opponents': () => [],
    '/api/players/:id/milestones': () => [],
    '/api/players/:id/devices': () => ({ matches: 0, inputs: [], devices: [] }),
    '/api/players/:id/places': () => [],
    '/api/players/:id/trophies': () => [],
    '/api/players/:id/presence': () => ({ presence: null }),
  }
  const ask = (responses: Readonly<Record<string, () => unknown>>, id = '5') => {
    const { args, reported } = documentOf(`/player/${id}?from=discord`, id, responses)
    return { reported, response: loader(args) }
  }

  test.each(['abc', '0', '99999999999'])(
    '[player.07] A document request with an invalid player id answers 400: %s',
    async (id) => {
      const { init } = await ask({}, id).response
      expect(init?.status).toBe(400)
    },
  )

  test('[player.07] A document request with an unknown id answers 404', async () => {
    expect((await ask({}).response).init?.status).toBe(404)
  })

  test('A failure is reported and left to the browser', async () => {
    const { response, reported } = ask({
      ...whole,
      '/api/users/:id': () => {
        throw new Refusal(500)
      },
    })
    const { init, data } = await response
    expect(init?.status).toBe(200)
    expect(reported).toEqual([new Refusal(500)])
    expect(queriesOf(data).filter(([key]) => key.length === 2)).toEqual([])
  })

  test("[link.14] The document of a merged id redirects with 301 to the kept one's", async () => {
    const thrown: unknown = await ask({
      ...whole,
      '/api/users/:id': () => aPlayer({ id: 9 }),
    }).response.catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(Response)
    const { status, headers } = thrown as Response
    expect([status, headers.get('location')]).toEqual([301, '/player/9?from=discord'])
  })

  /** The page with what its document loaded, as the server renders it and the browser takes it over. */
  const pageOf = (loaded: Prefetched, id = '5') => {
    const client = makeQueryClient()
    client.setQueryData(viewerQuery.queryKey, null)
    fill(client, loaded)
    const router = createMemoryRouter(
      [{ path: '*', element: <Player {...({ params: { id } } as Parameters<typeof Player>[0])} /> }],
      { initialEntries: [`/player/${id}`] },
    )
    return (
      <TestProviders client={client}>
        <RouterProvider router={router} />
      </TestProviders>
    )
  }

  test('carries the whole page; taking it over changes nothing and asks nothing', async () => {
    const calls = fakeApi({})
    const { data: loaded } = await ask(whole).response
    const container = document.createElement('div')
    container.innerHTML = renderToString(pageOf(loaded))
    expect(container.querySelector('h1')?.textContent).toBe('Alexandra')
    expect(container.textContent).toContain('Bob')
    expect(container.textContent).toContain('Jan 5, 2026 (UTC): 12,345 points (−55), 1 win, 2 losses')
    document.body.append(container)
    render(pageOf(loaded), { container, hydrate: true })
    await act(async () => {})
    expect((await heading()).textContent).toBe('Alexandra')
    expect(calls).toEqual([])
  })

  test('[player.07] [player.17] says what is wrong in its HTML, and asks nothing again', async () => {
    const calls = fakeApi({})
    const unknown = await ask({}).response
    expect(renderToString(pageOf(unknown.data))).toContain('Player Not Found')
    render(pageOf(unknown.data))
    expect((await heading()).textContent).toBe('Error Loading Profile')
    const invalid = await ask({}, 'abc').response
    expect(renderToString(pageOf(invalid.data, 'abc'))).toContain('Invalid player ID')
    await act(async () => {})
    expect(calls).toEqual([])
  })

  const tagsOf = (loaded: Prefetched | null, id = '5') => {
    const matches = [{ id: 'root', loaderData: { site: testSite } }]
    return meta({ matches, loaderData: loaded, params: { id } } as never) as MetaDescriptor[]
  }

  test('has title, description and OpenGraph with name, rank and record', async () => {
    const { data: loaded } = await ask({
      ...whole,
      '/api/users/:id': () => aPlayer({ rank: 'Product Staff' }),
    }).response
    const tags = tagsOf(loaded)
    const description = 'Isles Staff on Ember Isles: 42 wins, 10 losses (80.8% won), 12,345 points.'
    expect(tags).toContainEqual({ title: 'Alexandra · Ember Isles' })
    expect(tags).toContainEqual({ name: 'description', content: description })
    expect(tags).toContainEqual({ property: 'og:description', content: description })
    expect(tags).toContainEqual({ property: 'og:url', content: 'https://isles.example/player/5' })
    expect(tags).not.toContainEqual({ name: 'robots', content: 'noindex' })
  })

  test('[link.05] keeps a gamertag from turning the words after it', async () => {
    const { data: loaded } = await ask({
      ...whole,
      '/api/users/:id': () => aPlayer({ username: '\u202eevets\u2067' }),
    }).response
    expect(tagsOf(loaded)).toContainEqual({ title: 'evets · Ember Isles' })
  })

  test('of a deleted account is kept out of search engines, without an image of its figures', async () => {
    const gone = aPlayer({ username: 'Deleted player', standing: 'deleted' })
    const { data: loaded } = await ask({ ...whole, '/api/users/:id': () => gone }).response
    const tags = tagsOf(loaded)
    expect(tags).toContainEqual({ title: 'Deleted player · Ember Isles' })
    expect(tags).toContainEqual({ name: 'robots', content: 'noindex' })
    expect(JSON.stringify(tags)).not.toContain('/share/player/')
  })

  test('of nobody is kept out of search engines', async () => {
    const { data: loaded } = await ask({}).response
    expect(tagsOf(loaded)).toContainEqual({ title: 'Player Not Found · Ember Isles' })
    expect(tagsOf(loaded)).toContainEqual({ name: 'robots', content: 'noindex' })
    expect(tagsOf(null, 'abc')).toContainEqual({ title: 'Invalid player ID · Ember Isles' })
  })
})

test('Inside the site the title follows when the name is known', async () => {
  fakeApi(playerResponses())
  document.title = 'Player · Ember Isles'
  const { unmount } = open()
  await heading()
  expect(document.title).toBe('Alexandra · Ember Isles')
  unmount()
  expect(document.title).toBe('Player · Ember Isles')
})

test('[evening.23] Whether a member follows the player is in the document', async () => {
  const { args } = documentOf('/player/5', '5', {
    '/api/users/:id': () => aPlayer(),
    '/api/players/:id/follow': () => ({ isFollowing: true, isMuted: false }),
  })
  const { context } = args as { context: RouterContextProvider }
  const followed = async (viewer: typeof testViewer | null) => {
    context.set(pageContext, { ...context.get(pageContext), viewer })
    const { data } = await loader(args)
    return prefetchedData(data, ['follow', 5])
  }
  expect(await followed(null)).toBeUndefined()
  expect(await followed({ ...testViewer, id: 9 })).toEqual({ isFollowing: true, isMuted: false })
  expect(await followed({ ...testViewer, id: 5 })).toBeUndefined()
})

test('[evening.24] A player page copies the address of the overlay', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  fakeApi(playerResponses())
  open()
  await heading()
  await whenReady.keyDown(screen.getByRole('button', { name: 'Share or embed' }), { key: 'Enter' })
  await whenReady.click(await screen.findByRole('menuitem', { name: 'Copy stream overlay' }))
  expect(writeText).toHaveBeenCalledWith(`${testSite.publicUrl}/overlay/player/5`)
})
