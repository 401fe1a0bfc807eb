import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { auditEntriesOf, memberWithRank } from '../../events/testing/event-setup.ts'
import { rebuildRatings, verifyRatings } from '../../rankings/ratings/rebuild.ts'
import { rateUntilDone } from '../../rankings/ratings/worker.ts'
import { rebuildLedger, verifyLedger } from '../ledger/rebuild.ts'
import { applyRulings } from './apply.ts'

let site: TestApp
let server: TestGameServer
let moderator: Staff
let admin: Staff

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  moderator = await memberWithRank(site, 'Moderator')
  admin = await memberWithRank(site, 'Admin')
})
afterAll(() => site.close())

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const duel = (winner: string, loser: string, minutes: number, fields: object = {}) =>
  match([player(winner, { points: 10 }), player(loser, { result: 'loss', points: -4 })], {
    startedAt: minutesAgo(minutes + 1),
    endedAt: minutesAgo(minutes),
    ...fields,
  })
type Staff = Awaited<ReturnType<typeof memberWithRank>>

async function link<Browser extends TestBrowser>(member: Browser, xuid: string): Promise<Browser> {
  const said = await server.report(event('link.request', { xuid, gamertag: `Tag ${xuid}` }))
  expect((await member.post('/api/link', { code: said.json.results[0].code })).status).toBe(200)
  return member
}
const somebody = () => `p${randomUUID().slice(0, 8)}`
const reason = 'A boosted match, see case 7'

async function play(...matches: ReturnType<typeof match>[]): Promise<string[]> {
  for (let at = 0; at < matches.length; at += 50)
    await server.report(...matches.slice(at, at + 50).map((one) => event('match', one)))
  await rateUntilDone(site.database)
  return matches.map(({ matchId }) => matchId)
}

const rule = (staff: TestBrowser, body: object) => staff.post('/api/admin/rulings', { reason, ...body })
const exclude = (matchIds: readonly string[]) => rule(moderator, { action: 'exclude', matchIds })
const restore = (matchIds: readonly string[]) => rule(moderator, { action: 'restore', matchIds })
const rulingsOf = async () => {
  const { rows } = await sql<{ n: number }>`
    SELECT (SELECT count(*) FROM rulings)::int + (SELECT count(*) FROM ruling_decisions)::int
      + (SELECT count(*) FROM excluded_matches)::int AS n
  `.execute(site.database.sql)
  return rows[0]!.n
}

/** Everything that is derived from these players' matches, as stored. */
async function figuresOf(...players: string[]) {
  const ids = await Promise.all(players.map((one) => accountOf(site, one)))
  await rateUntilDone(site.database)
  const { rows } = await sql<{ figures: unknown }>`
    SELECT jsonb_build_object(
      'stats', (SELECT jsonb_agg(to_jsonb(stats) ORDER BY board_id, user_id) FROM player_stats AS stats
        WHERE user_id = ANY(${ids}::int[])),
      'counts', (SELECT jsonb_agg(to_jsonb(counts) ORDER BY board_id, shift, node) FROM board_counts AS counts
        WHERE players > 0),
      'ratings', (SELECT jsonb_agg(to_jsonb(ratings) ORDER BY track_id, season_id, user_id) FROM ratings
        WHERE user_id = ANY(${ids}::int[])),
      'history', (SELECT jsonb_agg(to_jsonb(history) ORDER BY match_id, identity_id) FROM rating_history AS history
        JOIN game_identities ON id = identity_id WHERE user_id = ANY(${ids}::int[])),
      'meetings', (SELECT jsonb_agg(to_jsonb(met) ORDER BY low_id, high_id, season_id, game_type) FROM head_to_head AS met),
      'today', (SELECT jsonb_object_agg(game_type, n) FROM (SELECT game_type, sum(total) AS n FROM match_counts GROUP BY 1) AS sums)
    ) AS figures
  `.execute(site.database.sql)
  return rows[0]!.figures
}

async function expectProven() {
  await rateUntilDone(site.database)
  expect(await verifyLedger(site.database)).toMatchObject({ differences: 0, examples: [] })
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0 })
}

describe('Who may not', () => {
  test('[fair.01] nobody below Moderator rules on matches, and nothing is stored', async () => {
    const [one, other] = [somebody(), somebody()]
    const [id] = await play(duel(one, other, 5))
    const before = await rulingsOf()
    for (const [staff, status] of [
      [site.browser(), 401],
      [await site.member(), 403],
      [await memberWithRank(site, 'Helper'), 403],
    ] as const)
      expect((await rule(staff, { action: 'exclude', matchIds: [id] })).status).toBe(status)
    expect(await rulingsOf()).toBe(before)
  })

  test('[fair.01] nobody rules on matches they played in, on themselves, or on an equal or higher rank', async () => {
    const [one, other] = [somebody(), somebody()]
    const [id] = await play(duel(one, other, 5))
    const played = await link(await memberWithRank(site, 'Moderator'), one)
    const before = await rulingsOf()
    expect((await rule(played, { action: 'exclude', matchIds: [id] })).status).toBe(403)
    const span = (userId: number) => ({
      action: 'exclude',
      span: { userId, from: minutesAgo(60), to: minutesAgo(0) },
    })
    const equal = await memberWithRank(site, 'Moderator')
    for (const userId of [moderator.user.id, equal.user.id, admin.user.id])
      expect((await rule(moderator, span(userId))).status).toBe(403)
    expect(await rulingsOf()).toBe(before)
  })

  test('[fair.02] a ruling without matches, action or reason is a 400 that names the field; unknown ones are refused', async () => {
    const [one, other] = [somebody(), somebody()]
    const [id] = await play(duel(one, other, 5))
    const userId = await accountOf(site, one)
    const before = await rulingsOf()
    const span = { userId, from: minutesAgo(60), to: minutesAgo(0) }
    const wrong: [object, number, string?][] = [
      [{ action: 'exclude' }, 400, 'matchIds'],
      [{ action: 'exclude', matchIds: [id], span }, 400, 'matchIds'],
      [{ action: 'exclude', matchIds: [] }, 400, 'matchIds'],
      [{ action: 'exclude', matchIds: ['x'] }, 400, 'matchIds'],
      [{ action: 'exclude', matchIds: [randomUUID()] }, 400, 'matchIds'],
      [{ action: 'delete', matchIds: [id] }, 400, 'action'],
      [{ action: 'exclude', matchIds: [id], reason: 'too short' }, 400, 'reason'],
      [{ action: 'exclude', matchIds: [id], reason: 'x'.repeat(501) }, 400, 'reason'],
      [{ action: 'exclude', span: { ...span, from: minutesAgo(0), to: minutesAgo(9) } }, 400, 'span'],
      [{ action: 'exclude', span: { ...span, from: minutesAgo(99), to: minutesAgo(98) } }, 400, 'span'],
      [{ action: 'exclude', span: { ...span, userId: 2_000_000_000 } }, 404],
      [{ action: 'restore', matchIds: [id] }, 409],
    ]
    for (const [body, status, field] of wrong) {
      const said = await rule(moderator, body)
      expect([body, said.status]).toEqual([body, status])
      if (field !== undefined) expect(Object.keys(said.json.fields)).toEqual([field])
    }
    expect(await rulingsOf()).toBe(before)
  })
})

test('[fair.03] an excluded match counts nowhere, its pages say so, and it stays readable', async () => {
  const [one, other] = [somebody(), somebody()]
  const [first, second] = await play(duel(one, other, 20), duel(other, one, 10))
  const made = await exclude([second!])
  expect([made.status, made.json.state, made.json.matches]).toEqual([201, 'applied', 1])
  const id = await accountOf(site, one)
  const visitor = site.browser()
  expect((await visitor.get(`/api/stats/${id}`)).json).toMatchObject({
    wins: 1,
    losses: 0,
    points: 10,
    winStreak: 1,
  })
  const shown = (await visitor.get(`/api/matches/${second}`)).json
  expect(shown).toMatchObject({
    excluded: true,
    voided: false,
    rated: false,
    unratedReason: 'excluded',
    ratings: [],
  })
  const listed = (await visitor.get(`/api/players/${id}/matches`)).json
  expect(listed.map((row: { matchId: string; excluded: boolean }) => [row.matchId, row.excluded])).toEqual([
    [second, true],
    [first, false],
  ])
  await rateUntilDone(site.database)
  const opponent = await accountOf(site, other)
  expect((await visitor.get(`/api/head-to-head/${id}/${opponent}`)).json.modes).toMatchObject([
    { wins: 1, losses: 0 },
  ])
  expect((await exclude([second!])).status).toBe(409)
  await expectProven()
})

test('[fair.04] excluded, then restored is as before, bit for bit, ratings included', async () => {
  const players = [somebody(), somebody(), somebody()] as const
  const [one, other, third] = players
  const ids = await play(
    duel(one, other, 50),
    duel(one, other, 40, { gameType: 'sumo' }),
    duel(other, one, 30),
    duel(third, one, 20),
    duel(one, third, 1, { endedAt: new Date().toISOString() }),
  )
  const before = await figuresOf(...players)
  expect((await exclude([ids[1]!, ids[2]!, ids[4]!])).status).toBe(201)
  expect(await figuresOf(...players)).not.toEqual(before)
  expect((await restore([ids[2]!, ids[1]!, ids[4]!])).status).toBe(201)
  expect(await figuresOf(...players)).toEqual(before)
  await expectProven()
})

test('[fair.04] rulings, voids and late matches in any order give the figures of a rebuild', async () => {
  const players = [somebody(), somebody(), somebody(), somebody()] as const
  const pick = (n: number) => players[n % 4]!
  const ids = await play(
    ...Array.from({ length: 12 }, (_, n) => duel(pick(n), pick(n + 1 + (n % 3)), 100 - n)),
  )
  for (let n = 0; n < 12; n += 1) {
    const chosen = [ids[(n * 5) % 12]!, ids[(n * 7 + 3) % 12]!]
    if (n % 3 === 2) await restore(chosen)
    else await exclude(chosen)
    if (n === 4) await server.report(event('match.void', { matchId: chosen[0], reason: 'lag' }))
    if (n === 7) await play(duel(pick(0), pick(1), 95))
  }
  const live = await figuresOf(...players)
  await expectProven()
  await rebuildLedger(site.database)
  await rebuildRatings(site.database)
  expect(await figuresOf(...players)).toEqual(live)
})

describe('A ruling on more than 20 matches', () => {
  const many = async (one: string, other: string, length = 21) =>
    play(...Array.from({ length }, (_, n) => duel(one, other, 100 - n)))

  test('[inputs.90] is not one on exactly 20: that applies at once, by one Moderator alone', async () => {
    const [one, other] = [somebody(), somebody()]
    const made = await exclude(await many(one, other, 20))
    expect([made.status, made.json.state, made.json.matches]).toEqual([201, 'applied', 20])
    expect((await site.browser().get(`/api/stats/${await accountOf(site, one)}`)).json.wins).toBe(0)
    const [third, fourth] = [somebody(), somebody()]
    const waiting = await exclude(await many(third, fourth, 21))
    expect([waiting.status, waiting.json.state, waiting.json.matches]).toEqual([202, 'waiting', 21])
    expect((await site.browser().get(`/api/stats/${await accountOf(site, third)}`)).json.wins).toBe(21)
  })

  test('[inputs.91] about an equal or higher rank is neither confirmed nor refused, also when the player was promoted since', async () => {
    const [one, other] = [somebody(), somebody()]
    await many(one, other)
    const promoted = await link(await site.member(), one)
    const body = {
      action: 'exclude',
      span: { userId: promoted.user.id, from: minutesAgo(120), to: minutesAgo(0) },
    }
    const path = `/api/admin/rulings/${(await rule(moderator, body)).json.id}`
    for (const rank of ['Admin', 'Manager', 'Owner'] satisfies Rank[]) {
      await sql`UPDATE users SET rank = ${rank} WHERE id = ${promoted.user.id}`.execute(site.database.sql)
      const before = await rulingsOf()
      for (const decision of ['confirm', 'refuse']) {
        const response = await admin.post(`${path}/${decision}`, {})
        expect([response.status, response.json.message]).toEqual([
          403,
          'You can only rule about players below your own rank',
        ])
      }
      expect(await rulingsOf()).toBe(before)
    }
    await sql`UPDATE users SET rank = 'Member' WHERE id = ${promoted.user.id}`.execute(site.database.sql)
    expect((await admin.post(`${path}/refuse`, {})).json.state).toBe('refused')
  })

  test('[fair.05] waits for another Admin or higher: the maker, a Moderator and anyone who played are refused', async () => {
    const [one, other] = [somebody(), somebody()]
    await many(one, other)
    const userId = await accountOf(site, one)
    const body = { action: 'exclude', span: { userId, from: minutesAgo(120), to: minutesAgo(0) } }
    const second = await memberWithRank(site, 'Owner')
    const made = await rule(admin, body)
    expect([made.status, made.json.state, made.json.matches, made.json.done]).toEqual([202, 'waiting', 21, 0])
    const path = `/api/admin/rulings/${made.json.id}`
    const played = await link(await memberWithRank(site, 'Manager'), other)
    for (const [staff, status] of [
      [site.browser(), 401],
      [moderator, 403],
      [admin, 403],
      [played, 403],
    ] as const) {
      expect((await staff.post(`${path}/confirm`, {})).status).toBe(status)
      expect((await staff.post(`${path}/refuse`, {})).status).toBe(status)
    }
    expect((await site.browser().get(`/api/stats/${userId}`)).json.wins).toBe(21)
    expect((await second.post(`${path}/refuse`, {})).json.state).toBe('refused')
    const late = await second.post(`${path}/confirm`, {})
    expect([late.status, late.json.current.ruling.state]).toEqual([409, 'refused'])
    expect((await site.browser().get(`/api/stats/${userId}`)).json.wins).toBe(21)
  })

  test('[fair.05] takes effect once it is confirmed, and shows how far it is', async () => {
    const [one, other] = [somebody(), somebody()]
    await many(one, other)
    const userId = await accountOf(site, one)
    const body = {
      action: 'exclude',
      span: { userId, from: minutesAgo(120), to: minutesAgo(0), mode: 'boxing' },
    }
    const { json } = await rule(moderator, body)
    const confirmed = await admin.post(`/api/admin/rulings/${json.id}/confirm`, {})
    expect(confirmed.status).toBe(200)
    expect(['applying', 'applied']).toContain(confirmed.json.state)
    await applyRulings(site.context)
    const listed = (await moderator.get('/api/admin/rulings?limit=1')).json[0]
    expect(listed).toMatchObject({
      id: json.id,
      state: 'applied',
      matches: 21,
      done: 21,
      decidedBy: { id: admin.user.id },
      span: { user: { id: userId }, mode: 'boxing' },
    })
    expect((await site.browser().get(`/api/stats/${userId}`)).json.wins).toBe(0)
    await expectProven()
  })

  /** A ruling that was decided some minutes ago by a process that stopped then. */
  const begun = (ids: readonly string[], minutes: number) =>
    sql`
      WITH made AS (
        INSERT INTO rulings (action, reason, made_by, matches) VALUES ('exclude', ${reason}, ${moderator.user.id}, 21)
        RETURNING id
      ), named AS (
        INSERT INTO ruling_matches SELECT id, match_id FROM made, unnest(${ids}::uuid[]) AS match_id
      ), decided AS (
        INSERT INTO ruling_decisions (ruling_id, decision, made_by, created_at)
        SELECT id, 'apply', ${admin.user.id}, now() - make_interval(mins => ${minutes}) FROM made
        RETURNING id, ruling_id
      )
      INSERT INTO ruling_work (decision_id, ruling_id) SELECT id, ruling_id FROM decided
    `.execute(site.database.sql)

  test.each([
    ['waits', 9, null],
    ['does not wait', 11, true],
  ])(
    '[ranked.58] a new match %s for one that was decided %i minutes ago to be rated',
    async (_, minutes, rated) => {
      const [one, other] = [somebody(), somebody()]
      await begun(await many(one, other), minutes)
      const [id] = await play(duel(one, somebody(), 1))
      expect((await site.browser().get(`/api/matches/${id}`)).json.rated).toBe(rated)
      await applyRulings(site.context)
      await expectProven()
      expect((await site.browser().get(`/api/matches/${id}`)).json.rated).toBe(true)
    },
  )

  test('[fair.07] is continued where a process stopped, and ledger verify says so meanwhile', async () => {
    const [one, other] = [somebody(), somebody()]
    const ids = await many(one, other)
    await begun(ids, 0)
    expect(await verifyLedger(site.database, { waitMs: 0, holdMs: 0 })).toMatchObject({
      differences: 0,
      examples: [],
      pending: ['a ruling is being applied'],
    })
    const next = await exclude([(await play(duel(one, other, 1)))[0]!])
    expect([next.status, next.json.state]).toEqual([202, 'applying'])
    await applyRulings(site.context)
    expect((await site.browser().get(`/api/stats/${await accountOf(site, one)}`)).json.wins).toBe(0)
    await expectProven()
  })
})

test('[fair.06] members who played learn once what changed for them, with the reason', async () => {
  const [one, other] = [somebody(), somebody()]
  const ids = await play(duel(one, other, 30), duel(one, other, 20), duel(one, other, 10, { ranked: false }))
  const members = [await link(await site.member(), one), await link(await site.member(), other)]
  await exclude(ids)
  const [winner, loser] = await Promise.all(
    members.map(async (member) => (await member.get('/api/notices')).json),
  )
  expect(winner).toMatchObject([
    { kind: 'matches_excluded', text: '2 matches no longer count. Your points: −20.', reason },
  ])
  expect(loser).toMatchObject([{ text: '2 matches no longer count. Your points: +8.' }])
  await restore([ids[0]!])
  expect((await members[0]!.get('/api/notices')).json[0]).toMatchObject({
    kind: 'matches_restored',
    text: '1 match counts again. Your points: +10.',
  })
})

test('[fair.08] a ruling is in the audit log, and cannot be changed', async () => {
  const [one, other] = [somebody(), somebody()]
  const [id] = await play(duel(one, other, 5))
  const { json } = await exclude([id!])
  const entries = await auditEntriesOf(site, 'ruling')
  expect(entries.at(-1)).toMatchObject({ action: 'ruling.create', subject_id: json.id })
  for (const table of ['rulings', 'ruling_matches', 'ruling_decisions'])
    await expect(sql`DELETE FROM ${sql.table(table)}`.execute(site.database.sql)).rejects.toThrow()
})

test.each(['Moderator', 'Product Staff', 'Admin', 'Manager', 'Owner'] satisfies Rank[])(
  '[fair.01] %s may rule',
  async (rank) => {
    const [id] = await play(duel(somebody(), somebody(), 5))
    const staff = await memberWithRank(site, rank)
    expect((await rule(staff, { action: 'exclude', matchIds: [id] })).status).toBe(201)
  },
)
