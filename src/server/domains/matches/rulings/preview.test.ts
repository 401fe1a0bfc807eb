import { randomUUID } from 'node:crypto'
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
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { memberWithRank } from '../../events/testing/event-setup.ts'

let site: TestApp
let server: TestGameServer
let moderator: TestBrowser
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  moderator = await memberWithRank(site, 'Moderator')
})
afterAll(() => site.close())

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
async function play(one: string, other: string, minutes: number, fields: object = {}) {
  const said = match([player(one), player(other, { result: 'loss' })], {
    startedAt: minutesAgo(minutes + 1),
    endedAt: minutesAgo(minutes),
    ...fields,
  })
  await server.report(event('match', said))
  return said.matchId
}
const somebody = () => `p${randomUUID().slice(0, 8)}`
const preview = (body: object, staff = moderator) => staff.post('/api/admin/rulings/preview', body)
const rule = (body: object, staff = moderator) =>
  staff.post('/api/admin/rulings', { reason: 'A boosted match, see case 7', ...body })
const stored = async () => {
  const { rows } = await sql<{ n: number }>`
    SELECT ((SELECT count(*) FROM rulings) + (SELECT count(*) FROM ruling_decisions)
      + (SELECT count(*) FROM excluded_matches) + (SELECT count(*) FROM audit_log WHERE action LIKE 'ruling.%'))::int AS n
  `.execute(site.database.sql)
  return rows[0]!.n
}

test('[guards.80] a preview refuses whom and what a ruling refuses, and stores nothing', async () => {
  const [one, other] = [somebody(), somebody()]
  const id = await play(one, other, 5)
  const before = await stored()
  const exclude = { action: 'exclude', matchIds: [id] }
  for (const [staff, status] of [
    [site.browser(), 401],
    [await site.member(), 403],
    [await memberWithRank(site, 'Helper'), 403],
  ] as const)
    expect((await preview(exclude, staff)).status).toBe(status)
  await sql`UPDATE users SET rank = 'Owner' WHERE id = ${await accountOf(site, other)}`.execute(
    site.database.sql,
  )
  expect((await preview(exclude)).status).toBe(403)
  for (const [body, status] of [
    [{ action: 'exclude' }, 400],
    [{ action: 'exclude', matchIds: [randomUUID()] }, 400],
    [{ action: 'exclude', rulingId: 1 }, 400],
    [{ action: 'restore', rulingId: 1, matchIds: [id] }, 400],
    [{ action: 'restore', rulingId: 999_999 }, 404],
  ] as const)
    expect((await preview(body)).status, JSON.stringify(body)).toBe(status)
  expect(await stored()).toBe(before)
})

test('[guards.80] a preview counts the matches that would change, rated and not, and of whom', async () => {
  const [one, other, third] = [somebody(), somebody(), somebody()]
  const first = await play(one, other, 9)
  await play(one, third, 7)
  await play(one, third, 5, { ranked: false })
  const [userId, otherId, thirdId] = await Promise.all(
    [one, other, third].map((xuid) => accountOf(site, xuid)),
  )
  const span = { userId, from: minutesAgo(20), to: minutesAgo(0) }
  const before = await stored()
  const { status, json } = await preview({ action: 'exclude', span })
  expect([status, json.matches, json.rated, json.playersInAll, json.waits]).toEqual([200, 3, 2, 3, false])
  expect(
    json.players.map((of: { user: { id: number }; matches: number }) => [of.user.id, of.matches]),
  ).toEqual([
    [userId, 3],
    [thirdId, 2],
    [otherId, 1],
  ])
  expect(await stored()).toBe(before)
  expect((await rule({ action: 'exclude', matchIds: [first] })).status).toBe(201)
  expect((await preview({ action: 'exclude', span })).json.matches).toBe(2)
})

test('[guards.81] a ruling is restored by its id: its matches that are excluded still, and no others', async () => {
  const [one, other] = [somebody(), somebody()]
  const matchIds = [await play(one, other, 9), await play(one, other, 8)]
  const apart = await play(one, other, 7)
  const { id: rulingId } = (await rule({ action: 'exclude', matchIds })).json
  await rule({ action: 'exclude', matchIds: [apart] })
  await rule({ action: 'restore', matchIds: [matchIds[0]] })
  expect((await rule({ action: 'exclude', rulingId })).status).toBe(400)
  expect((await rule({ action: 'restore', rulingId }, await memberWithRank(site, 'Helper'))).status).toBe(403)
  const { status, json } = await rule({ action: 'restore', rulingId })
  expect([status, json.matchIds]).toEqual([201, [matchIds[1]]])
  const { rows } = await sql<{ match_id: string }>`
    SELECT match_id FROM excluded_matches WHERE match_id = ANY(${[...matchIds, apart]}::uuid[])
  `.execute(site.database.sql)
  expect(rows.map((row) => row.match_id)).toEqual([apart])
  expect((await rule({ action: 'restore', rulingId })).status).toBe(409)
})
