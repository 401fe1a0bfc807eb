import { JSDOM } from 'jsdom'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contrastOf, shippedLook } from '../../../../contract/content/look.ts'
import { dataUrlOf } from '../../../testing/pictures.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { sweepLookPictures } from './queries.ts'

let site: TestApp
let admin: TestBrowser
let base: number | null

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  const member = await site.member()
  admin = member
  await sql`UPDATE users SET rank = 'Admin' WHERE id = ${member.user.id}`.execute(site.database.sql)
})
beforeEach(async () => {
  const { scopes } = (await admin.get('/api/admin/settings')).json
  base = scopes.find((one: { scope: string }) => one.scope === 'look')?.revision ?? null
})
afterAll(() => site.close())

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })
const send = async (kind: string, bytes: Buffer, by = admin) =>
  by.put(`/api/admin/settings/pictures/${kind}`, { image: dataUrlOf(bytes) })
const save = (value: object) =>
  admin.put('/api/admin/settings/look', { value: { ...shippedLook, ...value }, base })
const bytesOf = async (path: string) => (await site.app.inject(path)).rawPayload
const stored = async () =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM look_pictures`.execute(site.database.sql)).rows[0]
    ?.n

test('[settings.27] Only admins send a picture of the look; one that is too small, too large, empty or no picture is a 400 that names it, and stores nothing', async () => {
  const fine = await plain(200, 200, '#41c7f4').png().toBuffer()
  expect((await send('logo', fine, await site.member())).status).toBe(403)
  expect((await send('other', fine)).status).toBe(400)
  for (const [kind, bytes, words] of [
    ['logo', await plain(2, 5_000, '#ffffff').png().toBuffer(), /128 to 4,096/],
    ['logo', await plain(100, 100, '#ffffff').png().toBuffer(), /or 16 to 64/],
    ['logo', await plain(200, 200, '#ffffff').gif().toBuffer(), /PNG, WebP or JPEG/],
    ['logo', await plain(200, 200, '#00000000').png().toBuffer(), /transparent/],
    // The browser draws an SVG before it sends it.
    ['logo', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /^must be PNG, WebP or JPEG$/],
    ['logo', Buffer.concat([fine, Buffer.alloc(2 * 1024 * 1024)]), /2 MB/],
    ['hero', await plain(1_599, 900, '#ffffff').png().toBuffer(), /1,600 × 900/],
    ['hero', fine.subarray(0, 60), /^must be PNG, WebP or JPEG$/],
  ] as const) {
    const { status, json } = await send(kind, bytes)
    expect([String(words), status, json.fields?.[kind]]).toEqual([
      String(words),
      400,
      expect.stringMatching(words),
    ])
  }
  expect(await stored()).toBe(0)
  for (const value of [
    { logo: 'a'.repeat(64) },
    { hero: { picture: 'a'.repeat(64), alt: 'A', x: 1, y: 1 } },
  ]) {
    const { status, json } = await save(value)
    expect([status, JSON.stringify(json.fields)]).toEqual([
      400,
      expect.stringContaining('not there any more'),
    ])
  }
})

test('[settings.28] A logo is trimmed, squared, enlarged without blur and put on a light plate where it could hardly be seen', async () => {
  const wide = await plain(400, 400, '#00000000')
    .composite([{ input: await plain(300, 150, '#41c7f4').png().toBuffer(), left: 20, top: 30 }])
    .png()
    .toBuffer()
  const at = async (bytes: Buffer) => {
    const { json } = await send('logo', bytes)
    const { data, info } = await sharp(await bytesOf(json.url))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, info.channels]).toEqual([512, 512, 4])
    return (x: number, y: number) => [...data.subarray((y * 512 + x) * 4, (y * 512 + x) * 4 + 4)]
  }
  const trimmed = await at(wide)
  expect(trimmed(3, 256)).toEqual([0x41, 0xc7, 0xf4, 255])
  expect([trimmed(256, 40)[3], trimmed(256, 470)[3]]).toEqual([0, 0])
  const pixels = await sharp(Buffer.from([255, 0, 0, 255, 0, 255, 0, 255]), {
    raw: { width: 2, height: 1, channels: 4 },
  })
    .resize(32, 32, { kernel: 'nearest', fit: 'fill' })
    .png()
    .toBuffer()
  const art = await at(pixels)
  expect([art(255, 256), art(256, 256)]).toEqual([
    [255, 0, 0, 255],
    [0, 255, 0, 255],
  ])
  const dark = await at(await plain(200, 200, '#141414').png().toBuffer())
  expect([dark(4, 4), dark(256, 256)]).toEqual([
    [0xf4, 0xf1, 0xea, 255],
    [0x14, 0x14, 0x14, 255],
  ])
})

test('[settings.29] A saved logo is in icons, share images, offline page and every page at the next request; after an undo they are as shipped', async () => {
  const icons = [
    '/favicon.ico',
    '/favicon.svg',
    '/apple-touch-icon.png',
    '/icon-192.png',
    '/icon-512.png',
    '/icon-maskable-512.png',
  ]
  const all = [...icons, '/share.png', '/share/page/faq.png', '/offline']
  const before = await Promise.all(all.map(bytesOf))
  const { json } = await send('logo', await plain(200, 200, '#41c7f4').png().toBuffer())
  expect(await Promise.all(all.map(bytesOf))).toEqual(before)
  const { status } = await save({ logo: json.picture })
  expect(status).toBe(200)
  const after = await Promise.all(all.map(bytesOf))
  for (const [index, bytes] of after.entries())
    expect([all[index], bytes.equals(before[index]!)]).toEqual([all[index], false])
  const { dominant } = await sharp(await bytesOf('/icon-512.png')).stats()
  expect(
    contrastOf(
      `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`,
      '#41c7f4',
    ),
  ).toBeLessThan(1.1)
  expect((await site.app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  expect((await site.app.inject('/favicon.ico')).rawPayload.readUInt16LE(4)).toBe(3)
  expect(after.at(-1)?.toString()).not.toContain('crispEdges')
  const refusal = await site.browser().get('/%', { headers: { accept: 'text/html' } })
  expect([refusal.text.includes('data:image/png'), refusal.text.includes('crispEdges')]).toEqual([
    true,
    false,
  ])
  expect((await admin.post('/api/admin/settings/look/undo', { to: null })).status).toBe(200)
  expect(await Promise.all(all.map(bytesOf))).toEqual(before)
})

test('[settings.57] A hero picture is at most 180 kB and darkened until the heading can be read at its brightest spot', async () => {
  const bright = await sharp({
    create: {
      width: 2_400,
      height: 1_400,
      channels: 3,
      background: '#ffffff',
      noise: { type: 'gaussian', mean: 230, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer()
  const { status, json } = await send('hero', bright)
  expect([status, json.url]).toEqual([200, `/look/${json.picture}.webp`])
  const served = await site.app.inject(json.url)
  expect(served.headers['cache-control']).toContain('immutable')
  expect(served.rawPayload.length).toBeLessThanOrEqual(180_000)
  const { channels } = await sharp(
    await sharp(served.rawPayload).resize(48, 48, { fit: 'fill' }).png().toBuffer(),
  ).stats()
  const worst = `#${channels
    .slice(0, 3)
    .map(({ max }) => max.toString(16).padStart(2, '0'))
    .join('')}`
  expect(contrastOf(worst, '#f4f1ea')).toBeGreaterThanOrEqual(4.4)
  const hero = { picture: json.picture, x: 30, y: 60 }
  const refused = await save({ hero: { ...hero, alt: '' } })
  expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ['hero.alt']])
  expect((await save({ hero: { ...hero, alt: 'Our harbour' } })).status).toBe(200)
})

test('[settings.58] A picture stays as long as a revision names it, and a day longer', async () => {
  const { json } = await send('logo', await plain(300, 300, '#ff00ff').png().toBuffer())
  await sql`UPDATE look_pictures SET used_at = now() - interval '2 days'`.execute(site.database.sql)
  const named = (
    await sql<{ hash: string }>`SELECT encode(hash, 'hex') AS hash FROM look_pictures`.execute(
      site.database.sql,
    )
  ).rows
  await sweepLookPictures(site.database.sql)
  expect((await site.app.inject(json.url)).statusCode).toBe(404)
  const left = (
    await sql<{ hash: string }>`SELECT encode(hash, 'hex') AS hash FROM look_pictures`.execute(
      site.database.sql,
    )
  ).rows
  expect([named.length > left.length, left.length]).toEqual([true, 2])
})

test('[settings.138] Only admins have a look drawn that is not saved; a colour that is none, an unknown key and a logo that is not there are a 400 that names it', async () => {
  const draw = (value: object, by: TestBrowser = admin) =>
    by.post('/api/admin/settings/look/drawing', { accent: '#41c7f4', tint: null, ...value })
  expect((await draw({}, site.browser())).status).toBe(401)
  expect((await draw({}, await site.member())).status).toBe(403)
  const hero = (await send('hero', await plain(1_600, 900, '#335577').png().toBuffer())).json.picture
  for (const [field, value] of [
    ['accent', { accent: 'blue' }],
    ['tint', { tint: 1 }],
    ['logo', { logo: 'a'.repeat(64) }],
    ['logo', { logo: hero }],
    ['name', { name: 'Other' }],
  ] as const) {
    const { status, json } = await draw(value)
    expect([status, Object.keys(json.fields)]).toEqual([400, [field]])
  }
})

test('[settings.139] What is drawn of a look that is not saved is, to the byte, what tabs, home screens and links to the site show once it is saved; until then they are as they were', async () => {
  const { json: logo } = await send('logo', await plain(300, 300, '#2fd39a').png().toBuffer())
  const look = { accent: '#2fd39a', tint: '#0033ff', logo: logo.picture }
  const served = ['/apple-touch-icon.png', '/icon-maskable-512.png', '/share.png']
  const before = await Promise.all([...served, '/favicon.ico'].map(bytesOf))
  const [{ status, json: drawn }, ...meanwhile] = await Promise.all([
    admin.post('/api/admin/settings/look/drawing', look),
    ...[...served, '/favicon.ico'].map(bytesOf),
  ])
  expect([status, Object.keys(drawn)]).toEqual([
    200,
    ['tab', 'touch', 'maskable', 'card', 'offline', 'refusal'],
  ])
  expect(meanwhile).toEqual(before)
  const [tab, ...pictures] = ['tab', 'touch', 'maskable', 'card'].map((key) =>
    Buffer.from(drawn[key].slice('data:image/png;base64,'.length), 'base64'),
  )
  expect((await save(look)).status).toBe(200)
  expect(await Promise.all(served.map(bytesOf))).toEqual(pictures)
  expect((await bytesOf('/favicon.ico')).includes(tab!)).toBe(true)
  expect(pictures.every((bytes, at) => !bytes.equals(before[at]!))).toBe(true)
  expect((await admin.post('/api/admin/settings/look/undo', { to: null })).status).toBe(200)
  const { json: shipped } = await admin.post('/api/admin/settings/look/drawing', {
    accent: shippedLook.accent,
    tint: null,
  })
  expect(Buffer.from(shipped.card.split(',')[1], 'base64')).toEqual(await bytesOf('/share.png'))
})

test('[settings.146] The offline page and the page of a busy site are drawn with a look that is not saved, and are served as before', async () => {
  const { json: logo } = await send('logo', await plain(300, 300, '#d02fd3').png().toBuffer())
  const before = (await site.app.inject('/offline')).body
  const { json: drawn } = await admin.post('/api/admin/settings/look/drawing', {
    accent: '#d02fd3',
    tint: null,
    logo: logo.picture,
  })
  for (const [page, heading] of [
    ['offline', 'You are offline'],
    ['refusal', 'We will be right back'],
  ] as const) {
    const [type, base64 = ''] = drawn[page].split(',')
    const svg = Buffer.from(base64, 'base64').toString()
    expect([type, svg.match(/<h1[^>]*>([^<]*)/)?.[1]]).toEqual(['data:image/svg+xml;base64', heading])
    expect(svg).toContain('data:image/png;base64')
    expect(svg).not.toMatch(/<script|#ff7d33/)
    // As a browser reads it: one that is no XML shows nothing.
    const { window } = new JSDOM('')
    const read = new window.DOMParser().parseFromString(svg, 'application/xml')
    expect(read.querySelector('main')).not.toBeNull()
  }
  expect((await site.app.inject('/offline')).body).toBe(before)
})
