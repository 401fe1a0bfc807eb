import { screen, within } from '@testing-library/react'
import type { MetaDescriptor } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { HeadToHead } from '../../contract/players/players-schemas.ts'
import {
  aMatch,
  aPlayer,
  documentOf,
  failing,
  matchIdAt,
  openPage,
  part,
} from '../domains/players/testing/setup.tsx'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, respondWith } from '../testing/fake-api.ts'
import { testSite } from '../testing/site.tsx'
import Compare, { loader, meta } from './compare.tsx'

afterEach(() => vi.unstubAllGlobals())

const bob = aPlayer({ id: 6, username: 'Bob' })

const record = (over: Partial<HeadToHead> = {}): HeadToHead => ({
  modes: [
    { mode: 'boxing', modeName: 'Boxing', season: 2, wins: 1, losses: 1, draws: 1 },
    { mode: 'sumo', modeName: 'Sumo', season: 2, wins: 1, losses: 0, draws: 0 },
    { mode: 'boxing', modeName: 'Boxing', season: 1, wins: 2, losses: 1, draws: 0 },
  ],
  recent: [aMatch()],
  ...over,
})

const rating = (mode: string, value: number, provisional = false) => ({
  mode,
  ladder: 'solo',
  season: null,
  rating: value,
  deviation: 80,
  provisional,
  matches: 9,
  wins: 5,
  tier: 'Iron',
  tierColour: '#fff',
  position: null,
  lastMatchAt: '2026-01-05T15:03:20.000Z',
  monthChange: null,
})

const responsesOf = (headToHead = record()): Record<string, () => Response | Promise<Response>> => ({
  'GET /api/users/5': respondWith(aPlayer()),
  'GET /api/users/6': respondWith(bob),
  'GET /api/head-to-head/5/6': respondWith(headToHead),
  'GET /api/head-to-head/5/6/opponents': respondWith([]),
  'GET /api/seasons': respondWith([{ id: 2, name: 'Winter' }]),
  'GET /api/players/5/ratings': respondWith([rating('boxing', 1662.4), rating('sumo', 1500)]),
  'GET /api/players/6/ratings': respondWith([rating('boxing', 1400, true)]),
})

function open(responses = responsesOf(), at = '/compare/5/6') {
  fakeApi(responses)
  return openPage('/compare/:a/:b', Compare, at)
}

test('[ranked.26] /compare/{a}/{b} shows the record in all and by mode, the ratings and the last meetings', async () => {
  open()
  expect(await screen.findByText('4–2')).toBeTruthy()
  await screen.findByText('Winter')
  const modes = within(screen.getByText('Head to head').parentElement as HTMLElement)
  expect(modes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Boxing3–26 matches, 1 draw',
    'Sumo1–01 match',
    // By season.
    'Winter4 matches, 1 draw 2–1',
    'Season 13 matches 2–1',
  ])
  expect((await screen.findAllByRole('row')).map(({ textContent }) => textContent)).toEqual([
    'ModeAlexandraBob',
    'Boxing1,662 ± 80Iron1,400? ± 80',
    'Sumo1,500 ± 80Iron–',
  ])
  const last = within(screen.getByRole('region', { name: 'Last meetings' }))
  expect(last.getByRole('link', { name: /Boxing/ }).getAttribute('href')).toBe(`/match/${aMatch().matchId}`)
  expect(screen.getAllByRole('link', { name: 'Bob' })[0]?.getAttribute('href')).toBe('/player/6')
})

test('[evening.13] A comparison says who is ahead in the last meetings', async () => {
  const lost = aMatch({
    players: [part(5, 'Alexandra', { result: 'loss' }), part(6, 'Bob', { result: 'win' })],
  })
  open(
    responsesOf(
      record({ recent: [lost, aMatch({ matchId: matchIdAt(2) }), { ...lost, matchId: matchIdAt(3) }] }),
    ),
  )
  expect((await screen.findByText(/is ahead/)).textContent).toBe('Bob is ahead in the last 3, 1–2')
  expect(screen.getByRole('img', { name: 'Won 1 of the last 3' })).toBeTruthy()
})

test('[evening.14] A search on a comparison replaces either player, and the address says which', async () => {
  const cleo = {
    user: { id: 7, username: 'Cleo', avatarUrl: null, rank: 'Member' },
    stats: { wins: 1, points: 2 },
  }
  const { router } = open({ ...responsesOf(), 'GET /api/players/search?username=cleo': respondWith([cleo]) })
  await screen.findByText('4–2')
  await whenReady.click(screen.getByText('Compare with somebody else'))
  await whenReady.click(screen.getByRole('button', { name: 'Keep Bob' }))
  await whenReady.change(screen.getByLabelText('Player name'), { target: { value: 'cleo' } })
  await whenReady.click(screen.getByRole('button', { name: 'Search' }))
  expect((await screen.findByRole('link', { name: /Cleo/ })).getAttribute('href')).toBe('/compare/7/6')
  expect(router.state.location.search).toBe('?replace=first&player=cleo')
})

test('[ranked.26] Players who have not met are still compared', async () => {
  open(responsesOf(record({ modes: [], recent: [] })))
  expect(await screen.findByText('They have not met yet')).toBeTruthy()
  expect(await screen.findByRole('table')).toBeTruthy()
})

test('[ranked.26] A record that cannot be loaded can be asked for again', async () => {
  const responses = responsesOf()
  responses['GET /api/head-to-head/5/6'] = failing(500, 'Internal Server Error')
  open(responses)
  await screen.findByText('Failed to load their record.')
  responses['GET /api/head-to-head/5/6'] = respondWith(record())
  await whenReady.click(screen.getByRole('button', { name: /Retry/ }))
  expect(await screen.findByText('4–2')).toBeTruthy()
})

test('[ranked.26] A search replaces the second player', async () => {
  const cleo = {
    user: { id: 7, username: 'Cleo', avatarUrl: null, rank: 'Member' },
    stats: { wins: 1, points: 2 },
  }
  open({ ...responsesOf(), 'GET /api/players/search?username=cleo': respondWith([cleo]) })
  await screen.findByText('4–2')
  await whenReady.change(screen.getByLabelText('Player name'), { target: { value: 'cleo' } })
  await whenReady.click(screen.getByRole('button', { name: 'Search' }))
  expect((await screen.findByRole('link', { name: /Cleo/ })).getAttribute('href')).toBe('/compare/5/7')
})

test('[ranked.69] A comparison lists whom both met, with the record of each', async () => {
  const user = { id: 9, username: 'Cleo', avatarUrl: null, rank: 'Member' }
  const [a, b] = [
    { wins: 4, losses: 2, draws: 1 },
    { wins: 0, losses: 1, draws: 0 },
  ]
  open({ ...responsesOf(), 'GET /api/head-to-head/5/6/opponents': respondWith([{ user, a, b }]) })
  const heading = await screen.findByRole('heading', { name: 'Common opponents' })
  const rows = within(heading.parentElement as HTMLElement).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'OpponentAlexandraBob',
    'Cleo4–2 7 matches, 1 draw0–1 1 match',
  ])
  expect(screen.getByRole('link', { name: 'Cleo' }).getAttribute('href')).toBe('/player/9')
})

test('[ranked.69] Common opponents that cannot be loaded can be asked for again', async () => {
  const path = 'GET /api/head-to-head/5/6/opponents'
  const responses = responsesOf()
  responses[path] = failing(500, 'Internal Server Error')
  open(responses)
  expect(await screen.findByText('Failed to load their common opponents.')).toBeTruthy()
  responses[path] = respondWith([])
  await whenReady.click(screen.getByRole('button', { name: /Retry/ }))
  await vi.waitFor(() => expect(screen.queryByText('Failed to load their common opponents.')).toBeNull())
  expect(screen.queryByText('Common opponents')).toBeNull()
})

test('[ranked.26] Merged ids lead to the accounts that were kept', async () => {
  const { router } = open({ ...responsesOf(), 'GET /api/users/9': respondWith(aPlayer()) }, '/compare/9/6')
  expect(await screen.findByText('4–2')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/compare/5/6')
})

test.each([
  ['/compare/5/5', 'Choose two players'],
  ['/compare/5/x', 'Invalid player ID'],
  ['/compare/5/8', 'Error Loading Profile'],
])('[ranked.26] %s says what is wrong', async (at, title) => {
  open({ ...responsesOf(), 'GET /api/users/8': failing(404, 'Not Found') }, at)
  expect((await screen.findByRole('heading', { level: 1, name: title })).textContent).toBe(title)
})

async function documentAt(a: string, b: string, headToHead = record()) {
  const { args } = documentOf(`/compare/${a}/${b}`, a, {
    '/api/users/:id': ({ id }) => aPlayer({ id: Number(id) }),
    '/api/head-to-head/:a/:b': () => headToHead,
  })
  const { context } = args as { context: never }
  const { data, init } = await loader({ context, params: { a, b } } as never)
  const matches = [{ id: 'root', loaderData: { site: testSite } }]
  const tags = meta({ matches, loaderData: data, params: { a, b } } as never) as MetaDescriptor[]
  return { status: init?.status, tags: JSON.stringify(tags) }
}

test('[ranked.26] The document of a comparison with the same player twice is a 400, and never listed', async () => {
  const { status, tags } = await documentAt('5', '5')
  expect(status).toBe(400)
  expect(tags).toContain('Invalid comparison')
  expect(tags).toContain('noindex')
  await expect(documentAt('5', 'x')).resolves.toMatchObject({ status: 400 })
})

test('[ranked.70] A comparison of two who have not met is not listed by search engines', async () => {
  const { status, tags } = await documentAt('5', '6', record({ modes: [], recent: [] }))
  expect(status).toBe(200)
  expect(tags).toContain('noindex')
})

test('[ranked.70] A comparison of two who have met is listed under one address, the lower id first', async () => {
  for (const [a, b] of [
    ['5', '6'],
    ['6', '5'],
  ] as const) {
    const { tags } = await documentAt(a, b)
    expect(tags).not.toContain('noindex')
    expect(tags).toContain('/compare/5/6"')
    expect(tags).not.toContain('/compare/6/5')
  }
})
