import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InForce } from '../../../contract/moderation/in-force-schemas.ts'
import { event, gameServer, type TestGameServer } from '../../testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { auditEntriesOf, memberWithRank } from '../events/testing/event-setup.ts'
import { linkedMember, type Person } from './testing/people.ts'

let site: TestApp
let server: TestGameServer
let moderator: Person
let colleague: Person
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  moderator = await memberWithRank(site, 'Moderator')
  colleague = await memberWithRank(site, 'Admin')
})
afterAll(() => site.close())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const undo = (who: TestBrowser, id: string) => who.post(`/api/admin/punishments/${id}/lift/undo`)
const undoRestriction = (who: TestBrowser, id: number) =>
  who.post(`/api/admin/members/${id}/restriction/undo`)
const kindsOf = async (member: TestBrowser) =>
  (await member.get('/api/notices')).json.map(({ kind }: { kind: string }) => kind)
const tooLate = {
  status: 409,
  json: { message: 'It is too late to undo this. Give a new punishment instead' },
}

async function punished(kind: 'ban' | 'warn', until: string | null) {
  const accused = await linkedMember(site, server, 'Member')
  const given = await moderator.post('/api/admin/punishments', {
    userId: accused.user.id,
    kind,
    reason: 'flies',
    until,
  })
  expect(given.status, given.text).toBe(201)
  const id: string = given.json.id
  const lift = async () =>
    expect(
      (await moderator.post(`/api/admin/punishments/${id}/lift`, { reason: 'wrong click' })).status,
    ).toBe(200)
  const inForce = async () =>
    (await moderator.get(`/api/admin/punishments/in-force?limit=100&q=${accused.xuid}`)).json
      .inForce as InForce[]
  return { accused, id, lift, inForce }
}

/** What a game server is to do about a punishment; confirmed at once. */
async function ordersAbout(id: string) {
  const { json } = await server.send(event('heartbeat', { playerCount: 0 }))
  await server.ack(json.outbox.map((item: { id: string }) => item.id))
  return json.outbox
    .filter(({ data }: { data: { id?: string } }) => data.id === id)
    .map(({ type, data }: { type: string; data: { until?: string } }) => [type, data.until])
}

test('[guards.91] a lift is taken back by who made it: the ban is in force as before, here and in the game, and the player reads nothing of the lift', async () => {
  const until = inDays(3)
  const { accused, id, lift, inForce } = await punished('ban', until)
  const before = await inForce()
  await lift()
  expect([(await inForce()).length, await kindsOf(accused)]).toEqual([0, ['punishment_lifted', 'punished']])
  expect(await undo(moderator, id)).toMatchObject({ status: 200, json: { state: 'active', until } })
  expect(await inForce()).toEqual(before)
  expect(await kindsOf(accused)).toEqual(['punished'])
  expect(await ordersAbout(id)).toEqual([
    ['punish', until],
    ['pardon', undefined],
    ['punish', until],
  ])
  expect(await undo(moderator, id)).toMatchObject(tooLate)
  const entries = (await auditEntriesOf(site, 'player')).filter(
    ({ subject_id }) => subject_id === accused.user.id,
  )
  expect(entries.map(({ action }) => action)).toEqual([
    'punishment.create',
    'punishment.lift',
    'punishment.undo',
  ])
  // It can be lifted again, and that be taken back.
  await lift()
  expect((await undo(moderator, id)).status).toBe(200)
})

test('[guards.91] who read of the lift is told that it holds again', async () => {
  const { accused, id, lift } = await punished('ban', null)
  await lift()
  await sql`UPDATE notifications SET read_at = now() WHERE user_id = ${accused.user.id}`.execute(
    site.database.sql,
  )
  expect((await undo(moderator, id)).status).toBe(200)
  expect((await kindsOf(accused))[0]).toBe('punished')
})

test('[guards.91] a warning stands again, and the game does not warn once more', async () => {
  const { id, lift } = await punished('warn', null)
  await lift()
  expect((await undo(moderator, id)).json.state).toBe('given')
  expect((await ordersAbout(id)).map(([type]: [string]) => type)).toEqual(['punish', 'pardon'])
})

test('[guards.91] nobody else takes it back, nor later, nor what an appeal decided; nothing changes then', async () => {
  const { accused, id, lift, inForce } = await punished('ban', inDays(3))
  expect(await undo(moderator, id)).toMatchObject(tooLate)
  await lift()
  expect((await undo(site.browser(), id)).status).toBe(401)
  expect((await undo(accused, id)).status).toBe(403)
  expect((await undo(moderator, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect(await undo(colleague, id)).toMatchObject(tooLate)
  expect(await inForce()).toEqual([])
  const late = await punished('ban', null)
  await sql`INSERT INTO punishment_changes (punishment_id, kind, reason, made_by, at)
    VALUES (${late.id}, 'lift', 'wrong click', ${moderator.user.id}, now() - interval '16 s')`.execute(
    site.database.sql,
  )
  expect(await undo(moderator, late.id)).toMatchObject(tooLate)
  expect(await late.inForce()).toEqual([])

  const appealed = await punished('ban', inDays(3))
  const text = 'I never did that, please look at it once more, with care. '
  const appeal = await appealed.accused.post('/api/appeals', { punishmentId: appealed.id, text })
  expect(appeal.status, appeal.text).toBeLessThan(300)
  const decision = { outcome: 'lifted', note: 'The replay shows lag' }
  expect((await colleague.post(`/api/admin/appeals/${appeal.json.id}/decisions`, decision)).status).toBe(200)
  expect(await undo(colleague, appealed.id)).toMatchObject(tooLate)
  expect(await appealed.inForce()).toEqual([])
})

test('[guards.91] the lift of a restriction is taken back the same way, unless a newer one holds', async () => {
  const member = await site.member()
  const { id } = member.user
  const restrict = (days: number) =>
    moderator.post(`/api/admin/members/${id}/restriction`, { reason: 'spam', days })
  const lift = async () =>
    expect((await moderator.delete(`/api/admin/members/${id}/restriction`)).status).toBe(204)
  const post = async () => (await member.post('/api/posts', { content: 'Hello' })).status
  const { until } = (await restrict(3)).json
  expect(await undoRestriction(moderator, id)).toMatchObject(tooLate)
  await lift()
  expect(await post()).toBe(201)
  expect((await undoRestriction(site.browser(), id)).status).toBe(401)
  expect((await undoRestriction(member, id)).status).toBe(403)
  expect(await undoRestriction(colleague, id)).toMatchObject(tooLate)
  expect(await undoRestriction(moderator, id)).toMatchObject({ status: 200, json: { reason: 'spam', until } })
  expect([await post(), await kindsOf(member)]).toEqual([403, ['restricted']])
  await lift()
  await restrict(7)
  expect(await undoRestriction(moderator, id)).toMatchObject(tooLate)
  await lift()
  await sql`UPDATE restrictions SET lifted_at = lifted_at - interval '16 s'`.execute(site.database.sql)
  expect(await undoRestriction(moderator, id)).toMatchObject(tooLate)
  expect(await post()).toBe(201)
})
