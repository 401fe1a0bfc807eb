import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { sweepEndedBoards } from './ended-boards.ts'
import { rebuildLedger, verifyLedger } from './rebuild.ts'

let site: TestApp
let server: TestGameServer

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const endedAt = (days: number) => ({ startedAt: daysAgo(days + 1), endedAt: daysAgo(days) })

const boardsOf = async (xuid: string) =>
  (
    await sql<{ period: string; points: number }>`
      SELECT period, points FROM player_stats JOIN boards ON boards.id = board_id
      WHERE game_type = 'boxing' AND user_id = ${await accountOf(site, xuid)} ORDER BY period
    `.execute(site.database.sql)
  ).rows

const noDifferences = { differences: 0, examples: [] }

test('[game.40] a match of an ended period counts on the board of all time and on none of that period', async () => {
  await server.report(event('match', match([player('late', { points: 5 })], endedAt(40))))
  expect(await boardsOf('late')).toEqual([{ period: 'all', points: 5 }])
  const { rows } =
    await sql`SELECT FROM boards WHERE starts_on BETWEEN '1970-01-02' AND now() - interval '32 days'`.execute(
      site.database.sql,
    )
  expect(rows).toEqual([])
  expect(await verifyLedger(site.database)).toMatchObject(noDifferences)
})

/** A board whose week ended so many days ago, with figures that no match explains. */
const endedBoard = async (daysAgo: number) => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO boards (game_type, period, starts_on)
    VALUES ('boxing', 'week', (now() AT TIME ZONE 'UTC')::date - 7 - ${daysAgo}::int) RETURNING id
  `.execute(site.database.sql)
  const { id } = rows[0]!
  await sql`
    INSERT INTO player_stats (board_id, user_id, matches, kills, deaths, assists, wins, losses, points, win_streak,
      best_streak, last_ended_at, last_match_id)
    SELECT ${id}, id, 9, 9, 9, 9, 9, 9, 9, 9, 9, now(), gen_random_uuid() FROM users
  `.execute(site.database.sql)
  await sql`INSERT INTO board_counts (board_id, shift, node, players) VALUES (${id}, 22, 0, 5)`.execute(
    site.database.sql,
  )
  return id
}

const boardIds = async () =>
  (await sql<{ id: number }>`SELECT id FROM boards`.execute(site.database.sql)).rows.map(({ id }) => id)

test('[game.40] a match of now counts in all periods; verify and rebuild leave boards of ended ones', async () => {
  await server.report(event('match', match([player('regular', { points: 3 })])))
  await endedBoard(0)
  expect(await verifyLedger(site.database)).toMatchObject(noDifferences)
  await rebuildLedger(site.database)
  expect(await verifyLedger(site.database)).toMatchObject(noDifferences)
  expect(await boardsOf('regular')).toEqual(['all', 'month', 'week'].map((period) => ({ period, points: 3 })))
})

test('[game.40] the sweep deletes a board a day after its period, and no other', async () => {
  await server.report(event('match', match([player('swept', { points: 3 })])))
  // Among them the board that ended at the midnight before this moment.
  const kept = await boardIds()
  await endedBoard(1)
  await endedBoard(10)
  await Promise.all([sweepEndedBoards(site.database), sweepEndedBoards(site.database)])
  expect((await boardIds()).sort()).toEqual(kept.sort())
  expect(await verifyLedger(site.database)).toMatchObject(noDifferences)
})

test('[game.40] a void after the end of a period changes what is kept', async () => {
  const old = match([player('voided', { points: 5 })], endedAt(40))
  await server.report(event('match', old), event('match', match([player('voided', { points: 2 })])))
  await server.report(event('match.void', { matchId: old.matchId, reason: 'void' }))
  expect((await boardsOf('voided')).map(({ points }) => points)).toEqual([2, 2, 2])
  expect(await verifyLedger(site.database)).toMatchObject(noDifferences)
})
