import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxFollowed } from '../../../../contract/players/follows.ts'
import { event, gameServer, match, player, type TestGameServer } from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { fanOut } from '../../notifications/fanout.ts'
import { queueFanout } from '../../notifications/queries/notify.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const pathOf = (id: number | string) => `/api/players/${id}/follow`
const unseen = { isFollowing: false, isMuted: false }
const following = { isFollowing: true, isMuted: false }

async function idOf(xuid: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT user_id AS id FROM game_identities WHERE value = ${xuid}
  `.execute(site.database.sql)
  return rows[0]!.id
}

test('[voice.55] following, muting and unfollowing are a 401 for visitors, and store nothing', async () => {
  const { user } = await site.member()
  const visitor = site.browser()
  for (const response of [
    visitor.get(pathOf(user.id)),
    visitor.put(pathOf(user.id)),
    visitor.patch(pathOf(user.id), { isMuted: true }),
    visitor.delete(pathOf(user.id)),
    visitor.get('/api/follows'),
  ])
    expect((await response).status).toBe(401)
  const { rows } = await sql`SELECT FROM follows`.execute(site.database.sql)
  expect(rows).toEqual([])
})

test('[voice.55] following and unfollowing again changes nothing', async () => {
  const [follower, followed] = [await site.member(), await site.member()]
  const path = pathOf(followed.user.id)
  expect((await follower.get(path)).json).toEqual(unseen)
  for (let time = 0; time < 2; time += 1) {
    const response = await follower.put(path)
    expect([response.status, response.json]).toEqual([200, following])
  }
  expect((await follower.get(path)).json).toEqual(following)
  expect((await followed.get(pathOf(follower.user.id))).json).toEqual(unseen)
  for (let time = 0; time < 2; time += 1) {
    const response = await follower.delete(path)
    expect([response.status, response.json]).toEqual([200, unseen])
  }
  expect((await follower.get('/api/follows')).json).toEqual([])
})

test('[voice.55] nobody follows themselves, and unknown and deleted players are a 404', async () => {
  const { user, ...member } = await site.member()
  const own = await member.put(pathOf(user.id))
  expect([own.status, own.json.fields]).toEqual([400, { id: 'You cannot follow yourself' }])
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (gamertag, deleted_at) VALUES ('Deleted player', now()) RETURNING id
  `.execute(site.database.sql)
  for (const id of [rows[0]!.id, 2_147_483_647])
    for (const response of [member.get(pathOf(id)), member.put(pathOf(id)), member.delete(pathOf(id))])
      expect((await response).status).toBe(404)
  expect((await member.put(pathOf('0'))).status).toBe(400)
})

test('[voice.55] a member follows a limited number of players, however many requests come at once', async () => {
  const [follower, one, other] = [await site.member(), await site.member(), await site.member()]
  await sql`
    WITH players AS (INSERT INTO users (gamertag) SELECT 'Many' || n FROM generate_series(2, ${maxFollowed}::int) AS n RETURNING id)
    INSERT INTO follows (follower_id, player_id) SELECT ${follower.user.id}, id FROM players
  `.execute(site.database.sql)
  const responses = await Promise.all([one, other].map(({ user }) => follower.put(pathOf(user.id))))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await follower.get('/api/follows')).json).toHaveLength(maxFollowed)
})

test('[voice.56] muting keeps the follow and is taken back by unmuting; who does not follow gets a 404', async () => {
  const [follower, followed] = [await site.member(), await site.member()]
  const path = pathOf(followed.user.id)
  expect((await follower.patch(path, { isMuted: true })).status).toBe(404)
  await follower.put(path)
  expect((await follower.patch(path, { isMuted: true })).json).toEqual({ isFollowing: true, isMuted: true })
  // Following again does not unmute.
  expect((await follower.put(path)).json).toEqual({ isFollowing: true, isMuted: true })
  expect((await follower.patch(path, { isMuted: false })).json).toEqual(following)
  const wrong = await follower.patch(path, { isMuted: 'yes' })
  expect([wrong.status, wrong.json.fields]).toEqual([400, { isMuted: 'isMuted must be true or false' }])
})

test('[voice.56] an event of a muted player leaves its follower nothing', async () => {
  const [follower, muting, followed] = [await site.member(), await site.member(), await site.member()]
  for (const one of [follower, muting]) await one.put(pathOf(followed.user.id))
  await muting.patch(pathOf(followed.user.id), { isMuted: true })
  await queueFanout(site.database.sql, {
    kind: 'follow',
    eventKey: 'win:1',
    audience: { followersOf: followed.user.id },
    title: 'A win',
    link: '/',
  })
  await fanOut(site.database)
  expect((await follower.get('/api/notifications')).json).toHaveLength(1)
  expect((await muting.get('/api/notifications')).json).toEqual([])
})

test('[voice.57] the list has the newest first and says who is muted; only its member sees it', async () => {
  const [follower, first, second] = [
    await site.member(),
    await site.member(),
    await site.member('Second One'),
  ]
  await follower.put(pathOf(first.user.id))
  await follower.put(pathOf(second.user.id))
  await follower.patch(pathOf(first.user.id), { isMuted: true })
  const { json } = await follower.get('/api/follows')
  expect(json).toEqual([
    {
      user: { id: second.user.id, username: 'Second One', avatarUrl: null, rank: 'Member' },
      isMuted: false,
      followedAt: expect.any(String),
    },
    expect.objectContaining({ isMuted: true }),
  ])
  expect((await first.get('/api/follows')).json).toEqual([])
})

test('[voice.58] a followed member is notified once per follower, also when they follow again', async () => {
  const [follower, other, followed] = [await site.member('Fan One'), await site.member(), await site.member()]
  const path = pathOf(followed.user.id)
  const shown = async () => (await followed.get('/api/notifications')).json
  await follower.put(path)
  expect(await shown()).toEqual([
    expect.objectContaining({
      kind: 'follow',
      by: { id: follower.user.id, username: 'Fan One' },
      isRead: false,
      title: null,
    }),
  ])
  await followed.post('/api/notifications/read', { upTo: (await shown())[0].id })
  await follower.delete(path)
  // Not shown while it is not true.
  expect(await shown()).toEqual([])
  await follower.put(path)
  expect(await shown()).toEqual([expect.objectContaining({ kind: 'follow', isRead: true })])
  await Promise.all([other.put(path), other.put(path)])
  expect(await shown()).toHaveLength(2)
})

test('[voice.58] who muted follows is not notified of one, and a follower’s account takes it along', async () => {
  const [follower, followed, muted] = [await site.member(), await site.member(), await site.member()]
  await muted.put('/api/notifications/choices', { kind: 'follow', site: false })
  for (const { user } of [followed, muted]) await follower.put(pathOf(user.id))
  expect((await muted.get('/api/notifications')).json).toEqual([])
  expect((await followed.get('/api/notifications')).json).toHaveLength(1)
  await sql`DELETE FROM users WHERE id = ${follower.user.id}`.execute(site.database.sql)
  const { rows } = await sql`SELECT FROM notifications WHERE user_id = ${followed.user.id}`.execute(
    site.database.sql,
  )
  expect(rows).toEqual([])
})

test('[voice.57] followers of a player stay when a member links the player, who then does not follow themselves', async () => {
  const [follower, both, member] = [await site.member(), await site.member(), await site.member()]
  await server.report(
    event('match', match([player('follow-1'), player('follow-2', { result: 'loss' })])),
    event('link.code', { xuid: 'follow-1', gamertag: 'Tag follow-1', code: 'FOLLOW22' }),
  )
  const playerId = await idOf('follow-1')
  for (const one of [follower, both, member]) expect((await one.put(pathOf(playerId))).status).toBe(200)
  await both.put(pathOf(member.user.id))
  expect((await member.post('/api/link', { code: 'FOLLOW22' })).status).toBe(200)
  const followed = async (one: typeof follower) =>
    (await one.get('/api/follows')).json.map(({ user }: { user: { id: number } }) => user.id)
  expect(await followed(follower)).toEqual([member.user.id])
  expect(await followed(both)).toEqual([member.user.id])
  expect(await followed(member)).toEqual([])
  // The id of the player leads to the member.
  expect((await follower.get(pathOf(playerId))).json).toEqual(following)
})
