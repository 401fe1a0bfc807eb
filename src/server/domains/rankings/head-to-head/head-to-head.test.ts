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
import { rebuildRatings, verifyRatings } from '../ratings/rebuild.ts'
import { rateUntilDone } from '../ratings/worker.ts'

let site: TestApp
let server: TestGameServer

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const get = async (path: string) => (await site.browser().get(path)).json
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const duel = (winner: string, loser: string, fields: object = {}) =>
  match([player(winner), player(loser, { result: 'loss' })], { startedAt: minutesAgo(100_000), ...fields })

/** Reports matches, and waits until they are counted. */
async function play(...matches: ReturnType<typeof match>[]): Promise<void> {
  for (const one of matches) await server.report(event('match', one))
  await rateUntilDone(site.database)
}

async function voidMatch({ matchId }: { matchId: string }): Promise<void> {
  await server.report(event('match.void', { matchId, reason: 'lag' }))
  await rateUntilDone(site.database)
}

const headToHead = async (one: string, other: string) =>
  get(`/api/head-to-head/${await accountOf(site, one)}/${await accountOf(site, other)}`)

const record = (wins: number, losses: number, draws = 0, mode = 'boxing') =>
  expect.objectContaining({ mode, season: null, wins, losses, draws })

test('[ranked.21] a head-to-head record counts ranked 1v1 matches that are not void, by mode, from the first side', async () => {
  const sides = (
    result: 'win' | 'loss' | 'draw',
    other: 'win' | 'loss' | 'draw',
    teams: (string | null)[],
  ) => [player('a1', { result, team: teams[0] }), player('a2', { result: other, team: teams[1] })]
  const counted = [
    duel('a1', 'a2', { endedAt: minutesAgo(50) }),
    match(sides('win', 'loss', ['red', 'blue']), {
      startedAt: minutesAgo(60),
      endedAt: minutesAgo(49),
    }),
    duel('a2', 'a1', { endedAt: minutesAgo(48), gameType: 'sumo' }),
    match(sides('draw', 'draw', [null, null]), { startedAt: minutesAgo(60), endedAt: minutesAgo(47) }),
  ]
  await play(
    ...counted,
    duel('a1', 'a2', { ranked: false }),
    match(sides('win', 'win', [null, null])),
    match(sides('win', 'loss', ['red', 'red'])),
    match(sides('win', 'loss', ['red', null])),
    match([player('a1'), player('a2', { result: 'loss' }), player('a3', { result: 'loss' })]),
  )
  const gone = duel('a1', 'a2')
  await play(gone)
  await voidMatch(gone)

  const own = await headToHead('a1', 'a2')
  expect(own.modes).toEqual([record(2, 0, 1), record(0, 1, 0, 'sumo')])
  expect((await headToHead('a2', 'a1')).modes).toEqual([record(0, 2, 1), record(1, 0, 0, 'sumo')])
  expect(own.recent.map(({ matchId }: { matchId: string }) => matchId)).toEqual(
    counted.map(({ matchId }) => matchId).reverse(),
  )
  expect(await headToHead('a2', 'a3')).toEqual({ modes: [], recent: [] })
})

test('[ranked.21] at most ten matches come with a record, and matches of a season are counted apart', async () => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO seasons (name, starts_at, ends_at) VALUES ('One', '2026-01-01', '2026-02-01') RETURNING id
  `.execute(site.database.sql)
  const at = (moment: string) => ({ startedAt: moment, endedAt: moment })
  const before = Array.from({ length: 8 }, (_, n) => duel('s1', 's2', at(`2025-12-31T23:59:5${n}Z`)))
  await play(
    ...before,
    duel('s2', 's1', at('2026-01-01T00:00:00Z')),
    duel('s1', 's2', at('2026-01-31T23:59:59Z')),
    duel('s1', 's2', at('2026-02-01T00:00:00Z')),
  )
  const { modes, recent } = await headToHead('s1', 's2')
  expect(modes).toEqual([
    { mode: 'boxing', modeName: 'Boxing', season: null, wins: 1, losses: 0, draws: 0 },
    { mode: 'boxing', modeName: 'Boxing', season: rows[0]!.id, wins: 1, losses: 1, draws: 0 },
    { mode: 'boxing', modeName: 'Boxing', season: null, wins: 8, losses: 0, draws: 0 },
  ])
  expect(recent).toHaveLength(10)
  await sql`DELETE FROM seasons`.execute(site.database.sql)
  await rebuildRatings(site.database)
  expect((await headToHead('s1', 's2')).modes).toEqual([record(10, 1)])
})

test('[ranked.22] comparing a player with themselves is a 400, an unknown player a 404; merged ids are followed', async () => {
  await play(duel('b1', 'b2', { gameType: 'bridge' }))
  const [guest, other] = [await accountOf(site, 'b1'), await accountOf(site, 'b2')]
  const status = async (path: string) => (await site.browser().get(path)).status
  expect(await status(`/api/head-to-head/${other}/${other}`)).toBe(400)
  expect(await status(`/api/head-to-head/${other}/0`)).toBe(400)
  expect(await status(`/api/head-to-head/${other}/me`)).toBe(400)
  expect(await status(`/api/head-to-head/${other}/999999`)).toBe(404)
  expect(await status(`/api/head-to-head/999999/999999`)).toBe(404)
  expect(await status('/api/players/999999/opponents')).toBe(404)

  const member = await site.member()
  const request = event('link.request', { xuid: 'b1', gamertag: 'Tag b1' })
  const { code } = (await server.report(request)).json.results[0]
  expect((await member.post('/api/link', { code })).status).toBe(200)
  expect((await get(`/api/head-to-head/${guest}/${other}`)).modes).toEqual([record(1, 0, 0, 'bridge')])
  expect((await get(`/api/head-to-head/${member.user.id}/${other}`)).modes).toEqual([
    record(1, 0, 0, 'bridge'),
  ])
  expect(await status(`/api/head-to-head/${guest}/${member.user.id}`)).toBe(400)
})

test('[ranked.23] a late match and the void of an old one change the record of their pair once', async () => {
  const [early, middle, newest] = [30, 20, 10].map((n) => duel('c1', 'c2', { endedAt: minutesAgo(n) }))
  await play(newest!)
  await play(early!, middle!)
  expect((await headToHead('c1', 'c2')).modes).toEqual([record(3, 0)])
  await voidMatch(newest!)
  await voidMatch(early!)
  expect((await headToHead('c1', 'c2')).modes).toEqual([record(1, 0)])
  // Between the newest that counts and the newest of all.
  await play(duel('c2', 'c1', { endedAt: minutesAgo(15) }))
  expect((await headToHead('c1', 'c2')).modes).toEqual([record(1, 1)])
  await voidMatch(middle!)
  expect((await headToHead('c1', 'c2')).modes).toEqual([record(0, 1)])
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })
})

test('[ranked.23] modes that are merged keep their matches, and count as one', async () => {
  await play(duel('d1', 'd2', { gameType: 'old_sumo' }), duel('d1', 'd2', { gameType: 'sumo' }))
  const admin = await site.member()
  await sql`UPDATE users SET rank = 'Admin' WHERE id = ${admin.user.id}`.execute(site.database.sql)
  expect((await admin.post('/api/admin/modes/old_sumo/merge', { into: 'sumo' })).status).toBe(200)
  await rateUntilDone(site.database)
  expect((await headToHead('d1', 'd2')).modes).toEqual([record(2, 0, 0, 'sumo')])
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })
})

test('[ranked.23] verify sees a wrong and a missing record, and sums that differ from the totals; rebuild corrects them', async () => {
  await play(duel('e1', 'e2'))
  for (const statement of [
    sql`UPDATE head_to_head SET low_wins = low_wins + 1`,
    sql`DELETE FROM head_to_head`,
    sql`INSERT INTO head_to_head (last_ended_at, low_id, high_id, season_id, low_wins, high_wins, draws, game_type)
      VALUES (now(), 1, 999999, 0, 1, 0, 0, 'boxing')`,
  ]) {
    await statement.execute(site.database.sql)
    const verdict = await verifyRatings(site.database)
    expect(verdict.differences).toBeGreaterThan(0)
    expect(verdict.examples.join()).toContain('head-to-head of identities')
    expect(verdict.examples.join()).toContain('1v1 totals of identity')
    await rebuildRatings(site.database)
    expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })
  }
})

test('[ranked.28] a player has the five opponents met most, with the record against each; a deleted account is not named', async () => {
  await play(
    ...['f1', 'f2', 'f3', 'f4', 'f5', 'f6'].flatMap((other, n) =>
      Array.from({ length: n + 1 }, (_, m) =>
        duel(...((m === 0 ? [other, 'f0'] : ['f0', other]) as [string, string]), {
          endedAt: minutesAgo(90 - m),
          gameType: m % 2 === 0 ? 'boxing' : 'sumo',
        }),
      ),
    ),
  )
  const opponents = async () => {
    const list = await get(`/api/players/${await accountOf(site, 'f0')}/opponents`)
    return list.map((one: { user: { username: string }; wins: number; losses: number; draws: number }) => [
      one.user.username,
      one.wins,
      one.losses,
      one.draws,
    ])
  }
  expect(await opponents()).toEqual([
    ['Tag f6', 5, 1, 0],
    ['Tag f5', 4, 1, 0],
    ['Tag f4', 3, 1, 0],
    ['Tag f3', 2, 1, 0],
    ['Tag f2', 1, 1, 0],
  ])
  const member = await site.member()
  const request = event('link.request', { xuid: 'f6', gamertag: 'Tag f6' })
  const { code } = (await server.report(request)).json.results[0]
  expect((await member.post('/api/link', { code })).status).toBe(200)
  expect((await opponents())[0].slice(1)).toEqual([5, 1, 0])
  expect((await member.post('/api/account/delete', { password: 'correct horse' })).status).toBe(204)
  expect((await opponents())[0]).toEqual(['Tag f5', 4, 1, 0])
  await rateUntilDone(site.database)
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })
})

test('[evening.01] opponents are listed by losses to them or wins over them as well, with the last ten results against each', async () => {
  const others = (matches: Record<string, string>) =>
    Object.entries(matches).flatMap(([other, results]) =>
      [...results].map((result, n) =>
        duel(...((result === 'W' ? ['g0', other] : [other, 'g0']) as [string, string]), {
          endedAt: minutesAgo(500 - n),
          gameType: n % 2 === 0 ? 'boxing' : 'sumo',
        }),
      ),
    )
  await play(...others({ g1: 'WWWWLWWWWLLW', g2: 'LLLLW', g3: 'WW', g4: 'L' }))
  const id = await accountOf(site, 'g0')
  const listed = async (order: string) =>
    (await get(`/api/players/${id}/opponents?order=${order}`)).map(
      (one: { user: { username: string }; wins: number; losses: number; recent: string[] }) =>
        `${one.user.username} ${one.wins}-${one.losses} ${one.recent.map((result) => result[0]).join('')}`,
    )
  const [g1, g2] = ['Tag g1 9-3 wllwwwwlww', 'Tag g2 1-4 wllll']
  expect(await listed('met')).toEqual([g1, g2, 'Tag g3 2-0 ww', 'Tag g4 0-1 l'])
  expect(await listed('lost')).toEqual([g2, g1, 'Tag g4 0-1 l'])
  expect(await listed('beaten')).toEqual([g1, 'Tag g3 2-0 ww', g2])
  expect((await site.browser().get(`/api/players/${id}/opponents?order=hated`)).status).toBe(400)
})

test('[ranked.69] a comparison has the five opponents whom both met most, each with both records; a deleted account is not named', async () => {
  const foes = Array.from({ length: 7 }, (_, n) => `common-${n}`)
  await play(
    ...foes.flatMap((foe, n) => Array.from({ length: n + 1 }, () => duel('left', foe))),
    ...foes.flatMap((foe) => Array.from({ length: 4 }, () => duel(foe, 'right'))),
    duel('left', 'right'),
    duel('left', 'only-left'),
    duel('right', 'only-right'),
  )
  const [left, right, last] = await Promise.all(
    ['left', 'right', 'common-6'].map((xuid) => accountOf(site, xuid)),
  )
  const common = async () => (await site.browser().get(`/api/head-to-head/${left}/${right}/opponents`)).json
  const of = (n: number) => ({
    user: expect.objectContaining({ username: `Tag common-${n}` }),
    a: { wins: n + 1, losses: 0, draws: 0 },
    b: { wins: 0, losses: 4, draws: 0 },
  })
  // As often as the one who met them less often: equally often from the fourth on, then by id.
  expect(await common()).toEqual([of(3), of(4), of(5), of(6), of(2)])
  await sql`UPDATE game_identities SET forgotten_at = now(), value = 'forgotten ' || id WHERE user_id = ${last}`.execute(
    site.database.sql,
  )
  const without = (await site.browser().get(`/api/head-to-head/${left}/${right}/opponents?`)).json
  expect(without).toEqual([of(3), of(4), of(5), of(2), of(1)])

  const status = async (path: string) => (await site.browser().get(path)).status
  expect(await status(`/api/head-to-head/${left}/${left}/opponents`)).toBe(400)
  expect(await status(`/api/head-to-head/${left}/999999/opponents`)).toBe(404)
})
