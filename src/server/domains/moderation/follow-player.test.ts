import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { event, gameServer, player, type TestGameServer } from '../../testing/game-server.ts'
import { password, type TestApp, testApp } from '../../testing/test-app.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { link, linkedMember, type Person, somebody, unlink } from './testing/people.ts'

let site: TestApp
let server: TestGameServer
let admin: Person
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  admin = await memberWithRank(site, 'Admin')
})
afterAll(() => site.close())

const reason = 'Insults in chat'

const restrict = async ({ user }: Pick<Person, 'user'>, days: number | null = null) => {
  const said = await admin.post(`/api/admin/members/${user.id}/restriction`, { reason, days })
  expect(said.status, said.text).toBe(201)
}
const lift = ({ user }: Person) => admin.delete(`/api/admin/members/${user.id}/restriction`)
const punish = async ({ user }: Person, kind: 'ban' | 'mute' | 'warn', until: string | null = null) => {
  const said = await admin.post('/api/admin/punishments', { userId: user.id, kind, reason, until })
  expect(said.status, said.text).toBe(201)
  return said.json.id as string
}
const leave = async (member: Person) =>
  expect((await member.post('/api/account/delete', { password, now: true })).status).toBe(204)
const post = (member: Person) => member.post('/api/posts', { content: 'Here I am again' })
const listed = async ({ user }: Person) =>
  (await admin.get('/api/admin/members')).json.find(({ id }: { id: number }) => id === user.id).restriction
const inForce = async () => (await admin.get('/api/admin/punishments/in-force')).json.inForce

const identityOf = async (value: string) =>
  (
    await sql<{ id: number }>`SELECT id FROM game_identities WHERE value = ${value}`.execute(
      site.database.sql,
    )
  ).rows[0]!.id

/** Somebody who deleted their account after `before`, and a new account that is linked to the same player. */
async function returned(before: (member: Person) => Promise<unknown>) {
  const first = await linkedMember(site, server, 'Member')
  await before(first)
  await leave(first)
  const second = await link(server, await site.member(), first.xuid)
  return Object.assign(second, { xuid: first.xuid })
}

test('[powers.100] a restriction outlives the account: a new one of the same player is restricted, and listed, until staff lift it', async () => {
  const member = await returned((first) => restrict(first))
  const refused = await post(member)
  expect([refused.status, refused.json.error]).toEqual([403, `You cannot post: ${reason}`])
  expect(await listed(member)).toEqual({ reason, until: null })
  expect(await inForce()).toContainEqual(
    expect.objectContaining({ kind: 'restriction', player: expect.objectContaining({ id: member.user.id }) }),
  )
  expect((await member.get('/api/appeals/mine')).json).toHaveLength(1)
  expect((await lift(member)).status).toBe(204)
  expect((await post(member)).status).toBe(201)
  // What staff lifted does not come back with the next account.
  await leave(member)
  const third = await link(server, await site.member(), member.xuid)
  expect((await post(third)).status).toBe(201)
})

test('[powers.100] also of an account that registers with the player’s code, and of what is deleted twice', async () => {
  const first = await returned((one) => restrict(one, 3))
  await leave(first)
  const { json } = await server.report(event('link.request', player(first.xuid)))
  const linkCode = json.results[0].code
  const browser = site.browser()
  const username = somebody()
  const registered = await browser.post('/api/register', { username, password, linkCode })
  expect(registered.status, registered.text).toBe(201)
  expect((await browser.post('/api/posts', { content: 'Here I am again' })).status).toBe(403)
})

test('[powers.101] while nobody has the player, what a deleted account left is in no list', async () => {
  const first = await linkedMember(site, server, 'Member')
  await restrict(first)
  const before = (await inForce()).length
  await leave(first)
  expect(await inForce()).toHaveLength(before - 1)
  const { rows } = await sql<{ deleted: boolean }>`
    SELECT deleted_at IS NOT NULL AS deleted FROM restrictions JOIN users ON users.id = user_id
    WHERE lifted_at IS NULL ORDER BY restrictions.id DESC LIMIT 1
  `.execute(site.database.sql)
  expect(rows).toEqual([{ deleted: true }])
})

test('[powers.101] a restriction that ended, or of an account without a player, goes with the account', async () => {
  const ended = await linkedMember(site, server, 'Member')
  await restrict(ended, 1)
  await sql`UPDATE restrictions SET until = now() WHERE user_id = ${ended.user.id}`.execute(site.database.sql)
  const unlinked = await site.member()
  await restrict(unlinked)
  const count = async () =>
    (await sql<{ n: number }>`SELECT count(*)::int AS n FROM restrictions`.execute(site.database.sql))
      .rows[0]!.n
  const before = await count()
  for (const member of [ended, unlinked]) await leave(member)
  expect(await count()).toBe(before - 2)
})

test('[powers.102] a restriction counts for every account that owned the player, and is lifted for all of them', async () => {
  const first = await linkedMember(site, server, 'Member')
  await restrict(first)
  await unlink(first)
  const second = await link(server, await site.member(), first.xuid)
  expect((await post(second)).status).toBe(403)
  expect(await listed(second)).toEqual({ reason, until: null })
  expect((await lift(second)).status).toBe(204)
  for (const member of [first, second]) expect((await post(member)).status).toBe(201)
  expect((await admin.post(`/api/admin/members/${second.user.id}/restriction/undo`)).status).toBe(200)
  for (const member of [first, second]) expect((await post(member)).status).toBe(403)
})

test('[powers.103] bans and mutes in force follow the player to a new account; staff see and lift them there', async () => {
  const ids: string[] = []
  const member = await returned(async (first) => {
    ids.push(await punish(first, 'ban'))
    ids.push(await punish(first, 'mute', new Date(Date.now() + 86_400_000).toISOString()))
    await punish(first, 'warn')
  })
  const own = (await member.get('/api/punishments/mine')).json
  expect(own.map(({ id, state }: { id: string; state: string }) => [id, state]).sort()).toEqual(
    ids.map((id) => [id, 'active']).sort(),
  )
  const of = (rows: { id: string }[]) =>
    rows
      .map(({ id }) => id)
      .filter((id) => ids.includes(id))
      .sort()
  expect(of(await inForce())).toEqual([...ids].sort())
  const lifted = await admin.post(`/api/admin/punishments/${ids[0]}/lift`, { reason: 'A second chance' })
  expect([lifted.status, lifted.json.state]).toEqual([200, 'lifted'])
})

test('[powers.104] nothing else of a punishment ever changes', async () => {
  const member = await linkedMember(site, server, 'Member')
  const id = await punish(member, 'ban')
  for (const change of [
    sql`UPDATE punishments SET reason = 'Other' WHERE id = ${id}`,
    sql`UPDATE punishments SET until = now() WHERE id = ${id}`,
    sql`UPDATE punishments SET identity_id = (SELECT min(id) FROM game_identities) WHERE id = ${id}`,
    sql`DELETE FROM punishments WHERE id = ${id}`,
  ])
    await expect(change.execute(site.database.sql)).rejects.toThrow('permission denied')
  // Nor by the one function that may: a player who is known keeps what is theirs.
  const other = await linkedMember(site, server, 'Member')
  const [from, to] = [await identityOf(member.xuid), await identityOf(other.xuid)]
  await expect(sql`SELECT follow_player(${from}, ${to})`.execute(site.database.sql)).rejects.toThrow(
    'append-only',
  )
})
