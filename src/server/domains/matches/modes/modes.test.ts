import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isStaffRank, type Rank, shippedRanks } from '../../../../contract/accounts/ranks.ts'
import type { ModeRecord } from '../../../../contract/network/modes-schemas.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { listRatedModes } from '../../rankings/ratings/queries/queue.ts'
import { verifyRatings } from '../../rankings/ratings/rebuild.ts'
import { rateUntilDone } from '../../rankings/ratings/worker.ts'
import { rebuildLedger, verifyLedger } from '../ledger/rebuild.ts'
import { countRebuilds } from './queries.ts'
import { rebuildWaitingPlayers } from './rebuild-players.ts'

let site: TestApp
let server: TestGameServer
let helper: TestBrowser
let admin: TestBrowser

const ofRank = async (rank: Rank, name?: string) => {
  const browser = await site.member(name)
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(site.database.sql)
  return browser
}

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  helper = await ofRank('Helper', 'Hella')
  admin = await ofRank('Admin', 'Adam')
})
afterAll(() => site.close())

const get = async (url: string) => site.browser().get(url)
const record = async (key: string): Promise<ModeRecord> =>
  (await helper.get('/api/admin/modes')).json.find((mode: ModeRecord) => mode.key === key)
const statsOf = async (xuid: string, gameType: string) =>
  (await get(`/api/stats/${await accountOf(site, xuid)}?gameType=${gameType}`)).json
const play = (xuid: string, gameType: string, said = {}) =>
  server.report(event('match', match([player(xuid, { points: 10, ...said })], { gameType })))
const settled = async () => {
  await rebuildWaitingPlayers(site.context)
  // The site's own background work may have been at it.
  await expect.poll(() => countRebuilds(site.database.sql)).toBe(0)
}
const proved = async () => {
  expect(await verifyLedger(site.database)).toMatchObject({ differences: 0, examples: [] })
  const rows = async () =>
    (await sql`SELECT * FROM player_stats ORDER BY board_id, user_id`.execute(site.database.sql)).rows
  const before = await rows()
  await rebuildLedger(site.database)
  expect(await rows()).toEqual(before)
}

test('[game.11] Only staff see and change modes; visitors get 401, members 403, and only admins merge', async () => {
  const others = await Promise.all(
    shippedRanks.filter((rank) => !isStaffRank(rank)).map((rank) => ofRank(rank)),
  )
  for (const [browser, status] of [
    [site.browser(), 401],
    ...others.map((browser) => [browser, 403] as const),
  ] as const) {
    expect((await browser.get('/api/admin/modes')).status).toBe(status)
    expect((await browser.post('/api/admin/modes', { key: 'mine', name: 'Mine' })).status).toBe(status)
    expect((await browser.patch('/api/admin/modes/sumo', { name: 'Mine' })).status).toBe(status)
    expect((await browser.post('/api/admin/modes/sumo/merge', { into: 'boxing' })).status).toBe(status)
  }
  expect((await helper.post('/api/admin/modes/sumo/merge', { into: 'boxing' })).status).toBe(403)
  for (const change of [{ inOverall: false }, { listed: false }])
    expect((await helper.patch('/api/admin/modes/sumo', change)).status).toBe(403)
  expect((await record('sumo')).version).toBe(1)
})

test('[board.03] The shipped modes are the six with boards, and each answers', async () => {
  const shipped = (await get('/api/modes')).json.filter((mode: { listed: boolean }) => mode.listed)
  expect(shipped.map(({ key, inOverall }: { key: string; inOverall: boolean }) => [key, inOverall])).toEqual(
    ['nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo'].map((key) => [key, true]),
  )
  for (const { key } of shipped) expect((await get(`/api/leaderboard?gameType=${key}`)).status).toBe(200)
  expect((await get('/api/leaderboard')).json.gameType).toBe('overall')
})

test('[game.12] A match of an unknown mode is stored under an unlisted mode: projected, outside overall, on no board', async () => {
  await play('stranger', 'uhc_meetup')
  await play('stranger', 'boxing')
  expect(await record('uhc_meetup')).toMatchObject({
    name: 'Uhc Meetup',
    listed: false,
    madeBy: 'game',
    ranked: 1,
  })
  const id = await accountOf(site, 'stranger')
  for (const path of [
    '/api/leaderboard?gameType=uhc_meetup',
    `/api/leaderboard/around/${id}?gameType=uhc_meetup`,
    `/api/stats/${id}?gameType=uhc_meetup`,
    `/api/players/${id}/points-history?gameType=uhc_meetup`,
    '/api/players/search?username=stranger&gameType=uhc_meetup',
  ])
    expect((await get(path)).status).toBe(404)
  expect(await statsOf('stranger', 'overall')).toMatchObject({ points: 10, wins: 1 })
  const [shown] = (await get(`/api/players/${id}/matches`)).json.filter(
    ({ gameType }: { gameType: string }) => gameType === 'uhc_meetup',
  )
  expect(shown.modeName).toBe('Uhc Meetup')
  await proved()
})

test('[game.13] Once staff list it, the board shows what was played before; overall follows when an admin marks it', async () => {
  await play('early', 'gap')
  expect((await helper.patch('/api/admin/modes/gap', { listed: true, name: 'Gapple' })).status).toBe(200)
  expect((await get('/api/leaderboard?gameType=gap')).json).toMatchObject({ gameType: 'gap', total: 1 })
  expect((await get('/api/modes')).json.at(-1)).toMatchObject({
    key: 'gap',
    name: 'Gapple',
    inOverall: false,
  })
  expect(await statsOf('early', 'overall')).toMatchObject({ points: 0 })
  const marked = await admin.patch('/api/admin/modes/gap', { inOverall: true })
  expect([marked.status, marked.json.rebuild]).toEqual([200, { done: 0, total: 1 }])
  await settled()
  expect(await statsOf('early', 'overall')).toMatchObject({ points: 10, winStreak: 1 })
  await proved()
  await play('early', 'gap')
  expect(await statsOf('early', 'overall')).toMatchObject({ points: 20, winStreak: 2 })
  await admin.patch('/api/admin/modes/gap', { listed: false })
  await settled()
  expect(await statsOf('early', 'overall')).toMatchObject({ points: 0 })
  expect((await get('/api/leaderboard?gameType=gap')).status).toBe(404)
  await proved()
})

test('[inputs.98] Staff below Admin change nothing of overall: not of a listed mode, nor of one that is not listed', async () => {
  await play('ahead', 'unlisted_one')
  const staff = [helper, await ofRank('Moderator'), await ofRank('Product Staff')]
  for (const browser of staff) {
    for (const [key, body] of [
      ['unlisted_one', { inOverall: true }],
      ['unlisted_one', { inOverall: true, listed: true }],
      ['boxing', { inOverall: false }],
      ['boxing', { listed: false }],
    ] as const) {
      const before = await record(key)
      const response = await browser.patch(`/api/admin/modes/${key}`, body)
      expect([response.status, response.json.message]).toEqual([
        403,
        'Only admins change what counts in overall',
      ])
      expect(await record(key)).toEqual(before)
    }
    const made = { key: 'made_in_overall', name: 'Made', inOverall: true }
    expect((await browser.post('/api/admin/modes', made)).status).toBe(403)
    expect(await record('made_in_overall')).toBeUndefined()
  }
  expect((await admin.patch('/api/admin/modes/unlisted_one', { inOverall: true })).json).toMatchObject({
    inOverall: true,
    listed: false,
  })
})

test('[game.14] Merging counts the matches of a mode for another, before and after; no stored match changes', async () => {
  const loser = match([player('merged', { points: 5, result: 'loss' })], { gameType: 'no_debuff' })
  await server.report(event('match', loser))
  await play('merged', 'nodebuff')
  await play('other', 'no_debuff')
  const facts = async () =>
    (await sql`SELECT * FROM matches ORDER BY match_id`.execute(site.database.sql)).rows
  const before = await facts()
  const response = await admin.post('/api/admin/modes/no_debuff/merge', { into: 'nodebuff' })
  expect([response.status, response.json.mergedInto, response.json.rebuild]).toEqual([
    200,
    'nodebuff',
    { done: 0, total: 2 },
  ])
  await settled()
  expect(await facts()).toEqual(before)
  expect(await statsOf('merged', 'nodebuff')).toMatchObject({ points: 15, wins: 1, losses: 1 })
  expect(await statsOf('merged', 'overall')).toMatchObject({ points: 15 })
  // The alias answers for its mode.
  expect(await statsOf('other', 'no_debuff')).toMatchObject({ points: 10, gameType: 'nodebuff' })
  await play('other', 'no_debuff')
  expect(await statsOf('other', 'nodebuff')).toMatchObject({ points: 20 })
  await server.report(event('match.void', { matchId: loser.matchId, reason: 'wrong' }))
  expect(await statsOf('merged', 'nodebuff')).toMatchObject({ points: 10, losses: 0 })
  await proved()
})

test('[guards.18] A mode says how many matches a merge moves: each once, those of merged modes too, and no voided one', async () => {
  const gameTypes = ['counted_one', 'counted_two', 'counted_three']
  const counts = async () => {
    const records = await Promise.all(gameTypes.map(record))
    return records.map(({ matches }) => matches)
  }
  const matchOf = (gameType: string) => match([player(`xuid-${gameType}`)], { gameType })
  const [one, two, three] = gameTypes.map(matchOf)
  const twice = event('match', one)
  await server.report(twice, event('match', two), event('match', matchOf('counted_two')))
  await server.send(twice, event('match', one))
  // A void may come before its match.
  await server.report(event('match.void', { matchId: three!.matchId, reason: 'wrong' }))
  await server.report(event('match', three))
  expect(await counts()).toEqual([1, 2, 0])
  await server.report(event('match.void', { matchId: two!.matchId, reason: 'wrong' }))
  await server.send(event('match.void', { matchId: two!.matchId, reason: 'wrong again' }))
  expect(await counts()).toEqual([1, 1, 0])
  expect((await admin.post('/api/admin/modes/counted_one/merge', { into: 'counted_two' })).status).toBe(200)
  expect(await counts()).toEqual([0, 2, 0])
  await play('xuid-late', 'counted_one')
  expect(await counts()).toEqual([0, 3, 0])
  await settled()
  const { rows } = await sql<{ differences: number }>`
    SELECT count(*)::int AS differences FROM (
      SELECT game_type, count(*) AS n FROM matches WHERE NOT EXISTS (
        SELECT FROM match_voids WHERE (match_voids.match_id, match_voids.server_id) = (matches.match_id, matches.server_id))
      GROUP BY 1) AS said
    FULL JOIN (SELECT game_type, sum(total) AS n FROM match_totals GROUP BY 1 HAVING sum(total) <> 0) AS stored
      USING (game_type) WHERE said.n IS DISTINCT FROM stored.n`.execute(site.database.sql)
  expect(rows).toEqual([{ differences: 0 }])
})

test('[game.14] A mode is never merged into itself, an alias, a reserved or an unknown one; aliases follow to the last', async () => {
  for (const [key, name] of [
    ['one_a', 'A'],
    ['one_b', 'B'],
    ['one_c', 'C'],
  ])
    expect((await helper.post('/api/admin/modes', { key, name })).status).toBe(201)
  const merge = async (key: string, into: string) =>
    (await admin.post(`/api/admin/modes/${key}/merge`, { into })).status
  expect(await merge('one_a', 'one_a')).toBe(400)
  expect(await merge('one_a', 'conformance')).toBe(400)
  expect(await merge('one_a', 'nobody_knows')).toBe(400)
  expect(await merge('nobody_knows', 'one_a')).toBe(404)
  expect(await merge('conformance', 'one_a')).toBe(409)
  await play('chained', 'one_a')
  expect(await merge('one_a', 'one_b')).toBe(200)
  expect(await merge('one_c', 'one_a')).toBe(400)
  expect(await merge('one_a', 'one_c')).toBe(409)
  expect(await merge('one_b', 'one_c')).toBe(200)
  expect([(await record('one_a')).mergedInto, (await record('one_b')).mergedInto]).toEqual(['one_c', 'one_c'])
  await helper.patch('/api/admin/modes/one_c', { listed: true })
  await settled()
  expect(await statsOf('chained', 'one_c')).toMatchObject({ points: 10 })
  await proved()
})

test('[game.15] conformance is reserved: its matches are stored and not rated, it cannot be listed, renamed or merged', async () => {
  await play('tester', 'conformance')
  const duel = match([player('tester'), player('fake', { result: 'loss' })], { gameType: 'conformance' })
  await server.report(event('match', duel))
  expect(await rateUntilDone(site.database)).not.toContain('conformance')
  expect(await listRatedModes(site.database.sql)).not.toContain('conformance')
  const ids = `${await accountOf(site, 'tester')}/${await accountOf(site, 'fake')}`
  expect((await get(`/api/head-to-head/${ids}`)).json.modes).toEqual([])
  expect((await get('/api/leaderboard?gameType=conformance')).status).toBe(404)
  for (const change of [{ listed: true }, { name: 'Fine' }])
    expect((await admin.patch('/api/admin/modes/conformance', change)).status).toBe(409)
  expect(await record('conformance')).toMatchObject({ listed: false, ranked: 2, madeBy: 'reserved' })
  expect((await get('/api/modes')).text).not.toContain('conformance')
  expect(await statsOf('tester', 'overall')).toMatchObject({ points: 0 })
})

test('[game.16] At most 64 modes are made by matches: one more is retry for protocol 2, rejected for others, and nothing is stored', async () => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM modes WHERE made_by = 'game' AND NOT listed AND merged_into IS NULL
  `.execute(site.database.sql)
  const filling = Array.from({ length: 64 - rows[0]!.n }, (_, n) =>
    event('match', match([player('filler')], { gameType: `filler_${n}` })),
  )
  await server.report(...filling)
  const known = event('match', match([player('filler')], { gameType: 'filler_0' }))
  const late = event('match', match([player('filler')], { gameType: 'one_too_many' }))
  const ask = async (protocol?: number) =>
    (
      await site
        .browser()
        .post('/api/ingest/events', { events: [late, known], protocol }, { headers: server.headers })
    ).json.results
  const reason = expect.stringContaining('data.gameType is unknown')
  expect(await ask(2)).toMatchObject([{ status: 'retry', reason }, { status: 'accepted' }])
  expect(await ask()).toMatchObject([{ status: 'rejected', reason }, { status: 'duplicate' }])
  expect(await record('one_too_many')).toBeUndefined()
  // Listing one makes room, and the same event is then accepted.
  await helper.patch('/api/admin/modes/filler_1', { listed: true })
  expect(await ask(2)).toMatchObject([{ status: 'accepted' }, { status: 'duplicate' }])
  await proved()
})

test('[game.11] Staff create, rename, move and picture modes; each change is in the audit log once', async () => {
  const made = await helper.post('/api/admin/modes', { key: 'audited', name: 'Audited', position: 0 })
  expect([made.status, made.json]).toMatchObject([
    201,
    { key: 'audited', position: 0, listed: false, version: 1 },
  ])
  expect((await helper.post('/api/admin/modes', { key: 'audited', name: 'Again' })).json.fields).toEqual({
    key: 'There is a mode with this key already',
  })
  const changed = await helper.patch(
    '/api/admin/modes/audited',
    { name: 'Audited 2', icon: 'bed', category: 'ffa', position: 1 },
    { headers: { 'if-match': '"1"' } },
  )
  expect(changed.json).toMatchObject({
    name: 'Audited 2',
    icon: 'bed',
    category: 'ffa',
    position: 1,
    version: 2,
  })
  const stale = await helper.patch(
    '/api/admin/modes/audited',
    { name: 'X' },
    { headers: { 'if-match': '"1"' } },
  )
  expect([stale.status, stale.json.current.name]).toEqual([409, 'Audited 2'])
  await helper.patch('/api/admin/modes/audited', { name: 'Audited 2' })
  const { rows } = await sql`
    SELECT actor_name, action, before, after FROM audit_log
    WHERE subject_type = 'mode' AND subject_id = ${made.json.id} ORDER BY id
  `.execute(site.database.sql)
  expect(rows).toMatchObject([
    { actor_name: 'Hella', action: 'mode.create', before: null, after: { key: 'audited' } },
    { action: 'mode.update', before: { name: 'Audited' }, after: { name: 'Audited 2', icon: 'bed' } },
  ])
})

test.each([
  [{ key: 'A', name: 'x' }, 'key', 'Key must be 2 to 32 of a-z, 0-9 and _'],
  [{ key: 'overall', name: 'x' }, 'key', 'overall is the sum of the modes'],
  [{ key: 'fine', name: ' ' }, 'name', 'Name is required'],
  [{ key: 'fine', name: 'x', icon: 'hat' }, 'icon', expect.stringContaining('icon must be one of')],
  [{ key: 'fine', name: 'x', category: 'duel' }, 'category', 'category must be ffa, duels or other'],
])('[game.11] A mode is validated: %j is a 400 that names the field', async (body, field, sentence) => {
  const response = await helper.post('/api/admin/modes', body)
  expect([response.status, response.json.fields]).toEqual([400, { [field]: sentence }])
})

test('[game.17] Owner-made practice modes are modes: keys are slugs of their names, with _2 on collision', async () => {
  const made = async (category: string, name: string) => {
    const { json } = await helper.post('/api/practice', { category, name, description: 'x' })
    const { rows } = await sql<{ mode: string }>`
      SELECT mode FROM practice_modes WHERE id = ${json.id}
    `.execute(site.database.sql)
    return rows[0]!.mode
  }
  expect(await made('duels', 'Gladiator 1v1!')).toBe('gladiator_1v1')
  expect(await made('ffa', 'Gladiator 1v1')).toBe('gladiator_1v1_2')
  expect(await made('ffa', '決闘')).toBe('mode')
  expect(await made('ffa', 'Overall')).toBe('overall_2')
  expect(await made('ffa', `Long ${'name '.repeat(11)}`)).toBe('long_name_name_name_name_name_na')
  expect(await made('ffa', 'Nemo Slap')).toBe('nemoslap')
  expect(await record('gladiator_1v1')).toMatchObject({
    listed: false,
    madeBy: 'practice',
    category: 'duels',
  })
})

test('[game.18] Queues are accepted by key and by name', async () => {
  await helper.post('/api/practice', { category: 'duels', name: 'The Bridge', description: 'x' })
  await server.report(event('heartbeat', { playerCount: 3, queues: { bridge: 2, 'THE BRIDGE': 3, Sumo: 4 } }))
  const queued = (await get('/api/modes')).json.filter(
    ({ queue }: { queue: number | null }) => queue !== null,
  )
  expect(queued.map(({ key, queue }: { key: string; queue: number }) => [key, queue])).toEqual([
    ['bridge', 5],
    ['sumo', 4],
  ])
  const cards = (await get('/api/practice?category=duels')).json
  expect(cards.find(({ name }: { name: string }) => name === 'The Bridge').queue).toBe(5)
})

test('[powers.96] A merge is undone for a day: figures, boards, ratings and aliases are as if it had never been', async () => {
  for (const key of ['undo_a', 'undo_b', 'undo_c'])
    await admin.post('/api/admin/modes', { key, name: key, listed: true, inOverall: true })
  const duel = (gameType: string) =>
    server.report(
      event('match', match([player('u1', { points: 10 }), player('u2', { result: 'loss' })], { gameType })),
    )
  await duel('undo_a')
  await play('u1', 'undo_c')
  expect((await admin.post('/api/admin/modes/undo_c/merge', { into: 'undo_a' })).status).toBe(200)
  await settled()
  const before = await statsOf('u1', 'undo_a')
  expect((await admin.post('/api/admin/modes/undo_a/merge', { into: 'undo_b' })).status).toBe(200)
  await settled()
  await duel('undo_a')
  await play('late_to_undo', 'undo_a')
  expect(await statsOf('u1', 'undo_b')).toMatchObject({ points: 30 })
  const undo = (browser: TestBrowser, key = 'undo_a') =>
    browser.post(`/api/admin/modes/${key}/merge/undo`, {})
  expect(Date.parse((await record('undo_a')).undoMergeUntil!)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  expect([(await undo(site.browser())).status, (await undo(helper)).status]).toEqual([401, 403])
  expect([(await undo(admin, 'undo_b')).status, (await undo(admin, 'nobody_knows')).status]).toEqual([
    409, 404,
  ])
  const undone = await undo(admin)
  expect([undone.status, undone.json.mergedInto, undone.json.listed, undone.json.undoMergeUntil]).toEqual([
    200,
    null,
    true,
    null,
  ])
  expect((await record('undo_c')).mergedInto).toBe('undo_a')
  await settled()
  expect(await statsOf('u1', 'undo_a')).toMatchObject({ points: before.points + 10, wins: before.wins + 1 })
  expect(await statsOf('late_to_undo', 'undo_a')).toMatchObject({ points: 10 })
  expect(await statsOf('u1', 'undo_b')).toMatchObject({ points: 0 })
  await rateUntilDone(site.database)
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })
  await proved()
  expect((await undo(admin)).status).toBe(409)
  const { rows } = await sql`
    SELECT action, before, after FROM audit_log WHERE subject_type = 'mode' AND subject_id = ${undone.json.id}
    ORDER BY id DESC LIMIT 1
  `.execute(site.database.sql)
  expect(rows).toEqual([
    {
      action: 'mode.undo-merge',
      before: { into: 'undo_b' },
      after: { key: 'undo_a', name: 'undo_a', listed: true },
    },
  ])
})

test('[powers.96] but not a day later, nor once the other mode was merged itself', async () => {
  for (const key of ['stay_a', 'stay_b', 'stay_c']) await admin.post('/api/admin/modes', { key, name: key })
  const call = (path: string, body = {}) => admin.post(`/api/admin/modes/${path}`, body)
  await call('stay_a/merge', { into: 'stay_b' })
  await call('stay_b/merge', { into: 'stay_c' })
  expect((await call('stay_a/merge/undo')).status).toBe(409)
  expect((await call('stay_b/merge/undo')).status).toBe(200)
  expect((await record('stay_a')).mergedInto).toBe('stay_b')
  await sql`UPDATE mode_merges SET merged_at = now() - interval '24 hours' WHERE mode = 'stay_a'`.execute(
    site.database.sql,
  )
  expect((await record('stay_a')).undoMergeUntil).toBeNull()
  expect((await call('stay_a/merge/undo')).status).toBe(409)
  expect((await record('stay_a')).mergedInto).toBe('stay_b')
})

test('[powers.79] 400 for a mode with characters that nobody sees, or with a name of the site or its team', async () => {
  const stored = () => sql`SELECT * FROM modes ORDER BY key`.execute(site.database.sql)
  const { rows } = await stored()
  for (const name of ['Su\u200bmo', 'Sumo\u202e', 'Console', 'HELLA', 'Ad\u0430m']) {
    const made = await admin.post('/api/admin/modes', { key: 'named_so', name })
    expect([name, made.status, Object.keys(made.json.fields)]).toEqual([name, 400, ['name']])
    expect((await admin.patch('/api/admin/modes/sumo', { name })).status).toBe(400)
  }
  expect((await stored()).rows).toEqual(rows)
})
