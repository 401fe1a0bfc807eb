import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberWithRank } from '../../domains/events/testing/event-setup.ts'
import { plainPicture } from '../../testing/picture-host.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { isNotModified } from './conditional.ts'

let cached: TestApp
let site: TestApp
const paths: { from: TestApp; url: string }[] = []
beforeAll(async () => {
  cached = await testApp({ visitorCaches: true })
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  const image = `data:image/png;base64,${(await plainPicture(90)).toString('base64')}`
  const admin = await memberWithRank(site, 'Admin', 'Editor')
  const post = await admin.post('/api/posts', { content: 'a', mediaUrl: image })
  const avatar = await admin.put('/api/user/avatar', { image })
  const body = { title: 'Spring season', slug: 'item', summary: 'a', markdown: 'a' }
  const { id } = (await admin.post('/api/admin/news', body)).json
  const cover = await admin.put(`/api/admin/news/${id}/cover`, { image, alt: 'a' })
  await admin.post(`/api/admin/news/${id}/publication`, {})
  const own = [post.json.mediaUrl, avatar.json.avatarUrl, cover.json.cover.url].map(
    (url) => new URL(url, 'https://isles.example').pathname,
  )
  for (const url of [...own, '/news/feed.xml', '/icon-192.png', '/sitemap.xml', '/share.png'])
    paths.push({ from: site, url })
  // With a session the response is the member's own, without one it is everybody's.
  for (const from of [site, cached]) paths.push({ from, url: '/api/posts' })
})
afterAll(async () => {
  await site.close()
  await cached.close()
})

describe('a client that names what it has', () => {
  const responses = async (header: (tag: string) => string) => {
    const found: Record<string, unknown> = {}
    for (const { from, url } of paths) {
      const first = await from.app.inject({ url })
      expect([url, first.statusCode]).toEqual([url, 200])
      const tag = String(first.headers.etag)
      const again = await from.app.inject({ url, headers: { 'if-none-match': header(tag) } })
      expect(again.headers.etag).toBe(tag)
      found[`${url} ${from === cached}`] = [again.statusCode, again.rawPayload.length > 0]
    }
    return [...new Set(Object.values(found).map(String))]
  }
  const opaque = (tag: string) => tag.replace(/^W\//, '')

  test('[inputs.01] gets 304 for a tag of a list, weak or strong, and for *', async () => {
    expect(await responses((tag) => tag)).toEqual(['304,false'])
    expect(await responses((tag) => `"x", ${tag}`)).toEqual(['304,false'])
    expect(await responses((tag) => `"a,b" ,W/"", ${opaque(tag)},"y"`)).toEqual(['304,false'])
    expect(await responses((tag) => `W/${opaque(tag)}`)).toEqual(['304,false'])
    expect(await responses(() => ' * ')).toEqual(['304,false'])
  })

  test('[inputs.01] gets the body where no tag is the one, or the header holds none', async () => {
    expect(await responses(() => '"x", W/"y"')).toEqual(['200,true'])
    expect(await responses((tag) => opaque(tag).slice(1, -1))).toEqual(['200,true'])
    expect(await responses(() => '"*"')).toEqual(['200,true'])
    expect(await responses((tag) => tag.slice(0, -1))).toEqual(['200,true'])
  })
})

test('[inputs.01] a tag is found in every list that holds it, and no text makes the comparison fail', () => {
  const text = fc.stringMatching(/^[!#-~]{0,12}$/)
  const tag = fc.tuple(fc.constantFrom('', 'W/'), text).map(([weak, own]) => `${weak}"${own}"`)
  const comma = fc.constantFrom(',', ', ', ' , ', ',\t')
  fc.assert(
    fc.property(
      fc.array(tag, { maxLength: 6 }),
      tag,
      fc.array(tag, { maxLength: 6 }),
      comma,
      (a, own, b, by) => {
        expect(isNotModified([...a, own, ...b].join(by), own)).toBe(true)
        expect(isNotModified([...a, ...b].join(by), '"another one, with a space"')).toBe(false)
      },
    ),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (header) => {
      expect(isNotModified(header, '"tag"')).toBe(header.trim() === '*' || header.includes('"tag"'))
    }),
  )
})
