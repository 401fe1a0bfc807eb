import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Cup, CupNode, MyCup } from '../../contract/cups/cups-schemas.ts'
import { interestRefusals } from '../../contract/events/interest.ts'
import type { Text } from '../../contract/languages.ts'
import { cupData } from '../domains/cups/cup-data.ts'
import { myCupQuery } from '../domains/cups/cup-queries.ts'
import { CupShell } from '../domains/cups/cup-shell.tsx'
import { type NamedRound, nodeSentence, roundName } from '../domains/cups/cup-words.ts'
import { cupOf, nodeOf as node, standingOf } from '../domains/cups/testing/cups.ts'
import { showPage } from '../domains/events/testing/setup.tsx'
import { documentOf } from '../domains/players/testing/setup.tsx'
import { api } from '../platform/api.ts'
import { pageContext } from '../platform/navigation/page-context.ts'
import { queriesOf } from '../platform/prefetched-data.ts'
import { queryClientForHere } from '../platform/query-client.ts'
import { sayIn } from '../platform/translation.tsx'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { testSite, testViewer } from '../testing/site.tsx'
import { meta as cupMeta, loader } from './cup.tsx'
import Cups from './cups.tsx'

afterEach(() => {
  queryClientForHere().clear()
  vi.unstubAllGlobals()
})

test('[evening.93] The document of a cup has the own part in it for a member, and asks for none for a visitor', async () => {
  const keysFor = async (viewer: typeof testViewer | null) => {
    const { args, reported } = documentOf('/cups/7', '7', {
      '/api/cups/:id': () => cup(),
      '/api/cups/:id/faces': () => [],
      '/api/cups/:id/standings': () => [],
      '/api/cups/:id/mine': () => mine(),
    })
    const { context } = args as Parameters<typeof loader>[0]
    context.set(pageContext, { ...context.get(pageContext), viewer })
    const { data } = await loader(args)
    expect(reported).toEqual([])
    return queriesOf(data).map(([key]) => key)
  }
  expect(await keysFor(testViewer)).toContainEqual(myCupQuery(api, 7).queryKey)
  expect(await keysFor(null)).not.toContainEqual(myCupQuery(api, 7).queryKey)
})

const inFourMinutes = () => new Date(Date.now() + 4 * 60_000 - 5_000).toISOString()

const result = { winner: 1 } as const

const open = () =>
  node({
    id: 'w1.2',
    sides: [3, 4],
    call: {
      cupMatchId: '7-w1.2-1',
      at: '2030-01-01T18:00:00.000Z',
      ready: [],
      appearBy: inFourMinutes(),
      endsAt: '2030-01-01T18:15:00.000Z',
    },
  })

const cup = (over: Partial<Cup> = {}): Cup =>
  cupOf({
    rounds: [
      {
        id: 'w1',
        bestOf: 1,
        nodes: [node({ wins: [1, 0], matchIds: ['11111111-1111-4111-8111-111111111111'], result }), open()],
      },
      { id: 'w2', bestOf: 3, nodes: [node({ id: 'w2.1', sides: [1, null] })] },
    ],
    ...over,
  })

const mine = (over: Partial<MyCup> = {}): MyCup => ({
  entrant: null,
  isRegistered: false,
  isCheckedIn: false,
  waiting: null,
  seed: null,
  place: null,
  next: null,
  standing: null,
  ...over,
})

const viewer = { ...testViewer, id: 3 }

const show = (shown: Cup, own: MyCup, more: Record<string, () => Response | Promise<Response>> = {}) => {
  const calls = fakeApi({
    'GET /api/cups/7': respondWith(shown),
    'GET /api/cups/7/mine': respondWith(own),
    ...more,
  })
  showPage(<CupShell id={7} />, { at: '/cups/7', viewer })
  return calls
}

test('[cups.43] A match of the bracket is one sentence with one link; a free pass and a side that is not known yet differ', () => {
  const nameOf = (entrant: number) => ({ 1: 'Ann', 2: 'Ben' })[entrant] ?? 'Somebody'
  const rounds = ['w1', 'w2', 'w3', 'w4', 't'].map((id) => ({ id }))
  const english = (text: Text) => sayIn(undefined, text)
  expect(rounds.map(({ id }) => english(roundName(rounds, id).name))).toEqual([
    'Round 1',
    'Quarterfinals',
    'Semifinals',
    'Final',
    'Third place',
  ])
  const said = (round: NamedRound, one: CupNode) => nodeSentence(round, one, nameOf, english)
  const [first, second, last] = [{ name: 'Round 1' }, { name: 'Round 2' }, roundName(rounds, 'w4')]
  expect(said(second, node({ id: 'w2.3', wins: [2, 1], matchIds: ['x'], result }))).toBe(
    'Round 2, match 3: Ann 2, Ben 1, Ann advances',
  )
  expect(said(first, node({ sides: [1, 'free'], result: { ...result, how: 'free_pass' } }))).toBe(
    'Round 1, match 1: Ann, Free pass, Ann advances, free pass',
  )
  expect(said(last, node({ sides: [1, null] }))).toBe('Final: Ann, Not known yet')
  expect(said(last, node({ result: { ...result, winner: null, how: 'absent' } }))).toBe(
    'Final: Ann, Ben, nobody advances, nobody showed up',
  )
})

test('[cups.44] My next match comes first: the opponent, the time left, and READY, which names the call', async () => {
  const ready = 'POST /api/cups/7/ready'
  const calls = show(cup(), mine({ entrant: 3, isRegistered: true, isCheckedIn: true, next: open() }), {
    [ready]: respondWith(mine()),
  })
  const card = within(await screen.findByRole('region', { name: 'My next match' }))
  expect(card.getByText(/you play against/).textContent).toBe('Semifinals: you play against Dan.')
  expect(card.getByText(/4 minutes left to show up/)).toBeTruthy()
  await whenReady.click(card.getByRole('button', { name: 'Ready' }))
  await waitFor(() =>
    expect(calls).toContainEqual({
      method: 'POST',
      path: '/api/cups/7/ready',
      body: { cupMatchId: '7-w1.2-1' },
    }),
  )
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings.slice(0, 3)).toEqual(['My next match', 'Being played', 'Bracket'])
})

test('[cups.45] The bracket is a list of rounds of lists of matches; small screens show one round at a time, by links', async () => {
  show(cup(), mine())
  const bracket = within(await screen.findByRole('region', { name: 'Bracket' }))
  const link = bracket.getByRole('link', { name: 'Semifinals, match 1: Ann 1, Ben 0, Ann advances' })
  expect(link.getAttribute('href')).toBe('/match/11111111-1111-4111-8111-111111111111')
  expect(bracket.getByText('Final: Ann, Not known yet')).toBeTruthy()
  const rounds = within(screen.getByRole('navigation', { name: 'Rounds' })).getAllByRole('link')
  expect(rounds.map((one) => [one.textContent, one.getAttribute('aria-current')])).toEqual([
    ['Semifinals', 'true'],
    ['Final', null],
  ])
})

test('[cups.86] A double elimination names winners’ rounds, losers’ rounds and both grand finals, and says its rules', async () => {
  const ids = ['w1', 'l1', 'w2', 'l2', 'l3', 'w3', 'l4', 'f1', 'f2']
  const rounds = ids.map((id) => ({
    id,
    bestOf: 1,
    nodes: [node({ id: id.startsWith('f') ? id : `${id}.1` })],
  }))
  show(cup({ format: 'double', config: { ...cup().config, format: 'double' }, rounds }), mine())
  const nav = within(await screen.findByRole('navigation', { name: 'Rounds' }))
  expect(nav.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Winners round 1',
    'Winners semifinals',
    'Winners final',
    'Losers round 1',
    'Losers round 2',
    'Losers round 3',
    'Losers final',
    'Grand final',
    'Second grand final',
  ])
  const bracket = within(screen.getByRole('region', { name: 'Bracket' }))
  const columns = bracket.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(columns).toEqual([
    'Winners round 1',
    'Winners semifinals',
    'Winners final',
    'Grand final',
    'Second grand final',
    'Losers round 1',
    'Losers round 2',
    'Losers round 3',
    'Losers final',
  ])
  expect(bracket.getByText('Losers round 1, match 1: Ann, Ben')).toBeTruthy()
  expect(
    screen.getByText('Lose once and you drop into the losers’ bracket. Lose again and you are out.'),
  ).toBeTruthy()
})

test('Who does not take part reads what is played, not that they take no part', async () => {
  const open4 = open()
  show(
    cup({ rounds: [{ id: 'w1', bestOf: 3, nodes: [{ ...open4, matchIds: ['m'], wins: [1, 0] }] }] }),
    mine(),
  )
  const played = within(await screen.findByRole('region', { name: 'Being played' }))
  expect(played.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Final, 1 to 0 so far Cleo against Dan',
  ])
  expect(screen.queryByRole('region', { name: 'Taking part' })).toBeNull()
  // A round and what it is played over are two words to a screen reader.
  expect(screen.getByRole('heading', { name: 'Final best of 3' })).toBeTruthy()
})

test('[cups.46] Who checks in is told when, whether they wait, and that without it they do not take part', async () => {
  const checkIn = 'PUT /api/cups/7/check-in'
  const calls = show(cup({ phase: 'check_in', rounds: [] }), mine({ isRegistered: true }), {
    [checkIn]: refuse(409, 'conflict', 'Link your player first'),
  })
  await whenReady.click(await screen.findByRole('button', { name: 'Check in' }))
  await screen.findByText('Link your player first')
  expect(calls.map(({ method }) => method)).toContain('PUT')
})

test.each([
  ['open', 'single', true],
  ['check_in', 'double', true],
  ['running', 'arena', true],
  ['running', 'single', false],
  ['closing', 'arena', false],
  ['final', 'single', false],
] as const)(
  '[cups.46] A visitor of a cup that is %s (%s) is asked to sign in: %s',
  async (phase, format, isAsked) => {
    fakeApi({
      'GET /api/cups/7': respondWith(cup({ phase, format, ...(format === 'arena' && { rounds: [] }) })),
      'GET /api/cups/7/standings': respondWith([]),
    })
    showPage(<CupShell id={7} />, { at: '/cups/7', viewer: null })
    await screen.findByRole('heading', { name: 'Friday Cup' })
    expect(screen.queryByText(/to take part\./) !== null).toBe(isAsked)
  },
)

test('An arena says until when it runs', async () => {
  fakeApi({
    'GET /api/cups/7': respondWith(cup({ format: 'arena', endDate: '2031-01-01T20:00:00.000Z' })),
    'GET /api/cups/7/standings': respondWith([]),
  })
  showPage(<CupShell id={7} />, { at: '/cups/7', viewer: null })
  await screen.findByRole('heading', { name: 'Friday Cup' })
  expect(document.body.textContent).toMatch(/ until Jan 1, 2031/)
})

test('[cups.47] /cups lists running, next and past cups in the order of the server, with their champions', async () => {
  fakeApi({
    'GET /api/cups?state=running': respondWith([cup()]),
    'GET /api/cups?state=open': respondWith([
      cup({ id: 9, title: 'Sooner', phase: 'open' }),
      cup({ id: 10, title: 'Later', phase: 'open', startDate: '2031-01-01T18:00:00.000Z' }),
      cup({ id: 11, title: 'Some day', phase: 'open', startDate: null }),
    ]),
    'GET /api/cups?state=past': respondWith([
      cup({ id: 8, title: 'Old Cup', phase: 'final', champion: { id: 1, username: 'Ann', isMarked: true } }),
    ]),
  })
  showPage(<Cups />, { at: '/cups' })
  expect((await screen.findByRole('link', { name: 'Friday Cup' })).getAttribute('href')).toBe('/cups/7')
  const next = within(screen.getByRole('region', { name: 'Next' }))
  await next.findByText('Sooner')
  expect(next.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Sooner',
    'Later',
    'Some day',
  ])
  const past = within(screen.getByRole('region', { name: 'Past' }))
  expect((await past.findByText('Ann')).closest('p')?.textContent).toBe('Champion:AnnRuled on later')
})

test('[cups.48] A cup that does not exist says so, and leads to the others', async () => {
  fakeApi({ 'GET /api/cups/7': refuse(404, 'not_found', 'There is no such cup') })
  showPage(<CupShell id={7} />, { at: '/cups/7' })
  expect(await screen.findByRole('heading', { name: 'Cup Not Found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'page of cups' }).getAttribute('href')).toBe('/cups')
})

test('[cups.54] Moderators rule from the page of the cup: what, which match, who, and why; the version goes with it. Others see no such button', async () => {
  const rule = 'POST /api/admin/cups/7/rulings'
  const responses = {
    'GET /api/cups/7': respondWith(cup()),
    'GET /api/cups/7/mine': respondWith(mine()),
    [rule]: refuse(409, 'conflict', 'The cup has moved on in the meantime'),
  }
  fakeApi(responses)
  const { unmount } = showPage(<CupShell id={7} />, { at: '/cups/7', viewer: { ...viewer, rank: 'Helper' } })
  await screen.findByRole('heading', { name: 'Friday Cup' })
  expect(screen.queryByRole('button', { name: 'Rule' })).toBeNull()
  unmount()
  const calls = fakeApi(responses)
  showPage(<CupShell id={7} />, { at: '/cups/7', viewer: { ...viewer, rank: 'Moderator' } })
  await whenReady.click(await screen.findByRole('button', { name: 'Rule' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('combobox', { name: 'Match' })).toBeTruthy()
  await whenReady.keyDown(dialog.getByRole('combobox', { name: 'Ruling' }), { key: 'Enter' })
  await whenReady.click(await screen.findByRole('option', { name: 'Pause the cup' }))
  expect(dialog.queryByRole('combobox', { name: 'Match' })).toBeNull()
  await whenReady.change(dialog.getByRole('textbox', { name: 'Reason' }), {
    target: { value: 'The server lags for everybody' },
  })
  await whenReady.click(dialog.getByRole('button', { name: 'Rule' }))
  await screen.findByText('The cup has moved on in the meantime')
  expect(calls).toContainEqual({
    method: 'POST',
    path: '/api/admin/cups/7/rulings',
    body: { kind: 'pause', reason: 'The server lags for everybody' },
  })
})

test('[powers.109] A cup that staff cancelled within a day shows Moderators one button that undoes it, and no other ruling; others, and cups cancelled before their start, show none', async () => {
  const at = new Date(Date.now() - 3_600_000).toISOString()
  const log = [{ at, kind: 'cancel', node: null, entrant: null, reason: 'The server was down' } as const]
  const cancelled = cup({ phase: 'cancelled', log })
  const rule = 'POST /api/admin/cups/7/rulings'
  const showAs = (shown: Cup, rank: 'Helper' | 'Moderator') => {
    const calls = fakeApi({
      'GET /api/cups/7': respondWith(shown),
      'GET /api/cups/7/mine': respondWith(mine()),
      [rule]: respondWith(cup()),
    })
    return { calls, ...showPage(<CupShell id={7} />, { at: '/cups/7', viewer: { ...viewer, rank } }) }
  }
  const dayAgo = new Date(Date.now() - 90_000_000).toISOString()
  const withoutUndo: readonly (readonly [Cup, 'Helper' | 'Moderator'])[] = [
    [cancelled, 'Helper'],
    [{ ...cancelled, startDate: null }, 'Moderator'],
    [{ ...cancelled, log: [] }, 'Moderator'],
    [{ ...cancelled, log: [{ ...log[0]!, at: dayAgo }] }, 'Moderator'],
  ]
  for (const [shown, rank] of withoutUndo) {
    const { unmount } = showAs(shown, rank)
    await screen.findByRole('heading', { name: 'Friday Cup' })
    expect(screen.queryByRole('button', { name: /Undo|Rule/ })).toBeNull()
    unmount()
  }
  const { calls } = showAs(cancelled, 'Moderator')
  await whenReady.click(await screen.findByRole('button', { name: 'Undo the cancellation' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByRole('combobox')).toBeNull()
  await whenReady.change(dialog.getByRole('textbox', { name: 'Reason' }), {
    target: { value: 'The server is back already' },
  })
  await whenReady.click(dialog.getByRole('button', { name: 'Undo the cancellation' }))
  await waitFor(() =>
    expect(calls).toContainEqual({
      method: 'POST',
      path: '/api/admin/cups/7/rulings',
      body: { kind: 'undo_cancel', reason: 'The server is back already' },
    }),
  )
})

test('[cups.129] A cup says to machines what is played when; without a date it says nothing', async () => {
  show(cup({ title: '</script>' }), mine())
  await screen.findByRole('heading', { name: '</script>' })
  const said = () => document.querySelector('script[type="application/ld+json"]')?.textContent
  expect(JSON.parse(said() ?? '')).toMatchObject({
    '@type': 'SportsEvent',
    '@id': 'https://isles.example/cups/7',
    name: '</script>',
    sport: 'Sumo',
    image: 'https://isles.example/share/cup/7.png',
    startDate: '2030-01-01T18:00:00.000Z',
    eventStatus: 'https://schema.org/EventScheduled',
  })
  expect(said()).not.toContain('</script>')
  expect(cupData(testSite, cup({ startDate: null }))).toBeNull()
  expect(cupData(testSite, cup({ phase: 'cancelled' }))).toMatchObject({
    eventStatus: 'https://schema.org/EventCancelled',
  })
})

test('[cups.125] Link previews of a cup show its share image; after a navigation inside the site its title is no refusal', () => {
  const matches = [{ id: 'root', loaderData: { site: testSite } }]
  const tags = cupMeta({ matches, loaderData: null, params: { id: '7' } } as never)
  expect(tags).toContainEqual({ property: 'og:image', content: 'https://isles.example/share/cup/7.png' })
  expect(tags).toContainEqual({ title: `Cup · ${testSite.name}` })
})

const cutArena = (over: Partial<Cup> = {}): Cup =>
  cup({
    format: 'arena',
    endDate: '2031-01-01T20:00:00.000Z',
    checkIn: null,
    config: { ...cupOf().config, format: 'arena', cut: 4 },
    ...over,
  })

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

const table = { 'GET /api/cups/7/standings': respondWith([standingOf({ entrant: 9, username: 'Zoe' })]) }

/** The page of an arena in its final bracket. */
function showWithTable(own: MyCup) {
  fakeApi({
    'GET /api/cups/7': respondWith(cutArena()),
    'GET /api/cups/7/mine': respondWith(own),
    ...table,
  })
  return showPage(<CupShell id={7} />, { at: '/cups/7', viewer })
}

test('[cups.146] An arena with a cut says how many go on; then its final bracket is above the table, which can still be read', async () => {
  const standing = standingOf({ place: 5, entrant: 3, username: 'Cleo', points: 3 })
  const own = mine({ entrant: 3, isRegistered: true, isCheckedIn: true, standing })
  show(cutArena({ entrants: [], rounds: [] }), own, table)
  expect(await screen.findByText('Sumo · Arena, then a final bracket of 4')).toBeTruthy()
  expect(await screen.findByText(/You are number/)).toHaveProperty(
    'textContent',
    'You are number 5 with 3 points. Every ranked match of Sumo against another entrant counts. The best 4 go on to the final bracket.',
  )
  expect(headings()).toEqual(['Taking part', 'Arena', 'Rules'])
  expect(screen.getByText('The best 4 go on to the final bracket.')).toBeTruthy()
  expect(screen.getByText(/^Five minutes after the end the best 4 who have not left/)).toBeTruthy()
  expect(screen.getByText(/^A match is one game of Sumo, the final the best of 3 games/)).toBeTruthy()
})

test('[cups.146] In the final bracket an entrant reads the match, and who did not go on the place', async () => {
  const own = mine({ entrant: 3, isRegistered: true, isCheckedIn: true, next: open() })
  const { unmount } = showWithTable(own)
  await screen.findByText(/you play against/)
  await screen.findByText('Zoe')
  expect(headings()).toEqual(['My next match', 'Being played', 'Final bracket of 4', 'Arena', 'Rules'])
  expect(screen.getByText('The table that the final bracket was made from.')).toBeTruthy()
  unmount()
  queryClientForHere().clear()
  const behind = mine({ entrant: 9, isRegistered: true, isCheckedIn: true, place: 5 })
  const { unmount: next } = showWithTable(behind)
  expect(await screen.findByText('Your place: 5.')).toBeTruthy()
  next()
  queryClientForHere().clear()
  showWithTable(mine())
  await screen.findByText('Zoe')
  expect(headings()).toEqual(['Being played', 'Final bracket of 4', 'Arena', 'Rules'])
  expect(screen.queryByRole('button', { name: 'Register' })).toBeNull()
})

test('[cups.146] Between the end of an arena and its final bracket it says when that begins', async () => {
  const endDate = new Date(Date.now() - 60_000).toISOString()
  show(
    cutArena({ endDate, entrants: [], rounds: [] }),
    mine({ isRegistered: true, isCheckedIn: true }),
    table,
  )
  expect((await screen.findByText(/^The arena is over/)).textContent).toMatch(
    /^The arena is over\. Late results count until .+\. Then the best 4 are called to the final bracket\.$/,
  )
})

test('[powers.47] On the page of a cup staff who take part read why they rule nothing, and the log says what a ruling replaced', async () => {
  const entry = { at: '2030-01-01T18:00:00.000Z', node: null, entrant: null, reason: '' } as const
  const names = new Map(cup().entrants.map(({ entrant, username }) => [entrant, username]))
  fakeApi({
    'GET /api/cups/7': respondWith(
      cup({
        log: [
          { ...entry, kind: 'reorder', moved: [{ entrant: 1, from: 2, to: 1 }] },
          { ...entry, kind: 'both_out', node: 'w1.1', winnerBefore: 1, reason: 'Neither of them came' },
        ],
      }),
    ),
    'GET /api/cups/7/mine': respondWith(mine({ interest: { takesPart: true, hasActed: false } })),
  })
  showPage(<CupShell id={7} />, { at: '/cups/7', viewer: { ...viewer, rank: 'Moderator' } })
  expect(await screen.findByText(sayIn(undefined, interestRefusals.staff))).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Rule' })).toBeNull()
  expect(screen.getByText('The seeds were reordered')).toBeTruthy()
  expect(screen.getByText(`${names.get(1)}: seed 2 became 1`)).toBeTruthy()
  expect(screen.getByText(`Before, ${names.get(1)} won.`)).toBeTruthy()
})

const final = (over: Partial<CupNode> = {}) =>
  node({
    id: 'w2.1',
    sides: [1, 3],
    wins: [1, 2],
    matchIds: ['22222222-2222-4222-8222-222222222222'],
    ...over,
  })

const closing = (over: Partial<Cup> = {}): Cup => {
  const [first] = cup().rounds
  const semifinals = [first!.nodes[0]!, { ...open(), call: undefined, result: { winner: 3 } } as CupNode]
  return cup({
    phase: 'closing',
    closesAt: new Date(Date.now() + 9 * 60_000 - 5_000).toISOString(),
    entrants: ['Ann', 'Ben', 'Cleo', 'Dan'].map((username, index) => ({
      entrant: index + 1,
      username,
      place: [2, 3, 1, 3][index]!,
    })),
    rounds: [
      { id: 'w1', bestOf: 1, nodes: semifinals },
      { id: 'w2', bestOf: 3, nodes: [final({ result: { winner: 3 } })] },
    ],
    ...over,
  })
}

test('[tonight.08] A side that lost says at its place that the result is wrong, with the time left and why; the call names the match', async () => {
  const dispute = 'POST /api/cups/7/disputes'
  const until = new Date(Date.now() + 7 * 60_000 - 5_000).toISOString()
  const own = mine({
    entrant: 1,
    isRegistered: true,
    isCheckedIn: true,
    isOut: true,
    place: 2,
    disputable: [{ node: 'w2.1', cupMatchId: '7-w2.1-1', until }],
  })
  const calls = show(closing(), own, { [dispute]: respondWith({ ok: true }) })
  const card = within(await screen.findByRole('region', { name: 'Taking part' }))
  expect(card.getByText('Your place: 2.')).toBeTruthy()
  expect(card.getByText(/against/).textContent).toBe('Final: 1 to 2 against Cleo')
  expect(card.getByText('7 minutes left to say so')).toBeTruthy()
  await whenReady.click(card.getByRole('button', { name: 'This result is wrong' }))
  const dialog = within(await screen.findByRole('dialog'))
  await whenReady.change(dialog.getByRole('textbox', { name: 'What happened?' }), {
    target: { value: 'The second game was mine' },
  })
  await whenReady.click(dialog.getByRole('button', { name: 'Dispute' }))
  await waitFor(() =>
    expect(calls).toContainEqual({
      method: 'POST',
      path: '/api/cups/7/disputes',
      body: { cupMatchId: '7-w2.1-1', reason: 'The second game was mine' },
    }),
  )
})

test('[tonight.09] While a cup closes its page says first who won and until when that can change; afterwards it has a podium and the way of the champion', async () => {
  fakeApi({ 'GET /api/cups/7': respondWith(closing()), 'GET /api/cups/7/faces': respondWith([]) })
  const { unmount } = showPage(<CupShell id={7} />, { at: '/cups/7', viewer: null })
  expect((await screen.findByText(/wins\.$/)).textContent).toBe('Cleo wins.')
  expect(screen.getByText('Final in 9 min unless a result is disputed.')).toBeTruthy()
  unmount()
  queryClientForHere().clear()
  fakeApi({
    'GET /api/cups/7': respondWith(
      closing({ phase: 'final', champion: { id: 3, username: 'Cleo', isMarked: false } }),
    ),
    'GET /api/cups/7/faces': respondWith([
      { userId: 3, avatarUrl: 'https://isles.example/avatars/3/a.webp' },
    ]),
  })
  showPage(<CupShell id={7} />, { at: '/cups/7', viewer: null })
  const podium = within(await screen.findByRole('list', { name: 'Podium' }))
  expect(podium.getAllByRole('link').map((link) => link.textContent)).toEqual(['Cleo', 'Ann', 'Ben', 'Dan'])
  await waitFor(() => expect(document.querySelector('ol[aria-label=Podium] img')).toBeTruthy())
  const path = within(screen.getByRole('region', { name: 'The champion’s path' }))
  expect(path.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'SemifinalsDan ',
    'FinalAnn 2–1',
  ])
})

test('[tonight.10] A cup that was cancelled says why: too few, with the date it had, or the reason of staff', async () => {
  fakeApi({
    'GET /api/cups/7': respondWith(
      cup({
        phase: 'cancelled',
        startDate: null,
        rounds: [],
        size: 2,
        wasPlannedFor: '2030-01-01T18:00:00.000Z',
      }),
    ),
  })
  const { unmount } = showPage(<CupShell id={7} />, { at: '/cups/7', viewer: null })
  expect(await screen.findByText('Cancelled: too few teams')).toBeTruthy()
  expect(screen.queryByText('Date to be announced')).toBeNull()
  expect(screen.getByText(/^It was planned for/).textContent).toMatch(
    /Jan 1, 2030.*At least 4 were needed\.$/,
  )
  unmount()
  queryClientForHere().clear()
  const entry = { at: '2030-01-01T18:00:00.000Z', kind: 'cancel', node: null, entrant: null } as const
  fakeApi({
    'GET /api/cups/7': respondWith(
      cup({ phase: 'cancelled', rounds: [], log: [{ ...entry, reason: 'The server was down' }] }),
    ),
  })
  showPage(<CupShell id={7} />, { at: '/cups/7', viewer: null })
  expect(await screen.findByText('Cancelled by staff')).toBeTruthy()
  expect(screen.getAllByText('The server was down').length).toBeGreaterThan(0)
})

test('[tonight.35] A place on the waiting list is counted from its first, before check-in as after it', async () => {
  const full = cup({ phase: 'check_in', rounds: [], entrantCount: 8 })
  show(full, mine({ isRegistered: true, isCheckedIn: true, waiting: 2 }))
  expect(await screen.findByText(/You are number 2 on the waiting list/)).toBeTruthy()
  cleanup()
  show(full, mine({ isRegistered: true, wouldBe: 10 }))
  expect(await screen.findByText(/you would be number 2\./)).toBeTruthy()
})

test('[tonight.11] In a full cup a member checks in for the waiting list, and reads which place they would have', async () => {
  show(cup({ phase: 'check_in', rounds: [], entrantCount: 8 }), mine({ isRegistered: true, wouldBe: 9 }))
  expect((await screen.findByText(/waiting list: you would be/)).textContent).toMatch(
    /you would be number 1\./,
  )
  expect(screen.queryByText(/do not check in, you are out/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Join the waiting list' })).toBeTruthy()
})

/** The bracket of 128 players before its first result. */
const large = () => {
  const counts = [64, 32, 16, 8, 4, 2, 1]
  return cup({
    entrants: Array.from({ length: 128 }, (_, index) => ({ entrant: index + 1, username: `P${index + 1}` })),
    rounds: counts.map((count, round) => ({
      id: `w${round + 1}`,
      bestOf: 1,
      nodes: Array.from({ length: count }, (_, at) =>
        node({
          id: `w${round + 1}.${at + 1}`,
          sides: round === 0 ? [at * 2 + 1, at * 2 + 2] : [null, null],
        }),
      ),
    })),
  })
}

test('[tonight.12] A bracket of 128 is shown by half, with seeds; the half and the round of the viewer come first, and a link leads to their match', async () => {
  show(large(), mine({ entrant: 128, isRegistered: true, isCheckedIn: true, isOut: true }))
  const halves = within(await screen.findByRole('navigation', { name: 'Halves of the bracket' }))
  await waitFor(() =>
    expect(halves.getByRole('link', { name: 'Lower half' }).getAttribute('aria-current')).toBe('true'),
  )
  const bracket = within(screen.getByRole('region', { name: 'Bracket' }))
  expect(bracket.getAllByText(/^Round 1, match/)).toHaveLength(32)
  expect(bracket.getByText('Round 1, match 64: P127, P128')).toBeTruthy()
  expect(bracket.getByText('Final: Not known yet, Not known yet')).toBeTruthy()
  expect(halves.getByRole('link', { name: 'Upper half' }).getAttribute('href')).toBe(
    '/cups/7?round=w1&half=1',
  )
  expect(bracket.getByRole('link', { name: 'Jump to my match' }).getAttribute('href')).toBe(
    '/cups/7?round=w1&half=2#my-match',
  )
  expect(document.getElementById('my-match')?.textContent).toMatch(
    /^Round 1, match 64: P127, P128127P1P127128/,
  )
})

test('[tonight.60] Who is out sees the round that is played, in their half of the bracket', async () => {
  const { rounds, ...rest } = large()
  const [first, ...later] = rounds
  const nodes = first!.nodes.map((one) => ({ ...one, result: { winner: Number(one.sides[0]) } }))
  show(
    { ...rest, rounds: [{ ...first!, nodes }, ...later] },
    mine({ entrant: 128, isRegistered: true, isCheckedIn: true, isOut: true }),
  )
  const navigation = within(await screen.findByRole('navigation', { name: 'Rounds' }))
  await waitFor(() => expect(navigation.getByRole('link', { current: true }).textContent).toBe('Round 2'))
  const halves = within(screen.getByRole('navigation', { name: 'Halves of the bracket' }))
  expect(halves.getByRole('link', { current: true }).textContent).toBe('Lower half')
})
