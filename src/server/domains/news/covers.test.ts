import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAdminRank, shippedRanks } from '../../../contract/accounts/ranks.ts'
import { imageSizeMessage, imageTypeMessage } from '../../../contract/posts/posts.ts'
import { sayInEnglish } from '../../platform/languages/say.ts'
import { withBusyDecoder } from '../../testing/busy-decoder.ts'
import { plainPicture } from '../../testing/picture-host.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { auditEntriesOf, memberWithRank } from '../events/testing/event-setup.ts'

let site: TestApp
let admin: TestBrowser & { user: { id: number } }
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  admin = await memberWithRank(site, 'Admin', 'Editor')
})
afterAll(() => site.close())

const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
const png = async (red = 200) => dataUrl(await plainPicture(red))

let made = 0
async function draft() {
  made += 1
  const text = { title: 'Spring season', summary: 'It begins on Monday.', markdown: 'Soon.' }
  const { status, json } = await admin.post('/api/admin/news', { ...text, slug: `item-${made}` })
  expect(status).toBe(201)
  return json as { id: number; slug: string; version: number }
}
const path = (id: number) => `/api/admin/news/${id}/cover`
const publication = (id: number) => `/api/admin/news/${id}/publication`
const alt = 'Two players on a bridge'
async function covered(red?: number) {
  const item = await draft()
  const { status, json } = await admin.put(path(item.id), { image: await png(red), alt })
  expect(status).toBe(200)
  return { ...item, url: json.cover.url as string, version: json.version as number }
}
const stored = async (id: number) => {
  const { rows } = await sql<{ hash: string; bytes: Buffer; width: number; height: number; alt: string }>`
    SELECT encode(hash, 'hex') AS hash, bytes, width, height, alt FROM news_covers WHERE news_id = ${id}
  `.execute(site.database.sql)
  return rows[0]
}

test('[voice.39] only admins give a news item a cover or remove it, from this site’s pages', async () => {
  const { id } = await draft()
  const image = await png()
  for (const rank of shippedRanks.filter((one) => !isAdminRank(one))) {
    const member = await memberWithRank(site, rank)
    expect((await member.put(path(id), { image, alt })).status).toBe(403)
    expect((await member.delete(path(id))).status).toBe(403)
  }
  expect((await site.browser().put(path(id), { image, alt })).status).toBe(401)
  const headers = { origin: 'https://evil.example' }
  expect((await admin.put(path(id), { image, alt }, { headers })).status).toBe(403)
  expect((await admin.put(path(2_147_483_647), { image, alt })).status).toBe(404)
  expect(await stored(id)).toBeUndefined()
})

test.each([
  ['no picture', {}, 'image', 'Choose a picture'],
  ['text for a picture', { image: 'data:text/html;base64,PGI+' }, 'image', sayInEnglish(imageTypeMessage)],
  [
    'an address for a picture',
    { image: 'https://pictures.example/a.png' },
    'image',
    sayInEnglish(imageTypeMessage),
  ],
  [
    'bytes that are no picture',
    { image: dataUrl(Buffer.from('no picture')) },
    'image',
    sayInEnglish(imageTypeMessage),
  ],
  [
    'an SVG',
    { image: dataUrl(Buffer.from('<svg/>'), 'image/svg+xml') },
    'image',
    sayInEnglish(imageTypeMessage),
  ],
  [
    'more than 5,242,880 bytes',
    { image: dataUrl(Buffer.alloc(5_242_881)) },
    'image',
    sayInEnglish(imageSizeMessage),
  ],
  ['no alternative text', { alt: undefined }, 'alt', expect.any(String)],
  ['a blank alternative text', { alt: ' ' }, 'alt', expect.any(String)],
  ['an over-long alternative text', { alt: 'x'.repeat(201) }, 'alt', expect.any(String)],
])(
  '[voice.39] %s is a 400 that names the field, and nothing is stored',
  async (_what, over, field, message) => {
    const { id } = await draft()
    const image = field === 'alt' ? { image: await png() } : {}
    const response = await admin.put(path(id), { alt, ...image, ...over })
    expect([response.status, response.json.fields]).toEqual([400, { [field]: message }])
    expect(await stored(id)).toBeUndefined()
  },
)

test('[voice.39] a cover is encoded again: a WebP of at most 1280 px, without what the file said beside the picture', async () => {
  const { id, slug } = await draft()
  const source = await sharp({ create: { width: 2600, height: 1300, channels: 3, background: '#f76b15' } })
    .withExif({ IFD0: { Copyright: 'home-address' } })
    .jpeg()
    .toBuffer()
  await admin.put(path(id), { image: dataUrl(source, 'image/jpeg'), alt: ` ${alt} ` })
  const row = await stored(id)
  const { format, width, height, exif } = await sharp(row?.bytes).metadata()
  expect({ format, width, height, exif }).toEqual({
    format: 'webp',
    width: 1280,
    height: 640,
    exif: undefined,
  })
  expect(row).toMatchObject({ width, height, alt })
  await admin.post(publication(id), {})
  const cover = { url: `/news/covers/${id}/${row?.hash}.webp`, alt, width, height }
  expect((await site.browser().get(`/api/news/${slug}`)).json.cover).toEqual(cover)
  expect((await site.browser().get('/api/news?limit=1')).json[0].cover).toEqual(cover)
  const { rawPayload, headers } = await site.app.inject({ url: cover.url })
  expect(rawPayload).toEqual(row?.bytes)
  expect([headers['content-type'], headers['cache-control']]).toEqual([
    'image/webp',
    'private, max-age=31536000, immutable',
  ])
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  const again = { headers: { 'if-none-match': String(headers.etag) } }
  expect((await site.browser().get(cover.url, again)).status).toBe(304)
})

test('[voice.39] another cover replaces the one before, whose address is gone; its text changes without a picture', async () => {
  const { id, url, version } = await covered(1)
  await admin.post(publication(id), {})
  const changed = await admin.put(path(id), { alt: 'A bridge' })
  expect(changed.json).toMatchObject({ cover: { url, alt: 'A bridge' }, version: version + 2 })
  expect(changed.json.editedAt).not.toBeNull()
  const second = (await admin.put(path(id), { image: await png(2), alt })).json.cover.url
  expect(second).not.toBe(url)
  expect((await site.browser().get(url)).status).toBe(404)
  expect((await site.browser().get(second)).status).toBe(200)
  const elsewhere = second.replace(`/${id}/`, `/${id + 1}/`)
  expect((await site.browser().get(elsewhere)).status).toBe(404)
})

test('[voice.39] the cover of an item that is not published is shown to admins only', async () => {
  const { id, url } = await covered()
  const member = await site.member()
  const statuses = async () =>
    Promise.all([site.browser(), member, admin].map(async (browser) => (await browser.get(url)).status))
  expect(await statuses()).toEqual([404, 404, 200])
  expect((await admin.get(url)).headers['cache-control']).toBe('no-store')
  await admin.post(publication(id), {})
  expect(await statuses()).toEqual([200, 200, 200])
  await admin.delete(publication(id))
  expect(await statuses()).toEqual([404, 404, 200])
})

test('[voice.39] a removed cover is gone, and one goes with its item', async () => {
  const removed = await covered()
  const { json } = await admin.delete(path(removed.id))
  expect(json).toMatchObject({ cover: null, version: removed.version + 1 })
  expect((await admin.delete(path(removed.id))).json.version).toBe(json.version)
  const deleted = await covered()
  await admin.delete(`/api/admin/news/${deleted.id}`)
  for (const { id, url } of [removed, deleted]) {
    expect(await stored(id)).toBeUndefined()
    expect((await admin.get(url)).status).toBe(404)
  }
})

test('[voice.39] each change of a cover is audited, and one of an older version is a 409', async () => {
  const { id, version, url } = await covered()
  const stale = { headers: { 'if-match': `"${version - 1}"` } }
  const refused = await admin.put(path(id), { alt: 'Mine' }, stale)
  expect([refused.status, refused.json.current.cover.alt]).toEqual([409, alt])
  expect((await admin.delete(path(id), stale)).status).toBe(409)
  await admin.delete(path(id))
  const entries = (await auditEntriesOf(site, 'news')).filter(({ subject_id }) => subject_id === id)
  expect(entries.slice(1)).toMatchObject([
    { action: 'news.cover', actor_name: 'Editor', before: { cover: null }, after: { cover: { url, alt } } },
    { action: 'news.cover', actor_name: 'Editor', before: { cover: { url, alt } }, after: { cover: null } },
  ])
})

test.each([
  '/news/covers/1/x.webp',
  `/news/covers/x/${'a'.repeat(64)}.webp`,
  `/news/covers/1/${'a'.repeat(64)}.png`,
])('[voice.39] what is no cover is a 404: %s', async (url) => {
  expect((await site.browser().get(url)).status).toBe(404)
})

test('[green.07] a cover that a starved machine cannot decode in time is 503 with Retry-After, and the item keeps the one it has', async () => {
  const item = await covered(10)
  const before = await stored(item.id)
  const busy = await withBusyDecoder(async () => admin.put(path(item.id), { image: await png(20), alt }))
  expect(busy).toMatchObject({ status: 503, json: { code: 'overloaded' } })
  expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0)
  expect(await stored(item.id)).toEqual(before)
})
