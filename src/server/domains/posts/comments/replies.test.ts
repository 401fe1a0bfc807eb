import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type NotificationRow,
  notificationPath,
} from '../../../../contract/notifications/notification-text.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { moderationSetup } from '../../moderation/testing/moderation-setup.ts'
import { removePost, restorePost } from '../queries.ts'
import { removeComment, restoreComment } from './queries.ts'

let site: TestApp
let author: TestBrowser & { user: { id: number } }
let reader: TestBrowser & { user: { id: number } }

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  author = await site.member('Author')
  reader = await site.member('Reader')
})
afterAll(() => site.close())

const { somebody, write, openCase } = moderationSetup(() => site)

const send = (browser: TestBrowser, postId: number, parentId: unknown, content = 'A reply') =>
  browser.post(`/api/posts/${postId}/comments`, { content, parentId })

const written = async (browser: TestBrowser, postId: number, content: string, parentId?: number) => {
  const response = await send(browser, postId, parentId, content)
  expect(response.status).toBe(201)
  return response.json.id as number
}

const shown = async (postId: number) =>
  (await site.browser().get(`/api/posts/${postId}/comments`)).json.map(
    ({ content, parentId }: { content: string; parentId?: number }) => [content, parentId ?? null],
  )

const notified = async (browser: TestBrowser) =>
  (await browser.get('/api/notifications')).json.map(
    ({ kind, title, link, excerpt }: Record<string, unknown>) => [kind, title, link, excerpt],
  )

const publishNews = async (slug: string) => {
  await sql`
    INSERT INTO news (slug, title, summary, markdown, html, publish_at, published_at, announced_at)
    VALUES (${slug}, 'News', 'News', 'News', '', now(), now(), now())
  `.execute(site.database.sql)
}

test('[evening.36] visitors and restricted members do not reply, and blank text or an id that is none is refused', async () => {
  const postId = await write(author, 'A post')
  const id = await written(reader, postId, 'First')
  const restricted = await site.member()
  await sql`INSERT INTO restrictions (user_id, reason) VALUES (${restricted.user.id}, 'Spam')`.execute(
    site.database.sql,
  )
  expect((await send(site.browser(), postId, id)).status).toBe(401)
  expect((await send(restricted, postId, id)).json.error).toBe('You cannot comment: Spam')
  expect((await send(reader, postId, id, ' ')).json.fields).toEqual({ content: 'Comment is required' })
  for (const parentId of [0, -1, 1.5, 'x', 2_147_483_648])
    expect((await send(reader, postId, parentId)).status).toBe(400)
  expect(await shown(postId)).toEqual([['First', null]])
})

test('[evening.36] a reply is one level deep: nobody replies to a reply, whoever wrote it', async () => {
  const postId = await write(author, 'A post')
  const id = await written(reader, postId, 'First')
  const reply = await written(author, postId, 'Second', id)
  for (const browser of [author, reader]) {
    const refused = await send(browser, postId, reply)
    expect([refused.status, refused.json.fields]).toEqual([400, { parentId: 'You cannot reply to a reply' }])
  }
  expect(await shown(postId)).toEqual([
    ['First', null],
    ['Second', id],
  ])
  expect((await site.browser().get(`/api/posts/${postId}`)).json.commentCount).toBe(2)
})

test('[evening.36] a comment on something else, one that is removed, unknown or yet to come takes no reply: 404', async () => {
  const [postId, other] = [await write(author, 'A post'), await write(author, 'Another')]
  const elsewhere = await written(reader, other, 'Elsewhere')
  await publishNews('replies-elsewhere')
  const onNews = (await reader.post('/api/news/replies-elsewhere/comments', { content: 'On news' })).json.id
  const removed = await written(reader, postId, 'Removed')
  const staff = await somebody('Moderator')
  expect(
    (await staff.post(`/api/admin/comments/${removed}/removal`, { reason: 'Rude' })).status,
  ).toBeLessThan(300)
  for (const id of [elsewhere, onNews, removed, removed + 1_000_000, 2_147_483_647])
    expect((await send(author, postId, id)).status).toBe(404)
  expect(
    (await author.post('/api/news/replies-elsewhere/comments', { content: 'A reply', parentId: elsewhere }))
      .status,
  ).toBe(404)
  expect(await shown(postId)).toEqual([])
})

test('[evening.37] who wrote a comment is notified of a reply once, also on news, and of none of their own', async () => {
  const [poster, commenter, third] = [await site.member(), await site.member(), await site.member()]
  const postId = await write(poster, 'A post')
  const own = await written(poster, postId, 'My own')
  const id = await written(commenter, postId, 'First')
  await written(third, postId, 'To you', id)
  await written(commenter, postId, 'To myself', id)
  await written(third, postId, 'To the author', own)
  const link = `/posts/${postId}#comments`
  const told = 'replied to your comment'
  expect(await notified(commenter)).toEqual([['reply', told, link, 'To you']])
  // The author of the post and of the comment reads of a reply once.
  expect(await notified(poster)).toEqual([
    ['reply', told, link, 'To the author'],
    ['reply', null, null, 'To myself'],
    ['reply', null, null, 'To you'],
    ['reply', null, null, 'First'],
  ])
  await publishNews('replies-news')
  const onNews = (await commenter.post('/api/news/replies-news/comments', { content: 'On news' })).json.id
  await third.post('/api/news/replies-news/comments', { content: 'Yes', parentId: onNews })
  expect((await notified(commenter))[0]).toEqual(['reply', told, '/news/replies-news#comments', 'Yes'])
})

test('[evening.37] who muted replies is notified of none, and a reply that is deleted takes its notification back', async () => {
  const [commenter, muting] = [await site.member(), await site.member()]
  await muting.put('/api/notifications/choices', { kind: 'reply', site: false })
  const postId = await write(author, 'A post')
  const id = await written(commenter, postId, 'First')
  const mutedId = await written(muting, postId, 'Second')
  const reply = await written(reader, postId, 'To you', id)
  await written(reader, postId, 'To you', mutedId)
  expect(await notified(muting)).toEqual([])
  expect(await notified(commenter)).toHaveLength(1)
  expect((await reader.delete(`/api/comments/${reply}`)).status).toBe(204)
  expect(await notified(commenter)).toEqual([])
})

test('[evening.32] who is blocked does not reply to a comment of who blocked them, wherever it is', async () => {
  const [blocker, blocked] = [await site.member(), await site.member()]
  const postId = await write(author, 'A post')
  const id = await written(blocker, postId, 'First')
  await publishNews('replies-blocked')
  const onNews = (await blocker.post('/api/news/replies-blocked/comments', { content: 'On news' })).json.id
  await blocker.put(`/api/players/${blocked.user.id}/block`)
  const refusals = [
    await send(blocked, postId, id),
    await blocked.post('/api/news/replies-blocked/comments', { content: 'Well', parentId: onNews }),
  ]
  expect(refusals.map(({ status, json }) => [status, json.error])).toEqual([
    [403, 'You cannot reply to this comment'],
    [403, 'You cannot reply to this comment'],
  ])
  expect(await shown(postId)).toEqual([['First', null]])
  expect(await notified(blocker)).toEqual([])
  // The post and the news are not the blocker's.
  expect((await send(blocked, postId, null)).status).toBe(201)
})

test('[evening.38] replies go with their comment, whoever deletes it, and with the account of its author', async () => {
  const leaving = await site.member()
  const postId = await write(author, 'A post')
  const first = await written(reader, postId, 'First')
  await written(author, postId, 'Reply to the first', first)
  const second = await written(leaving, postId, 'Second')
  await written(author, postId, 'Reply to the second', second)
  const third = await written(reader, postId, 'Third')
  await written(leaving, postId, 'Reply of who leaves', third)
  expect((await author.delete(`/api/comments/${first}`)).status).toBe(403)
  expect((await reader.delete(`/api/comments/${first}`)).status).toBe(204)
  expect((await leaving.post('/api/account/delete', { password })).status).toBe(204)
  expect(await shown(postId)).toEqual([['Third', null]])
})

test('[evening.38] what staff remove takes its replies along, and an undo brings back those and none that were removed before', async () => {
  const staff = await somebody('Moderator')
  const postId = await write(author, 'A post')
  const id = await written(reader, postId, 'First')
  const rude = await written(author, postId, 'Rude', id)
  await written(author, postId, 'Kind', id)
  expect((await staff.post(`/api/admin/comments/${rude}/removal`, { reason: 'Rude' })).status).toBe(204)
  expect((await author.post(`/api/comments/${id}/reports`, { reason: 'Rude words' })).status).toBe(201)
  const { id: caseId } = await openCase(staff, id)
  const decision = { ids: [caseId], outcome: 'remove', reason: 'Insults somebody' }
  expect((await staff.post('/api/admin/cases/decisions', decision)).status).toBe(200)
  expect(await shown(postId)).toEqual([])
  expect((await site.browser().get(`/api/posts/${postId}`)).json.commentCount).toBe(0)
  expect(JSON.stringify(await notified(reader))).not.toContain('Kind')
  expect((await staff.post('/api/admin/cases/decisions/undo', { ids: [caseId] })).json.reopened).toEqual([
    caseId,
  ])
  expect(await shown(postId)).toEqual([
    ['First', null],
    ['Kind', id],
  ])
})

test('[evening.38] a comment and the post that is removed behind it come back together, with the replies', async () => {
  const { sql: executor } = site.database
  const postId = await write(author, 'A post')
  const id = await written(reader, postId, 'First')
  const reply = await written(author, postId, 'Reply', id)
  // Each in a transaction of its own, as staff remove them.
  const apart = (work: (transaction: Executor) => Promise<unknown>) => executor.transaction().execute(work)
  await apart((transaction) => removeComment(transaction, reply))
  await apart((transaction) => removeComment(transaction, id))
  await apart((transaction) => removePost(transaction, postId))
  await apart((transaction) => restoreComment(transaction, reply))
  await apart((transaction) => restoreComment(transaction, id))
  expect((await site.browser().get(`/api/posts/${postId}/comments`)).status).toBe(404)
  await apart((transaction) => restorePost(transaction, postId))
  expect(await shown(postId)).toEqual([
    ['First', null],
    ['Reply', id],
  ])
})

test('[evening.38] of a reply and the removal of its comment at once no reply stays behind', async () => {
  const staff = await somebody('Moderator')
  for (let round = 0; round < 6; round += 1) {
    const postId = await write(author, 'A post')
    const id = await written(reader, postId, 'First')
    const [replied, removed] = await Promise.all([
      send(author, postId, id),
      round % 2 === 0
        ? staff.post(`/api/admin/comments/${id}/removal`, { reason: 'Rude' })
        : reader.delete(`/api/comments/${id}`),
    ])
    expect([[201, 404].includes(replied.status), removed.status < 300]).toEqual([true, true])
    expect(await shown(postId)).toEqual([])
  }
})

test('[evening.38] a reply is in its author’s export with the comment that it replies to', async () => {
  const member = await site.member()
  const id = await written(reader, await write(author, 'A post'), 'First')
  const { rows } = await sql<{ post_id: number }>`SELECT post_id FROM comments WHERE id = ${id}`.execute(
    site.database.sql,
  )
  await written(member, rows[0]!.post_id, 'Mine', id)
  const { comments } = JSON.parse((await member.get('/api/account/export')).text)
  expect(comments).toMatchObject([{ content: 'Mine', parentId: id }])
})

test('[field.56] A comment is read by its id with the one that it replies to; 404 once it is gone, or its news item is taken back', async () => {
  const postId = await write(author, 'A post')
  const id = await written(reader, postId, 'First')
  const reply = await written(author, postId, 'Reply', id)
  const visitor = site.browser()
  const shownAlone = async (one: number) => {
    const { status, json } = await visitor.get(`/api/comments/${one}`)
    return [status, json.comment?.content, json.parent?.content]
  }
  expect(await shownAlone(reply)).toEqual([200, 'Reply', 'First'])
  expect((await visitor.get(`/api/comments/${id}`)).json).toMatchObject({
    comment: { id, postId },
    parent: null,
  })
  expect((await visitor.get('/api/comments/0')).status).toBe(400)
  const staff = await somebody('Moderator')
  await staff.post(`/api/admin/comments/${id}/removal`, { reason: 'Rude' })
  expect([await shownAlone(reply), await shownAlone(id)]).toEqual([
    [404, undefined, undefined],
    [404, undefined, undefined],
  ])
  await publishNews('replies-alone')
  const onNews = (await reader.post('/api/news/replies-alone/comments', { content: 'On news' })).json.id
  expect((await shownAlone(onNews))[0]).toBe(200)
  await sql`UPDATE news SET published_at = NULL WHERE slug = 'replies-alone'`.execute(site.database.sql)
  expect((await shownAlone(onNews))[0]).toBe(404)
})

test('[field.57] The notification of a reply, a comment and a mention names the comment, on a post and on news', async () => {
  const [one, other] = [await site.member(), await site.member('Linked')]
  const postId = await write(one, 'A post')
  const first = await written(one, postId, 'First')
  const reply = await written(other, postId, 'Reply', first)
  const comment = await written(other, postId, 'On your post')
  await publishNews('replies-linked')
  const onNews = (await one.post('/api/news/replies-linked/comments', { content: 'Hi @Linked' })).json.id
  const pathsOf = async (member: TestBrowser) =>
    (await member.get('/api/notifications')).json.map((row: NotificationRow) => notificationPath(row))
  expect(await pathsOf(one)).toEqual([
    `/posts/${postId}#comment-${comment}`,
    `/posts/${postId}#comment-${reply}`,
  ])
  expect(await pathsOf(other)).toEqual([`/news/replies-linked#comment-${onNews}`])
})
