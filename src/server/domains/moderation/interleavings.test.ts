import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from '../../demo/random.ts'
import { bySize } from '../../testing/size.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { moderationSetup } from './testing/moderation-setup.ts'

const rounds = bySize(4, 15)

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

const { somebody, write, report, storedReports } = moderationSetup(() => site)

type Staff = Awaited<ReturnType<typeof somebody>>

interface Case {
  readonly id: number
  readonly post: number
}

/** What one of the staff did to a case, as the site said it. */
interface Done {
  readonly what: 'decided' | 'undone'
  readonly by: number
  readonly note: string | null
}

interface Log {
  /** By case. */
  readonly done: Map<number, Done[]>
  readonly refusals: {
    id: number
    by: number
    status: number
    decided?: { note: string }
    claim?: { id: number }
  }[]
}

const outcomes = ['action', 'no_violation', 'insufficient', 'duplicate'] as const

/** One of the staff does six things in a random order, each as soon as the response to the one before is there. */
async function work(staff: Staff, cases: readonly Case[], random: Random, { done, refusals }: Log) {
  const by = staff.user.id
  const note = () => `note ${random.uuid()}`
  const noted = (id: number, entry: Done) => done.get(id)!.push(entry)
  const refused = (id: number, { status, ...current }: { status: number }) =>
    refusals.push({ id, by, status, ...current })
  for (let step = 0; step < 6; step += 1) {
    const { id } = random.pick(cases)
    const text = note()
    switch (random.pick(['claim', 'release', 'decide', 'decide', 'many', 'undo'])) {
      case 'claim': {
        const { status, json } = await staff.post(`/api/admin/cases/${id}/claim`, {})
        if (status !== 200) refused(id, { status, ...json.current })
        break
      }
      case 'release': {
        const { status } = await staff.delete(`/api/admin/cases/${id}/claim`)
        expect([204, 404]).toContain(status)
        break
      }
      case 'decide': {
        const body = { outcome: random.pick(outcomes), note: text }
        const { status, json } = await staff.post(`/api/admin/cases/${id}/decisions`, body)
        if (status === 200) noted(id, { what: 'decided', by, note: text })
        else refused(id, { status, ...json.current })
        break
      }
      case 'many': {
        const body = { ids: cases.map((one) => one.id), outcome: random.pick(outcomes), note: text }
        const { status, json } = await staff.post('/api/admin/cases/decisions', body)
        expect(status).toBe(200)
        for (const one of json.decided) noted(one, { what: 'decided', by, note: text })
        for (const one of json.refused) refused(one.id, one)
        break
      }
      default: {
        const { status, json } = await staff.post('/api/admin/cases/decisions/undo', { ids: [id] })
        expect(status).toBe(200)
        for (const one of json.reopened) noted(one, { what: 'undone', by, note: null })
      }
    }
  }
}

async function auditOf(post: number) {
  const { rows } = await sql<{ action: string; actor_id: number; note: string | null }>`
    SELECT action, actor_id, after->>'note' AS note FROM audit_log
    WHERE subject_id = ${post} AND action IN ('moderation.decide', 'moderation.undo') ORDER BY id
  `.execute(site.database.sql)
  return rows
}

test.each([2, 5])(
  '[fair.89] %s staff at once on one queue, in random order: each case has one decision, a later attempt is a 409 that names it, and no note is lost',
  async (size) => {
    const staff = await Promise.all(Array.from({ length: size }, () => somebody('Moderator')))
    const [author, reporter] = [await site.member(), await site.member()]
    let contested = 0
    let standing = 0
    for (let round = 0; round < rounds; round += 1) {
      const cases: Case[] = []
      for (let n = 0; n < 2; n += 1) {
        const post = await write(author, `Round ${round}, ${n}`)
        cases.push({ id: (await report(reporter, post)).json.id, post })
      }
      const log: Log = { done: new Map(cases.map(({ id }) => [id, []])), refusals: [] }
      await Promise.all(staff.map((one, n) => work(one, cases, new Random(round * 10 + n), log)))

      for (const { id, post } of cases) {
        const done = log.done.get(id)!
        const [stored, ...others] = await storedReports(post)
        expect(others).toEqual([])
        const audit = await auditOf(post)
        const said = audit.map(({ action, actor_id: by, note }) => ({
          what: action === 'moderation.decide' ? 'decided' : 'undone',
          by,
          note,
        }))
        const order = (a: object, b: object) => JSON.stringify(a).localeCompare(JSON.stringify(b))
        expect(said.toSorted(order), 'each decision and its note is in the log').toEqual(done.toSorted(order))
        // Decisions and their undoing alternate: never a decision over another.
        expect(said.map(({ what }) => what)).toEqual(
          said.map((_, index) => (index % 2 === 0 ? 'decided' : 'undone')),
        )
        const last = said.at(-1)
        if (last?.what === 'decided') {
          standing += 1
          expect(stored).toMatchObject({ decided_by: last.by, note: last.note })
        } else expect(stored).toEqual({ status: 'open', decided_by: null, note: null })
      }
      for (const { id, by, status, decided, claim } of log.refusals) {
        contested += 1
        expect(status).toBe(409)
        if (claim) expect(claim.id).not.toBe(by)
        else if (decided === undefined) expect(log.done.get(id)!.map(({ what }) => what)).toContain('undone')
        else expect(log.done.get(id)!.map(({ note }) => note)).toContain(decided.note)
      }
    }
    expect(contested).toBeGreaterThan(rounds)
    // Reporters read each decision that stands, and none that was undone.
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM notices WHERE user_id = ${reporter.user.id}
    `.execute(site.database.sql)
    expect(rows[0]?.n).toBe(standing)
  },
  3_600_000,
)
