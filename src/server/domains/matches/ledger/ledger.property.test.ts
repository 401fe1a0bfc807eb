import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shippedGameTypes } from '../../../../contract/rankings/stats.ts'
import { event, gameServer, match, player, type TestGameServer } from '../../../testing/game-server.ts'
import { bySize } from '../../../testing/size.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { countRebuilds } from '../modes/queries.ts'
import { rebuildWaitingPlayers } from '../modes/rebuild-players.ts'
import { rebuildLedger, verifyLedger } from './rebuild.ts'

let site: TestApp
let servers: TestGameServer[]
let admin: TestBrowser

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  const member = await site.member()
  await sql`UPDATE users SET rank = 'Admin' WHERE id = ${member.user.id}`.execute(site.database.sql)
  admin = member
  servers = [await gameServer(site, 'A'), await gameServer(site, 'B')]
})
afterAll(() => site.close())

let round = 0
beforeEach(() => {
  round += 1
})

const part = fc.record({
  who: fc.nat(5),
  result: fc.constantFrom('win', 'loss', 'draw'),
  kills: fc.nat(30),
  deaths: fc.nat(30),
  points: fc.integer({ min: -60, max: 60 }),
})

const day = 86_400_000
const today = Math.floor(Date.now() / day) * day
const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * day
const first = Date.parse(`${new Date(today).toISOString().slice(0, 7)}-01`)
// Few moments in several months and weeks, so that many matches end at the same time; running ones among them.
const moments = [monday - 40 * day, first - 1, first, monday - 1, monday, today].map((at) =>
  new Date(at).toISOString(),
)

const game = fc.record({
  server: fc.nat(1),
  // The last three are modes of their own, new in each history.
  gameType: fc.constantFrom(...shippedGameTypes, 'a', 'b', 'c'),
  ranked: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  endedAt: fc.constantFrom(...moments),
  parts: fc.uniqueArray(part, { selector: ({ who }) => who, minLength: 1, maxLength: 4 }),
  voidedBy: fc.option(fc.nat(1), { freq: 4 }),
  copies: fc.integer({ min: 1, max: 2 }),
  /** Sent under the id of the match. */
  named: fc.boolean(),
})

const history = fc.record({
  games: fc.array(game, { minLength: 1, maxLength: 40 }),
  order: fc.infiniteStream(fc.nat(1_000_000)),
  batch: fc.integer({ min: 1, max: 12 }),
  writers: fc.integer({ min: 1, max: 6 }),
  /** What staff do meanwhile. */
  changes: fc.array(
    fc.oneof(
      fc.record({ mode: fc.constantFrom('a', 'b', 'c'), listed: fc.boolean(), inOverall: fc.boolean() }),
      fc.record({ mode: fc.constantFrom('a', 'b', 'c'), into: fc.constantFrom('a', 'b', 'c', 'sumo') }),
    ),
    { maxLength: 5 },
  ),
})

/** Everything that a rebuild must reproduce: player_stats, and the histogram without empty buckets. */
async function tables() {
  const stats = await sql<{ board_id: number }>`
    SELECT * FROM player_stats ORDER BY board_id, user_id
  `.execute(site.database.sql)
  const counts = await sql<{ board_id: number }>`
    SELECT * FROM board_counts WHERE players <> 0 ORDER BY board_id, shift, node
  `.execute(site.database.sql)
  return { stats: stats.rows, counts: counts.rows }
}

/** The mode of this history that a letter stands for. */
const modeOf = (name: string) => (name.length === 1 ? `mode_${round}_${name}` : name)

type Change = { mode: string } & ({ listed: boolean; inOverall: boolean } | { into: string })

async function makeChanges(changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    const url = `/api/admin/modes/${modeOf(change.mode)}`
    const response =
      'into' in change
        ? await admin.post(`${url}/merge`, { into: modeOf(change.into) })
        : await admin.patch(url, { listed: change.listed, inOverall: change.inOverall })
    // Into itself or into an alias; a change of an alias.
    expect([200, 400, 409]).toContain(response.status)
  }
}

test('[game.14] histories shuffled, duplicated, voided, cut into batches of concurrent writers, with modes listed and merged meanwhile, equal a rebuild', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ games, order, batch, writers, changes }) => {
      round += 1
      await sql`
        INSERT INTO modes (key, name, made_by) SELECT key, key, 'staff' FROM unnest(${['a', 'b', 'c'].map(modeOf)}::text[]) AS key
      `.execute(site.database.sql)
      const said = games.flatMap(({ server, parts, voidedBy, copies, named, ...rest }) => {
        const data = match(
          parts.map(({ who, ...figures }) => player(`r${round % 3}-${who}`, figures)),
          { ...rest, gameType: modeOf(rest.gameType), startedAt: new Date(monday - 60 * day).toISOString() },
        )
        const sent = Array.from({ length: copies }, () => ({
          server,
          event: event('match', data, named ? { id: data.matchId } : {}),
        }))
        const gone = { matchId: data.matchId, reason: 'void' }
        return voidedBy === null ? sent : [...sent, { server: voidedBy, event: event('match.void', gone) }]
      })
      const shuffled = said
        .map((one) => ({ one, at: order.next().value ?? 0 }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one)
      const batches = servers.flatMap((server, index) => {
        const own = shuffled.filter((one) => one.server === index).map((one) => one.event)
        return Array.from({ length: Math.ceil(own.length / batch) }, (_, n) => ({
          server,
          events: own.slice(n * batch, (n + 1) * batch),
        }))
      })
      // Each writer takes the next batch when it is free.
      let next = 0
      const write = async () => {
        for (let mine = batches[next++]; mine !== undefined; mine = batches[next++]) {
          const response = await mine.server.send(...mine.events)
          expect(response.status).toBe(200)
        }
      }
      await Promise.all([makeChanges(changes), ...Array.from({ length: writers }, write)])
      await rebuildWaitingPlayers(site.context)
      await expect.poll(() => countRebuilds(site.database.sql)).toBe(0)

      const live = await tables()
      expect(await verifyLedger(site.database)).toMatchObject({ differences: 0, examples: [] })
      await rebuildLedger(site.database)
      expect(await tables()).toEqual(live)
    }),
    { numRuns: bySize(5, 25) },
  )
})

test('verify sees a wrong figure, a missing row and a wrong histogram; rebuild puts them right', async () => {
  await servers[0]!.report(event('match', match([player(`verify-${round}`, { points: 7 })])))
  const breaks = [
    sql`UPDATE player_stats SET kills = kills + 1 WHERE user_id = (SELECT max(user_id) FROM player_stats)`,
    sql`DELETE FROM player_stats WHERE user_id = (SELECT max(user_id) FROM player_stats)`,
    sql`UPDATE board_counts SET players = players + 1 WHERE board_id = (SELECT max(board_id) FROM board_counts)`,
    sql`INSERT INTO player_stats (board_id, user_id, matches, kills, deaths, assists, wins, losses, points, win_streak,
        best_streak, last_ended_at, last_match_id)
      SELECT board_id, (SELECT min(id) FROM users), matches, kills, deaths, assists, wins, losses, points, win_streak,
        best_streak, last_ended_at, last_match_id FROM player_stats
      WHERE board_id NOT IN (SELECT board_id FROM player_stats WHERE user_id = (SELECT min(id) FROM users)) LIMIT 1`,
  ]
  await site.member()
  for (const statement of breaks) {
    await statement.execute(site.database.sql)
    const verdict = await verifyLedger(site.database)
    expect(verdict.differences).toBeGreaterThan(0)
    expect(verdict.examples.length).toBeGreaterThan(0)
    await rebuildLedger(site.database)
    expect((await verifyLedger(site.database)).differences).toBe(0)
  }
})

test('[game.14] verify misses no board on which no match counts', async () => {
  const [from, into] = [`void_${round}_from`, `void_${round}_into`]
  await sql`
    INSERT INTO modes (key, name, made_by) SELECT key, key, 'staff' FROM unnest(${[from, into]}::text[]) AS key
  `.execute(site.database.sql)
  const gone = match([player(`void-${round}`)], { gameType: from })
  await servers[0]!.report(
    event('match', gone),
    event('match.void', { matchId: gone.matchId, reason: 'lag' }),
  )
  expect((await admin.post(`/api/admin/modes/${from}/merge`, { into })).status).toBe(200)
  await rebuildWaitingPlayers(site.context)
  await expect.poll(() => countRebuilds(site.database.sql)).toBe(0)
  // As when the match, void already, arrives while the modes are being merged: nothing makes a board for it.
  await sql`DELETE FROM boards WHERE game_type = ${into}`.execute(site.database.sql)
  expect(await verifyLedger(site.database)).toMatchObject({ differences: 0, examples: [] })
})
