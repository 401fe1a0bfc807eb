import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { rateUntilDone } from '../ratings/worker.ts'
import { advanceBoardDay } from './advance-board-day.ts'

let site: TestApp
let server: TestGameServer

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

/** The day begins: with the boards as they are now. */
async function beginDay(): Promise<void> {
  await sql`UPDATE board_day SET as_of = as_of - 1`.execute(site.database.sql)
  await advanceBoardDay(site.database)
}

const get = async (path: string) => (await site.browser().get(path)).json
let mode: string
let round = 0

beforeEach(async () => {
  round += 1
  mode = `day_${round}`
  await sql`
    INSERT INTO modes (key, name, made_by, listed) VALUES (${mode}, ${mode}, 'staff', true)
  `.execute(site.database.sql)
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const named = (name: string) => `${mode}-${name}`

function duel(winner: string, loser: string, fields: object = {}) {
  const { inputs = [], ...more } = fields as { inputs?: (string | undefined)[] }
  return match(
    [
      player(named(winner), { points: 10, input: inputs[0] }),
      player(named(loser), { result: 'loss', input: inputs[1] }),
    ],
    { gameType: mode, startedAt: minutesAgo(100_000), ...more },
  )
}

async function play(...matches: ReturnType<typeof match>[]): Promise<void> {
  for (let at = 0; at < matches.length; at += 50)
    await server.report(...matches.slice(at, at + 50).map((one) => event('match', one)))
  await rateUntilDone(site.database)
}

const idOf = (name: string) => accountOf(site, named(name))

/** Positions of the entries of a board, with what they moved. */
async function rowsOf(query: string) {
  const { total, entries } = await get(`/api/leaderboard?gameType=${mode}&limit=25&${query}`)
  return {
    total,
    rows: entries.map((entry: { position: number; moved?: number; user: { username: string } }) => [
      entry.position,
      entry.user.username.replace(`Tag ${mode}-`, ''),
      entry.moved,
    ]),
  }
}

test('[ranked.59] a board says how many places each player gained since the UTC day began; nothing of who was not on it', async () => {
  await play(duel('a', 'x'), duel('a', 'x'), duel('b', 'x'))
  await beginDay()
  expect((await rowsOf('')).rows).toEqual([
    [1, 'a', 0],
    [2, 'b', 0],
    [3, 'x', 0],
  ])
  await play(duel('b', 'x'), duel('b', 'x'), duel('c', 'x'))
  const moved = [
    [1, 'b', 1],
    [2, 'a', -1],
    [3, 'c', undefined],
    [4, 'x', -1],
  ]
  expect((await rowsOf('')).rows).toEqual(moved)
  expect((await rowsOf(`search=${encodeURIComponent(`${mode}-b`)}`)).rows).toEqual([[1, 'b', 1]])
  const around = await get(`/api/leaderboard/around/${await idOf('a')}?gameType=${mode}`)
  expect(around.entries.map(({ moved }: { moved?: number }) => moved)).toEqual(moved.map((row) => row[2]))
  expect((await rowsOf('period=week')).rows.every((row: unknown[]) => row[2] === undefined)).toBe(true)
  // A day whose beginning nobody looked at.
  await sql`UPDATE board_day SET as_of = as_of - 1`.execute(site.database.sql)
  expect((await rowsOf('')).rows[0][2]).toBeUndefined()
  await advanceBoardDay(site.database)
})

test('[ranked.59] a rating board moves alike, and within a day the beginning stays', async () => {
  const settle = (winner: string, loser: string) =>
    Array.from({ length: 24 }, (_, n) =>
      duel(n % 3 === 0 ? loser : winner, n % 3 === 0 ? winner : loser, {
        endedAt: minutesAgo(20_000 - n * 200),
      }),
    )
  await play(...settle('a', 'b'))
  await beginDay()
  expect((await rowsOf('by=rating')).rows).toEqual([
    [1, 'a', 0],
    [2, 'b', 0],
  ])
  await play(...Array.from({ length: 9 }, () => duel('b', 'a')))
  await advanceBoardDay(site.database)
  expect((await rowsOf('by=rating')).rows).toEqual([
    [1, 'b', 1],
    [2, 'a', -1],
  ])
})

test('[ranked.60] the main input is that of 80 % of the last 30 matches with a known one, at least 10; others have none', async () => {
  const many = (count: number, winner: string, input: string | undefined, from = 900) =>
    Array.from({ length: count }, (_, n) =>
      duel(winner, 'x', { inputs: [input], endedAt: minutesAgo(from - n) }),
    )
  await play(
    ...many(10, 'touch', 'touch'),
    ...many(9, 'few', 'touch'),
    ...many(5, 'few', undefined, 800),
    ...many(8, 'mixed', 'keyboard'),
    ...many(3, 'mixed', 'touch', 800),
    ...many(40, 'changed', 'controller'),
    ...many(24, 'changed', 'keyboard', 500),
    ...many(6, 'changed', 'controller', 700),
  )
  await beginDay()
  const { rows } = await sql<{ id: number; input: string }>`
    SELECT user_id AS id, input FROM main_inputs WHERE mode = ${mode}
  `.execute(site.database.sql)
  expect(new Map(rows.map(({ id, input }) => [id, input]))).toEqual(
    new Map([
      [await idOf('touch'), 'touch'],
      [await idOf('changed'), 'keyboard'],
    ]),
  )
  // The next day looks again at who played, and leaves the others as they are.
  await play(...many(10, 'touch', 'keyboard', 100), ...many(30, 'few', 'touch', 200))
  await beginDay()
  expect((await rowsOf('input=touch')).rows).toEqual([[1, 'few', undefined]])
  expect((await rowsOf('input=keyboard')).rows).toEqual([[1, 'changed', undefined]])
})

test('[ranked.60] input= gives positions within the filter: pages, search and neighbours, by points and by rating', async () => {
  const inputOf = (n: number) => (n % 2 === 0 ? 'touch' : 'keyboard')
  const matches = ['a', 'b', 'c', 'd'].flatMap((name, n) =>
    Array.from({ length: 14 - n }, (_, at) =>
      duel(name, `x${at % 5}`, {
        inputs: [inputOf(n), 'controller'],
        endedAt: minutesAgo(1_400 - at * 90 - n),
      }),
    ),
  )
  await play(...matches)
  await beginDay()
  expect((await rowsOf('input=keyboard')).rows).toEqual([
    [1, 'b', undefined],
    [2, 'd', undefined],
  ])
  expect(await rowsOf('input=touch&offset=1')).toEqual({ total: 2, rows: [[2, 'c', undefined]] })
  expect(await rowsOf(`input=touch&search=${encodeURIComponent(`${mode}-c`)}`)).toEqual({
    total: 1,
    rows: [[2, 'c', undefined]],
  })
  expect(await rowsOf('input=touch&period=week')).toMatchObject({ total: expect.any(Number) })
  const around = await get(`/api/leaderboard/around/${await idOf('d')}?gameType=${mode}&input=keyboard`)
  expect(around).toMatchObject({ total: 2, input: 'keyboard', entries: [{ position: 1 }, { position: 2 }] })
  const nobody = await get(`/api/leaderboard/around/${await idOf('d')}?gameType=${mode}&input=touch`)
  expect(nobody).toMatchObject({ total: 2, entries: [] })

  // As if all of them had settled.
  await sql`
    UPDATE ratings SET on_board = true WHERE track_id IN (SELECT id FROM rating_tracks WHERE mode = ${mode})
  `.execute(site.database.sql)
  const rated = await get(`/api/leaderboard?gameType=${mode}&by=rating&limit=25`)
  const ofInput = await get(`/api/leaderboard?gameType=${mode}&by=rating&input=touch&limit=25`)
  const touch = [await idOf('a'), await idOf('c')]
  expect(ofInput.entries.map(({ user }: { user: { id: number } }) => user.id)).toEqual(
    rated.entries
      .map(({ user }: { user: { id: number } }) => user.id)
      .filter((id: number) => touch.includes(id)),
  )
  expect(ofInput.entries.map(({ position }: { position: number }) => position)).toEqual([1, 2])
})

test.each([
  ['input=mouse', 400],
  ['input=touch', 400],
  ['input=touch&gameType=overall', 400],
  ['input=touch&gameType=unheard_of', 404],
  ['input=touch&gameType=boxing', 200],
  ['input=touch&gameType=boxing&by=rating', 200],
])('[ranked.60] %s is answered %i', async (query, status) => {
  expect((await site.browser().get(`/api/leaderboard?${query}`)).status).toBe(status)
})

test('[ranked.60] a board of a closed season is not by input', async () => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO seasons (name, starts_at, ends_at, opened_at, closed_at)
    VALUES ('Closed', '2020-01-01', '2020-02-01', '2020-01-01', '2020-02-02') RETURNING id
  `.execute(site.database.sql)
  const path = `/api/leaderboard?gameType=boxing&by=rating&period=season:${rows[0]!.id}`
  expect((await site.browser().get(path)).status).toBe(200)
  expect((await site.browser().get(`${path}&input=touch`)).status).toBe(400)
  await sql`DELETE FROM seasons`.execute(site.database.sql)
})
