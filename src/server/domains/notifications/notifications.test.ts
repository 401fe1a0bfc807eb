import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { kindRules, notificationKinds } from '../../../contract/notifications/notification-kinds.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { storeKinds } from './queries/choices.ts'

type Member = TestBrowser & { user: { id: number } }

let site: TestApp
let author: Member
let reader: Member

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  author = await site.member('Author')
  reader = await site.member('Reader')
})
afterAll(() => site.close())

const url = '/api/notifications'

const newPost = async (by: Member, content = 'A post') =>
  (await by.post('/api/posts', { content })).json.id as number
const like = (by: TestBrowser, postId: number) => by.post(`/api/posts/${postId}/reactions`, { type: 'like' })
const comment = async (by: TestBrowser, postId: number, content = 'Well played') =>
  (await by.post(`/api/posts/${postId}/comments`, { content })).json.id as number
const listOf = async (member: TestBrowser) => (await member.get(url)).json
const unreadOf = async (member: TestBrowser) => (await member.get(`${url}/unread`)).json.unread
const readAll = async (member: TestBrowser) =>
  member.post(`${url}/read`, { upTo: (await listOf(member))[0].id })

const stored = async (userId: number) => {
  const { rows } = await sql<{ kind: string; event_key: string }>`
    SELECT kind, event_key FROM notifications WHERE user_id = ${userId} ORDER BY id
  `.execute(site.database.sql)
  return rows
}

describe('who may not', () => {
  test('[voice.11] visitors have no notifications and no choices: 401', async () => {
    const visitor = site.browser()
    for (const path of ['', '/unread', '/choices']) expect((await visitor.get(url + path)).status).toBe(401)
    expect((await visitor.post(`${url}/read`, { upTo: 1 })).status).toBe(401)
    expect((await visitor.put(`${url}/choices`, { kind: 'like', site: false })).status).toBe(401)
  })

  test('[voice.11] nobody reads or marks what is somebody else’s', async () => {
    const [mine, other] = [await site.member(), await site.member()]
    await comment(reader, await newPost(mine))
    const [{ id }] = await listOf(mine)
    expect(await listOf(other)).toEqual([])
    for (const body of [{ id }, { upTo: id }])
      expect((await other.post(`${url}/read`, body)).status).toBe(200)
    expect(await unreadOf(mine)).toBe(1)
  })

  test('[voice.11] bad input is a 400 that names the field', async () => {
    for (const [body, field] of [
      [{}, 'upTo'],
      [{ id: 1, upTo: 1 }, 'upTo'],
      [{ id: 'x' }, 'id'],
    ] as const)
      expect(Object.keys((await reader.post(`${url}/read`, body)).json.fields)).toEqual([field])
    for (const [body, field] of [
      [{ kind: 'account', site: false }, 'site'],
      [{ kind: 'none', site: false }, 'kind'],
      [{ kind: 'like', site: 'no' }, 'site'],
      [{ kind: 'like', mail: 1 }, 'mail'],
      [{ kind: 'like', game: null }, 'game'],
    ] as const) {
      const response = await reader.put(`${url}/choices`, body)
      expect([response.status, Object.keys(response.json.fields)]).toEqual([400, [field]])
    }
    expect((await reader.get(`${url}?limit=101`)).status).toBe(400)
  })
})

describe('kinds', () => {
  test('[voice.12] a comment on my post is a notification; my own is not, and a deleted one takes it along', async () => {
    const mine = await site.member()
    const postId = await newPost(mine)
    await comment(mine, postId, 'My own')
    expect(await stored(mine.user.id)).toEqual([])
    const id = await comment(reader, postId, '<b>Nice</b>')
    expect(await listOf(mine)).toEqual([
      {
        id: expect.any(Number),
        kind: 'reply',
        isRead: false,
        createdAt: expect.any(String),
        postId,
        commentId: id,
        by: { id: reader.user.id, username: 'Reader' },
        likes: 0,
        event: null,
        excerpt: '<b>Nice</b>',
        notice: null,
        title: null,
        link: null,
      },
    ])
    await reader.delete(`/api/comments/${id}`)
    expect(await stored(mine.user.id)).toEqual([])
  })

  test('[voice.13] likes of one post are one notification, told again only when there are more than it told', async () => {
    const mine = await site.member()
    const postId = await newPost(mine, 'Liked')
    await like(mine, postId)
    expect(await listOf(mine)).toEqual([])
    await like(reader, postId)
    await like(author, postId)
    expect(await listOf(mine)).toMatchObject([
      { kind: 'like', likes: 2, by: { username: 'Author' }, excerpt: 'Liked', isRead: false },
    ])
    await readAll(mine)
    expect(await unreadOf(mine)).toBe(0)
    // Taking a like back and giving it again tells nothing.
    for (let n = 0; n < 4; n += 1) await like(author, postId)
    expect(await unreadOf(mine)).toBe(0)
    await like(await site.member(), postId)
    expect(await listOf(mine)).toMatchObject([{ kind: 'like', likes: 3, isRead: false }])
    expect(await stored(mine.user.id)).toHaveLength(1)
  })

  test('[voice.13] likes that were all taken back are not shown', async () => {
    const mine = await site.member()
    const postId = await newPost(mine)
    await like(reader, postId)
    await like(reader, postId)
    expect([await listOf(mine), await unreadOf(mine)]).toEqual([[], 0])
  })

  test('[voice.13] 10,000 likes, some at the same moment, make one notification', async () => {
    const mine = await site.member()
    const postId = await newPost(mine)
    await Promise.all([like(author, postId), like(reader, postId)])
    await sql`WITH fans AS (
      INSERT INTO users (gamertag) SELECT 'Fan ' || n FROM generate_series(1, 9999) AS n RETURNING id
    ) INSERT INTO post_likes (post_id, user_id) SELECT ${postId}, id FROM fans`.execute(site.database.sql)
    const before = await stored(mine.user.id)
    await Promise.all((await Promise.all([site.member(), site.member()])).map((fan) => like(fan, postId)))
    expect(await stored(mine.user.id)).toEqual(before)
    expect(before).toEqual([{ kind: 'like', event_key: `like:${postId}` }])
    expect(await listOf(mine)).toMatchObject([{ likes: 10_003 }])
  })

  test('[voice.14] what staff do and decide is a notification; dismissed on the profile, it is read', async () => {
    const mine = await site.member()
    await sql`INSERT INTO notices (user_id, kind, text, reason) VALUES
      (${mine.user.id}, 'post_removed', 'Rude', 'Be kind'), (${mine.user.id}, 'appeal_decided', '', NULL),
      (${mine.user.id}, 'rerated', '', NULL), (${mine.user.id}, 'application_changed', 'interview', NULL)`.execute(
      site.database.sql,
    )
    const list = await listOf(mine)
    expect(
      list.map((one: { kind: string; notice: { kind: string } }) => [one.kind, one.notice.kind]),
    ).toEqual([
      ['application', 'application_changed'],
      ['ruling', 'rerated'],
      ['appeal', 'appeal_decided'],
      ['account', 'post_removed'],
    ])
    const notices: { id: number; kind: string }[] = (await mine.get('/api/notices')).json
    const notice = notices.find(({ kind }) => kind === 'post_removed')!
    expect(list[3].notice).toEqual({
      id: notice.id,
      kind: 'post_removed',
      text: 'Rude',
      reason: 'Be kind',
      until: null,
    })
    await mine.delete(`/api/notices/${notice.id}`)
    expect(await unreadOf(mine)).toBe(3)
  })

  test('[voice.14] the author of a removed comment is told what it was and why', async () => {
    const [writer, staff] = [await site.member(), await site.member()]
    await sql`UPDATE users SET rank = 'Helper' WHERE id = ${staff.user.id}`.execute(site.database.sql)
    const id = await comment(writer, await newPost(author), 'Something rude')
    await staff.post(`/api/admin/comments/${id}/removal`, { reason: 'Be kind' })
    expect(await listOf(writer)).toMatchObject([
      { kind: 'account', notice: { kind: 'comment_removed', text: 'Something rude', reason: 'Be kind' } },
    ])
  })
})

describe('reading and choosing', () => {
  test('[voice.15] the list is bounded with a link to older ones; one or all are marked as read', async () => {
    const mine = await site.member()
    const postId = await newPost(mine)
    for (let n = 0; n < 3; n += 1) await comment(reader, postId, `Comment ${n}`)
    const page = await mine.get(`${url}?limit=2`)
    const [newest, second] = page.json
    expect([newest.excerpt, second.excerpt]).toEqual(['Comment 2', 'Comment 1'])
    expect(page.headers.link).toBe(`</api/notifications?before=${second.id}&limit=2>; rel="next"`)
    expect((await mine.post(`${url}/read`, { id: newest.id })).json).toEqual({ unread: 2 })
    expect((await mine.post(`${url}/read`, { upTo: second.id })).json).toEqual({ unread: 0 })
    expect((await listOf(mine)).every((one: { isRead: boolean }) => one.isRead)).toBe(true)
  })

  test('[voice.16] a muted kind leaves nothing anywhere; wanted again, it is stored again', async () => {
    const mine = await site.member()
    const postId = await newPost(mine)
    for (const kind of ['reply', 'like', 'appeal', 'appeal'])
      expect((await mine.put(`${url}/choices`, { kind, site: false, mail: false })).status).toBe(200)
    await comment(reader, postId)
    await like(reader, postId)
    await sql`INSERT INTO notices (user_id, kind, text) VALUES
      (${mine.user.id}, 'appeal_decided', ''), (${mine.user.id}, 'restricted', 'Spam')`.execute(
      site.database.sql,
    )
    expect(await stored(mine.user.id)).toMatchObject([{ kind: 'account' }])
    expect((await mine.get('/api/notices')).json).toMatchObject([{ kind: 'restricted' }])
    const again = await mine.put(`${url}/choices`, { kind: 'reply', site: true })
    expect(again.json[0]).toEqual({ kind: 'reply', site: true, mail: false, push: false, game: false })
    await comment(reader, postId)
    expect(await listOf(mine)).toMatchObject([{ kind: 'reply' }, { kind: 'account' }])
  })

  test('[voice.21] all kinds are on the site by default, and appeals, applications, outages and the account by mail', async () => {
    const mine = await site.member()
    const mailed = ['appeal', 'application', 'alarm', 'account']
    expect((await mine.get(`${url}/choices`)).json).toEqual(
      notificationKinds.map((kind) => ({
        kind,
        site: true,
        mail: mailed.includes(kind),
        push: false,
        game: false,
      })),
    )
  })

  test('[plugs.17] the database has the rules of every kind, as each start writes them', async () => {
    const rows = () =>
      site.database.sql
        .selectFrom('notification_kinds')
        .select(['kind', 'channels', 'is_mailed_at_once as isMailedAtOnce'])
        .orderBy('kind')
        .execute()
    const wanted = notificationKinds.toSorted().map((kind) => {
      const { channels, isMailedAtOnce = false } = kindRules[kind]
      return { kind, channels, isMailedAtOnce }
    })
    expect(await rows()).toEqual(wanted)
    await sql`UPDATE notification_kinds SET channels = '{game}', is_mailed_at_once = true`.execute(
      site.database.sql,
    )
    await storeKinds(site.database.sql)
    expect(await rows()).toEqual(wanted)
  })

  test('a notification that says nothing is refused: it would read like a like of nobody', async () => {
    const { user } = await site.member()
    const store = (words: { title?: string; link?: string }) =>
      site.database.sql
        .insertInto('notifications')
        .values({ user_id: user.id, kind: 'season', event_key: 'season:0', ...words })
        .execute()
    await expect(store({})).rejects.toThrow('notifications_say_something')
    await store({ title: 'The season starts', link: '/' })
  })

  test('[voice.21] a choice changes the channels that it names; at the same moment, both changes count', async () => {
    const mine = await site.member()
    const choose = (body: object) => mine.put(`${url}/choices`, body)
    await Promise.all([choose({ kind: 'appeal', game: true }), choose({ kind: 'appeal', mail: false })])
    await choose({ kind: 'account', site: true, mail: false })
    const choices = (await mine.get(`${url}/choices`)).json
    expect(choices.filter(({ kind }: { kind: string }) => ['appeal', 'account'].includes(kind))).toEqual([
      { kind: 'appeal', site: true, mail: false, push: false, game: true },
      { kind: 'account', site: true, mail: false, push: false, game: false },
    ])
  })

  test('[voice.21] a kind that is wanted elsewhere only is neither in the list nor in the bell nor on the profile', async () => {
    const mine = await site.member()
    await mine.put(`${url}/choices`, { kind: 'appeal', site: false, mail: true })
    await sql`INSERT INTO notices (user_id, kind, text) VALUES (${mine.user.id}, 'appeal_decided', '')`.execute(
      site.database.sql,
    )
    expect([await listOf(mine), await unreadOf(mine), (await mine.get('/api/notices')).json]).toEqual([
      [],
      0,
      [],
    ])
    expect(await stored(mine.user.id)).toMatchObject([{ kind: 'appeal' }])
  })

  test('[voice.17] [voice.90] a member’s browsers hear that their notifications changed, and nobody else’s do; also when they subscribe', async () => {
    await site.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = site.app.server.address() as AddressInfo
    const [mine, other] = [await site.member(), await site.member()]
    const listen = async ({ cookie }: TestBrowser) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { cookie: cookie ?? '' } })
      const heard: string[] = []
      socket.on('message', (data) => heard.push(JSON.parse(data.toString()).type))
      await once(socket, 'open')
      socket.send(JSON.stringify({ type: 'subscribe', channel: 'notifications' }))
      return { heard, socket }
    }
    const [mineHears, otherHears] = [await listen(mine), await listen(other)]
    // Each hears at once that it may have missed something, and then only of its own.
    for (const { heard } of [mineHears, otherHears])
      await expect.poll(() => heard).toEqual(['notifications_update'])
    await comment(reader, await newPost(mine))
    await expect.poll(() => mineHears.heard).toEqual(['notifications_update', 'notifications_update'])
    otherHears.socket.ping()
    await once(otherHears.socket, 'pong')
    expect(otherHears.heard).toEqual(['notifications_update'])
    for (const { socket } of [mineHears, otherHears]) socket.terminate()
  })
})
