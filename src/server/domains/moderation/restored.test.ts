import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainPicture } from '../../testing/picture-host.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { purgeRemoved } from '../posts/queries.ts'
import { moderationSetup } from './testing/moderation-setup.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

const { somebody, report, decide, remove, auditEntries } = moderationSetup(() => site)

const undo = (staff: TestBrowser, ids: unknown) => staff.post('/api/admin/cases/decisions/undo', { ids })
const reopen = (staff: TestBrowser, subjectType: string, subjectId: number) =>
  staff.post('/api/admin/moderation/reopenings', { subjectType, subjectId, reason: 'Decided too fast' })

/** A reported post with a picture, a like and a comment. */
async function livelyPost() {
  const [author, fan, reporter] = [await site.member(), await site.member(), await site.member()]
  const picture = await plainPicture(author.user.id)
  const mediaUrl = `data:image/png;base64,${picture.toString('base64')}`
  const { json } = await author.post('/api/posts', { content: `Words of ${author.user.id}`, mediaUrl })
  await fan.post(`/api/posts/${json.id}/reactions`, { type: 'like' })
  const comment = (await fan.post(`/api/posts/${json.id}/comments`, { content: 'Well said' })).json
    .id as number
  const caseId = (await report(reporter, json.id)).json.id as number
  return { author, fan, reporter, id: json.id as number, image: json.mediaUrl as string, comment, caseId }
}

/** What a visitor and the author see of a post, by every way that leads to it. */
async function seen({ id, image, author, fan, comment }: Awaited<ReturnType<typeof livelyPost>>) {
  const visitor = site.browser()
  const feed = (await visitor.get('/api/posts?limit=100')).json.map((post: { id: number }) => post.id)
  const comments = await visitor.get(`/api/posts/${id}/comments`)
  const bell = (await author.get('/api/notifications')).json.filter(
    (one: { postId: number }) => one.postId === id,
  )
  return {
    inFeed: feed.includes(id),
    post: (await visitor.get(`/api/posts/${id}`)).status,
    image: (await visitor.get(image)).status,
    share: (await visitor.get(`/share/post/${id}.png`)).status,
    comments: comments.status === 200 ? comments.json.map((one: { id: number }) => one.id) : comments.status,
    liked: (await fan.post(`/api/posts/${id}/reactions`, { type: 'like' })).status === 404 ? 404 : 'there',
    commentReport: (await author.post(`/api/comments/${comment}/reports`, { reason: 'spam' })).status,
    bell: bell.length > 0,
  }
}

const gone = {
  inFeed: false,
  post: 404,
  image: 404,
  share: 404,
  comments: 404,
  liked: 404,
  commentReport: 404,
  bell: false,
}

const countedPosts = async () => (await site.browser().get('/api/community')).json.posts

describe('a post that staff removed', () => {
  test('[guards.43] is seen nowhere, takes no like, comment, edit or report, and is in its author’s export with the moment', async () => {
    const post = await livelyPost()
    const staff = await somebody('Moderator')
    const before = await countedPosts()
    expect((await decide(staff, post.id, 'remove')).status).toBe(200)
    expect(await seen(post)).toEqual(gone)
    expect(await countedPosts()).toBe(before - 1)
    const attempts = [
      await post.fan.post(`/api/posts/${post.id}/comments`, { content: 'Still here?' }),
      await post.fan.post(`/api/posts/${post.id}/reactions`, { type: 'like' }),
      await post.fan.post(`/api/posts/${post.id}/reports`, { reason: 'spam' }),
      await post.author.patch(`/api/posts/${post.id}`, { content: 'Other words' }),
      await post.author.delete(`/api/posts/${post.id}`),
      await post.fan.delete(`/api/comments/${post.comment}`),
      await remove(staff, post.id),
    ]
    expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 404))
    const { json } = await post.author.get('/api/account/export')
    expect(json.posts).toMatchObject([{ id: post.id, removedAt: expect.any(String) }])
  })

  test('[guards.43] comes back with likes, comments and picture when the decision is undone, and its author reads of nothing', async () => {
    const post = await livelyPost()
    const staff = await somebody('Moderator')
    const before = await countedPosts()
    await decide(staff, post.id, 'remove')
    const notices = async () =>
      (await post.author.get('/api/notices')).json.map((one: { kind: string }) => one.kind)
    expect(await notices()).toEqual(['post_removed'])
    expect((await undo(staff, [post.caseId])).json.reopened).toEqual([post.caseId])
    const shown = (await site.browser().get(`/api/posts/${post.id}`)).json
    expect(shown).toMatchObject({ mediaUrl: post.image, reactionCounts: { like: 1 }, commentCount: 1 })
    expect((await site.browser().get(post.image)).status).toBe(200)
    expect(await countedPosts()).toBe(before)
    expect(await notices()).toEqual([])
    expect(await auditEntries('moderation.undo', post.id)).toMatchObject([{ after: { restored: true } }])
    // It can be removed, and told of, again.
    expect((await decide(staff, post.id, 'remove')).status).toBe(200)
    expect(await notices()).toEqual(['post_removed'])
  })

  test('[guards.43] comes back when the case is reopened, also what was removed without a decision of the case’s own', async () => {
    const post = await livelyPost()
    const staff = await somebody('Moderator')
    expect((await remove(staff, post.id)).status).toBe(204)
    expect((await reopen(staff, 'post', post.id)).status).toBe(200)
    expect((await site.browser().get(`/api/posts/${post.id}`)).json).toMatchObject({
      reactionCounts: { like: 1 },
      commentCount: 1,
    })
    expect(await auditEntries('moderation.reopen', post.id)).toMatchObject([{ after: { restored: true } }])
  })

  test('[guards.43] goes for good after 30 days: the case is reopened without it', async () => {
    const post = await livelyPost()
    const other = await livelyPost()
    const staff = await somebody('Moderator')
    for (const { id } of [post, other]) await decide(staff, id, 'remove')
    await sql`UPDATE all_posts SET removed_at = now() - interval '30 days 1 second' WHERE id = ${post.id}`.execute(
      site.database.sql,
    )
    await sql`UPDATE all_posts SET removed_at = now() - interval '29 days 23 hours' WHERE id = ${other.id}`.execute(
      site.database.sql,
    )
    const before = await countedPosts()
    await purgeRemoved(site.database.sql)
    expect(await countedPosts()).toBe(before)
    const { rows } = await sql<{
      id: number
    }>`SELECT id FROM all_posts WHERE id IN (${post.id}, ${other.id})`.execute(site.database.sql)
    expect(rows).toEqual([{ id: other.id }])
    expect(
      (await sql`SELECT FROM all_comments WHERE id = ${post.comment}`.execute(site.database.sql)).rows,
    ).toEqual([])
    expect((await reopen(staff, 'post', post.id)).status).toBe(200)
    expect((await site.browser().get(`/api/posts/${post.id}`)).status).toBe(404)
    const entries = await auditEntries('moderation.reopen', post.id)
    expect(entries.map(({ after }) => after)).toEqual([
      { status: 'open', reason: 'Decided too fast', reports: 1 },
    ])
  })

  test('[guards.43] goes with the account of its author; a dismissal that is reopened brings nothing back', async () => {
    const post = await livelyPost()
    const staff = await somebody('Moderator')
    await decide(staff, post.id, 'remove')
    expect((await post.author.post('/api/account/delete', { password, now: true })).status).toBe(204)
    expect((await sql`SELECT FROM all_posts WHERE id = ${post.id}`.execute(site.database.sql)).rows).toEqual(
      [],
    )
    const other = await livelyPost()
    await decide(staff, other.id, 'dismiss')
    await remove(staff, other.id)
    await reopen(staff, 'post', other.id)
    expect((await site.browser().get(`/api/posts/${other.id}`)).status).toBe(404)
  })
})

describe('a comment that staff removed', () => {
  const reported = async () => {
    const post = await livelyPost()
    const caseId = (await post.author.post(`/api/comments/${post.comment}/reports`, { reason: 'spam' })).json
      .id as number
    return { ...post, caseId }
  }
  const decideComment = (staff: TestBrowser, id: number) =>
    staff.post('/api/admin/moderation/decisions', {
      subjectType: 'comment',
      subjectId: id,
      decision: 'remove',
      note: 'Seen',
    })
  const shown = async (id: number) =>
    (await site.browser().get(`/api/posts/${id}/comments`)).json.map((one: { id: number }) => one.id)
  const noticesOf = async (member: TestBrowser) =>
    (await member.get('/api/notifications')).json.filter(({ kind }: { kind: string }) => kind === 'account')
      .length

  test('[guards.43] is not listed or counted, and comes back with undo; its author reads of nothing', async () => {
    const { id, comment, caseId, fan } = await reported()
    const staff = await somebody('Moderator')
    expect((await decideComment(staff, comment)).status).toBe(200)
    expect([await shown(id), await noticesOf(fan)]).toEqual([[], 1])
    expect((await site.browser().get(`/api/posts/${id}`)).json.commentCount).toBe(0)
    expect((await undo(staff, [caseId])).json.reopened).toEqual([caseId])
    expect([await shown(id), await noticesOf(fan)]).toEqual([[comment], 0])
    expect((await decideComment(staff, comment)).status).toBe(200)
    expect(await noticesOf(fan)).toBe(1)
  })

  test('[guards.43] for itself stays removed when its post, which was removed later, comes back', async () => {
    const { id, comment, fan } = await reported()
    const other = (await fan.post(`/api/posts/${id}/comments`, { content: 'Harmless' })).json.id
    const staff = await somebody('Moderator')
    await decideComment(staff, comment)
    await decide(staff, id, 'remove')
    expect((await reopen(staff, 'post', id)).status).toBe(200)
    expect(await shown(id)).toEqual([other])
  })

  test('[guards.43] on a post that was removed later comes back with the post, and not before', async () => {
    const { id, comment } = await reported()
    const staff = await somebody('Moderator')
    await decideComment(staff, comment)
    await decide(staff, id, 'remove')
    expect((await reopen(staff, 'comment', comment)).status).toBe(200)
    expect((await site.browser().get(`/api/posts/${id}/comments`)).status).toBe(404)
    expect((await reopen(staff, 'post', id)).status).toBe(200)
    expect(await shown(id)).toEqual([comment])
  })
})

describe('a raid', () => {
  const decideMany = (staff: TestBrowser, ids: unknown, more: object = {}) =>
    staff.post('/api/admin/cases/decisions', { ids, outcome: 'remove', ...more })

  test('[guards.44] is one decision: posts and comments go together, of players nothing does, and undo brings all back', async () => {
    const [one, two] = [await livelyPost(), await livelyPost()]
    const staff = await somebody('Moderator')
    const equal = await somebody('Moderator')
    const byEqual = (await equal.post('/api/posts', { content: 'Of an equal rank' })).json.id as number
    const equalCase = (await report(one.fan, byEqual)).json.id as number
    const player = (await one.fan.post(`/api/players/${two.author.user.id}/reports`, { reason: 'spam' })).json
      .id
    const ids = [one.caseId, two.caseId, equalCase, player]
    const { status, json } = await decideMany(staff, ids, { reason: 'Part of a raid' })
    expect([status, json.decided]).toEqual([200, [one.caseId, two.caseId]])
    expect(json.refused).toMatchObject([
      { id: equalCase, status: 403 },
      { id: player, status: 400, error: 'Only a post or a comment can be removed' },
    ])
    const statuses = async () =>
      Promise.all(
        [one.id, two.id, byEqual].map(async (id) => (await site.browser().get(`/api/posts/${id}`)).status),
      )
    expect(await statuses()).toEqual([404, 404, 200])
    expect((await one.author.get('/api/notices')).json).toMatchObject([{ reason: 'Part of a raid' }])
    expect((await undo(staff, [one.caseId, two.caseId])).json.reopened).toEqual([one.caseId, two.caseId])
    expect(await statuses()).toEqual([200, 200, 200])
  })
})
