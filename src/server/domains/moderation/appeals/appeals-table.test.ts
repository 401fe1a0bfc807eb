import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { event, gameServer, type TestGameServer } from '../../../testing/game-server.ts'
import { type Caller, callersOf, statusOf, statusTable } from '../../../testing/status-table.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'

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
const text = 'I was not flying: my connection dropped and the server pulled me back up.'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

interface Made {
  readonly id: number
  readonly code: string
  readonly xuid: string
}

/** An open appeal against a ban of 30 days of the game. */
async function appealed(): Promise<Made> {
  const xuid = `p${randomUUID().slice(0, 8)}`
  const ban = { id: randomUUID(), xuid, kind: 'ban', reason: 'Fly hacks', until: inDays(30) }
  await server.lists(xuid)
  const code: string = (await server.report(event('punishment', ban))).json.results[0].appealCode
  const { status, json } = await site.browser().post('/api/appeals', { code, text })
  expect(status).toBe(201)
  return { id: json.id, code, xuid }
}

/** State and reviewer of each row: `caller`, `colleague`, or nobody. */
const states: Record<string, readonly [state: string, reviewer?: 'caller' | 'colleague']> = {
  open: ['open'],
  'in review by the caller': ['in_review', 'caller'],
  'in review by a colleague': ['in_review', 'colleague'],
  'asked by the caller': ['waiting', 'caller'],
  'asked by a colleague': ['waiting', 'colleague'],
  upheld: ['upheld', 'colleague'],
  reduced: ['reduced', 'colleague'],
  lifted: ['lifted', 'colleague'],
  withdrawn: ['withdrawn'],
  expired: ['expired', 'colleague'],
}

/** An appeal in this state; what staff asked is its last message. */
async function appealIn(row: string, callerId: number | null): Promise<Made> {
  const made = await appealed()
  const [state, reviewer] = states[row]!
  const reviewerId = reviewer === undefined ? null : reviewer === 'caller' ? callerId : colleague.user.id
  await sql`UPDATE appeals SET state = ${state}, reviewer_id = ${reviewerId},
    claimed_until = now() + interval '30 minutes' WHERE id = ${made.id}`.execute(site.database.sql)
  if (state === 'waiting')
    await sql`
      INSERT INTO appeal_messages (appeal_id, is_staff, author_id, text)
      VALUES (${made.id}, true, ${reviewerId}, 'Where did it happen?')
    `.execute(site.database.sql)
  return made
}

const note = 'The replay shows lag'
const staffTransitions: Record<
  string,
  (browser: TestBrowser, id: number) => ReturnType<TestBrowser['post']>
> = {
  claim: (browser, id) => browser.post(`/api/admin/appeals/${id}/claim`),
  ask: (browser, id) => browser.post(`/api/admin/appeals/${id}/messages`, { text: 'Where?' }),
  uphold: (browser, id) => browser.post(`/api/admin/appeals/${id}/decisions`, { outcome: 'upheld', note }),
  reduce: (browser, id) =>
    browser.post(`/api/admin/appeals/${id}/decisions`, { outcome: 'reduced', note, until: inDays(3) }),
  lift: (browser, id) => browser.post(`/api/admin/appeals/${id}/decisions`, { outcome: 'lifted', note }),
}

/** The status of what is done. */
const done: Record<string, string> = { claim: '200', ask: '201', uphold: '200', reduce: '200', lift: '200' }

// The same for all five: who may do one may do each.
const staffTable = `         |visitor|Member|Gold|Emerald|Diamond|Helper|Moderator|Product Staff|Admin|Manager|Owner
    open                     |401|403|403|403|403|403| ok| ok| ok| ok| ok
    in review by the caller  | - |403|403|403|403|403| ok| ok| ok| ok| ok
    in review by a colleague |401|403|403|403|403|403|409|409|409|409|409
    asked by the caller      | - |403|403|403|403|403| ok| ok| ok| ok| ok
    asked by a colleague     |401|403|403|403|403|403|409|409|409|409|409
    upheld                   |401|403|403|403|403|403|409|409|409|409|409
    reduced                  |401|403|403|403|403|403|409|409|409|409|409
    lifted                   |401|403|403|403|403|403|409|409|409|409|409
    withdrawn                |401|403|403|403|403|403|409|409|409|409|409
    expired                  |401|403|403|403|403|403|409|409|409|409|409`

test.each(Object.keys(staffTransitions))(
  '[fair.62] %s: each state of an appeal and each rank have one status, and a refusal stores nothing',
  async (transition) => {
    for (const { row, caller, status } of statusTable(staffTable.replaceAll('ok', done[transition]!))) {
      const browser = callers[caller as Caller]
      const { id } = await appealIn(row, 'user' in browser ? browser.user.id : null)
      const got = await statusOf(site, () => staffTransitions[transition]!(browser, id))
      expect(`${row}, ${caller}: ${got}`).toBe(`${row}, ${caller}: ${status}`)
    }
  },
  120_000,
)

test.each(Object.keys(staffTransitions))(
  '[fair.62] %s: appeals of lower ranks only, and not about punishments that one gave, except an Owner',
  async (transition) => {
    // Rows are ranks of the player.
    const table = ` |Moderator|Product Staff|Admin|Manager|Owner
      Member        | ok| ok| ok| ok| ok
      Diamond       | ok| ok| ok| ok| ok
      Helper        | ok| ok| ok| ok| ok
      Moderator     |403| ok| ok| ok| ok
      Product Staff |403|403| ok| ok| ok
      Admin         |403|403|403| ok| ok
      Manager       |403|403|403|403| ok
      Owner         |403|403|403|403|403
      own ban       |403|403|403|403| ok`
    for (const { row, caller, status } of statusTable(table.replaceAll('ok', done[transition]!))) {
      const browser = callers[caller as Caller] as (typeof callers)['Owner']
      const { id, xuid } = await appealed()
      await sql`
        UPDATE users SET rank = ${row === 'own ban' ? 'Member' : row} FROM game_identities AS own
        WHERE own.user_id = users.id AND own.value = ${xuid}
      `.execute(site.database.sql)
      if (row === 'own ban') await givenBy(browser.user.id, id)
      const got = await statusOf(site, () => staffTransitions[transition]!(browser, id))
      expect(`${row}, ${caller}: ${got}`).toBe(`${row}, ${caller}: ${status}`)
    }
  },
  120_000,
)

/** Has the appeal be about a ban that this account gave on the site. */
async function givenBy(userId: number, appealId: number) {
  const id = randomUUID()
  await sql`
    INSERT INTO punishments (id, identity_id, kind, reason, until, made_by, at, appeal_code)
    SELECT ${id}::uuid, identity_id, kind, reason, until, ${userId}, at, ${id.slice(0, 8).toUpperCase()}
    FROM punishments WHERE id = (SELECT punishment_id FROM appeals WHERE id = ${appealId})
  `.execute(site.database.sql)
  await sql`UPDATE appeals SET punishment_id = ${id}::uuid WHERE id = ${appealId}`.execute(site.database.sql)
}

test('[fair.62] the player writes once staff asked, and withdraws while it is open; nobody else does', async () => {
  const columns = 'the code|a wrong code|another code|visitor|another member'
  const tables = {
    messages: `                |${columns}
      open                      |409|404|404|401|404
      in review by a colleague  |409|404|404|401|404
      asked by a colleague      |201|404|404|401|404
      upheld                    |409|404|404|401|404
      reduced                   |409|404|404|401|404
      lifted                    |409|404|404|401|404
      withdrawn                 |409|404|404|401|404
      expired                   |409|404|404|401|404`,
    withdrawal: `               |${columns}
      open                      |200|404|404|401|404
      in review by a colleague  |200|404|404|401|404
      asked by a colleague      |200|404|404|401|404
      upheld                    |409|404|404|401|404
      reduced                   |409|404|404|401|404
      lifted                    |409|404|404|401|404
      withdrawn                 |409|404|404|401|404
      expired                   |409|404|404|401|404`,
  }
  const another = await appealed()
  for (const [what, table] of Object.entries(tables))
    for (const { row, caller, status } of statusTable(table)) {
      const made = await appealIn(row, null)
      const codes: Record<string, string> = {
        'the code': made.code,
        'a wrong code': 'ABCDEFGH',
        'another code': another.code,
      }
      const browser = caller === 'another member' ? callers.Member : site.browser()
      const body = {
        ...(codes[caller] !== undefined && { code: codes[caller] }),
        ...(what === 'messages' && { text: 'On the bridge' }),
      }
      const got = await statusOf(site, () => browser.post(`/api/appeals/${made.id}/${what}`, body))
      expect(`${what}, ${row}, ${caller}: ${got}`).toBe(`${what}, ${row}, ${caller}: ${status}`)
    }
})
