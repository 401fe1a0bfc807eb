import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountOf, event, gameServer, type TestGameServer } from '../../../testing/game-server.ts'
import { type Caller, callersOf, statusOf, statusTable } from '../../../testing/status-table.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'

let site: TestApp
let server: TestGameServer
let callers: Awaited<ReturnType<typeof callersOf>>

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  callers = await callersOf(site)
})
afterAll(() => site.close())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** A player of the game with one punishment, as the game server sent it. */
async function punished(kind: string, until: string | null) {
  const xuid = `p${randomUUID().slice(0, 8)}`
  const id = randomUUID()
  const said = { id, xuid, kind, reason: 'Fly hacks', ...(until !== null && { until }) }
  await server.lists(xuid)
  expect((await server.report(event('punishment', said))).json.results[0].status).toBe('accepted')
  return { id, userId: await accountOf(site, xuid) }
}
const setRank = (id: number, rank: string) =>
  sql`UPDATE users SET rank = ${rank} WHERE id = ${id}`.execute(site.database.sql)

const kinds: Record<string, readonly [kind: string, until: number | null]> = {
  warn: ['warn', null],
  kick: ['kick', null],
  'mute for 7 days': ['mute', 7],
  'mute for 8 days': ['mute', 8],
  'mute for good': ['mute', null],
  'ban for a day': ['ban', 1],
  'ban for good': ['ban', null],
}
const give = (browser: TestBrowser, userId: number, row: string) => {
  const [kind, days] = kinds[row]!
  const until = days === null ? null : inDays(days)
  return browser.post('/api/admin/punishments', { userId, kind, reason: 'Spam', until })
}

test('[fair.63] each punishment and each rank have one status, and a refusal stores nothing', async () => {
  const table = `    |visitor|Member|Gold|Emerald|Diamond|Helper|Moderator|Product Staff|Admin|Manager|Owner
    warn            |401|403|403|403|403|201|201|201|201|201|201
    kick            |401|403|403|403|403|201|201|201|201|201|201
    mute for 7 days |401|403|403|403|403|201|201|201|201|201|201
    mute for 8 days |401|403|403|403|403|403|201|201|201|201|201
    mute for good   |401|403|403|403|403|403|201|201|201|201|201
    ban for a day   |401|403|403|403|403|403|201|201|201|201|201
    ban for good    |401|403|403|403|403|403|201|201|201|201|201`
  const { userId } = await punished('warn', null)
  for (const { row, caller, status } of statusTable(table)) {
    const got = await statusOf(site, () => give(callers[caller as Caller], userId, row))
    expect(`${row}, ${caller}: ${got}`).toBe(`${row}, ${caller}: ${status}`)
  }
})

/** What the game sent, how long it takes, and what happened to it since. */
const states: Record<string, readonly [kind: string, days: number | null, change?: 'lifted' | 'reduced']> = {
  'warning given': ['warn', null],
  'kick given': ['kick', null],
  'mute in force': ['mute', 3],
  'ban in force': ['ban', 3],
  'ban for good': ['ban', null],
  'ban made shorter': ['ban', 30, 'reduced'],
  'mute that ended': ['mute', -1],
  'ban that ended': ['ban', -1],
  'warning lifted': ['warn', null, 'lifted'],
  'mute lifted': ['mute', 3, 'lifted'],
  'ban lifted': ['ban', 3, 'lifted'],
}

async function punishmentIn(row: string) {
  const [kind, days, change] = states[row]!
  const made = await punished(kind, days === null ? null : inDays(days))
  if (change === 'reduced')
    await sql`
      INSERT INTO punishment_changes (punishment_id, kind, until, made_by)
      VALUES (${made.id}::uuid, 'reduce', now() + interval '1 day', ${callers.Owner.user.id})
    `.execute(site.database.sql)
  if (change === 'lifted') expect((await lift(callers.Owner, made.id)).status).toBe(200)
  return made
}
const lift = (browser: TestBrowser, id: string) =>
  browser.post(`/api/admin/punishments/${id}/lift`, { reason: 'It was a mistake' })

test('[fair.63] lift: each state of a punishment and each rank have one status, and a refusal stores nothing', async () => {
  const table = `     |visitor|Member|Gold|Emerald|Diamond|Helper|Moderator|Product Staff|Admin|Manager|Owner
    warning given    |401|403|403|403|403|200|200|200|200|200|200
    kick given       |401|403|403|403|403|200|200|200|200|200|200
    mute in force    |401|403|403|403|403|200|200|200|200|200|200
    ban in force     |401|403|403|403|403|403|200|200|200|200|200
    ban for good     |401|403|403|403|403|403|200|200|200|200|200
    ban made shorter |401|403|403|403|403|403|200|200|200|200|200
    mute that ended  |401|403|403|403|403|200|200|200|200|200|200
    ban that ended   |401|403|403|403|403|403|200|200|200|200|200
    warning lifted   |401|403|403|403|403|409|409|409|409|409|409
    mute lifted      |401|403|403|403|403|409|409|409|409|409|409
    ban lifted       |401|403|403|403|403|403|409|409|409|409|409`
  for (const { row, caller, status } of statusTable(table)) {
    const { id } = await punishmentIn(row)
    const got = await statusOf(site, () => lift(callers[caller as Caller], id))
    expect(`${row}, ${caller}: ${got}`).toBe(`${row}, ${caller}: ${status}`)
  }
})

test('[fair.63] [powers.55] punish, and lift what staff gave, are for lower ranks only; what a game server gave all staff lift', async () => {
  // Rows are ranks of the player.
  const table = `  |Helper|Moderator|Product Staff|Admin|Manager|Owner
    Member        |ok|ok|ok|ok|ok|ok
    Diamond       |ok|ok|ok|ok|ok|ok
    Helper        |403|ok|ok|ok|ok|ok
    Moderator     |403|403|ok|ok|ok|ok
    Product Staff |403|403|403|ok|ok|ok
    Admin         |403|403|403|403|ok|ok
    Manager       |403|403|403|403|403|ok
    Owner         |403|403|403|403|403|403`
  const { userId } = await punished('warn', null)
  for (const { row, caller, status } of statusTable(table.replaceAll('ok', '200'))) {
    await setRank(userId, row)
    const browser = callers[caller as Caller]
    const given = await statusOf(site, () => give(browser, userId, 'kick'))
    expect(`give ${row}, ${caller}: ${given}`).toBe(
      `give ${row}, ${caller}: ${status === 200 ? 201 : status}`,
    )
    const fromGame = await punished('mute', inDays(3))
    const { json: fromStaff } = await give(callers.Owner, fromGame.userId, 'kick')
    await setRank(fromGame.userId, row)
    const lifted = await statusOf(site, () => lift(browser, fromStaff.id))
    expect(`lift ${row}, ${caller}: ${lifted}`).toBe(`lift ${row}, ${caller}: ${status}`)
    expect(await statusOf(site, () => lift(browser, fromGame.id))).toBe(200)
  }
  expect(await statusOf(site, () => lift(callers.Owner, randomUUID()))).toBe(404)
  expect(await statusOf(site, () => give(callers.Owner, 2_000_000_000, 'kick'))).toBe(404)
})
