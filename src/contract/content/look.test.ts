import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  contrastOf,
  hexOf,
  isMadeLighter,
  lookCss,
  luminanceOf,
  oklchOf,
  paletteOf,
  shippedAccent,
  shippedLook,
  shippedPalette,
} from './look.ts'

const css = readFileSync(join(import.meta.dirname, '../../web/styles/app.css'), 'utf8')
const token = (name: string) => new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(css)?.[1] ?? name

/** The same numbers in each run. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

const texts = [
  ...['ink', 'ink-soft', 'ink-faint', 'good', 'bad'],
  ...[
    'owner',
    'admin',
    'manager',
    'staff',
    'moderator',
    'helper',
    'diamond',
    'emerald',
    'gold',
    'member',
  ].map((rank) => `rank-${rank}`),
].map(token)
/** What is lighter has more contrast on every ground. */
const darkestText = texts.toSorted((one, other) => luminanceOf(one) - luminanceOf(other))[0]!

test('[settings.70] 5,000 random accents and tints keep the contrasts: text 4.5:1 and faces 3:1 on every ground, ink 4.5:1', () => {
  const random = randomNumbers(7)
  const colour = () => {
    const number = Math.floor(random.next().value * 0x1_00_00_00)
    return `#${number.toString(16).padStart(6, '0')}`
  }
  const edges = [
    '#000000',
    '#ffffff',
    '#ff0000',
    '#00ff00',
    '#0000ff',
    '#ffff00',
    '#00ffff',
    '#ff00ff',
    '#7f7f7f',
  ]
  const least: Record<string, number> = {}
  const note = (what: string, ratio: number) => {
    least[what] = Math.min(least[what] ?? Number.POSITIVE_INFINITY, ratio)
  }
  for (let n = 0; n < 5_000; n += 1) {
    const accent = edges[n] ?? colour()
    const tint = n % 3 === 0 ? null : (edges[n % 40] ?? colour())
    const palette = paletteOf({ accent, tint })
    const grounds = [palette.ground, palette.groundBand, palette.groundCard, palette.groundRaised]
    for (const ground of grounds) {
      for (const text of [darkestText, palette.ember, palette.emberBright])
        note('text', contrastOf(text, ground))
      note('face', contrastOf(palette.face, ground))
      note('border', contrastOf(palette.lineStrong, ground))
      if (tint !== null) note('chroma left', 0.02 - oklchOf(ground)[1])
    }
    note('ink', contrastOf(palette.emberInk, palette.ember))
    note('ink', contrastOf(palette.faceInk, palette.face))
    note('bytes left', 500 - lookCss({ accent, tint, corners: 'round' }).length)
  }
  expect(least.text).toBeGreaterThanOrEqual(4.5)
  expect(least.face).toBeGreaterThanOrEqual(3)
  expect(least.border).toBeGreaterThanOrEqual(3)
  expect(least.ink).toBeGreaterThanOrEqual(4.5)
  expect(least['chroma left']).toBeGreaterThanOrEqual(0)
  expect(least['bytes left']).toBeGreaterThanOrEqual(0)
})

test('[settings.71] The shipped look needs no style, and its colours are those of the style sheet', () => {
  expect(lookCss(shippedLook)).toBe('')
  expect(paletteOf({ accent: shippedAccent.toUpperCase(), tint: null })).toEqual(shippedPalette)
  const names = { face: 'slab-default', faceEdge: 'slab-default-edge', faceInk: 'slab-default-ink' }
  for (const [key, hex] of Object.entries(shippedPalette)) {
    const name =
      (names as Record<string, string>)[key] ?? key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect([name, token(name)]).toEqual([name, hex])
  }
})

test('A readable accent stays as it is; another one is made lighter, in its hue', () => {
  expect(paletteOf({ accent: '#41c7f4', tint: null })).toMatchObject({ ember: '#41c7f4', face: '#41c7f4' })
  expect(isMadeLighter('#41c7f4')).toBe(false)
  const { ember, face, faceInk } = paletteOf({ accent: '#2a2af0', tint: null })
  expect(isMadeLighter('#2a2af0')).toBe(true)
  expect(faceInk).toBe('#ffffff')
  for (const made of [ember, face]) {
    const [light, , hue] = oklchOf(made)
    expect(light).toBeGreaterThan(oklchOf('#2a2af0')[0])
    expect(Math.abs(hue - oklchOf('#2a2af0')[2])).toBeLessThan(0.1)
  }
  expect(hexOf(oklchOf('#123456'))).toBe('#123456')
})
