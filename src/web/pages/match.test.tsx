import { cleanup, screen, within } from '@testing-library/react'
import type { MetaDescriptor } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Rank } from '../../contract/accounts/ranks.ts'
import type { MatchDetails } from '../../contract/players/players-schemas.ts'
import { headToHeadQuery } from '../domains/matches/head-to-head-query.ts'
import { aMatch, documentOf, failing, matchIdAt, openPage, part } from '../domains/players/testing/setup.tsx'
import { api } from '../platform/api.ts'
import { prefetchedData } from '../platform/prefetched-data.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, respondWith } from '../testing/fake-api.ts'
import { testSite, testViewer } from '../testing/site.tsx'
import MatchPage, { loader, meta } from './match.tsx'

afterEach(() => vi.unstubAllGlobals())

const id = matchIdAt(1)
const address = `GET /api/matches/${id}`
const heading = () => screen.findByRole('heading', { level: 1 })

const meetings = (modes: object[]) => ({
  'GET /api/head-to-head/5/6': respondWith({
    modes: modes.map((record) => ({ mode: 'boxing', modeName: 'Boxing', season: null, draws: 0, ...record })),
    recent: [],
  }),
})

function open(match: MatchDetails, idText: string = id, others = meetings([])) {
  const calls = fakeApi({ [address]: respondWith(match), ...others })
  openPage('/match/:id', MatchPage, `/match/${idText}`)
  return calls
}

const sides = () =>
  screen.getAllByRole('table').map((table) => {
    const section = within(table.closest('section') as HTMLElement)
    return {
      title: section.getByRole('heading', { level: 2 }).textContent,
      players: section.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`),
    }
  })

test('[evening.93] The document of a match of two has their record', async () => {
  const { args, reported } = documentOf(`/match/${id}`, id, {
    '/api/matches/:id': () => aMatch({ players: [part(5, 'Ann'), part(6, 'Bob', { result: 'loss' })] }),
    '/api/head-to-head/:a/:b': ({ a, b }) => ({ modes: [], recent: [], pair: [a, b] }),
  })
  const { data } = await loader(args)
  expect(prefetchedData(data, headToHeadQuery(api, 5, 6).queryKey)).toMatchObject({
    pair: [5, 6],
  })
  expect(reported).toEqual([])
})

test('/match/{id} shows both sides, winners first, with links to the players', async () => {
  open(
    aMatch({
      gameType: 'bridge',
      players: [
        part(6, 'Bob', { team: 'blue', result: 'loss' }),
        part(5, 'Alexandra', { team: 'red' }),
        part(7, '<b>Cleo</b>', { team: 'red' }),
        part(8, 'Dan', { team: 'blue', result: 'loss' }),
      ],
    }),
  )
  expect((await heading()).textContent).toBe('Bridge match')
  expect(sides()).toEqual([
    { title: 'WinnersTeam red', players: ['Alexandra /player/5', '<b>Cleo</b> /player/7'] },
    { title: 'LosersTeam blue', players: ['Bob /player/6', 'Dan /player/8'] },
  ])
  expect(screen.getByText('3 min 20 s')).toBeTruthy()
})

test('A duel that nobody won still has two sides, with figures, input and ping', async () => {
  open(
    aMatch({
      players: [
        part(5, 'Alexandra', { result: 'draw', points: 0, kills: 1_001, deaths: 2, assists: 4 }),
        part(6, 'Bob', { result: 'draw', points: -3, input: null, pingMs: null }),
      ],
    }),
  )
  await heading()
  expect(sides().map(({ title }) => title)).toEqual(['Draw', 'Draw'])
  const cells = (name: string) =>
    [...(screen.getByRole('link', { name }).closest('tr')?.children ?? [])].map(
      ({ textContent }) => textContent,
    )
  expect(cells('Alexandra').slice(1)).toEqual(['1,001', '2', '4', '0'])
  expect(cells('Alexandra')[0]).toContain('touch, 43 ms')
  expect(cells('Bob').slice(1)).toEqual(['3', '1', '0', '−3'])
  expect(cells('Bob')[0]).not.toContain('ms')
})

test('[game.08] Map, region, rounds, score, hits and the kills are shown as the server sent them', async () => {
  open(
    aMatch({
      players: [part(5, 'Alexandra', { hits: 1_204 }), part(6, 'Bob', { result: 'loss' })],
      map: 'Arena <i>7</i>',
      region: 'EU',
      rounds: 3,
      score: { blue: 1, red: 2 },
      kills: [
        { at: '2026-01-05T15:00:07.900Z', killer: 1, victim: 0, cause: 'void' },
        { at: '2026-01-05T15:03:20.000Z', killer: 0, victim: 1, cause: null },
      ],
    }),
  )
  await heading()
  const facts = [...document.querySelectorAll('dl > div')].map(({ children }) =>
    [...children].map(({ textContent }) => textContent).join(': '),
  )
  expect(facts.slice(1)).toEqual([
    'Duration: 3 min 20 s',
    'Map: Arena <i>7</i>',
    'Region: EU',
    'Rounds: 3',
    'Score: red 2, blue 1',
  ])
  expect(screen.getByText('VS')).toBeTruthy()
  expect(screen.getAllByRole('columnheader', { name: /Hits/ })).toHaveLength(2)
  const [bob] = screen.getAllByRole('link', { name: 'Bob' })
  expect(bob?.closest('tr')?.textContent).toContain('–')
  const timeline = screen.getByRole('region', { name: 'Kills' })
  expect(
    within(timeline)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['0:07Bob killed Alexandravoid', '3:20Alexandra killed Bob'])
})

test('[ranked.62] Two sides stand face to face, with the score by team where there is one', async () => {
  open(
    aMatch({
      players: [
        part(5, 'Alexandra', { team: 'red' }),
        part(7, 'Cleo', { team: 'red' }),
        part(6, 'Bob', { team: 'blue', result: 'loss' }),
      ],
      score: { blue: 3, red: 5 },
    }),
  )
  await heading()
  const score = screen.getByText('5–3')
  expect(score.previousElementSibling?.textContent).toContain('Cleo')
  expect(score.nextElementSibling?.textContent).toContain('Bob')
  expect(screen.queryByText('Score')).toBeNull()
})

test('[ranked.62] A match of three sides has no such banner', async () => {
  const teams = ['red', 'blue', 'green']
  open(
    aMatch({
      players: teams.map((team, at) => part(5 + at, team, { team, result: at === 0 ? 'win' : 'loss' })),
      score: { red: 5, blue: 3, green: 1 },
    }),
  )
  await heading()
  expect(screen.queryByText('VS')).toBeNull()
  expect(screen.getByText('Score')).toBeTruthy()
})

test('[ranked.63] A match says to machines who met whom when, whatever the names', async () => {
  open(aMatch({ players: [part(5, '</script>'), part(6, 'Bob', { result: 'loss' })] }))
  await heading()
  const said = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '')
  expect(said).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'SportsEvent',
    competitor: [{ name: '</script>' }, { name: 'Bob' }],
  })
  expect(said.url).toMatch(/\/match\//)
  expect(document.querySelector('script[type="application/ld+json"]')?.textContent).not.toContain('</script>')
})

test('[cups.128] A match names the cups it counts in, to people and to machines', async () => {
  open(aMatch({ cups: [{ id: 7, title: 'Friday Cup' }] }))
  await heading()
  expect(screen.getByRole('link', { name: 'Friday Cup' }).getAttribute('href')).toBe('/cups/7')
  const said = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '')
  expect(said.superEvent).toEqual([
    {
      '@type': 'SportsEvent',
      '@id': 'https://isles.example/cups/7',
      url: 'https://isles.example/cups/7',
      name: 'Friday Cup',
    },
  ])
})

test('[tonight.13] A match of a cup names cup and round, and leads to its place in the bracket', async () => {
  const at = { id: 'w2.1', rounds: ['w1', 'w2', 'w3'] }
  open(aMatch({ cups: [{ id: 7, title: 'Friday Cup', node: at }] }))
  await heading()
  const cups = within(screen.getByRole('list', { name: 'Cups of this match' }))
  expect(cups.getByRole('listitem').textContent).toBe('Friday CupSemifinals, match 1')
  expect(cups.getByRole('link').getAttribute('href')).toBe('/cups/7#match-w2.1')
})

test('[game.08] A match without optional facts shows none of their words', async () => {
  open(aMatch())
  await heading()
  for (const word of ['Map', 'Region', 'Rounds', 'Score', 'Hits', 'Kills timeline'])
    expect(screen.queryByText(word)).toBeNull()
  expect(screen.queryByRole('region', { name: 'Kills' })).toBeNull()
})

test('[game.08] A long timeline shows its first kills, and all when asked', async () => {
  const kills = Array.from({ length: 30 }, () => ({
    at: '2026-01-05T15:01:00.000Z',
    killer: 0,
    victim: 1,
    cause: null,
  }))
  open(aMatch({ kills }))
  await heading()
  const items = () => within(screen.getByRole('region', { name: 'Kills' })).getAllByRole('listitem')
  expect(items()).toHaveLength(12)
  await whenReady.click(screen.getByRole('button', { name: 'Show all 30 kills' }))
  expect(items()).toHaveLength(30)
})

test.each([
  [{}, []],
  [{ voided: true }, ['Voided']],
  [{ ranked: false }, ['Unranked']],
  [{ voided: true, ranked: false }, ['Voided', 'Unranked']],
])(
  '[game.06] Voided and unranked matches are marked, unranked ones without points: %j',
  async (over, expected) => {
    open(aMatch(over))
    await heading()
    expect(['Voided', 'Unranked'].filter((mark) => screen.queryByText(mark) !== null)).toEqual(expected)
    const isRanked = aMatch(over).ranked
    expect(screen.queryAllByRole('columnheader', { name: 'Points' }).length > 0).toBe(isRanked)
  },
)

test.each([
  ['2026-01-05T15:00:58.000Z', '58 s'],
  ['2026-01-05T16:04:00.000Z', '1 h 4 min'],
  ['2026-01-05T14:00:00.000Z', '0 s'],
])('Its duration until %s is %s', async (endedAt, words) => {
  open(aMatch({ endedAt }))
  await heading()
  expect(screen.getByText(words)).toBeTruthy()
})

test('What is no match says so; a failure can be tried again', async () => {
  const calls = open(aMatch(), 'abc')
  expect((await heading()).textContent).toBe('Match Not Found')
  expect(calls).toEqual([])
})

test('An unknown match says so', async () => {
  fakeApi({ [address]: failing(404, 'Not Found') })
  openPage('/match/:id', MatchPage, `/match/${id}`)
  expect((await heading()).textContent).toBe('Match Not Found')
})

test('A failed call can be tried again', async () => {
  const responses: Record<string, () => Response | Promise<Response>> = { [address]: failing(500, '') }
  fakeApi(responses)
  openPage('/match/:id', MatchPage, `/match/${id}`)
  expect((await heading()).textContent).toBe('Error Loading Match')
  responses[address] = respondWith(aMatch())
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Boxing match' })).toBeTruthy()
})

describe('the document', () => {
  const ask = (idText: string, responses: Readonly<Record<string, () => unknown>>) =>
    loader(documentOf(`/match/${idText}`, idText, responses).args)
  const known = { '/api/matches/:id': () => aMatch() }

  test.each([
    ['a match', id, known, 200],
    ['an unknown match', id, {}, 404],
    ['what is no matchId', 'abc', known, 404],
  ])('of %s', async (_what, idText, responses, status) => {
    expect((await ask(idText, responses)).init?.status).toBe(status)
  })

  test('says who fought whom', async () => {
    const matches = [{ id: 'root', loaderData: { site: testSite } }]
    const { data: loaded } = await ask(id, known)
    const tags = meta({ matches, loaderData: loaded, params: { id } } as never) as MetaDescriptor[]
    expect(tags).toContainEqual({ title: 'Boxing match · Ember Isles' })
    expect(tags).toContainEqual({
      property: 'og:description',
      content: 'Alexandra against Bob on Ember Isles, 3 min 20 s.',
    })
  })
})

const rating = (userId: number, before: number, after: number, over: object = {}) => ({
  userId,
  before,
  after,
  deviationBefore: 60,
  deviationAfter: 58,
  expected: 0.5,
  ...over,
})
const lines = async () => {
  const title = await screen.findByRole('heading', { level: 2, name: 'Ratings' })
  return [...(title.parentElement as HTMLElement).querySelectorAll('p')].map((line) => line.textContent)
}

test('[ranked.18] A rated match explains the change of each player in one sentence', async () => {
  open(
    aMatch({
      rated: true,
      ratings: [
        rating(5, 1512.4, 1525.2, { expected: 0.35 }),
        rating(6, 1620, 1607.3, { deviationBefore: 45, expected: 0.65 }),
      ],
    }),
  )
  expect(await lines()).toEqual([
    '1,512 ± 60 met 1,620 ± 45: expected 35\u00a0%, won, +13.',
    '1,620 ± 45 met 1,512 ± 60: expected 65\u00a0%, lost, −13.',
  ])
})

test('[tonight.25] Where the expected figures of a match do not add up to 100 %, one sentence says why', async () => {
  open(
    aMatch({
      rated: true,
      ratings: [rating(5, 1512, 1525, { expected: 0.57 }), rating(6, 1500, 1487, { expected: 0.41 })],
    }),
  )
  expect((await lines())[2]).toMatch(/^The two figures need not add up to 100 %/)
})

test('[ranked.58] A rating that another match changed says because of which', async () => {
  const cause = { cause: 'void' as const, matchId: '0192f0c1-2345-7000-8000-000000000001' }
  const rerated = {
    was: 1540.4,
    ...cause,
    endedAt: '2026-05-03T12:00:00.000Z',
    at: '2026-05-04T12:00:00.000Z',
  }
  open(aMatch({ rated: true, ratings: [rating(5, 1512, 1525, { rerated }), rating(6, 1620, 1607)] }))
  expect(await lines()).toEqual([
    expect.stringContaining('won, +13.'),
    'Re-rated because a match of May 3, 2026 was voided: 1,540 before.',
    expect.stringContaining('lost, −13.'),
  ])
  const link = screen.getByRole('link', { name: 'a match of May 3, 2026' })
  expect(link.getAttribute('href')).toBe(`/match/${cause.matchId}`)
})

test('[ranked.18] In a team match a player met a side', async () => {
  const players = [1, 2, 3, 4].map((user) =>
    part(user, `P${user}`, { team: user < 3 ? 'a' : 'b', result: user < 3 ? 'win' : 'loss' }),
  )
  open(
    aMatch({
      players,
      rated: true,
      ratings: [1, 2, 3, 4].map((user) => rating(user, 1500 + user, 1500 + user)),
    }),
  )
  expect((await lines())[0]).toBe('1,501 ± 60 met a team of 1,504 ± 60: expected 50\u00a0%, won, 0.')
})

test.each([
  ['unranked', 'Unranked matches are not rated.'],
  ['void', 'Voided matches are not rated.'],
  ['excluded', 'Staff excluded this match from the ratings.'],
  ['sides', 'Only matches of two equal sides, one to four players each, are rated.'],
  ['results', 'The results of the two sides do not fit together, so this match is not rated.'],
  [
    'pair_limit',
    'These two had already played each other ten times in 24 hours. More matches are not rated.',
  ],
  ['late', 'This match arrived after its season was closed, so it is not rated.'],
] as const)('[ranked.18] A match that is not rated for %s says so', async (unratedReason, text) => {
  open(aMatch({ rated: false, unratedReason }))
  expect(await lines()).toEqual([text])
})

test('[ranked.18] A match that waits says that it is being rated', async () => {
  open(aMatch({ rated: null }))
  expect(await lines()).toEqual(['This match is being rated.'])
})

test('[ranked.25] A 1v1 match shows the record of all meetings, and leads to the comparison', async () => {
  open(
    aMatch({ rated: false, unratedReason: 'pair_limit' }),
    id,
    meetings([
      { wins: 3, losses: 1, draws: 1 },
      { wins: 1, losses: 1 },
    ]),
  )
  expect((await screen.findByText('4–2')).parentElement?.textContent).toBe('AlexandraAL4–2BOBob')
  const link = screen.getByRole('link', { name: 'Compare them' })
  expect(link.getAttribute('href')).toBe('/compare/5/6')
  expect(link.parentElement?.textContent).toBe('Head to head: 7 matches, 1 draw. Compare them')
})

test('[ranked.57] It leads to the meetings before and after it, as far as there are any', async () => {
  const recent = [3, 1, 2].map((at) => aMatch({ matchId: matchIdAt(at) }))
  const record = { mode: 'boxing', modeName: 'Boxing', season: null, wins: 3, losses: 0, draws: 0 }
  const meetingsOf = (matches: object[]) => ({
    'GET /api/head-to-head/5/6': respondWith({ modes: [record], recent: matches }),
  })
  const ways = async () => {
    await screen.findByText('3–0')
    return screen
      .queryAllByRole('link', { name: /^(Previous|Next) match$/ })
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`)
  }
  const rated = aMatch({ rated: false, unratedReason: 'pair_limit' })
  open(rated, id, meetingsOf(recent))
  expect(await ways()).toEqual([`Previous match /match/${matchIdAt(2)}`, `Next match /match/${matchIdAt(3)}`])
  cleanup()
  open(rated, id, meetingsOf(recent.slice(1)))
  expect(await ways()).toEqual([`Previous match /match/${matchIdAt(2)}`])
  cleanup()
  open(rated, id, meetingsOf(recent.slice(2)))
  expect(await ways()).toEqual([])
})

test('[ranked.25] A match that waits, or with more players, shows no record', async () => {
  const calls = open(aMatch({ rated: null }), id, meetings([{ wins: 1, losses: 0 }]))
  await heading()
  expect(screen.queryByText('1–0')).toBeNull()
  expect(calls.some(({ path }) => path.includes('head-to-head'))).toBe(false)
})

test('[ranked.25] A record that cannot be loaded can be asked for again', async () => {
  const others = { 'GET /api/head-to-head/5/6': failing(500, 'Internal Server Error') as () => Response }
  const responses = { [address]: respondWith(aMatch({ rated: false, unratedReason: 'results' })), ...others }
  fakeApi(responses)
  openPage('/match/:id', MatchPage, `/match/${id}`)
  await screen.findByText('Failed to load their record.')
  Object.assign(responses, meetings([{ wins: 1, losses: 0 }]))
  await whenReady.click(screen.getByRole('button', { name: /Retry/ }))
  expect(await screen.findByText('1–0')).toBeTruthy()
})

describe('[fair.03] [fair.09] rulings on the page of a match', () => {
  const openAs = (rank: Rank, match: MatchDetails, userId = 77) => {
    const responses: Record<string, () => Response | Promise<Response>> = {
      [address]: respondWith(match),
      ...meetings([]),
      'POST /api/admin/rulings': respondWith({ id: 1, state: 'applied', matches: 1, action: 'exclude' }, 201),
    }
    const calls = fakeApi(responses)
    openPage('/match/:id', MatchPage, `/match/${id}`, { ...testViewer, id: userId, rank })
    return calls
  }

  test('who may not rule has no button: a Helper, and anyone who played', async () => {
    for (const [rank, userId] of [
      ['Helper', 77],
      ['Moderator', 5],
    ] as const) {
      const view = openAs(rank, aMatch(), userId)
      await heading()
      expect([view.length > 0, screen.queryByRole('button', { name: 'Exclude match' })]).toEqual([true, null])
      cleanup()
    }
  })

  test('a Moderator excludes it with a reason of ten characters or more', async () => {
    const calls = openAs('Moderator', aMatch())
    await whenReady.click(await screen.findByRole('button', { name: 'Exclude match' }))
    const reason = await screen.findByLabelText(/^Reason/)
    await whenReady.change(reason, { target: { value: 'short' } })
    await whenReady.click(screen.getByRole('button', { name: 'Exclude' }))
    await screen.findByText('Reason must be at least 10 characters')
    await whenReady.change(reason, { target: { value: 'A boosted match' } })
    await whenReady.click(screen.getByRole('button', { name: 'Exclude' }))
    await vi.waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
        action: 'exclude',
        matchIds: [id],
        reason: 'A boosted match',
      }),
    )
  })

  test('an excluded match says so, and can be restored', async () => {
    openAs('Moderator', aMatch({ excluded: true, rated: false, unratedReason: 'excluded' }))
    await screen.findByText('Staff excluded this match. It stays here, but it does not count.')
    screen.getByText('Excluded')
    screen.getByRole('button', { name: 'Restore match' })
  })
})

test('[evening.25] A match compares each other player with the member who reads it, by one press', async () => {
  const responses = {
    [`GET /api/matches/${id}`]: respondWith(aMatch({ matchId: id })),
    'GET /api/head-to-head/5/6': respondWith({ modes: [], recent: [] }),
  }
  fakeApi(responses)
  const { unmount } = openPage('/match/:id', MatchPage, `/match/${id}`, { ...testViewer, id: 5 })
  expect((await screen.findByRole('link', { name: 'Compare with me' })).getAttribute('href')).toBe(
    '/compare/5/6',
  )
  unmount()
  fakeApi(responses)
  openPage('/match/:id', MatchPage, `/match/${id}`)
  await screen.findByRole('heading', { level: 1, name: /match/ })
  expect(screen.queryByRole('link', { name: 'Compare with me' })).toBeNull()
})
