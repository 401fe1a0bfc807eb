import { readFileSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { markColours } from '../../src/contract/content/mark.ts'
import { linear, m, materials } from './model/materials.mjs'
import { fighterPicture } from './picture/fighters.mjs'
import { pictureLamps } from './picture/scene.mjs'

const media = new URL('../../src/web/domains/content/hero/media/', import.meta.url)
const text = (name) => readFileSync(new URL(name, media), 'utf8')
const kilobytes = (name) => statSync(new URL(name, media)).size / 1000
const pictures = ['scene.svg', 'ember.svg', 'frost.svg']

test('The pictures hold shapes only: no words, scripts, styles or anything from elsewhere', () => {
  for (const name of pictures) {
    const svg = text(name).replace('xmlns="http://www.w3.org/2000/svg"', '')
    expect(svg, name).not.toMatch(/<(script|style|text|image|foreignObject|use)\b|https?:|data:|on\w+=/i)
  }
})

test('The pictures are light: 35 kB compressed for the scene, 4 kB for a fighter', () => {
  const compressed = pictures.map((name) => gzipSync(text(name)).length / 1000)
  expect(compressed[0]).toBeLessThan(35)
  expect(Math.max(...compressed.slice(1))).toBeLessThan(4)
})

test('The teaser is light: each video well under 1.5 MB, both under 2 MB, the poster under 60 kB, or 30 for small windows', () => {
  const [webm, mp4] = ['teaser.webm', 'teaser.mp4'].map(kilobytes)
  expect(Math.max(webm, mp4)).toBeLessThan(1_200)
  expect(webm + mp4).toBeLessThan(2_000)
  expect(kilobytes('teaser.webp')).toBeLessThan(60)
  expect(kilobytes('teaser-800.webp')).toBeLessThan(30)
})

test('The MP4 can be played while it loads: its index comes before its pictures', () => {
  const mp4 = readFileSync(new URL('teaser.mp4', media))
  expect(mp4.indexOf('moov')).toBeLessThan(mp4.indexOf('mdat'))
})

test('The fighters that ship are the ones that the script draws', () => {
  for (const who of ['ember', 'frost']) expect(text(`${who}.svg`)).toBe(fighterPicture(who, pictureLamps).svg)
})

test("The guardian wears the colours of the site's mark", () => {
  const worn = { o: m.fur, r: m.furDeep, c: m.cream, n: m.nose }
  for (const [letter, material] of Object.entries(worn))
    expect(materials[material].colour).toEqual(linear(markColours[letter]))
})
