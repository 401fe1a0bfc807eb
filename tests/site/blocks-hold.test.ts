import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type NotificationKind,
  notificationKinds,
} from '../../src/contract/notifications/notification-kinds.ts'
import {
  createCup,
  cupSite,
  linkedMember,
  type Player,
  passTime,
  work,
} from '../../src/server/domains/cups/testing/cup-setup.ts'
import { memberWithRank } from '../../src/server/domains/events/testing/event-setup.ts'
import { fanOut } from '../../src/server/domains/notifications/fanout.ts'
import { findUndelivered } from '../../src/server/domains/notifications/queries/deliveries.ts'
import { queueFanout } from '../../src/server/domains/notifications/queries/notify.ts'
import type { TestGameServer } from '../../src/server/testing/game-server.ts'
import type { TestApp, TestBrowser } from '../../src/server/testing/test-app.ts'

let site: TestApp
let server: TestGameServer
let staff: TestBrowser
let other: Player
beforeAll(async () => {
  ;({ site, server, staff } = await cupSite())
  other = await linkedMember(site, server)
})
afterAll(() => site.close())

const write = async (by: TestBrowser, content = 'A post') =>
  (await by.post('/api/posts', { content })).json.id as number
const comment = (by: TestBrowser, postId: number, content = 'Well played', parentId?: number) =>
  by.post(`/api/posts/${postId}/comments`, { content, parentId })
const like = (by: TestBrowser, postId: number) => by.post(`/api/posts/${postId}/reactions`, { type: 'like' })
const follow = (by: TestBrowser, { user }: Player) => by.put(`/api/players/${user.id}/follow`)
const block = (by: TestBrowser, { user }: Player) => by.put(`/api/players/${user.id}/block`)
const listOf = async (member: TestBrowser) => (await member.get('/api/notifications')).json
const unreadOf = async (member: TestBrowser) => (await member.get('/api/notifications/unread')).json.unread

async function storedFor({ user }: Player) {
  const { rows } = await sql<{ id: number; kind: NotificationKind }>`
    SELECT id, kind FROM notifications WHERE user_id = ${user.id} ORDER BY id
  `.execute(site.database.sql)
  return rows
}

interface Way {
  readonly kind: NotificationKind
  /** `refused`: 403, nothing is stored. `unnoticed`: done, and the blocker does not learn of it. `reaches`: as without. */
  readonly block: 'refused' | 'unnoticed' | 'reaches'
  /** What is there before the block. */
  readonly prepare?: (blocker: Player, blocked: Player) => Promise<number | string>
  readonly act: (
    people: { readonly blocker: Player; readonly blocked: Player },
    prepared: never,
  ) => Promise<{ readonly status: number }>
}

const done = { status: 200 }

async function team(blocker: Player) {
  const id = await createCup(site, staff, { size: 2 })
  const { json } = await blocker.post(`/api/cups/${id}/teams`, { name: `Team ${'ABCDEFGH'[id % 8]}${id}` })
  return `${id} ${json.team.code}`
}

/** Everything by which one member reaches another, as docs/fair-play.md lists it. */
const ways: Readonly<Record<string, Way>> = {
  'a like of their post': {
    kind: 'like',
    block: 'unnoticed',
    prepare: (blocker) => write(blocker),
    act: ({ blocked }, postId) => like(blocked, postId),
  },
  'a comment on their post': {
    kind: 'reply',
    block: 'refused',
    prepare: (blocker) => write(blocker),
    act: ({ blocked }, postId) => comment(blocked, postId),
  },
  'a reply to their comment': {
    kind: 'reply',
    block: 'refused',
    prepare: async (blocker) => {
      const postId = await write(other)
      return `${postId} ${(await comment(blocker, postId)).json.id}`
    },
    act: ({ blocked }, prepared) => {
      const [postId, parentId] = String(prepared).split(' ').map(Number)
      return comment(blocked, postId!, 'Well said', parentId)
    },
  },
  'a mention in a post': {
    kind: 'mention',
    block: 'unnoticed',
    act: ({ blocker, blocked }) => blocked.post('/api/posts', { content: `Look, @${blocker.user.username}` }),
  },
  'a mention in a post that is edited': {
    kind: 'mention',
    block: 'unnoticed',
    prepare: (_, blocked) => write(blocked),
    act: ({ blocker, blocked }, postId) =>
      blocked.patch(`/api/posts/${postId}`, { content: `Look, @${blocker.user.username}` }),
  },
  'a mention in a comment': {
    kind: 'mention',
    block: 'unnoticed',
    prepare: () => write(other),
    act: ({ blocker, blocked }, postId) => comment(blocked, postId, `Look, @${blocker.user.username}`),
  },
  'a follow': {
    kind: 'follow',
    block: 'refused',
    act: ({ blocker, blocked }) => follow(blocked, blocker),
  },
  'a milestone of a player whom they follow still': {
    kind: 'follow',
    block: 'unnoticed',
    async act({ blocker, blocked }) {
      const { database } = site
      await sql`INSERT INTO follows (follower_id, player_id) VALUES (${blocker.user.id}, ${blocked.user.id})`.execute(
        database.sql,
      )
      await queueFanout(database.sql, {
        kind: 'follow',
        eventKey: `milestone:${blocked.user.id}`,
        audience: { followersOf: blocked.user.id },
        title: 'reached 100 wins',
        link: '/leaderboards',
      })
      await fanOut(database, 100)
      return done
    },
  },
  'joining their team by its code': {
    kind: 'cup',
    block: 'refused',
    prepare: team,
    act({ blocked }, prepared) {
      const [id, code] = String(prepared).split(' ')
      return blocked.post(`/api/cups/${id}/teams/join`, { code })
    },
  },
  'a match against them in a cup': {
    kind: 'cup',
    block: 'reaches',
    async act({ blocker, blocked }) {
      const id = await createCup(site, staff)
      const more = [await linkedMember(site, server), await linkedMember(site, server)]
      const everybody = [blocker, blocked, ...more]
      for (const player of everybody) await player.post(`/api/events/${id}/register`)
      await passTime(site, id, 24 * 60 - 20)
      for (const player of everybody) expect((await player.put(`/api/cups/${id}/check-in`)).status).toBe(200)
      await passTime(site, id, 20)
      await work(site)
      return done
    },
  },
  'the outcome of their report': {
    kind: 'report',
    block: 'reaches',
    prepare: (_, blocked) => write(blocked, 'Rude'),
    async act({ blocker }, postId) {
      const moderator = await memberWithRank(site, 'Moderator')
      const subject = { subjectType: 'post', subjectId: postId }
      await blocker.post(`/api/posts/${postId}/reports`, { reason: 'Rude' })
      await moderator.post('/api/admin/moderation/claims', subject)
      return moderator.post('/api/admin/moderation/decisions', {
        ...subject,
        decision: 'remove',
        reason: 'Rude',
        note: 'Rude',
      })
    },
  },
}

/** Kinds that the site and its staff alone cause. */
const fromNoMember: readonly NotificationKind[] = [
  'event',
  'season',
  'news',
  'appeal',
  'ruling',
  'application',
  'staff',
  'alarm',
  'account',
]

test('[field.70] Each kind of notification says what a block does to it, or comes from the site and its staff alone', () => {
  const kinds = new Set([...Object.values(ways).map(({ kind }) => kind), ...fromNoMember])
  expect([...kinds].sort()).toEqual([...notificationKinds].sort())
})

test.each(Object.entries(ways))(
  '[field.71] A block holds back, refuses or lets through as the table of blocks says: %s',
  async (_, { kind, block: effect, prepare, act }) => {
    for (const isBlocked of [false, true]) {
      const [blocker, blocked] = [await linkedMember(site, server), await linkedMember(site, server)]
      const prepared = ((await prepare?.(blocker, blocked)) ?? 0) as never
      if (isBlocked) expect((await block(blocker, blocked)).status).toBe(200)
      const { status } = await act({ blocker, blocked }, prepared)
      expect(status < 300 ? 'done' : status).toBe(isBlocked && effect === 'refused' ? 403 : 'done')
      const kinds = (await storedFor(blocker)).map((row) => row.kind)
      if (isBlocked && effect !== 'reaches') expect(kinds).toEqual([])
      else expect(kinds).toContain(kind)
    }
  },
)

test('[field.72] A like of a member who is blocked is not counted in the notification of others’ likes, nor named there', async () => {
  const [blocker, blocked] = [await linkedMember(site, server), await linkedMember(site, server)]
  await block(blocker, blocked)
  const postId = await write(blocker)
  await like(other, postId)
  await like(blocked, postId)
  expect(await listOf(blocker)).toMatchObject([
    { kind: 'like', likes: 1, by: { username: other.user.username } },
  ])
  await blocker.post('/api/notifications/read', { upTo: (await storedFor(blocker))[0]!.id })
  await like(blocked, postId)
  await like(blocked, postId)
  expect(await unreadOf(blocker)).toBe(0)
  expect((await site.browser().get(`/api/posts/${postId}`)).json.reactionCounts.like).toBe(2)
})

test('[field.73] What a member did before they were blocked is neither listed nor counted nor delivered while the block stands', async () => {
  const [blocker, blocked] = [await linkedMember(site, server), await linkedMember(site, server)]
  const postId = await write(blocker)
  await like(blocked, postId)
  await comment(blocked, postId)
  await blocked.post('/api/posts', { content: `Look, @${blocker.user.username}` })
  const kinds = async () => (await listOf(blocker)).map((one: { kind: string }) => one.kind)
  await blocker.put('/api/notifications/choices', { kind: 'reply', mail: true })
  const [, reply] = await storedFor(blocker)
  const waits = async () =>
    (await findUndelivered(site.database.sql, site.context.config, reply!.id, 'mail')) !== undefined
  expect([await kinds(), await unreadOf(blocker), await waits()]).toEqual([
    ['mention', 'reply', 'like'],
    3,
    true,
  ])
  await block(blocker, blocked)
  expect([await kinds(), await unreadOf(blocker), await waits()]).toEqual([[], 0, false])
  await blocker.delete(`/api/players/${blocked.user.id}/block`)
  expect(await unreadOf(blocker)).toBe(3)
})

test('[field.74] Staff who were blocked reach members while their rank grants something, and not while it is withheld', async () => {
  const [blocker, blocked] = [await linkedMember(site, server), await linkedMember(site, server)]
  await block(blocker, blocked)
  await sql`UPDATE users SET rank = 'Helper', recovered_at = now() WHERE id = ${blocked.user.id}`.execute(
    site.database.sql,
  )
  await like(blocked, await write(blocker))
  expect(await storedFor(blocker)).toEqual([])
  await sql`UPDATE users SET recovered_at = NULL WHERE id = ${blocked.user.id}`.execute(site.database.sql)
  await like(blocked, await write(blocker))
  expect(await storedFor(blocker)).toMatchObject([{ kind: 'like' }])
})
