import fc from 'fast-check'
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
import { bySize } from '../../../testing/size.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { rebuildRatings, verifyRatings } from './rebuild.ts'
import { rateUntilDone } from './worker.ts'

let site: TestApp
let server: TestGameServer

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const histories = bySize(4, 20)

const game = fc.record({
  mode: fc.constantFrom('sumo', 'sumo', 'sumo', 'boxing'),
  ranked: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  /** Few minutes, so that several matches end at the same time. */
  minute: fc.nat(20),
  players: fc.oneof(
    { weight: 4, arbitrary: fc.uniqueArray(fc.nat(5), { minLength: 2, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.uniqueArray(fc.nat(5), { minLength: 3, maxLength: 4 }) },
  ),
  result: fc.constantFrom('win', 'loss', 'draw'),
  isVoid: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  copies: fc.integer({ min: 1, max: 2 }),
})

const history = fc.record({
  games: fc.array(game, { minLength: 1, maxLength: 30 }),
  order: fc.infiniteStream(fc.nat(1_000_000)),
  batch: fc.integer({ min: 1, max: 10 }),
  /** Players that are linked to one member after this many batches, as XUID and PlayFab id. */
  linkAfter: fc.option(fc.nat(8)),
  unlinkAfter: fc.option(fc.nat(8)),
})

async function tables() {
  const changes = await sql`SELECT * FROM rating_history ORDER BY match_id, identity_id`.execute(
    site.database.sql,
  )
  const ratings = await sql`SELECT * FROM ratings ORDER BY track_id, season_id, user_id`.execute(
    site.database.sql,
  )
  const counts = await sql`
    SELECT * FROM rating_counts WHERE players <> 0 ORDER BY track_id, season_id, is_coarse, node
  `.execute(site.database.sql)
  const records =
    await sql`SELECT * FROM head_to_head ORDER BY low_id, high_id, season_id, game_type`.execute(
      site.database.sql,
    )
  return { changes: changes.rows, ratings: ratings.rows, counts: counts.rows, records: records.rows }
}

const opposite = { win: 'loss', loss: 'win', draw: 'draw' } as const
const minuteAt = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()

let round = 0
let isWhole = true

/** Links both identities of a person, who never play against each other, to a new member. */
async function linkBoth(): Promise<string> {
  const member = await site.member()
  for (const [kind, value] of [
    ['xuid', `r${round}-0`],
    ['pfid', `r${round}-p`],
  ] as const) {
    const request = event('link.request', { [kind]: value, gamertag: `Tag ${value}` })
    const { code } = (await server.report(request)).json.results[0]
    const response = await member.post('/api/link', { code })
    expect([200, 409]).toContain(response.status)
  }
  return `r${round}-0`
}

test('[ranked.09] [ranked.23] histories in any order, with duplicates, voids, links and unlinks between their batches, equal a rebuild', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ games, order, batch, linkAfter, unlinkAfter }) => {
      round += 1
      // What an earlier history left wrong is not this one's, so that a failure shrinks to its own cause.
      if (!isWhole) await rebuildRatings(site.database)
      isWhole = false
      const events = games.flatMap(({ players, result, isVoid, copies, minute, mode, ranked }) => {
        const sides = players.map((who, index) => {
          const side = index < players.length / 2 ? 'a' : 'b'
          // The sixth is the first player's other identity.
          const identity = who === 5 ? { pfid: `r${round}-p` } : { xuid: `r${round}-${who}` }
          const { xuid: _, ...rest } = player('', { gamertag: `Tag ${who}`, team: side })
          return { ...rest, ...identity, result: side === 'a' ? result : opposite[result] }
        })
        // A person cannot meet themselves.
        const isAlone = players.includes(0) && players.includes(5)
        if (isAlone) return []
        const data = match(sides, {
          gameType: mode,
          ranked,
          startedAt: '2025-12-31T00:00:00Z',
          endedAt: minuteAt(minute),
        })
        const sent = Array.from({ length: copies }, () => event('match', data))
        return isVoid ? [...sent, event('match.void', { matchId: data.matchId, reason: 'void' })] : sent
      })
      const shuffled = events
        .map((one) => ({ one, at: order.next().value ?? 0 }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one)
      await server.report(event('player', { xuid: `r${round}-0`, gamertag: 'One' }))
      await server.report(event('player', { pfid: `r${round}-p`, gamertag: 'One' }))
      for (let n = 0; n * batch < shuffled.length || n < 9; n += 1) {
        const part = shuffled.slice(n * batch, (n + 1) * batch)
        if (part.length > 0) expect((await server.send(...part)).status).toBe(200)
        if (n === linkAfter) await linkBoth()
        if (n === unlinkAfter) await server.send(event('link.remove', { xuid: `r${round}-0` }))
        if (n % 2 === 0) await rateUntilDone(site.database)
      }
      await rateUntilDone(site.database)

      expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })
      const live = await tables()
      await rebuildRatings(site.database)
      expect(await tables()).toEqual(live)
      // Nothing of what is there helps a computation from the matches alone.
      await sql`DELETE FROM rating_history`.execute(site.database.sql)
      await sql`DELETE FROM ratings`.execute(site.database.sql)
      await sql`DELETE FROM head_to_head`.execute(site.database.sql)
      await rebuildRatings(site.database)
      expect(await tables()).toEqual(live)
      isWhole = true
    }),
    { numRuns: histories },
  )
})

test('verify sees a wrong rating, a wrong change and a missing row; rebuild corrects them', async () => {
  round += 1
  const [one, other] = [`v${round}-1`, `v${round}-2`]
  await server.report(event('match', match([player(one), player(other, { result: 'loss' })])))
  await rateUntilDone(site.database)
  const breaks = [
    sql`UPDATE ratings SET rating = rating + 1 WHERE user_id = ${await accountOf(site, one)}`,
    sql`DELETE FROM ratings WHERE user_id = ${await accountOf(site, other)}`,
    sql`UPDATE rating_history SET rating = rating + 1 WHERE match_id = (SELECT max(match_id::text)::uuid FROM rating_history)`,
    sql`DELETE FROM rating_history WHERE match_id = (SELECT max(match_id::text)::uuid FROM rating_history)`,
    sql`INSERT INTO rating_counts (track_id, season_id, is_coarse, node, players)
      SELECT track_id, 7, true, 9, 1 FROM ratings LIMIT 1`,
    sql`INSERT INTO ratings SELECT track_id, -99, user_id, rating, deviation, volatility, matches, wins, last_ended_at,
      last_match_id, true FROM ratings LIMIT 1`,
  ]
  for (const statement of breaks) {
    await statement.execute(site.database.sql)
    const verdict = await verifyRatings(site.database)
    expect(verdict.differences).toBeGreaterThan(0)
    expect(verdict.examples.length).toBeGreaterThan(0)
    await rebuildRatings(site.database)
    expect((await verifyRatings(site.database)).differences).toBe(0)
  }
})
