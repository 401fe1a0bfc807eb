import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { event, gameServer, type TestGameServer } from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { memberWithRank } from '../../events/testing/event-setup.ts'
import { linkedMember, type Person, playMatches, somebody } from '../../moderation/testing/people.ts'

let site: TestApp
let server: TestGameServer
let other: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site, 'Practice EU')
  other = await gameServer(site, 'Practice US')
})
afterAll(() => site.close())

const statusOf = async (game: TestGameServer, ...events: unknown[]) =>
  (await game.send(...events)).json.results.map(({ status }: { status: string }) => status)

const isLinked = async ({ user }: Person) => {
  const { rows } = await sql<{ linked: boolean }>`
    SELECT linked_at IS NOT NULL AS linked FROM users WHERE id = ${user.id}
  `.execute(site.database.sql)
  return rows[0]!.linked
}

const auditOf = async (id: number) => {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT actor_name, action FROM audit_log WHERE subject_id = ${id} AND subject_type IN ('member', 'player')
      AND actor_name LIKE 'game server %' ORDER BY id
  `.execute(site.database.sql)
  return rows
}

test('[guards.10] a key unlinks nobody whom another key linked, and no staff: rejected, and all stays linked', async () => {
  const member = await linkedMember(site, server, 'Member')
  expect(await statusOf(other, event('link.remove', { xuid: member.xuid }))).toEqual(['rejected'])
  expect(await isLinked(member)).toBe(true)
  for (const rank of ['Helper', 'Admin', 'Owner'] as const) {
    const staff = await linkedMember(site, server, rank)
    expect(await statusOf(server, event('link.remove', { xuid: staff.xuid }))).toEqual(['rejected'])
    expect([await isLinked(staff), await auditOf(staff.user.id)]).toEqual([true, []])
  }
})

test('[guards.10] whom the key linked it unlinks; the member reads of it, and the audit log says which game server', async () => {
  const member = await linkedMember(site, server, 'Diamond')
  expect(await statusOf(server, event('link.remove', { xuid: member.xuid }))).toEqual(['accepted'])
  expect(await isLinked(member)).toBe(false)
  expect((await member.get('/api/notices')).json).toMatchObject([{ kind: 'unlinked' }])
  expect(await auditOf(member.user.id)).toEqual([
    { actor_name: 'game server Practice EU', action: 'member.unlink' },
  ])
})

test('[guards.10] a key with the flag unlinks for the other keys of its network, staff excepted', async () => {
  const flagged = await gameServer(site, 'Hub')
  await sql`UPDATE game_servers SET unlinks_others = true WHERE id = ${flagged.id}`.execute(site.database.sql)
  const [member, staff] = [
    await linkedMember(site, server, 'Member'),
    await linkedMember(site, server, 'Helper'),
  ]
  expect(
    await statusOf(
      flagged,
      event('link.remove', { xuid: member.xuid }),
      event('link.remove', { xuid: staff.xuid }),
    ),
  ).toEqual(['accepted', 'rejected'])
  expect([await isLinked(member), await isLinked(staff)]).toEqual([false, true])
})

test('[guards.11] a key lifts no ban that an Admin gave, and lifts those of Moderators and its own; each is audited', async () => {
  const { xuid, user } = await linkedMember(site, server, 'Member')
  await playMatches(server, xuid, somebody())
  const give = async (staff: Person, kind = 'ban') =>
    (await staff.post('/api/admin/punishments', { userId: user.id, kind, reason: 'Fly hacks' })).json
      .id as string
  const [admin, moderator] = [await memberWithRank(site, 'Admin'), await memberWithRank(site, 'Moderator')]
  const byAdmin = await give(admin)
  const lift = (id: string) => event('punishment.lift', { id, reason: 'Asked nicely' })
  expect(await statusOf(server, lift(byAdmin))).toEqual(['rejected'])
  const [punishment] = (await moderator.get(`/api/admin/punishments?userId=${user.id}`)).json
  expect([punishment.id, punishment.state]).toEqual([byAdmin, 'active'])
  const own = randomUUID()
  const ban = { id: own, xuid, kind: 'ban', reason: 'Fly hacks', by: 'GuardBot' }
  expect(
    await statusOf(
      server,
      lift(await give(moderator)),
      lift(await give(admin, 'mute')),
      event('punishment', ban),
    ),
  ).toEqual(['accepted', 'accepted', 'accepted'])
  expect(await statusOf(server, lift(own))).toEqual(['accepted'])
  expect((await auditOf(user.id)).map(({ actor_name, action }) => `${actor_name}: ${action}`)).toEqual([
    'game server Practice EU: punishment.create',
    'game server Practice EU: punishment.lift',
    'game server Practice EU: punishment.lift',
    'game server Practice EU: punishment.lift',
  ])
})

test('[powers.120] nor a ban that an Admin gave who is none any more; who became one since gave it as a Moderator', async () => {
  const owner = await memberWithRank(site, 'Owner')
  const given = async (first: 'Admin' | 'Moderator', then: 'Admin' | 'Moderator') => {
    const [staff, { user }] = [await memberWithRank(site, first), await linkedMember(site, server, 'Member')]
    const body = { userId: user.id, kind: 'ban', reason: 'Fly hacks' }
    const { id } = (await staff.post('/api/admin/punishments', body)).json
    const path = `/api/admin/members/${staff.user.id}/rank`
    expect((await owner.patch(path, { rank: then })).status).toBe(200)
    return event('punishment.lift', { id })
  }
  const lifts = [await given('Admin', 'Moderator'), await given('Moderator', 'Admin')]
  expect(await statusOf(server, ...lifts)).toEqual(['rejected', 'accepted'])
})

test('[pocketmine.30] a game server that says back what staff lifted, also an Admin’s ban, repeats it: nothing is stored or audited', async () => {
  const { xuid, user } = await linkedMember(site, server, 'Member')
  await playMatches(server, xuid, somebody())
  const [owner, moderator] = [await memberWithRank(site, 'Owner'), await memberWithRank(site, 'Moderator')]
  const changes = async (id: string) =>
    (
      await sql<{ kind: string }>`
        SELECT kind FROM punishment_changes WHERE punishment_id = ${id} ORDER BY id
      `.execute(site.database.sql)
    ).rows.map(({ kind }) => kind)
  for (const staff of [owner, moderator]) {
    const ban = { userId: user.id, kind: 'ban', reason: 'Fly hacks' }
    const { id } = (await staff.post('/api/admin/punishments', ban)).json
    const back = () => event('punishment.lift', { id, reason: 'It was lag' })
    if (staff === owner) expect(await statusOf(server, back())).toEqual(['rejected'])
    await staff.post(`/api/admin/punishments/${id}/lift`, { reason: 'It was lag' })
    expect(await statusOf(server, back())).toEqual(['duplicate'])
    expect(await statusOf(other, back())).toEqual(['duplicate'])
    expect(await changes(id)).toEqual(['lift'])
  }
  expect(await auditOf(user.id)).toEqual([])
})

test('[pocketmine.31] Punishments that a game server does not confirm hold up neither its ranks nor its messages', async () => {
  const game = await gameServer(site, 'Without bans')
  const queue = (type: string, count: number) =>
    sql`INSERT INTO outbox (channel, type, data, server_id)
      SELECT 'game', ${type}, ${JSON.stringify({ xuid: 'queued', text: type })}, ${game.id}
      FROM generate_series(1, ${count})`.execute(site.database.sql)
  await queue('punish', 60)
  await queue('message', 60)
  const waiting = async () => {
    const { outbox } = (await game.send(event('heartbeat', { playerCount: 1 }))).json
    return outbox as { id: string; type: string }[]
  }
  const first = await waiting()
  expect(first.map(({ type }) => type)).toEqual([
    ...Array.from({ length: 25 }, () => 'punish'),
    ...Array.from({ length: 25 }, () => 'message'),
  ])
  await sql`UPDATE outbox SET done_at = now() WHERE type = 'punish' AND server_id = ${game.id}`.execute(
    site.database.sql,
  )
  expect((await waiting()).map(({ type }) => type)).toEqual(Array.from({ length: 50 }, () => 'message'))
})
