import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Executor } from '../../platform/database/database.ts'
import { gameServer, type TestGameServer } from '../../testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { whileOpen } from '../../testing/while-open.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { linkedMember, type Person } from './testing/people.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const inADay = () => new Date(Date.now() + 86_400_000).toISOString()

async function done(response: ReturnType<TestBrowser['post']>) {
  const { status, json, text } = await response
  if (status >= 300) throw new Error(text)
  return json
}

const punish = (by: TestBrowser, { user }: Person) =>
  by.post('/api/admin/punishments', { userId: user.id, kind: 'ban', reason: 'flies', until: inADay() })
const restrict = (by: TestBrowser, { user }: Person) =>
  by.post(`/api/admin/members/${user.id}/restriction`, { reason: 'Insults others', days: 3 })

/** Each prepares what its call is about. `other` gives punishments: nobody reviews their own. */
const calls: Readonly<
  Record<
    string,
    (actor: Person, target: Person, other: Person) => Promise<() => ReturnType<TestBrowser['post']>>
  >
> = {
  'punishments.create': async (actor, target) => () => punish(actor, target),
  'punishments.lift': async (actor, target) => {
    const { id } = await done(punish(actor, target))
    return () => actor.post(`/api/admin/punishments/${id}/lift`, { reason: 'wrong click' })
  },
  'moderation.undoLift': async (actor, target) => {
    const { id } = await done(punish(actor, target))
    await done(actor.post(`/api/admin/punishments/${id}/lift`, { reason: 'wrong click' }))
    return () => actor.post(`/api/admin/punishments/${id}/lift/undo`)
  },
  'moderation.restrict': async (actor, target) => () => restrict(actor, target),
  'moderation.lift': async (actor, target) => {
    await done(restrict(actor, target))
    return () => actor.delete(`/api/admin/members/${target.user.id}/restriction`)
  },
  'moderation.undoRestrictionLift': async (actor, target) => {
    await done(restrict(actor, target))
    await done(actor.delete(`/api/admin/members/${target.user.id}/restriction`))
    return () => actor.post(`/api/admin/members/${target.user.id}/restriction/undo`)
  },
  'moderation.clearProfile': async (actor, target) => () =>
    actor.post(`/api/admin/members/${target.user.id}/profile-clearing`, {
      parts: ['name'],
      reason: 'It insults others',
    }),
  'appeals.claim': async (actor, target, other) => {
    const id = await appealed(target, other)
    return () => actor.post(`/api/admin/appeals/${id}/claim`)
  },
  'appeals.ask': async (actor, target, other) => {
    const id = await appealed(target, other)
    return () => actor.post(`/api/admin/appeals/${id}/messages`, { text: 'Which client did you use?' })
  },
  'appeals.decide': async (actor, target, other) => {
    const id = await appealed(target, other)
    return () => decide(actor, id)
  },
  'appeals.undo': async (actor, target, other) => {
    const id = await appealed(target, other)
    await done(decide(actor, id))
    return () => actor.post(`/api/admin/appeals/${id}/decisions/undo`)
  },
}

async function appealed(target: Person, other: Person): Promise<number> {
  const { id } = await done(punish(other, target))
  const text = 'I was not flying: my connection dropped and the server pulled me back up.'
  return (await done(target.post('/api/appeals', { punishmentId: id, text }))).id
}

const decide = (by: TestBrowser, id: number) =>
  by.post(`/api/admin/appeals/${id}/decisions`, { outcome: 'lifted', note: 'The replay shows lag' })

const setRank =
  (of: (people: { actor: Person; target: Person }) => Person, rank: string) =>
  (transaction: Executor, people: { actor: Person; target: Person }) =>
    sql`UPDATE users SET rank = ${rank} WHERE id = ${of(people).user.id}`.execute(transaction)

/** What a colleague does in the moment of the call. */
const meanwhile: Readonly<
  Record<string, (transaction: Executor, people: { actor: Person; target: Person }) => Promise<unknown>>
> = {
  'whoever acts loses their rank': setRank(({ actor }) => actor, 'Member'),
  'whoever acts is restricted': async (transaction, { actor }) => {
    await sql`SELECT FROM users WHERE id = ${actor.user.id} FOR NO KEY UPDATE`.execute(transaction)
    await sql`INSERT INTO restrictions (user_id, reason) VALUES (${actor.user.id}, 'Insults others')`.execute(
      transaction,
    )
  },
  'whom it is about gets a rank': setRank(({ target }) => target, 'Admin'),
}

const stored = async () => {
  const { rows } = await sql`
    SELECT (SELECT count(*) FROM punishments) AS punishments, (SELECT count(*) FROM punishment_changes) AS changes,
      (SELECT count(*) FROM restrictions WHERE lifted_at IS NULL AND created_by IS NOT NULL) AS restrictions,
      (SELECT md5(string_agg(state, ',' ORDER BY id)) FROM appeals) AS appeals,
      (SELECT count(*) FROM audit_log) AS audit
  `.execute(site.database.sql)
  return rows[0]
}

test.each(Object.keys(calls).flatMap((call) => Object.keys(meanwhile).map((what) => [call, what] as const)))(
  '[powers.113] A decision about a person looks at both ranks once nobody can change them: 403 and nothing stored in %s while %s',
  async (call, what) => {
    const actor = await memberWithRank(site, 'Moderator')
    const other = await memberWithRank(site, 'Moderator')
    const target = await linkedMember(site, server, 'Member')
    const late = await calls[call]!(actor, target, other)
    const before = await stored()
    const { result } = await whileOpen(
      site.database,
      (transaction) => meanwhile[what]!(transaction, { actor, target }),
      late,
    )
    expect([result.status, await stored()]).toEqual([403, before])
  },
)
