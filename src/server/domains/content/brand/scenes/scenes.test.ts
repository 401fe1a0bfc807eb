import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contrastOf, shippedLook } from '../../../../../contract/content/look.ts'
import { type DrawnScene, drawnScenes, scenePath } from '../../../../../contract/content/look-scenes.ts'
import { dataUrlOf } from '../../../../testing/pictures.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../../testing/test-app.ts'
import { drawScene } from './draw.ts'

let site: TestApp
let admin: TestBrowser
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  const member = await site.member()
  admin = member
  await sql`UPDATE users SET rank = 'Admin' WHERE id = ${member.user.id}`.execute(site.database.sql)
})
afterAll(() => site.close())

const scenes = Object.keys(drawnScenes) as DrawnScene[]
const save = (value: object, base: number | null = null, by = admin) =>
  by.put('/api/admin/settings/look', { value: { ...shippedLook, ...value }, base })

/** The part of a picture that has such a colour. */
async function partOf(bytes: Buffer, has: (red: number, green: number, blue: number) => boolean) {
  const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let found = 0
  for (let at = 0; at < data.length; at += 3) if (has(data[at]!, data[at + 1]!, data[at + 2]!)) found += 1
  return found / (data.length / 3)
}
const isOrange = (red: number, green: number, blue: number) =>
  red > 150 && green > 50 && green < 190 && blue < 110 && red - blue > 90
const isGreen = (red: number, green: number, blue: number) => green > 120 && green - red > 40 && green > blue

test('[settings.141] A scene that there is not is a 400, only admins choose one, and an address of no scene is a 404', async () => {
  for (const scene of ['fox', '', null]) {
    const { status, json } = await save({ scene })
    expect([status, Object.keys(json.fields)]).toEqual([400, ['scene']])
  }
  expect((await save({ scene: 'peaks' }, null, await site.member())).status).toBe(403)
  expect((await sql`SELECT FROM settings_revisions`.execute(site.database.sql)).rows).toEqual([])
  for (const name of [
    'arena-ff7d33-none',
    'toString-ff7d33-none',
    'peaks-ff7d33',
    'peaks-FF7D33-none',
    'peaks-ff7d33-nope',
  ])
    expect((await site.app.inject(`/look/scene/${name}.webp`)).statusCode).toBe(404)
})

test('[settings.142] A chosen scene is at the top of Home and in the place of the film, with words for it, until a picture or the arena is chosen; with the arena pages are as shipped', async () => {
  let base: number | null = null
  for (const scene of scenes) {
    const saved = await save({ scene, accent: '#41c7f4' }, base)
    expect(saved.status).toBe(200)
    base = saved.json.revision
    const { alt, x, y } = drawnScenes[scene]
    const url = `/look/scene/${scene}-41c7f4-none.webp`
    expect(site.content.site().look?.hero).toEqual({ url, alt, x, y })
    const served = await site.app.inject(url)
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp'])
    const tag = { 'if-none-match': served.headers.etag }
    expect((await site.app.inject({ url, headers: tag })).statusCode).toBe(304)
  }
  const png = await sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#335577' } })
    .png()
    .toBuffer()
  const { json: own } = await admin.put('/api/admin/settings/pictures/hero', { image: dataUrlOf(png) })
  const hero = { picture: own.picture, alt: 'Our harbour', x: 50, y: 50 }
  base = (await save({ scene: 'peaks', hero }, base)).json.revision
  expect(site.content.site().look?.hero).toMatchObject({ url: own.url, alt: 'Our harbour' })
  const arena = await save({ scene: 'arena' }, base)
  expect([arena.status, site.content.site().look]).toEqual([200, undefined])
})

test.each(scenes)(
  '[settings.143] The scene %s is at most 110 kB, in the colours of accent and tint alone, and dark where the heading stands',
  async (scene) => {
    const looks = [
      { accent: shippedLook.accent, tint: null },
      { accent: '#2ee66b', tint: '#0a5cff' },
      { accent: '#ffffff', tint: '#808080' },
      { accent: '#ffff00', tint: '#ff0000' },
    ]
    const pictures = await Promise.all(looks.map((look) => drawScene(scene, look)))
    for (const [at, bytes] of pictures.entries()) {
      expect(bytes.length).toBeLessThanOrEqual(110_000)
      const { width, height } = await sharp(bytes).metadata()
      expect([width, height]).toEqual([1600, 900])
      const left = await sharp(bytes).extract({ left: 0, top: 0, width: 860, height: 900 }).png().toBuffer()
      const { channels } = await sharp(
        await sharp(left).resize(48, 48, { fit: 'fill' }).png().toBuffer(),
      ).stats()
      const worst = `#${channels
        .slice(0, 3)
        .map(({ max }) => max.toString(16).padStart(2, '0'))
        .join('')}`
      expect([scene, looks[at], contrastOf(worst, '#f4f1ea') >= 4.5]).toEqual([scene, looks[at], true])
    }
    const [shipped, green, grey] = pictures as [Buffer, Buffer, Buffer]
    expect(await partOf(shipped, isOrange)).toBeGreaterThan(0.001)
    expect(await partOf(green, isOrange)).toBe(0)
    expect(await partOf(green, isGreen)).toBeGreaterThan(0.001)
    // White and grey leave no hue but that of starlight.
    expect(await partOf(grey, (red, _green, blue) => Math.abs(red - blue) > 40)).toBe(0)
    expect(await drawScene(scene, looks[1]!)).toEqual(green)
    expect(scenePath(scene, looks[1]!)).toBe(`/look/scene/${scene}-2ee66b-0a5cff.webp`)
  },
)
