import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mode } from '../../../../contract/network/modes-schemas.ts'
import type { PracticeToday } from '../../../../contract/rankings/practice-today-schemas.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { planOf } from '../../../testing/plan.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { sweepLedger } from '../../matches/ledger/queries/events.ts'
import { voidMatch } from '../../matches/ledger/void.ts'
import { presentPlayers } from '../../matches/presence/queries.ts'
import { seedPracticeModes } from '../../network/practice/seed.ts'
import { practiceToday } from './queries.ts'

let site: TestApp
let server: TestGameServer
let admin: TestBrowser

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  await seedPracticeModes(site.database, site.content.current()['practice-modes'])
  server = await gameServer(site)
  const member = await site.member('Adam')
  admin = member
  await sql`UPDATE users SET rank = 'Admin' WHERE id = ${member.user.id}`.execute(site.database.sql)
})
afterAll(() => site.close())

const today = async (name: string): Promise<PracticeToday> => {
  const { rows } = await sql<{ id: number }>`SELECT id FROM practice_modes WHERE name = ${name}`.execute(
    site.database.sql,
  )
  const all: PracticeToday[] = (await site.browser().get('/api/practice/today')).json
  return all.find(({ id }) => id === rows[0]?.id)!
}
const modeOf = async (key: string): Promise<Mode> =>
  (await site.browser().get('/api/modes')).json.find((mode: Mode) => mode.key === key)
const beat = (...players: readonly object[]) => event('heartbeat', { playerCount: 9, players })
const played = (gameType: string, said: object = {}) =>
  event('match', match([player('one')], { gameType, ...said }))

test('[game.34] Players in a mode are null while no game server lists its players', async () => {
  await server.report(event('heartbeat', { playerCount: 9 }))
  expect((await today('Boxing')).players).toBeNull()
  expect((await modeOf('boxing')).players).toBeNull()
})

test('[game.34] Players in a mode are counted by its key or its name, over all game servers; a mode without any has 0', async () => {
  await server.report(beat({ xuid: 'a', mode: 'boxing' }, { xuid: 'b', mode: 'NEMO Slap' }, { xuid: 'c' }))
  await (await gameServer(site)).report(beat({ xuid: 'd', mode: 'Boxing' }, { xuid: 'e', mode: 'boxing' }))
  for (const [key, name, players] of [
    ['boxing', 'Boxing', 3],
    ['nemoslap', 'Nemo Slap', 1],
    ['sumo', 'Sumo', 0],
  ] as const) {
    expect((await today(name)).players).toBe(players)
    expect((await modeOf(key)).players).toBe(players)
  }
  await sql`UPDATE presence_parts SET received_at = now() - interval '16 seconds'`.execute(site.database.sql)
  expect((await modeOf('boxing')).players).toBeNull()
})

test('[game.35] A mode has the matches that ended on this UTC day, unranked ones too; voided and repeated ones do not count', async () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  const [twice, gone, early] = [played('bridge'), played('bridge'), played('bridge')]
  const voidOf = ({ data }: { data: unknown }) =>
    event('match.void', { matchId: (data as { matchId: string }).matchId, reason: 'A test' })
  await server.report(voidOf(early))
  await server.report(twice, gone, early, played('bridge', { ranked: false }))
  await server.send(twice)
  await server.report(played('bridge', { startedAt: yesterday, endedAt: yesterday }))
  expect((await today('The Bridge')).matches).toBe(3)
  await server.report(voidOf(gone))
  await server.send(voidOf(gone))
  // Another game server's void has no effect.
  await (await gameServer(site)).send(voidOf(twice))
  expect((await today('The Bridge')).matches).toBe(2)
  const operator = { database: site.database, live: { publish: async () => undefined } }
  await voidMatch(operator, (twice.data as { matchId: string }).matchId, 'By an operator')
  expect((await today('The Bridge')).matches).toBe(1)
  expect((await today('Bedfight')).matches).toBe(0)
})

test('[game.35] Matches and players of a mode that was merged count for the card of its target', async () => {
  await server.report(played('gap'), played('gap'), played('sumo'))
  expect((await today('Sumo')).matches).toBe(1)
  expect((await admin.post('/api/admin/modes/gap/merge', { into: 'sumo' })).status).toBe(200)
  await server.report(beat({ xuid: 'a', mode: 'gap' }, { xuid: 'b', mode: 'sumo' }), played('gap'))
  expect(await today('Sumo')).toMatchObject({ board: 'sumo', matches: 4, players: 2 })
  expect((await modeOf('sumo')).players).toBe(2)
})

test('[game.35] The first of a board of all time is named with its points; a mode without a board, or an empty one, has none', async () => {
  await server.report(
    event(
      'match',
      match([player('first', { points: 30 }), player('second', { points: 12 })], { gameType: 'fireball' }),
    ),
    played('nemoslap'),
  )
  const id = await accountOf(site, 'first')
  expect(await today('Fireball Fight')).toMatchObject({
    board: 'fireball',
    first: { user: { id, username: 'Tag first', avatarUrl: null, rank: 'Member' }, points: 30 },
  })
  expect(await today('Nemo Slap')).toMatchObject({ board: null, first: null, matches: 1 })
  expect(await today('NoDebuff')).toMatchObject({ board: 'nodebuff', first: null })
})

test('[game.35] The sweep removes the counts of days that are over', async () => {
  await sql`
    INSERT INTO match_counts (day, game_type, shard, total) VALUES ('2026-01-01', 'boxing', 0, 5)
  `.execute(site.database.sql)
  const before = await today('Sumo')
  await sweepLedger(site.database.sql)
  const { rows } = await sql`SELECT FROM match_counts WHERE day = '2026-01-01'`.execute(site.database.sql)
  expect(rows).toEqual([])
  expect(await today('Sumo')).toEqual(before)
})

test('[game.35] It reads no match, and one row of each board, however many there are', async () => {
  const { sql: database } = site.database
  await sql`
    INSERT INTO matches (match_id, server_id, game_type, ranked, started_at, ended_at, content_hash)
    SELECT gen_random_uuid(), ${server.id}, 'boxing', true, now(), now(), decode(repeat('00', 32), 'hex')
    FROM generate_series(1, 5000)
  `.execute(database)
  await sql`INSERT INTO users (gamertag) SELECT 'Guest ' || n FROM generate_series(1, 1000) AS n`.execute(
    database,
  )
  await sql`
    INSERT INTO player_stats (board_id, user_id, matches, kills, deaths, assists, wins, losses, points, win_streak,
      best_streak, last_ended_at, last_match_id)
    SELECT boards.id, users.id, 1, 0, 1, 0, 0, 1, -8, 0, 0, now(), gen_random_uuid() FROM users, boards
    WHERE game_type IN ('sumo', 'bridge') AND period = 'all' ON CONFLICT DO NOTHING
  `.execute(database)
  expect((await today('Boxing')).matches).toBeGreaterThanOrEqual(5_000)
  const nodes = await planOf(database, practiceToday(presentPlayers))
  const readOf = (table: string) =>
    nodes
      .filter((node) => node['Relation Name'] === table)
      .reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
  expect(nodes.map((node) => node['Relation Name'])).not.toContain('matches')
  expect(readOf('player_stats')).toBeLessThanOrEqual(10)
  expect(readOf('match_counts')).toBeLessThan(50)
})
