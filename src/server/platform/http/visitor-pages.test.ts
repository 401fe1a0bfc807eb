import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { communityEndpoints } from '../../../contract/posts/community-endpoints.ts'
import { postsPage } from '../../../contract/posts/posts.ts'
import { postEndpoints } from '../../../contract/posts/posts-endpoints.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import type { RenderPage } from './pages.ts'

// Two processes of a site, both with visitor caches; the web side is a minimal page.
let here: TestApp
let there: TestApp
let rendered = 0

const render: RenderPage = async (request, { viewer, nonce, call }) => {
  rendered += 1
  const posts = await call(postEndpoints.list, { query: {} })
  const figures = await call(communityEndpoints.figures, {})
  const { pathname } = new URL(request.url)
  const body = `<script nonce="${nonce}">1</script><p>${viewer?.username ?? 'nobody'}</p><b>${figures.posts}</b>${posts
    .map(({ content }) => `<article>${content}</article>`)
    .join('')}<script nonce="${nonce}">2</script>`
  return new Response(body, {
    status: pathname === '/missing' ? 404 : 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}

// Cache lifetimes use this fake clock, which only tests advance.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  here = await testApp({ render, visitorCaches: true })
  there = await testApp({ render, visitorCaches: true, store: here.store })
})
afterAll(async () => {
  await there.close()
  await here.close()
  vi.useRealTimers()
})

const nonceOf = (text: string) => [...text.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce)
const policyNonce = (headers: Readonly<Record<string, unknown>>) =>
  /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]

describe('pages kept for visitors', () => {
  test('no page of a member is kept, and none that is kept is shown to a member', async () => {
    const [anna, ben] = [await here.member('anna'), await here.member('ben')]
    expect((await anna.get('/social')).text).toContain('<p>anna</p>')
    expect((await here.browser().get('/social')).text).toContain('<p>nobody</p>')
    expect((await ben.get('/social')).text).toContain('<p>ben</p>')
    expect((await here.browser().get('/social')).text).toContain('<p>nobody</p>')
  })

  test('a cookie that is no session is not answered from what is kept either', async () => {
    await here.browser().get('/rules')
    const before = rendered
    const odd = here.browser()
    odd.cookie = 'session=expired-or-invented'
    expect((await odd.get('/rules')).text).toContain('<p>nobody</p>')
    expect(rendered).toBe(before + 1)
  })

  test('a page is rendered once for many visitors, and each receives a nonce of their own', async () => {
    await here.browser().get('/faq')
    const before = rendered
    const responses = await Promise.all(Array.from({ length: 20 }, () => here.browser().get('/faq')))
    expect(rendered).toBe(before)
    const nonces = responses.map(({ text, headers }) => {
      const [first, second, ...more] = nonceOf(text)
      expect(more).toEqual([])
      expect(first).toBe(second)
      expect(policyNonce(headers)).toBe(first)
      return first
    })
    expect(new Set(nonces).size).toBe(20)
  })

  test('a post that quotes the nonce of an earlier answer receives no nonce', async () => {
    const author = await here.member('quoter')
    const [seen] = nonceOf((await here.browser().get('/social')).text)
    await author.post('/api/posts', { content: `nonce="${seen}" NONCE {{nonce}}` })
    const { text, headers } = await here.browser().get('/social')
    expect(text).toContain(`<article>nonce="${seen}" NONCE {{nonce}}</article>`)
    expect(nonceOf(text).filter((nonce) => nonce === policyNonce(headers))).toHaveLength(2)
  })

  test('compressed it is the same page', async () => {
    const response = await here.app.inject({
      url: '/social',
      remoteAddress: '10.9.9.9',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(response.headers['content-encoding']).toBe('gzip')
    const text = gunzipSync(response.rawPayload).toString()
    const nonce = policyNonce(response.headers)
    const plain = (await here.browser().get('/social')).text
    expect(text.replaceAll(String(nonce), '')).toBe(plain.replaceAll(nonceOf(plain).at(-1) ?? '', ''))
    expect(response.headers.vary).toContain('accept-encoding')
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('who refuses gzip is not sent any', async () => {
    const response = await here.app.inject({
      url: '/social',
      remoteAddress: '10.9.9.9',
      headers: { 'accept-encoding': 'gzip;q=0' },
    })
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.body).toContain('<p>nobody</p>')
  })

  test('a page that is not there, or was asked with a query that it reads, is rendered each time', async () => {
    const before = rendered
    for (const path of ['/missing', '/missing', '/events?event=1', '/events?event=1'])
      await here.browser().get(path)
    expect(rendered).toBe(before + 4)
    expect((await here.browser().get('/missing')).status).toBe(404)
  })
})

describe('what was deleted', () => {
  const seen = async ({ text }: { text: string }, words: string) => text.includes(words)

  test('is on no page and in no answer of the same process after its 204', async () => {
    const author = await here.member('deleter')
    for (let round = 0; round < 10; round += 1) {
      const words = `fleeting ${round}`
      const post = (await author.post('/api/posts', { content: words })).json
      expect(await seen(await here.browser().get('/social'), words)).toBe(true)
      expect(await seen(await here.browser().get('/api/posts'), words)).toBe(true)
      // Visitors keep loading while the author deletes.
      const crowd = Array.from({ length: 8 }, () => here.browser().get('/social'))
      expect((await author.delete(`/api/posts/${post.id}`)).status).toBe(204)
      expect(await seen(await here.browser().get('/social'), words)).toBe(false)
      expect(await seen(await here.browser().get('/api/posts'), words)).toBe(false)
      await Promise.all(crowd)
      expect(await seen(await here.browser().get('/social'), words)).toBe(false)
    }
  })

  test('is gone from another process within a second', async () => {
    const author = await here.member('elsewhere')
    const post = (await author.post('/api/posts', { content: 'soon gone' })).json
    await expect.poll(async () => seen(await there.browser().get('/social'), 'soon gone')).toBe(true)
    await there.browser().get('/api/posts')
    await author.delete(`/api/posts/${post.id}`)
    vi.advanceTimersByTime(1_000)
    expect(await seen(await there.browser().get('/social'), 'soon gone')).toBe(false)
    expect(await seen(await there.browser().get('/api/posts'), 'soon gone')).toBe(false)
  })

  test('and a member sees at once what they wrote, whatever visitors are shown', async () => {
    const author = await there.member('writer')
    await there.browser().get('/social')
    await author.post('/api/posts', { content: 'just now' })
    expect(await seen(await author.get('/social'), 'just now')).toBe(true)
    expect(await seen(await there.browser().get('/social'), 'just now')).toBe(true)
  })
})

describe('API answers kept for visitors', () => {
  test('are the same with their tag, and 304 to anyone who has them', async () => {
    const first = await here.browser().get('/api/leaderboard')
    const again = await here.browser().get('/api/leaderboard')
    expect(again.text).toBe(first.text)
    expect(again.headers.etag).toBe(first.headers.etag)
    const held = await here
      .browser()
      .get('/api/leaderboard', { headers: { 'if-none-match': String(first.headers.etag) } })
    expect(held.status).toBe(304)
    expect(held.text).toBe('')
  })

  test('carry their Link to the next page', async () => {
    const author = await here.member('linker')
    for (let n = 0; n < 3; n += 1) await author.post('/api/posts', { content: `page ${n}` })
    const first = await here.browser().get('/api/posts?limit=2')
    expect(String(first.headers.link)).toMatch(/rel="next"/)
    expect((await here.browser().get('/api/posts?limit=2')).headers.link).toBe(first.headers.link)
  })

  test('a member’s own marks are never in a visitor’s answer, nor the other way round', async () => {
    const fan = await here.member('fan')
    const post = (await fan.post('/api/posts', { content: 'liked' })).json
    await fan.post(`/api/posts/${post.id}/reactions`, { type: 'like' })
    const liked = (list: { id: number; viewerHasLiked: boolean }[]) =>
      list.find(({ id }) => id === post.id)?.viewerHasLiked
    expect(liked((await here.browser().get('/api/posts')).json)).toBe(false)
    expect(liked((await fan.get('/api/posts')).json)).toBe(true)
    expect(liked((await here.browser().get('/api/posts')).json)).toBe(false)
  })

  test('a refusal is made afresh each time, in the one error body', async () => {
    for (let round = 0; round < 2; round += 1) {
      const response = await here.browser().get('/api/leaderboard?limit=0')
      expect(response.status).toBe(400)
      expect(response.json.fields.limit).toBeDefined()
    }
  })
})

describe('answers that are the same for all', () => {
  const same = (Object.values(endpoints) as Record<string, AnyEndpoint>[])
    .flatMap((table) => Object.values(table))
    .filter(({ viewerIndependent }) => viewerIndependent)

  test('are public reads and nothing else', () => {
    expect(same.length).toBeGreaterThan(10)
    for (const { method, access, path } of same)
      expect([method, access, path]).toEqual(['GET', 'public', path])
  })

  /** Writes directly to the database without invalidating, so that the next request shows what was cached. */
  const postUnnoticed = async (userId: number) => {
    await here.database.sql.insertInto('posts').values({ user_id: userId, content: 'unnoticed' }).execute()
  }
  const postsOn = ({ text }: { text: string }) => Number(/<b>(\d+)<\/b>/.exec(text)?.[1])

  test('a member receives the very answer that a visitor did', async () => {
    const member = await here.member('sharer')
    const first = await here.browser().get('/api/community')
    await postUnnoticed(member.user.id)
    const shared = await member.get('/api/community')
    expect(shared.text).toBe(first.text)
    expect(shared.headers.vary).toBe('cookie, accept-encoding')
  })

  test('a visitor’s page, which is kept itself, is not made of kept ones: it would be two seconds old', async () => {
    const member = await here.member('paged')
    const before = postsOn(await member.get('/social'))
    await postUnnoticed(member.user.id)
    expect(postsOn(await member.get('/social'))).toBe(before)
    expect(postsOn(await here.browser().get('/never-seen'))).toBe(before + 1)
  })

  test('a member is not shown from another process what was written more than a second ago', async () => {
    const [author, reader] = [await here.member('counted'), await there.member('counting')]
    const posts = async () => (await reader.get('/api/community')).json.posts
    const before = await posts()
    await author.post('/api/posts', { content: 'one more' })
    vi.advanceTimersByTime(1_000)
    expect(await posts()).toBe(before + 1)
  })

  test('and what the member wrote is in their next answer', async () => {
    const author = await here.member('counter')
    for (let round = 0; round < 5; round += 1) {
      const before = (await author.get('/api/community')).json.posts
      await author.post('/api/posts', { content: `number ${round}` })
      expect((await author.get('/api/community')).json.posts).toBe(before + 1)
    }
  })
})

describe('one page and one call, however they are asked for', () => {
  const listed = postEndpoints.list.path

  test('[guards.45] an unknown parameter and another spelling of the path render no page again; a parameter that the page reads does', async () => {
    await here.browser().get('/rules')
    const before = rendered
    for (const url of ['/rules?x=1', '/rules?x=2&utm_source=y', '/rule%73', '/%72ules?z'])
      expect((await here.browser().get(url)).status).toBe(200)
    expect(rendered).toBe(before)
    for (const url of ['/leaderboards', '/leaderboards?page=2', '/player/1?tab=details'])
      await here.browser().get(url)
    expect(rendered).toBe(before + 3)
  })

  test('[guards.45] an unknown parameter asks the database for nothing again; another value of a known one does', async () => {
    const asked = vi.spyOn(here.context.database.sql, 'getExecutor')
    try {
      await here.browser().get(listed)
      asked.mockClear()
      for (const query of ['?x=1', '?x=2', `?limit=${postsPage.max}`, `?x=%E2%82%AC&limit=${postsPage.max}`])
        expect((await here.browser().get(listed + query)).status).toBe(200)
      expect(asked).toHaveBeenCalledTimes(0)
      await here.browser().get(`${listed}?limit=7`)
      expect(asked.mock.calls.length).toBeGreaterThan(0)
    } finally {
      asked.mockRestore()
    }
  })
})
