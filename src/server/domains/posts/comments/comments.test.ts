import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { moderationSetup } from '../../moderation/testing/moderation-setup.ts'

let site: TestApp
let author: TestBrowser & { user: { id: number } }
let reader: TestBrowser & { user: { id: number } }

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  author = await site.member('Author')
  reader = await site.member('Reader')
})
afterAll(() => site.close())

const { somebody, write, claim, openCase, auditEntries } = moderationSetup(() => site)

const comment = (browser: TestBrowser, postId: number, content: unknown = 'Well played') =>
  browser.post(`/api/posts/${postId}/comments`, { content })

const written = async (browser: TestBrowser, postId: number, content?: string) => {
  const response = await comment(browser, postId, content)
  expect(response.status).toBe(201)
  return response.json.id as number
}

const stored = async (postId: number) => {
  const { rows } = await sql<{ content: string }>`
    SELECT content FROM comments WHERE post_id = ${postId} ORDER BY id
  `.execute(site.database.sql)
  return rows.map(({ content }) => content)
}

const countShown = async (postId: number) =>
  (await site.browser().get(`/api/posts/${postId}`)).json.commentCount

describe('writing', () => {
  test('[voice.03] visitors and restricted members do not comment, and blank or over-long text is refused', async () => {
    const postId = await write(author, 'A post')
    expect((await comment(site.browser(), postId)).status).toBe(401)
    const restricted = await site.member()
    await sql`INSERT INTO restrictions (user_id, reason) VALUES (${restricted.user.id}, 'Spam')`.execute(
      site.database.sql,
    )
    const refused = await comment(restricted, postId)
    expect([refused.status, refused.json.error]).toEqual([403, 'You cannot comment: Spam'])
    for (const content of ['', ' \n ', '\u200b', 'x'.repeat(501), '😀'.repeat(501), null, 7]) {
      const response = await comment(reader, postId, content)
      expect([response.status, Object.keys(response.json.fields)]).toEqual([400, ['content']])
    }
    expect(await stored(postId)).toEqual([])
  })

  test('[voice.04] a post that is unknown or removed takes no comment and shows none: 404', async () => {
    const postId = await write(author, 'Soon gone')
    await written(reader, postId)
    expect((await author.delete(`/api/posts/${postId}`)).status).toBe(204)
    expect(await stored(postId)).toEqual([])
    for (const id of [postId, 2_147_483_647]) {
      expect((await comment(reader, id)).status).toBe(404)
      expect((await site.browser().get(`/api/posts/${id}/comments`)).status).toBe(404)
    }
    expect((await comment(reader, 0)).status).toBe(400)
  })

  test('[voice.02] 1 to 500 characters are stored as they were written', async () => {
    const postId = await write(author, 'A post')
    const texts = ['a', '😀'.repeat(500), '<img src=x onerror=alert(1)></script><script>alert(1)</script>']
    for (const text of texts) {
      const response = await comment(reader, postId, text)
      expect([response.status, response.json.content]).toEqual([201, text])
    }
    expect(await stored(postId)).toEqual(texts)
  })

  test('[voice.08] the twenty-first comment in 5 minutes is refused with 429', async () => {
    const limited = await testApp()
    try {
      const member = await limited.member()
      const postId = (await member.post('/api/posts', { content: 'A post' })).json.id
      for (let n = 0; n < 20; n += 1) expect((await comment(member, postId)).status).toBe(201)
      const response = await comment(member, postId)
      expect([response.status, Number(response.headers['retry-after']) <= 300]).toEqual([429, true])
      expect((await member.get(`/api/posts/${postId}`)).json.commentCount).toBe(20)
    } finally {
      await limited.close()
    }
  })

  test('[voice.02] the same comment sent twice under one key is stored once', async () => {
    const postId = await write(author, 'A post')
    const send = () =>
      reader.post(
        `/api/posts/${postId}/comments`,
        { content: 'Once' },
        { headers: { 'idempotency-key': `comment-${postId}` } },
      )
    expect((await send()).json).toEqual((await send()).json)
    expect(await stored(postId)).toEqual(['Once'])
  })
})

describe('reading', () => {
  test('[voice.02] comments are listed oldest first, 100 a page, with ?after= and a link to the next page', async () => {
    const postId = await write(author, 'Much discussed')
    expect((await site.browser().get(`/api/posts/${postId}/comments`)).json).toEqual([])
    await sql`INSERT INTO comments (post_id, user_id, content)
      SELECT ${postId}, ${reader.user.id}, 'Comment ' || n FROM generate_series(1, 230) n`.execute(
      site.database.sql,
    )
    const contents: string[] = []
    const sizes: number[] = []
    let next: string | undefined = `/api/posts/${postId}/comments`
    while (next !== undefined) {
      const page = await site.browser().get(next)
      sizes.push(page.json.length)
      contents.push(...page.json.map((one: { content: string }) => one.content))
      next = /<(.+)>/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(sizes).toEqual([100, 100, 30])
    expect(contents).toEqual(Array.from({ length: 230 }, (_, n) => `Comment ${n + 1}`))
    for (const query of ['limit=101', 'limit=0', 'after=x'])
      expect((await site.browser().get(`/api/posts/${postId}/comments?${query}`)).status).toBe(400)
  })

  test('[voice.02] a comment shows its text, its moment and who wrote it, and no more', async () => {
    const postId = await write(author, 'A post')
    const id = await written(reader, postId)
    expect((await site.browser().get(`/api/posts/${postId}/comments`)).json).toEqual([
      {
        id,
        postId,
        newsSlug: null,
        userId: reader.user.id,
        content: 'Well played',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        user: { id: reader.user.id, username: 'Reader', avatarUrl: null, rank: 'Member' },
      },
    ])
  })

  test('[social.36] commentCount is the number of the post’s comments, in the feed and on the post', async () => {
    const postId = await write(author, 'Counted')
    const other = await write(author, 'Not counted')
    const first = await written(reader, postId)
    await written(author, postId)
    const listed = (await site.browser().get('/api/posts?limit=2')).json
    expect(listed.map((post: { id: number; commentCount: number }) => [post.id, post.commentCount])).toEqual([
      [other, 0],
      [postId, 2],
    ])
    await reader.delete(`/api/comments/${first}`)
    expect(await countShown(postId)).toBe(1)
  })

  test('[voice.09] browsers that show posts hear the new count when a comment is written or deleted', async () => {
    const postId = await write(author, 'Live')
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
        .toEqual({ type: 'comments_update', postId, newsSlug: null, commentCount })
    const id = await written(reader, postId)
    await written(reader, postId)
    await last(2)
    await reader.delete(`/api/comments/${id}`)
    await last(1)
    socket.terminate()
  })
})

describe('deleting and removing', () => {
  test('[voice.05] authors delete their own comments, nobody else does, not even an Owner', async () => {
    const postId = await write(author, 'A post')
    const id = await written(reader, postId)
    expect((await site.browser().delete(`/api/comments/${id}`)).status).toBe(401)
    for (const other of [author, await somebody('Owner')])
      expect((await other.delete(`/api/comments/${id}`)).status).toBe(403)
    expect(await stored(postId)).toEqual(['Well played'])
    expect((await reader.delete(`/api/comments/${id}`)).status).toBe(204)
    expect(await stored(postId)).toEqual([])
    expect((await reader.delete(`/api/comments/${id}`)).status).toBe(404)
  })

  test('[voice.06] staff remove comments of lower ranks with a reason, which the audit log has', async () => {
    const [helper, equal] = [await somebody('Helper'), await somebody('Helper')]
    const postId = await write(author, 'A post')
    const [id, theirs] = [await written(reader, postId, 'Rude'), await written(equal, postId, 'Of staff')]
    const remove = (browser: TestBrowser, commentId: number, reason: unknown = 'Insults somebody') =>
      browser.post(`/api/admin/comments/${commentId}/removal`, { reason })
    expect((await remove(site.browser(), id)).status).toBe(401)
    expect((await remove(reader, id)).status).toBe(403)
    expect((await remove(helper, theirs)).status).toBe(403)
    expect((await remove(helper, id, ' ')).status).toBe(400)
    expect((await remove(helper, 2_147_483_647)).status).toBe(404)
    expect(await stored(postId)).toEqual(['Rude', 'Of staff'])
    expect((await remove(helper, id, ' Insults somebody ')).status).toBe(204)
    expect(await stored(postId)).toEqual(['Of staff'])
    expect(await auditEntries('comment.remove', id)).toEqual([
      { actor_id: helper.user.id, after: { author: reader.user.id, reason: 'Insults somebody', reports: 0 } },
    ])
    expect((await remove(helper, id)).status).toBe(404)
  })
})

describe('reporting', () => {
  const report = (browser: TestBrowser, id: number, reason: unknown = 'rude') =>
    browser.post(`/api/comments/${id}/reports`, { reason })

  test('[voice.07] visitors, the author and restricted members do not report a comment; a reason is needed', async () => {
    const postId = await write(author, 'A post')
    const id = await written(reader, postId)
    expect((await report(site.browser(), id)).status).toBe(401)
    expect((await report(reader, id)).status).toBe(403)
    expect((await report(author, 2_147_483_647)).status).toBe(404)
    for (const reason of ['', '  ', 'r'.repeat(501)])
      expect((await report(author, id, reason)).status).toBe(400)
    const restricted = await site.member()
    await sql`INSERT INTO restrictions (user_id, reason) VALUES (${restricted.user.id}, 'Spam')`.execute(
      site.database.sql,
    )
    expect((await report(restricted, id)).status).toBe(403)
    const { rows } = await sql`SELECT FROM moderation_reports WHERE subject_type = 'comment'`.execute(
      site.database.sql,
    )
    expect(rows).toEqual([])
  })

  test('[voice.07] a reported comment is a case that staff claim and remove; the decision is in the audit log', async () => {
    const postId = await write(author, 'A post')
    const id = await written(reader, postId, 'Something rude')
    const response = await report(author, id)
    expect(response.status).toBe(201)
    expect((await report(author, id, 'very rude')).json).toEqual(response.json)
    const helper = await somebody('Helper')
    expect(await openCase(helper, id)).toMatchObject({
      subjectType: 'comment',
      postId,
      excerpt: 'Something rude',
      isThere: true,
      count: 1,
      subject: { id: reader.user.id },
      reports: [{ reason: 'very rude' }],
    })
    expect((await claim(helper, id, 'comment')).status).toBe(200)
    const decision = { subjectType: 'comment', subjectId: id, decision: 'remove', reason: 'Be kind' }
    const decided = await helper.post('/api/admin/moderation/decisions', decision)
    expect([decided.status, decided.json]).toEqual([200, { decided: 1 }])
    expect(await stored(postId)).toEqual([])
    expect(await auditEntries('moderation.decide', id)).toMatchObject([
      { actor_id: helper.user.id, after: { status: 'removed', reason: 'Be kind' } },
    ])
    const closed = (await helper.get('/api/admin/moderation?status=decided&subjectType=comment')).json
    expect(closed).toMatchObject([{ subjectId: id, status: 'removed', isThere: false }])
  })

  test('[voice.07] a player cannot be removed like a comment', async () => {
    const helper = await somebody('Helper')
    await author.post(`/api/players/${reader.user.id}/reports`, { reason: 'cheats' })
    const decision = { subjectType: 'player', subjectId: reader.user.id, decision: 'remove' }
    expect((await helper.post('/api/admin/moderation/decisions', decision)).status).toBe(400)
  })
})
