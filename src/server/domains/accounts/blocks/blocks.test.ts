import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxBlocked } from '../../../../contract/accounts/blocks.ts'
import { event, gameServer, player, type TestGameServer } from '../../../testing/game-server.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { moderationSetup } from '../../moderation/testing/moderation-setup.ts'
import { loadRanks } from '../ranks/rank-store.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const { openCase, somebody, write } = moderationSetup(() => site)

type Member = TestBrowser & { readonly user: { readonly id: number } }

const pathOf = (id: number | string) => `/api/players/${id}/block`

const block = async (blocker: TestBrowser, { user }: Member) =>
  expect((await blocker.put(pathOf(user.id))).json).toEqual({ isBlocked: true })

const follow = (browser: TestBrowser, { user }: Member) => browser.put(`/api/players/${user.id}/follow`)

const comment = (browser: TestBrowser, postId: number) =>
  browser.post(`/api/posts/${postId}/comments`, { content: 'Well played' })

async function storedOf(...members: Member[]) {
  const ids = members.map(({ user }) => user.id)
  const { rows } = await sql<{ blocker: number; blocked: number }>`
    SELECT blocker_id AS blocker, blocked_id AS blocked FROM blocks
    WHERE blocker_id = ANY(${ids}::int[]) OR blocked_id = ANY(${ids}::int[]) ORDER BY 1, 2
  `.execute(site.database.sql)
  return rows.map(({ blocker, blocked }) => [blocker, blocked])
}

async function followsOf(...members: Member[]) {
  const { rows } = await sql`
    SELECT FROM follows WHERE follower_id = ANY(${members.map(({ user }) => user.id)}::int[])
  `.execute(site.database.sql)
  return rows.length
}

const giveRank = (id: number, rank: string) =>
  sql`UPDATE users SET rank = ${rank} WHERE id = ${id}`.execute(site.database.sql)

test('[evening.31] visitors neither block nor unblock nor see a list: 401', async () => {
  const member = await site.member()
  const visitor = site.browser()
  for (const response of [
    visitor.get(pathOf(member.user.id)),
    visitor.put(pathOf(member.user.id)),
    visitor.delete(pathOf(member.user.id)),
    visitor.get('/api/blocks'),
  ])
    expect((await response).status).toBe(401)
  expect(await storedOf(member)).toEqual([])
})

test('[evening.31] nobody blocks themselves or staff, and unknown, deleted and unclaimed players are a 404', async () => {
  const member = await site.member()
  const own = await member.put(pathOf(member.user.id))
  expect([own.status, own.json.fields]).toEqual([400, { id: 'You cannot block yourself' }])
  for (const rank of ['Helper', 'Moderator', 'Owner']) {
    const staff = await site.member()
    await giveRank(staff.user.id, rank)
    const refused = await member.put(pathOf(staff.user.id))
    expect([refused.status, refused.json.error]).toEqual([403, 'Staff cannot be blocked'])
  }
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (gamertag, deleted_at) VALUES ('Deleted player', now()), ('Unclaimed one', NULL) RETURNING id
  `.execute(site.database.sql)
  for (const id of [...rows.map((row) => row.id), 2_147_483_647])
    for (const response of [member.get(pathOf(id)), member.put(pathOf(id)), member.delete(pathOf(id))])
      expect((await response).status).toBe(404)
  expect((await member.put(pathOf('0'))).status).toBe(400)
  expect(await storedOf(member)).toEqual([])
})

test('[powers.67] staff whose rank is not shown are blocked like members, and the block stops what they do as members alone', async () => {
  const [member, staff] = [await site.member(), await site.member()]
  await sql`INSERT INTO ranks (key, number, name, colour, power, level, position, is_shown)
    VALUES ('Undercover', 40, 'Undercover', '#66aaff', 'moderator', 5, 5, false)`.execute(site.database.sql)
  await loadRanks(site.database.sql)
  await giveRank(staff.user.id, 'Undercover')
  const postId = await write(member, 'A post of the blocker')
  await block(member, staff)
  expect(await storedOf(member)).toEqual([[member.user.id, staff.user.id]])
  const refused = [await follow(staff, member), await comment(staff, postId)]
  expect(refused.map(({ status }) => status)).toEqual([403, 403])
  await (await site.member()).post(`/api/posts/${postId}/reports`, { reason: 'It is rude' })
  expect(await openCase(staff, postId)).toMatchObject({ excerpt: 'A post of the blocker' })
  await sql`DELETE FROM users WHERE id = ${staff.user.id}`.execute(site.database.sql)
  await sql`DELETE FROM ranks WHERE key = 'Undercover'`.execute(site.database.sql)
  await loadRanks(site.database.sql)
})

test('[evening.32] who is blocked neither follows nor comments on posts of who blocked them; others still do', async () => {
  const [blocker, blocked, other] = [await site.member(), await site.member(), await site.member()]
  const postId = await write(blocker, 'A post')
  await block(blocker, blocked)
  const refusals = [await follow(blocked, blocker), await comment(blocked, postId)]
  expect(refusals.map(({ status, json }) => [status, json.error])).toEqual([
    [403, 'You cannot follow this player'],
    [403, 'You cannot comment on this post'],
  ])
  expect([(await follow(other, blocker)).status, (await comment(other, postId)).status]).toEqual([200, 201])
  expect(await followsOf(blocked)).toBe(0)
  expect((await site.browser().get(`/api/posts/${postId}/comments`)).json).toHaveLength(1)
  // A block holds in one direction: the blocked member's own posts are theirs.
  expect((await comment(blocker, await write(blocked, 'Mine'))).status).toBe(201)
})

test('[evening.32] a block ends the follows between the two, which unblocking does not bring back, and is not told', async () => {
  const [blocker, blocked] = [await site.member(), await site.member()]
  await follow(blocker, blocked)
  await follow(blocked, blocker)
  const shown = (await blocked.get(`/api/user/${blocker.user.id}`)).json
  await block(blocker, blocked)
  expect(await followsOf(blocker, blocked)).toBe(0)
  const refused = await follow(blocker, blocked)
  expect([refused.status, refused.json.error]).toEqual([409, 'Unblock this player to follow them'])
  // The notification of the follow goes with it, as when the follower takes it back.
  expect((await blocked.get('/api/notifications')).json).toEqual([])
  expect((await blocked.get(`/api/user/${blocker.user.id}`)).json).toEqual(shown)
  expect((await blocked.get(pathOf(blocker.user.id))).json).toEqual({ isBlocked: false })
  expect((await blocked.get('/api/blocks')).json).toEqual([])
  expect((await blocker.delete(pathOf(blocked.user.id))).json).toEqual({ isBlocked: false })
  expect(await followsOf(blocker, blocked)).toBe(0)
  expect((await follow(blocked, blocker)).status).toBe(200)
})

test('[evening.32] a follow and a block at once leave no follow, whichever came first', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [blocker, blocked] = [await site.member(), await site.member()]
    const [following, blocking] = await Promise.all([
      follow(blocked, blocker),
      blocker.put(pathOf(blocked.user.id)),
      blocker.put(pathOf(blocked.user.id)),
    ])
    expect([[200, 403].includes(following.status), blocking.status]).toEqual([true, 200])
    expect(await followsOf(blocked)).toBe(0)
  }
})

test('[evening.32] two members who block each other at once are both blocked; loops of block and unblock notify nobody', async () => {
  const [one, other] = [await site.member(), await site.member()]
  await Promise.all([block(one, other), block(other, one)])
  expect(await storedOf(one)).toEqual([
    [one.user.id, other.user.id],
    [other.user.id, one.user.id],
  ])
  for (let round = 0; round < 5; round += 1) {
    await one.delete(pathOf(other.user.id))
    await block(one, other)
  }
  for (const member of [one, other]) expect((await member.get('/api/notifications')).json).toEqual([])
})

test('[evening.32] followers of a player do not follow the member who links it where one blocked the other', async () => {
  const [linking, blocked, blocking, fan] = [
    await site.member(),
    await site.member(),
    await site.member(),
    await site.member(),
  ]
  const { json } = await server.report(event('link.request', player('blocks-1')))
  const { rows } = await sql<{ id: number }>`
    SELECT user_id AS id FROM game_identities WHERE value = 'blocks-1'
  `.execute(site.database.sql)
  for (const member of [blocked, blocking, fan])
    expect((await member.put(`/api/players/${rows[0]?.id}/follow`)).status).toBe(200)
  await block(linking, blocked)
  await block(blocking, linking)
  expect((await linking.post('/api/link', { code: json.results[0].code })).status).toBe(200)
  const { rows: followers } = await sql<{ id: number }>`
    SELECT follower_id AS id FROM follows WHERE player_id = ${linking.user.id}
  `.execute(site.database.sql)
  expect(followers).toEqual([{ id: fan.user.id }])
  expect(await followsOf(blocked, blocking)).toBe(0)
})

test('[evening.33] a block holds back no staff: who became staff since comments, and reports of and by the two are filed', async () => {
  const [blocker, blocked] = [await site.member(), await site.member()]
  await block(blocker, blocked)
  const postId = await write(blocker, 'A rude post')
  expect((await blocked.post(`/api/posts/${postId}/reports`, { reason: 'It is rude' })).status).toBe(201)
  expect(
    (await blocker.post(`/api/posts/${await write(blocked, 'Rude too')}/reports`, { reason: 'Rude' })).status,
  ).toBe(201)
  const moderator = await somebody('Moderator')
  expect(await openCase(moderator, postId)).toMatchObject({ excerpt: 'A rude post' })
  await giveRank(blocked.user.id, 'Helper')
  expect((await comment(blocked, postId)).status).toBe(201)
  expect((await follow(blocked, blocker)).status).toBe(200)
})

test('[evening.34] blocking and unblocking again changes nothing, and one block is stored', async () => {
  const [blocker, blocked] = [await site.member(), await site.member()]
  await block(blocker, blocked)
  await block(blocker, blocked)
  expect(await storedOf(blocker)).toEqual([[blocker.user.id, blocked.user.id]])
  await expect(
    sql`INSERT INTO blocks (blocker_id, blocked_id) VALUES (${blocker.user.id}, ${blocked.user.id})`.execute(
      site.database.sql,
    ),
  ).rejects.toThrow(/blocks_pkey/)
  for (let time = 0; time < 2; time += 1)
    expect((await blocker.delete(pathOf(blocked.user.id))).json).toEqual({ isBlocked: false })
  expect(await storedOf(blocker)).toEqual([])
})

test('[evening.34] a member blocks a limited number, however many requests come at once; the list has the newest first', async () => {
  const [blocker, one, other] = [await site.member(), await site.member(), await site.member()]
  await sql`
    WITH members AS (INSERT INTO users (username, password_hash) SELECT 'Many' || n, 'x' FROM generate_series(2, ${maxBlocked}::int) AS n RETURNING id)
    INSERT INTO blocks (blocker_id, blocked_id, created_at) SELECT ${blocker.user.id}, id, now() - interval '1 day' FROM members
  `.execute(site.database.sql)
  const responses = await Promise.all([one, other].map(({ user }) => blocker.put(pathOf(user.id))))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  const { json } = await blocker.get('/api/blocks')
  expect(json).toHaveLength(maxBlocked)
  expect([one.user.id, other.user.id]).toContain(json[0].user.id)
  // The limit does not stand in the way of who is blocked already.
  expect((await blocker.put(pathOf(json[0].user.id))).status).toBe(200)
})

test('[evening.34] a block goes with either account, and only who blocked has it in their export', async () => {
  const [blocker, blocked, gone] = [await site.member(), await site.member(), await site.member()]
  await block(blocker, blocked)
  await block(blocker, gone)
  await block(gone, blocker)
  const exported = async (member: TestBrowser) =>
    JSON.parse((await member.get('/api/account/export')).text).blocks
  expect(await exported(blocker)).toEqual([
    { memberId: blocked.user.id, createdAt: expect.any(String) },
    { memberId: gone.user.id, createdAt: expect.any(String) },
  ])
  expect(await exported(blocked)).toEqual([])
  expect((await gone.post('/api/account/delete', { password })).status).toBeLessThan(300)
  expect(await storedOf(blocker)).toEqual([[blocker.user.id, blocked.user.id]])
})

test('[evening.34] a restricted member blocks and unblocks', async () => {
  const [blocker, blocked] = [await site.member(), await site.member()]
  await sql`INSERT INTO restrictions (user_id, reason) VALUES (${blocker.user.id}, 'Spam')`.execute(
    site.database.sql,
  )
  await block(blocker, blocked)
  expect((await blocker.delete(pathOf(blocked.user.id))).status).toBe(200)
})
