import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { password, type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { moderationSetup } from '../../moderation/testing/moderation-setup.ts'

type Member = TestBrowser & { user: { id: number } }

let site: TestApp
let admin: Member
let reader: Member

const { somebody, claim, openCase, auditEntries } = moderationSetup(() => site)

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  admin = await somebody('Admin')
  reader = await site.member('Reader')
})
afterAll(() => site.close())

let made = 0
async function draft(by: TestBrowser = admin) {
  made += 1
  const text = { title: 'Spring season', summary: 'It begins on Monday.', markdown: 'Soon.' }
  const { status, json } = await by.post('/api/admin/news', { ...text, slug: `item-${made}` })
  expect(status).toBe(201)
  return json as { id: number; slug: string }
}
const publication = (id: number) => `/api/admin/news/${id}/publication`
async function published(by: TestBrowser = admin) {
  const item = await draft(by)
  expect((await by.post(publication(item.id), {})).status).toBe(200)
  return item
}

const path = (slug: string) => `/api/news/${slug}/comments`
const comment = (browser: TestBrowser, slug: string, content: unknown = 'Great news') =>
  browser.post(path(slug), { content })
const written = async (slug: string, content?: string, browser: TestBrowser = reader) => {
  const { status, json } = await comment(browser, slug, content)
  expect(status).toBe(201)
  return json.id as number
}
const stored = async (newsId: number) => {
  const { rows } = await sql<{ content: string }>`
    SELECT content FROM comments WHERE news_id = ${newsId} ORDER BY id
  `.execute(site.database.sql)
  return rows.map(({ content }) => content)
}

test('[voice.37] visitors and restricted members do not comment on news, and blank or over-long text is refused', async () => {
  const { id, slug } = await published()
  expect((await comment(site.browser(), slug)).status).toBe(401)
  const restricted = await site.member()
  await sql`INSERT INTO restrictions (user_id, reason) VALUES (${restricted.user.id}, 'Spam')`.execute(
    site.database.sql,
  )
  const refused = await comment(restricted, slug)
  expect([refused.status, refused.json.error]).toEqual([403, 'You cannot comment: Spam'])
  for (const content of ['', ' \n ', '\u200b', 'x'.repeat(501), '😀'.repeat(501), null, 7]) {
    const response = await comment(reader, slug, content)
    expect([response.status, Object.keys(response.json.fields)]).toEqual([400, ['content']])
  }
  expect(await stored(id)).toEqual([])
})

test('[voice.37] an unknown, draft, scheduled or taken-back item takes no comment and shows none: 404', async () => {
  const [unpublished, scheduled, takenBack] = [await draft(), await draft(), await published()]
  await admin.post(publication(scheduled.id), { at: '2090-01-01T00:00:00Z' })
  const hidden = await written(takenBack.slug, 'Before')
  await admin.delete(publication(takenBack.id))
  for (const slug of [unpublished.slug, scheduled.slug, takenBack.slug, 'nowhere', 'Not_A_Slug'])
    for (const browser of [reader, admin]) {
      expect((await comment(browser, slug)).status).toBe(404)
      expect((await browser.get(path(slug))).status).toBe(404)
    }
  expect((await admin.post(`/api/comments/${hidden}/reports`, { reason: 'rude' })).status).toBe(404)
  expect([await stored(unpublished.id), await stored(scheduled.id)]).toEqual([[], []])
  expect(await stored(takenBack.id)).toEqual(['Before'])
  await admin.post(publication(takenBack.id), {})
  expect((await site.browser().get(path(takenBack.slug))).json).toMatchObject([{ content: 'Before' }])
})

test('[voice.37] a comment is on a post or on a news item, never on both or neither', async () => {
  const { id } = await published()
  const postId = (await reader.post('/api/posts', { content: 'A post' })).json.id
  for (const [post, news] of [
    [postId, id],
    [null, null],
  ])
    await expect(
      sql`INSERT INTO comments (post_id, news_id, user_id, content) VALUES (${post}, ${news}, ${reader.user.id}, 'x')`.execute(
        site.database.sql,
      ),
    ).rejects.toThrow('comments_subject')
})

test('[voice.37] 1 to 500 characters are stored as they were written, and the same comment under one key once', async () => {
  const { id, slug } = await published()
  const texts = ['a', '😀'.repeat(500), '<img src=x onerror=alert(1)></script><script>alert(1)</script>']
  for (const text of texts) expect((await comment(reader, slug, text)).json.content).toBe(text)
  const headers = { 'idempotency-key': `news-${id}` }
  const send = (to: string) => reader.post(to, { content: 'Once' }, { headers })
  expect((await send(path(slug))).json).toEqual((await send(path(slug))).json)
  const other = await published()
  expect((await send(path(other.slug))).status).toBe(409)
  expect(await stored(id)).toEqual([...texts, 'Once'])
  expect(await stored(other.id)).toEqual([])
})

test('[voice.37] the twenty-first comment in 5 minutes is refused with 429, those on posts counted as well', async () => {
  const limited = await testApp()
  try {
    const member = await limited.member()
    await sql`
      INSERT INTO news (slug, title, summary, markdown, html, publish_at, published_at, announced_at)
      VALUES ('open', 'Open', 'Open', 'Open', '<p>Open</p>', now(), now(), now())
    `.execute(limited.database.sql)
    const postId = (await member.post('/api/posts', { content: 'A post' })).json.id
    for (let n = 0; n < 10; n += 1) {
      expect((await comment(member, 'open')).status).toBe(201)
      expect((await member.post(`/api/posts/${postId}/comments`, { content: 'Hi' })).status).toBe(201)
    }
    expect((await comment(member, 'open')).status).toBe(429)
    expect((await member.get('/api/news/open')).json.commentCount).toBe(10)
  } finally {
    await limited.close()
  }
})

test('[voice.37] comments on news are listed oldest first, 100 a page, with ?after= and a link to the next page', async () => {
  const { id, slug } = await published()
  expect((await site.browser().get(path(slug))).json).toEqual([])
  await sql`INSERT INTO comments (news_id, user_id, content)
    SELECT ${id}, ${reader.user.id}, 'Comment ' || n FROM generate_series(1, 230) n`.execute(
    site.database.sql,
  )
  const contents: string[] = []
  const sizes: number[] = []
  let next: string | undefined = path(slug)
  while (next !== undefined) {
    const page = await site.browser().get(next)
    sizes.push(page.json.length)
    contents.push(...page.json.map((one: { content: string }) => one.content))
    next = /<(.+)>/.exec(String(page.headers.link ?? ''))?.[1]
  }
  expect(sizes).toEqual([100, 100, 30])
  expect(contents).toEqual(Array.from({ length: 230 }, (_, n) => `Comment ${n + 1}`))
  expect((await site.browser().get(`/api/news/${slug}`)).json.commentCount).toBe(230)
  for (const query of ['limit=101', 'limit=0', 'after=x'])
    expect((await site.browser().get(`${path(slug)}?${query}`)).status).toBe(400)
})

test('[voice.37] a comment on news shows its text, its moment and who wrote it, notifies nobody, and browsers hear the count', async () => {
  const { slug } = await published()
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = site.app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`)
  const heard: unknown[] = []
  socket.on('message', (data) => heard.push(JSON.parse(data.toString())))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'subscribe', channel: 'comments' }))
  socket.ping()
  // The server reads in order, so its pong confirms the subscription.
  await once(socket, 'pong')
  const last = (commentCount: number) =>
    expect
      .poll(() => heard.at(-1))
      .toEqual({ type: 'comments_update', postId: null, newsSlug: slug, commentCount })
  const id = await written(slug)
  await last(1)
  expect((await site.browser().get(path(slug))).json).toEqual([
    {
      id,
      postId: null,
      newsSlug: slug,
      userId: reader.user.id,
      content: 'Great news',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      user: { id: reader.user.id, username: 'Reader', avatarUrl: null, rank: 'Member' },
    },
  ])
  const { rows } = await sql`SELECT FROM notifications WHERE comment_id = ${id}`.execute(site.database.sql)
  expect(rows).toEqual([])
  await reader.delete(`/api/comments/${id}`)
  await last(0)
  socket.terminate()
})

test('[voice.38] authors delete their own comments on news, also of an item that was taken back; nobody else does', async () => {
  const { id: newsId, slug } = await published()
  const [first, second] = [await written(slug, 'First'), await written(slug, 'Second')]
  expect((await site.browser().delete(`/api/comments/${first}`)).status).toBe(401)
  for (const other of [admin, await somebody('Owner')])
    expect((await other.delete(`/api/comments/${first}`)).status).toBe(403)
  expect(await stored(newsId)).toEqual(['First', 'Second'])
  expect((await reader.delete(`/api/comments/${first}`)).status).toBe(204)
  await admin.delete(publication(newsId))
  expect((await reader.delete(`/api/comments/${second}`)).status).toBe(204)
  expect(await stored(newsId)).toEqual([])
})

test('[voice.38] staff remove comments on news of lower ranks with a reason, which author and audit log have', async () => {
  const [helper, equal] = [await somebody('Helper'), await somebody('Helper')]
  const { id: newsId, slug } = await published()
  const [id, theirs] = [await written(slug, 'Rude'), await written(slug, 'Of staff', equal)]
  const remove = (browser: TestBrowser, commentId: number, reason: unknown = 'Insults somebody') =>
    browser.post(`/api/admin/comments/${commentId}/removal`, { reason })
  expect((await remove(reader, id)).status).toBe(403)
  expect((await remove(helper, theirs)).status).toBe(403)
  expect((await remove(helper, id, ' ')).status).toBe(400)
  expect((await remove(helper, id)).status).toBe(204)
  expect(await stored(newsId)).toEqual(['Of staff'])
  expect(await auditEntries('comment.remove', id)).toEqual([
    { actor_id: helper.user.id, after: { author: reader.user.id, reason: 'Insults somebody', reports: 0 } },
  ])
  expect((await reader.get('/api/notifications')).json[0].notice).toMatchObject({
    kind: 'comment_removed',
    text: 'Rude',
    reason: 'Insults somebody',
  })
})

test('[voice.38] a reported comment on news is a case that names the item while it is published; staff remove it there', async () => {
  const { id: newsId, slug } = await published()
  const id = await written(slug, 'Something rude')
  const report = (browser: TestBrowser) =>
    browser.post(`/api/comments/${id}/reports`, { reason: 'very rude' })
  expect((await report(site.browser())).status).toBe(401)
  expect((await report(reader)).status).toBe(403)
  const reporter = await site.member()
  expect((await report(reporter)).status).toBe(201)
  const helper = await somebody('Helper')
  const about = { subjectType: 'comment', postId: null, excerpt: 'Something rude', isThere: true }
  expect(await openCase(helper, id)).toMatchObject({
    ...about,
    newsSlug: slug,
    reports: [{ reason: 'very rude', evidence: expect.any(Object) }],
  })
  await admin.delete(publication(newsId))
  expect(await openCase(helper, id)).toMatchObject({ ...about, newsSlug: null })
  expect((await claim(helper, id, 'comment')).status).toBe(200)
  const decision = { subjectType: 'comment', subjectId: id, decision: 'remove', reason: 'Be kind' }
  expect((await helper.post('/api/admin/moderation/decisions', decision)).json).toEqual({ decided: 1 })
  expect(await stored(newsId)).toEqual([])
})

test('[voice.38] a comment on news is exported, and goes with the item and with the account', async () => {
  const [kept, deleted] = [await published(), await published()]
  const leaver = await site.member()
  const theirs = await written(kept.slug, 'Of a leaver', leaver)
  const file = (await leaver.get('/api/account/export')).json
  expect(file.comments).toMatchObject([{ id: theirs, postId: null, newsId: kept.id, content: 'Of a leaver' }])
  await written(kept.slug, 'Of a reader')
  const id = await written(deleted.slug)
  expect((await admin.delete(`/api/admin/news/${deleted.id}`)).status).toBe(204)
  expect(await stored(deleted.id)).toEqual([])
  expect((await reader.delete(`/api/comments/${id}`)).status).toBe(404)
  expect((await leaver.post('/api/account/delete', { password })).status).toBe(204)
  expect(await stored(kept.id)).toEqual(['Of a reader'])
})
