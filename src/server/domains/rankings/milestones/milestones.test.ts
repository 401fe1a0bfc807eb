import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notificationSentence } from '../../../../contract/notifications/notification-text.ts'
import { event, gameServer, match, player, type TestGameServer } from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { recompute } from '../../matches/ledger/projection.ts'
import { statsKeysOf } from '../../matches/ledger/queries/stats.ts'
import { rebuildLedger, verifyLedger } from '../../matches/ledger/rebuild.ts'
import { fanOut } from '../../notifications/fanout.ts'
import { rateUntilDone } from '../ratings/worker.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

let players = 0
let own: string
beforeEach(() => {
  players += 1
  own = `milestone-${players}`
})

/** Within a day, as what is announced; no midnight is between the matches of a test. */
const latest = new Date()
if (latest.getUTCHours() < 2) latest.setUTCHours(0, 0, 0, -1)
const minutesBefore = (minutes: number) => ({
  startedAt: new Date(latest.getTime() - (minutes + 1) * 60_000).toISOString(),
  endedAt: new Date(latest.getTime() - minutes * 60_000).toISOString(),
})

/** A match that ended so many minutes before that. */
const played = (minutes: number, said: { result?: 'win' | 'loss'; points?: number; kills?: number } = {}) => {
  const { result = 'win', points = 0, kills = 0 } = said
  const rival = player(`${own}-rival`, { result: result === 'win' ? 'loss' : 'win' })
  return match([player(own, { result, points, kills }), rival], minutesBefore(minutes))
}

const report = (...matches: ReturnType<typeof match>[]) =>
  server.report(...matches.map((one) => event('match', one)))

async function idOf(xuid: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT user_id AS id FROM game_identities WHERE value = ${xuid}
  `.execute(site.database.sql)
  return rows[0]!.id
}

/** What applying a ruling does for its players. */
const recomputeOwn = () =>
  site.database.sql
    .transaction()
    .execute(async (transaction) => recompute(transaction, await statsKeysOf(transaction, [await idOf(own)])))

/** `figure step` with the match that earned it. */
async function milestones(id?: number): Promise<Record<string, string>> {
  const { json } = await site.browser().get(`/api/players/${id ?? (await idOf(own))}/milestones`)
  return Object.fromEntries(
    json.map((one: { figure: string; step: number; matchId: string }) => [
      `${one.figure} ${one.step}`,
      one.matchId,
    ]),
  )
}

async function queued(): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`SELECT title FROM notification_fanouts ORDER BY id`.execute(
    site.database.sql,
  )
  return rows.map(({ title }) => title)
}

test('[voice.61] a milestone is dated by the match that earned it, whatever the order of arrival', async () => {
  const matches = [40, 30, 20, 10].map((minutes) => played(minutes, { points: 200, kills: 6 }))
  await report(matches[3]!, matches[0]!)
  await report(matches[1]!, matches[2]!)
  expect(await milestones()).toEqual({
    'wins 1': matches[0]!.matchId,
    'kills 10': matches[1]!.matchId,
    'points 500': matches[2]!.matchId,
    'bestStreak 3': matches[2]!.matchId,
  })
  expect((await site.browser().get('/api/players/2147483647/milestones')).status).toBe(404)
})

test('[voice.61] voids, rulings and late matches move milestones, or take them back', async () => {
  const [first, second, third] = [30, 20, 10].map((minutes) => played(minutes))
  await report(first!, second!, third!)
  expect(await milestones()).toEqual({ 'wins 1': first!.matchId, 'bestStreak 3': third!.matchId })
  await server.report(event('match.void', { matchId: first!.matchId, reason: 'lag' }))
  expect(await milestones()).toEqual({ 'wins 1': second!.matchId })
  const late = played(25)
  await report(late)
  expect(await milestones()).toEqual({ 'wins 1': late.matchId, 'bestStreak 3': third!.matchId })
  const { rows } = await sql<{ id: number }>`
    INSERT INTO rulings (action, reason, made_by, matches) VALUES ('exclude', 'Agreed on before', 1, 1) RETURNING id
  `.execute(site.database.sql)
  await sql`INSERT INTO excluded_matches (match_id, ruling_id) VALUES (${late.matchId}, ${rows[0]!.id})`.execute(
    site.database.sql,
  )
  await recomputeOwn()
  expect(await milestones()).toEqual({ 'wins 1': second!.matchId })
  await sql`DELETE FROM excluded_matches`.execute(site.database.sql)
  await recomputeOwn()
  await report(played(22, { result: 'loss' }))
  expect(await milestones()).toEqual({ 'wins 1': late.matchId })
})

test('[voice.61] points that fall and rise again keep the match that reached them first; unranked ones count nothing', async () => {
  const [up, down, again] = [
    played(30, { points: 600 }),
    played(20, { points: -400 }),
    played(10, { points: 500 }),
  ]
  await report(up, down, again, { ...played(50, { points: 9_000 }), ranked: false })
  expect((await milestones())['points 500']).toBe(up.matchId)
  expect(Object.keys(await milestones())).not.toContain('points 1000')
})

test('[voice.61] linking brings the milestones of the player to the member', async () => {
  const first = played(10)
  await report(first)
  const member = await site.member()
  const said = await server.report(event('link.request', { xuid: own, gamertag: `Tag ${own}` }))
  expect((await member.post('/api/link', { code: said.json.results[0].code })).status).toBe(200)
  expect(await milestones(member.user.id)).toEqual({ 'wins 1': first.matchId })
})

test('[voice.62] followers are notified once of a milestone, in steps behind the match; the match writes nothing for it', async () => {
  await sql`DELETE FROM notification_fanouts`.execute(site.database.sql)
  await report(played(60, { result: 'loss' }))
  await rateUntilDone(site.database)
  const id = await idOf(own)
  const [one, other, muting] = [await site.member(), await site.member(), await site.member()]
  for (const follower of [one, other, muting]) await follower.put(`/api/players/${id}/follow`)
  await muting.patch(`/api/players/${id}/follow`, { isMuted: true })
  const first = played(20)
  await report(first)
  expect(await queued()).toEqual([])
  await rateUntilDone(site.database)
  expect(await queued()).toEqual(['won for the first time'])
  await fanOut(site.database, 1)
  const shown = [
    expect.objectContaining({
      kind: 'follow',
      by: { id, username: `Tag ${own}` },
      title: 'won for the first time',
      link: `/match/${first.matchId}`,
    }),
  ]
  expect((await one.get('/api/notifications')).json).toEqual(shown)
  expect((await other.get('/api/notifications')).json).toEqual(shown)
  const [notification] = (await one.get('/api/notifications')).json
  expect(notificationSentence(notification)).toBe(`Tag ${own} won for the first time`)
  expect((await muting.get('/api/notifications')).json).toEqual([])
  // Taken back and earned again: not told twice.
  await server.report(event('match.void', { matchId: first.matchId, reason: 'lag' }))
  await report(played(15))
  await rateUntilDone(site.database)
  await fanOut(site.database)
  expect((await one.get('/api/notifications')).json).toEqual(shown)
})

test('[voice.62] old matches that arrive late, and players whom nobody follows, are not announced', async () => {
  await sql`DELETE FROM notification_fanouts`.execute(site.database.sql)
  await report(played(60 * 25))
  const id = await idOf(own)
  const follower = await site.member()
  await rateUntilDone(site.database)
  await follower.put(`/api/players/${id}/follow`)
  await report(...[100, 90].map((minutes) => played(60 * 24 + minutes)))
  await rateUntilDone(site.database)
  expect(await queued()).toEqual([])
})

test('[voice.87] the transaction of a match touches neither follows nor notifications, so that followers cost it nothing', async () => {
  await sql`DELETE FROM notification_fanouts`.execute(site.database.sql)
  await report(played(60, { result: 'loss' }))
  await rateUntilDone(site.database)
  await (await site.member()).put(`/api/players/${await idOf(own)}/follow`)
  await site.database.sql.transaction().execute(async (transaction) => {
    await sql`LOCK TABLE follows, notifications, notification_fanouts, notification_deliveries`.execute(
      transaction,
    )
    // It would wait for the locks, and fail.
    expect((await report(played(20))).json.results).toMatchObject([{ status: 'accepted' }])
  })
  await rateUntilDone(site.database)
  expect(await queued()).toEqual(['won for the first time'])
})

test('[guards.46] days and milestones that differ from the ledger are found by verify, and mended by rebuild', async () => {
  await report(...[30, 20, 10].map((minutes) => played(minutes, { points: 300 })))
  const id = await idOf(own)
  const stored = async () => ({
    milestones: await milestones(id),
    days: (await site.browser().get(`/api/players/${id}/points-history`)).json.days,
  })
  const right = await stored()
  expect(right.days).toEqual([expect.objectContaining({ points: 900, wins: 3, losses: 0 })])
  expect(await verifyLedger(site.database)).toMatchObject({ differences: 0 })
  await sql`UPDATE player_days SET points = points + 1 WHERE user_id = ${id}`.execute(site.database.sql)
  await sql`DELETE FROM milestones WHERE user_id = ${id} AND figure = 'wins'`.execute(site.database.sql)
  const { differences, examples } = await verifyLedger(site.database)
  expect(differences).toBeGreaterThanOrEqual(3)
  expect(examples.join('\n')).toMatch(
    /a day of player \d+ only in (ledger|stored)[\s\S]*a milestone of player \d+ only in ledger/,
  )
  await rebuildLedger(site.database)
  expect(await stored()).toEqual(right)
  expect(await verifyLedger(site.database)).toMatchObject({ differences: 0 })
})

test('[guards.46] a late match moves the days of its player alone, and a second player’s of the same batch are added up once', async () => {
  await report(played(10, { points: 5 }))
  const late = played(20, { points: 7 })
  const others = [player(`${own}-new`, { points: 11 }), player(`${own}-rival`, { result: 'loss' })]
  const other = match(others, minutesBefore(0))
  await report(late, other)
  const days = async (xuid: string) =>
    (await site.browser().get(`/api/players/${await idOf(xuid)}/points-history`)).json.days.at(-1)
  expect(await days(own)).toMatchObject({ points: 12, wins: 2 })
  expect(await days(`${own}-new`)).toMatchObject({ points: 11, wins: 1 })
  expect(await days(`${own}-rival`)).toMatchObject({ wins: 0, losses: 3 })
  expect(await verifyLedger(site.database)).toMatchObject({ differences: 0 })
})
