import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'app.css'), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name!, hex!]),
)

const colour = (name: string) => {
  const hex = tokens.get(name)
  if (hex === undefined) throw new Error(`no token ${name}`)
  return hex
}

/** Relative luminance and contrast ratio of WCAG 2.2. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

const ranks = [
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
]
const grounds = ['ground', 'ground-band', 'ground-card', 'ground-raised']

test('[frame.38] Rank display colours differ per rank', () => {
  expect(new Set(ranks.map((rank) => colour(`rank-${rank}`))).size).toBe(ranks.length)
})

test('Text, accents and rank colours reach 4.5:1 on every ground', () => {
  const texts = ['ink', 'ink-soft', 'ink-faint', 'ember', 'ember-bright', 'good', 'bad']
  for (const text of [...texts, ...ranks.map((rank) => `rank-${rank}`)]) {
    for (const ground of grounds) {
      expect(contrast(colour(text), colour(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  }
  for (const text of ['ink', 'ink-soft', 'bad']) {
    expect(contrast(colour(text), colour('bad-ground')), `${text} on bad-ground`).toBeGreaterThanOrEqual(4.5)
  }
  expect(contrast(colour('ember-ink'), colour('ember'))).toBeGreaterThanOrEqual(4.5)
})

test('The label of each button colour reaches 4.5:1 on its face', () => {
  for (const variant of ['default', 'blue', 'purple', 'green', 'gold', 'red']) {
    const ratio = contrast(colour(`slab-${variant}-ink`), colour(`slab-${variant}`))
    expect(ratio, variant).toBeGreaterThanOrEqual(4.5)
  }
})

test('Borders of inputs reach 3:1 on every ground', () => {
  for (const ground of grounds) {
    expect(contrast(colour('line-strong'), colour(ground)), ground).toBeGreaterThanOrEqual(3)
  }
})
