import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersOf, statusOf, statusTable } from '../../testing/status-table.ts'
import { type TestApp, type TestBrowser, type TestResponse, testApp } from '../../testing/test-app.ts'

let site: TestApp
let callers: Awaited<ReturnType<typeof callersOf>>
let author: Awaited<ReturnType<TestApp['member']>>
let reporter: Awaited<ReturnType<TestApp['member']>>
let colleague: Awaited<ReturnType<TestApp['member']>>

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  callers = await callersOf(site)
  author = await site.member()
  reporter = await site.member()
  colleague = await site.member()
  await setRank(colleague.user.id, 'Owner')
})
afterAll(() => site.close())

const setRank = (id: number, rank: string) =>
  sql`UPDATE users SET rank = ${rank} WHERE id = ${id}`.execute(site.database.sql)

interface Case {
  readonly caseId: number
  readonly subjectId: number
}

/** An open case about a post. */
async function reported(by: TestBrowser = reporter, of: TestBrowser = author): Promise<Case> {
  const { id: subjectId } = (await of.post('/api/posts', { content: 'Rude words' })).json
  expect((await by.post(`/api/posts/${subjectId}/reports`, { reason: 'Rude' })).status).toBe(201)
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM moderation_reports WHERE subject_type = 'post' AND subject_id = ${subjectId}
  `.execute(site.database.sql)
  return { caseId: rows[0]!.id, subjectId }
}

const claimFor = (userId: number, { subjectId }: Case) =>
  sql`
    INSERT INTO moderation_claims (subject_type, subject_id, user_id, expires_at)
    VALUES ('post', ${subjectId}, ${userId}, now() + interval '10 minutes')
  `.execute(site.database.sql)
const decideAs = (userId: number, { caseId }: Case) =>
  sql`
    UPDATE moderation_reports SET status = 'dismissed', decided_at = now(), decided_by = ${userId} WHERE id = ${caseId}
  `.execute(site.database.sql)

/** Brings a case into a state, past all permissions. `viewerId`: the caller's; null for a visitor. */
const states: Record<string, (viewerId: number | null) => Promise<Case>> = {
  open: () => reported(),
  async 'claimed by the caller'(viewerId) {
    const made = await reported()
    await claimFor(viewerId!, made)
    return made
  },
  async 'claimed by a colleague'() {
    const made = await reported()
    await claimFor(colleague.user.id, made)
    return made
  },
  async 'decided by the caller'(viewerId) {
    const made = await reported()
    await decideAs(viewerId!, made)
    return made
  },
  async 'decided by a colleague'() {
    const made = await reported()
    await decideAs(colleague.user.id, made)
    return made
  },
  async 'opened again'() {
    const made = await reported()
    await decideAs(colleague.user.id, made)
    const subject = { subjectType: 'post', subjectId: made.subjectId, reason: 'New evidence' }
    expect((await colleague.post('/api/admin/moderation/reopenings', subject)).status).toBe(200)
    return made
  },
  'not there': async () => ({ caseId: 2_000_000_000, subjectId: 2_000_000_000 }),
}

/** The status of one of many, as the reply names it. */
const ofOne = ({ status, json }: TestResponse): { readonly status: number } => ({
  status: status === 200 ? (json.refused[0]?.status ?? 200) : status,
})

const transitions: Record<string, (browser: TestBrowser, of: Case) => Promise<{ readonly status: number }>> =
  {
    claim: (browser, { caseId }) => browser.post(`/api/admin/cases/${caseId}/claim`),
    release: (browser, { caseId }) => browser.delete(`/api/admin/cases/${caseId}/claim`),
    decide: (browser, { caseId }) =>
      browser.post(`/api/admin/cases/${caseId}/decisions`, { outcome: 'action', note: 'Seen' }),
    remove: (browser, { caseId }) =>
      browser.post(`/api/admin/cases/${caseId}/decisions`, { outcome: 'remove', reason: 'Be kind' }),
    'decide many': async (browser, { caseId }) =>
      ofOne(await browser.post('/api/admin/cases/decisions', { ids: [caseId], outcome: 'no_violation' })),
    undo: async (browser, { caseId }) =>
      ofOne(await browser.post('/api/admin/cases/decisions/undo', { ids: [caseId] })),
    reopen: (browser, { subjectId }) => {
      const body = { subjectType: 'post', subjectId, reason: 'New evidence' }
      return browser.post('/api/admin/moderation/reopenings', body)
    },
  }

const head = `|visitor|Member|Gold|Emerald|Diamond|Helper|Moderator|Product Staff|Admin|Manager|Owner`
const tables = {
  claim: `${head}
    open                   |401|403|403|403|403|200|200|200|200|200|200
    claimed by the caller  | - |403|403|403|403|200|200|200|200|200|200
    claimed by a colleague |401|403|403|403|403|409|409|409|409|409|409
    decided by the caller  | - |403|403|403|403|409|409|409|409|409|409
    decided by a colleague |401|403|403|403|403|409|409|409|409|409|409
    opened again           |401|403|403|403|403|200|200|200|200|200|200
    not there              |401|403|403|403|403|404|404|404|404|404|404`,
  release: `${head}
    open                   |401|403|403|403|403|404|404|404|404|404|404
    claimed by the caller  | - |403|403|403|403|204|204|204|204|204|204
    claimed by a colleague |401|403|403|403|403|404|404|404|404|404|404
    decided by the caller  | - |403|403|403|403|404|404|404|404|404|404
    decided by a colleague |401|403|403|403|403|404|404|404|404|404|404
    opened again           |401|403|403|403|403|404|404|404|404|404|404
    not there              |401|403|403|403|403|404|404|404|404|404|404`,
  decide: `${head}
    open                   |401|403|403|403|403|200|200|200|200|200|200
    claimed by the caller  | - |403|403|403|403|200|200|200|200|200|200
    claimed by a colleague |401|403|403|403|403|409|409|409|409|409|409
    decided by the caller  | - |403|403|403|403|409|409|409|409|409|409
    decided by a colleague |401|403|403|403|403|409|409|409|409|409|409
    opened again           |401|403|403|403|403|200|200|200|200|200|200
    not there              |401|403|403|403|403|404|404|404|404|404|404`,
  remove: `${head}
    open                   |401|403|403|403|403|200|200|200|200|200|200
    claimed by the caller  | - |403|403|403|403|200|200|200|200|200|200
    claimed by a colleague |401|403|403|403|403|409|409|409|409|409|409
    decided by the caller  | - |403|403|403|403|409|409|409|409|409|409
    decided by a colleague |401|403|403|403|403|409|409|409|409|409|409
    opened again           |401|403|403|403|403|200|200|200|200|200|200
    not there              |401|403|403|403|403|404|404|404|404|404|404`,
  'decide many': `${head}
    open                   |401|403|403|403|403|200|200|200|200|200|200
    claimed by the caller  | - |403|403|403|403|200|200|200|200|200|200
    claimed by a colleague |401|403|403|403|403|409|409|409|409|409|409
    decided by the caller  | - |403|403|403|403|409|409|409|409|409|409
    decided by a colleague |401|403|403|403|403|409|409|409|409|409|409
    opened again           |401|403|403|403|403|200|200|200|200|200|200
    not there              |401|403|403|403|403|404|404|404|404|404|404`,
  undo: `${head}
    open                   |401|403|403|403|403|409|409|409|409|409|409
    claimed by the caller  | - |403|403|403|403|409|409|409|409|409|409
    claimed by a colleague |401|403|403|403|403|409|409|409|409|409|409
    decided by the caller  | - |403|403|403|403|200|200|200|200|200|200
    decided by a colleague |401|403|403|403|403|409|409|409|409|409|409
    opened again           |401|403|403|403|403|409|409|409|409|409|409
    not there              |401|403|403|403|403|404|404|404|404|404|404`,
  reopen: `${head}
    open                   |401|403|403|403|403|409|409|409|409|409|409
    claimed by the caller  | - |403|403|403|403|409|409|409|409|409|409
    claimed by a colleague |401|403|403|403|403|409|409|409|409|409|409
    decided by the caller  | - |403|403|403|403|200|200|200|200|200|200
    decided by a colleague |401|403|403|403|403|200|200|200|200|200|200
    opened again           |401|403|403|403|403|409|409|409|409|409|409
    not there              |401|403|403|403|403|404|404|404|404|404|404`,
}

test.each(Object.entries(tables))(
  '[fair.61] %s: each state of a case and each rank have one status, and a refusal stores nothing',
  async (transition, table) => {
    for (const { row, caller, status } of statusTable(table)) {
      const browser = callers[caller as Caller]
      const made = await states[row]!('user' in browser ? browser.user.id : null)
      const got = await statusOf(site, () => transitions[transition]!(browser, made))
      expect(`${row}, ${caller}: ${got}`).toBe(`${row}, ${caller}: ${status}`)
    }
  },
  120_000,
)

describe('Whom a case is about', () => {
  const abovehead = `|Helper|Moderator|Product Staff|Admin|Manager|Owner`
  // Rows are ranks of whom the case is about.
  const open = `${abovehead}
    Member        |200|200|200|200|200|200
    Diamond       |200|200|200|200|200|200
    Helper        |403|200|200|200|200|200
    Moderator     |403|403|200|200|200|200
    Product Staff |403|403|403|200|200|200
    Admin         |403|403|403|403|200|200
    Manager       |403|403|403|403|403|200
    Owner         |403|403|403|403|403|403
    the caller    |403|403|403|403|403|403
    own report    |403|403|403|403|403|403`

  test.each(['claim', 'decide', 'remove', 'decide many', 'reopen'])(
    '[fair.61] %s is for cases about lower ranks only, not about oneself, and not for who reported',
    async (transition) => {
      for (const { row, caller, status } of statusTable(open)) {
        const browser = callers[caller as Caller]
        const isRank = row !== 'the caller' && row !== 'own report'
        await setRank(author.user.id, isRank ? row : 'Member')
        const made = await reported(
          row === 'own report' ? browser : reporter,
          row === 'the caller' ? browser : author,
        )
        if (transition === 'reopen') await decideAs(colleague.user.id, made)
        const got = await statusOf(site, () => transitions[transition]!(browser, made))
        expect(`${row}, ${caller}: ${got}`).toBe(`${row}, ${caller}: ${status}`)
      }
      await setRank(author.user.id, 'Member')
    },
    120_000,
  )
})
