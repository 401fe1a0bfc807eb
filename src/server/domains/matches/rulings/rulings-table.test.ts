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
import { type Caller, callersOf, statusOf, statusTable } from '../../../testing/status-table.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { applyRulings } from './apply.ts'

let site: TestApp
let server: TestGameServer
let callers: Awaited<ReturnType<typeof callersOf>>
let colleague: Awaited<ReturnType<TestApp['member']>>

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  callers = await callersOf(site)
  colleague = await site.member()
  await setRank(colleague.user.id, 'Owner')
})
afterAll(() => site.close())

const setRank = (id: number, rank: string) =>
  sql`UPDATE users SET rank = ${rank} WHERE id = ${id}`.execute(site.database.sql)
const reason = 'A boosted match, see case 7'
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** Stored matches of one player against another. */
async function played(count: number) {
  const [xuid, rival] = [`p${randomUUID().slice(0, 8)}`, `p${randomUUID().slice(0, 8)}`]
  const matches = Array.from({ length: count }, (_, n) =>
    match([player(xuid), player(rival, { result: 'loss' })], {
      startedAt: minutesAgo(count + 2 - n),
      endedAt: minutesAgo(count + 1 - n),
    }),
  )
  await server.report(...matches.map((one) => event('match', one)))
  return { matchIds: matches.map(({ matchId }) => matchId), userId: await accountOf(site, xuid) }
}

const rule = (browser: TestBrowser, body: object) => browser.post('/api/admin/rulings', { reason, ...body })

test('[fair.64] a ruling on one match: each state of it and each rank have one status, and a refusal stores nothing', async () => {
  const head = '|visitor|Member|Gold|Emerald|Diamond|Helper|Moderator|Product Staff|Admin|Manager|Owner'
  const tables = {
    exclude: `${head}
      counts   |401|403|403|403|403|403|201|201|201|201|201
      excluded |401|403|403|403|403|403|409|409|409|409|409
      restored |401|403|403|403|403|403|201|201|201|201|201
      unknown  |401|403|403|403|403|403|400|400|400|400|400`,
    restore: `${head}
      counts   |401|403|403|403|403|403|409|409|409|409|409
      excluded |401|403|403|403|403|403|201|201|201|201|201
      restored |401|403|403|403|403|403|409|409|409|409|409
      unknown  |401|403|403|403|403|403|400|400|400|400|400`,
  }
  const states: Record<string, readonly string[]> = {
    counts: [],
    excluded: ['exclude'],
    restored: ['exclude', 'restore'],
  }
  for (const [action, table] of Object.entries(tables))
    for (const { row, caller, status } of statusTable(table)) {
      const matchIds = row === 'unknown' ? [randomUUID()] : (await played(1)).matchIds
      for (const earlier of states[row] ?? [])
        expect((await rule(colleague, { action: earlier, matchIds })).status).toBe(201)
      const got = await statusOf(site, () => rule(callers[caller as Caller], { action, matchIds }))
      expect(`${action} ${row}, ${caller}: ${got}`).toBe(`${action} ${row}, ${caller}: ${status}`)
    }
})

test('[fair.64] a ruling on a span is about a player of a lower rank', async () => {
  // Rows are ranks of the player.
  const table = `  |Helper|Moderator|Product Staff|Admin|Manager|Owner
    Member        |403|201|201|201|201|201
    Diamond       |403|201|201|201|201|201
    Helper        |403|201|201|201|201|201
    Moderator     |403|403|201|201|201|201
    Product Staff |403|403|403|201|201|201
    Admin         |403|403|403|403|201|201
    Manager       |403|403|403|403|403|201
    Owner         |403|403|403|403|403|403`
  for (const { row, caller, status } of statusTable(table)) {
    const { userId } = await played(2)
    await setRank(userId, row)
    const span = { userId, from: minutesAgo(60), to: minutesAgo(0) }
    const got = await statusOf(site, () => rule(callers[caller as Caller], { action: 'exclude', span }))
    expect(`${row}, ${caller}: ${got}`).toBe(`${row}, ${caller}: ${status}`)
  }
})

/** A ruling on 21 matches that waits for a second person. */
async function waiting(maker: TestBrowser): Promise<number> {
  const { userId } = await played(21)
  const span = { userId, from: minutesAgo(60), to: minutesAgo(0) }
  const { status, json } = await rule(maker, { action: 'exclude', span })
  expect([status, json.state]).toEqual([202, 'waiting'])
  return json.id
}
const decide = (browser: TestBrowser, id: number, what: 'confirm' | 'refuse') =>
  browser.post(`/api/admin/rulings/${id}/${what}`)

const rulingIn: Record<string, (caller: TestBrowser) => Promise<number>> = {
  'waiting, of a colleague': () => waiting(colleague),
  'waiting, of the caller': (caller) => waiting(caller),
  async applying() {
    const id = await waiting(colleague)
    await sql`
      WITH decided AS (
        INSERT INTO ruling_decisions (ruling_id, decision, made_by) VALUES (${id}, 'apply', ${callers.Owner.user.id})
        RETURNING id
      )
      INSERT INTO ruling_work (decision_id, ruling_id) SELECT id, ${id} FROM decided ON CONFLICT DO NOTHING
    `.execute(site.database.sql)
    return id
  },
  async applied() {
    const id = await waiting(colleague)
    expect((await decide(callers.Owner, id, 'confirm')).status).toBe(200)
    await applyRulings(site.context)
    return id
  },
  async refused() {
    const id = await waiting(colleague)
    expect((await decide(callers.Owner, id, 'refuse')).status).toBe(200)
    return id
  },
  'not there': async () => 2_000_000_000,
}

test.each(['confirm', 'refuse'] as const)(
  '[fair.64] %s: each state of a large ruling and each rank have one status, and a refusal stores nothing',
  async (what) => {
    const table = `            |visitor|Member|Gold|Emerald|Diamond|Helper|Moderator|Product Staff|Admin|Manager|Owner
      waiting, of a colleague |401|403|403|403|403|403|403|403|200|200|200
      waiting, of the caller  | - | - | - | - | - | - |403|403|403|403|403
      applying                |401|403|403|403|403|403|403|403|409|409|409
      applied                 |401|403|403|403|403|403|403|403|409|409|409
      refused                 |401|403|403|403|403|403|403|403|409|409|409
      not there               |401|403|403|403|403|403|403|403|404|404|404`
    for (const { row, caller, status } of statusTable(table)) {
      const browser = callers[caller as Caller]
      const id = await rulingIn[row]!(browser)
      const got = await statusOf(site, () => decide(browser, id, what))
      expect(`${row}, ${caller}: ${got}`).toBe(`${row}, ${caller}: ${status}`)
      // What is applied in the background is done before the next is compared.
      await applyRulings(site.context)
    }
  },
  120_000,
)
