import {
  cellsHigh,
  cellsWide,
  chance,
  drawPine,
  drawSky,
  mixed,
  type SceneCanvas,
  type SceneColours,
  wander,
} from './canvas.ts'

const water = 150
const beacon = 232

/** Snowy mountains above a lake; from a beacon on a rock a beam of light rises into the sky. */
export function drawPeaks(canvas: SceneCanvas, colours: SceneColours): void {
  const { night, lit } = colours
  drawSky(canvas, [night(0.12), night(0.16), night(0.22), mixed(night(0.33), lit(0.45), 0.18)], 23)
  drawAurora(canvas, colours)
  canvas.light(228, 128, 130, 60, lit(0.5), 0.36)
  drawRange(
    canvas,
    colours,
    [
      [30, 96, 0.62],
      [92, 82, 0.7],
      [150, 74, 0.8],
      [206, 62, 0.86],
      [262, 50, 0.8],
      [318, 70, 0.7],
    ],
    { seed: 3, face: 0.27, shade: 0.22, snow: 0.46, line: 20 },
  )
  drawBeam(canvas, colours)
  drawRange(
    canvas,
    colours,
    [
      [8, 118, 0.55],
      [70, 112, 0.6],
      [128, 116, 0.55],
      [180, 108, 0.7],
      [288, 84, 0.95],
      [320, 96, 0.8],
    ],
    { seed: 8, face: 0.205, shade: 0.165, snow: 0.38, line: 12 },
  )
  drawShore(canvas, colours)
  drawBeacon(canvas, colours)
  mirror(canvas, colours)
  const trees = chance(19)
  for (let x = 0; x < 150; x += 6 + Math.floor(trees() * 9)) {
    const height = 12 + Math.floor(trees() * 22 * (1 - x / 200))
    drawPine(canvas, {
      x,
      base: 178 - Math.floor(trees() * 4),
      height,
      dark: night(0.11),
      light: night(0.165),
      lightFrom: 1,
    })
  }
  const bank = wander(40, 36)
  canvas.below(
    (x) => 172 + bank(x) * 3 + Math.max(0, x - 120) * 0.12,
    (_x, _y, depth) => night(depth < 1 ? 0.15 : 0.105),
  )
}

function drawAurora(canvas: SceneCanvas, { lit, night }: SceneColours): void {
  for (const [seed, y, tall, strength] of [
    [51, 44, 34, 0.3],
    [52, 62, 26, 0.22],
  ] as const) {
    const line = wander(seed, 70)
    const rays = wander(seed + 7, 5)
    for (let x = 96; x < cellsWide; x += 1) {
      const foot = y + line(x) * 16
      const length = tall + rays(x) * 9
      const part = Math.min(1, (x - 96) / 110)
      for (let up = 0; up < length; up += 1) {
        const fade = (1 - up / length) ** 1.5 * (up < 2 ? 0.6 : 1)
        const colour = mixed(lit(0.62), night(0.55), up / length)
        canvas.cell(x, foot - up, colour, (strength * part * Math.round(fade * 7)) / 7)
      }
    }
  }
}

type Peak = readonly [x: number, top: number, slope: number]

interface Range {
  readonly seed: number
  readonly face: number
  readonly shade: number
  readonly snow: number
  /** How far snow reaches down from a top. */
  readonly line: number
}

function drawRange(
  canvas: SceneCanvas,
  { night, lit }: SceneColours,
  peaks: readonly Peak[],
  { seed, face, shade, snow, line }: Range,
): void {
  const rough = wander(seed, 6)
  const crags = wander(seed + 1, 17)
  const grain = chance(seed + 2)
  // The lower ones stand before the higher ones.
  for (const [px, top, slope] of [...peaks].sort((one, other) => one[1] - other[1]))
    for (let x = 0; x < cellsWide; x += 1) {
      const first = Math.round(top + Math.abs(x - px) * slope + rough(x + px) * 2.2 + crags(x) * 3)
      const ragged = line + rough(x * 1.7) * 5 + crags((x + 131) % cellsWide) * 6
      for (let y = Math.max(0, first); y < water; y += 1) {
        const below = y - top
        const ridge = px + Math.round(Math.sin(below * 0.45 + seed) * 2.2 + Math.sin(below * 0.13) * 5)
        const isLit = x > ridge === px < beacon
        const reach = ragged + (isLit ? 3 : -2)
        const isSnow = below < reach || (below < reach + 4 && (x * 3 + y) % 5 === 0)
        const tone = isSnow ? snow - (isLit ? 0 : 0.13) : (isLit ? face : shade) - (grain() < 0.08 ? 0.02 : 0)
        const haze = Math.max(0, (y - 96) / 54) ** 2 * 0.3
        const near = isLit ? Math.max(0, 1 - Math.abs(x - beacon) / 74) * 0.3 : 0
        canvas.cell(x, y, mixed(mixed(night(tone), lit(0.5), near), night(0.26), haze))
      }
    }
}

function drawBeam(canvas: SceneCanvas, { lit }: SceneColours): void {
  for (let y = 0; y < 122; y += 1) {
    const fade = 0.35 + (y / 122) * 0.65
    canvas.rect(226, y, 13, 1, lit(0.5), 0.16 * fade)
    canvas.rect(229, y, 7, 1, lit(0.62), 0.34 * fade)
    canvas.rect(231, y, 3, 1, lit(0.82), 0.8 * fade)
  }
  canvas.light(232, 60, 40, 110, lit(0.55), 0.3)
  canvas.light(232, 118, 74, 40, lit(0.6), 0.5)
}

function drawShore(canvas: SceneCanvas, { night, lit }: SceneColours): void {
  const stones = chance(12)
  const top = wander(14, 11)
  for (let x = beacon - 36; x <= beacon + 36; x += 1) {
    const rise = Math.exp(-(((x - beacon) / 19) ** 2)) * 25
    const first = Math.round(water + 1 - rise + top(x) * 1.6)
    for (let y = first; y < water; y += 1) {
      const near = Math.max(0, 1 - Math.abs(x - 232) / 26) * (y - first < 2 ? 0.62 : 0.24)
      canvas.cell(x, y, mixed(night(y === first ? 0.26 : stones() < 0.1 ? 0.15 : 0.18), lit(0.5), near))
    }
  }
}

function drawBeacon(canvas: SceneCanvas, { night, lit }: SceneColours): void {
  for (const [row, half] of [
    [0, 4],
    [1, 4],
    [2, 6],
    [3, 6],
    [4, 8],
    [5, 8],
  ] as const)
    for (let dx = -half; dx <= half; dx += 1)
      canvas.cell(
        232 + dx,
        122 + row,
        mixed(night(dx > half - 2 ? 0.42 : row % 2 ? 0.3 : 0.36), lit(0.55), 0.3),
      )
  canvas.rect(230, 116, 5, 6, lit(0.6))
  canvas.rect(231, 117, 3, 4, lit(0.88))
  canvas.light(232, 119, 30, 26, lit(0.65), 0.6)
}

/** The lake shows what is above it, darker and broken by ripples. */
function mirror(canvas: SceneCanvas, { night }: SceneColours): void {
  const next = chance(70)
  for (let y = water; y < cellsHigh; y += 1) {
    const deep = y - water
    const shift = Math.round(Math.sin(deep * 1.9) * (0.6 + deep * 0.06))
    for (let x = 0; x < cellsWide; x += 1) {
      const shown = canvas.at(x + shift, water - 1 - Math.round(deep * 1.7))
      const ripple = (deep * 5 + Math.floor((x + deep * 3) / (6 + deep * 0.4))) % 7 === 0
      canvas.cell(x, y, mixed(shown, night(ripple ? 0.27 : 0.15), ripple ? 0.5 : 0.42 + deep * 0.006))
      if (next() < 0.004) canvas.rect(x, y, 3, 1, night(0.4), 0.5)
    }
  }
}
