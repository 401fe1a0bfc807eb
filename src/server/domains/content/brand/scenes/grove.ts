import { ownValue } from '../../../../../contract/own-value.ts'
import {
  cellsWide,
  chance,
  drawMoon,
  drawPine,
  drawSky,
  mixed,
  type SceneCanvas,
  type SceneColours,
  wander,
} from './canvas.ts'

const fire = { x: 232, y: 130 } as const

/** A camp in a clearing of tall pines: a fire, two tents, and a pond that mirrors it. */
export function drawGrove(canvas: SceneCanvas, colours: SceneColours): void {
  const { night, lit } = colours
  drawSky(canvas, [night(0.14), night(0.17), night(0.23), mixed(night(0.34), lit(0.4), 0.12)], 5)
  drawMoon(canvas, 196, 26, 11, colours)
  const hills = wander(9, 60)
  canvas.below(
    (x) => 88 + hills(x) * 11,
    (_x, _y, depth) => night(depth < 1 ? 0.27 : 0.25),
  )
  drawWood(canvas, colours, { seed: 2, base: 106, from: 22, to: 36, step: 5, dark: 0.215, edge: 0.25 })
  drawMist(canvas, colours, 100)
  drawWood(canvas, colours, { seed: 6, base: 116, from: 30, to: 58, step: 8, dark: 0.175, edge: 0.215 })
  drawMist(canvas, colours, 112)

  const meadow = wander(12, 40)
  const top = (x: number) => 118 + meadow(x) * 3
  const grass = chance(44)
  canvas.below(top, (_x, _y, depth) => night((grass() < 0.14 ? 0.2 : 0.165) - Math.min(0.05, depth * 0.0015)))
  canvas.light(fire.x, fire.y, 92, 58, lit(0.58), 0.62)
  for (let x = 0; x < cellsWide; x += 1)
    if (grass() < 0.5) canvas.rect(x, top(x) - 1 - grass() * 2, 1, 2, night(0.19))
  drawTent(canvas, colours, 199, 132, 17, 1)
  drawTent(canvas, colours, 268, 134, 20, -1)
  drawPond(canvas, colours)
  drawFire(canvas, colours)
  drawLanterns(canvas, colours)
  for (const [x, base, height] of [
    [306, 156, 96],
    [318, 172, 124],
    [286, 126, 58],
    [172, 124, 54],
  ] as const)
    drawPine(canvas, {
      x,
      base,
      height,
      dark: night(0.125),
      light: mixed(night(0.2), lit(0.42), 0.38),
      lightFrom: -1,
    })
  for (const [x, base, height] of [
    [6, 178, 110],
    [34, 182, 84],
    [66, 184, 62],
    [104, 186, 44],
  ] as const)
    drawPine(canvas, { x, base, height, dark: night(0.115), light: night(0.16), lightFrom: 1 })
  const flies = chance(90)
  for (let fly = 0; fly < 46; fly += 1) {
    const [x, y] = [150 + flies() * 165, 78 + flies() * 84]
    canvas.light(x, y, 3, 3, lit(0.6), 0.3)
    canvas.cell(x, y, lit(0.6 + flies() * 0.25), 0.4 + flies() * 0.5)
  }
}

interface Wood {
  readonly seed: number
  readonly base: number
  readonly from: number
  readonly to: number
  readonly step: number
  readonly dark: number
  readonly edge: number
}

function drawWood(
  canvas: SceneCanvas,
  { night, lit }: SceneColours,
  { seed, base, from, to, step, dark, edge }: Wood,
): void {
  const next = chance(seed)
  const ground = wander(seed + 1, 30)
  for (let x = -4; x < cellsWide + 6; x += step - 2 + Math.floor(next() * 4)) {
    const clearing = Math.abs(x - fire.x) < 26 ? 0.62 : 1
    const height = Math.round((from + next() * (to - from)) * clearing)
    const near = Math.max(0, 1 - Math.abs(x - fire.x) / 90)
    drawPine(canvas, {
      x,
      base: Math.round(base + ground(x) * 3),
      height,
      dark: mixed(night(dark), lit(0.35), near * 0.16),
      light: mixed(night(edge), lit(0.45), near * 0.45),
      lightFrom: x < fire.x ? 1 : -1,
    })
  }
  canvas.below(
    (x) => base + ground(x) * 3 - 3,
    () => night(dark),
  )
}

function drawMist(canvas: SceneCanvas, { night }: SceneColours, y: number): void {
  for (let row = 0; row < 12; row += 1)
    for (let x = 0; x < cellsWide; x += 1)
      if ((x + row * 2) % 4 < 3) canvas.cell(x, y + row, night(0.33), 0.12 * Math.sin((row / 12) * Math.PI))
}

function drawTent(
  canvas: SceneCanvas,
  { night, lit }: SceneColours,
  x: number,
  base: number,
  side: number,
  open: -1 | 1,
): void {
  for (let row = 0; row < side; row += 1) {
    const half = Math.round((row / side) * side * 0.8)
    for (let dx = -half; dx <= half; dx += 1) {
      const toFire = dx * open > 0
      const fold = (dx + 40) % 5 === 0 ? 0.04 : 0
      canvas.cell(
        x + dx,
        base - side + row,
        toFire ? mixed(night(0.3 - fold), lit(0.5 - fold), 0.62) : night(0.19 - fold),
      )
    }
    const door = Math.round((row / side) * side * 0.22)
    if (row > 5)
      for (let dx = 0; dx <= door; dx += 1) canvas.cell(x + open * (dx + 2), base - side + row, night(0.1))
  }
  canvas.rect(x, base - side - 2, 1, 3, night(0.3))
}

function drawFire(canvas: SceneCanvas, { night, lit }: SceneColours): void {
  const { x, y } = fire
  for (const [dx, wide] of [
    [-9, 5],
    [5, 5],
  ] as const)
    canvas.rect(x + dx, y + 2, wide, 3, night(0.13))
  for (let dx = -7; dx <= 7; dx += 2)
    canvas.rect(x + dx, y + 3 + (Math.abs(dx) < 5 ? 1 : 0), 2, 2, night(0.26))
  canvas.rect(x - 5, y + 1, 11, 2, mixed(night(0.16), lit(0.3), 0.5))
  const rows = [
    '....1....',
    '....1....',
    '...11....',
    '...121...',
    '..1221...',
    '..12221..',
    '.1122211.',
    '.1223221.',
    '112333221',
    '112333221',
    '.1233321.',
    '..12321..',
  ]
  for (const [row, line] of rows.entries())
    for (const [column, tone] of [...line].entries())
      if (tone !== '.')
        canvas.cell(x - 4 + column, y - 10 + row, lit(ownValue({ 1: 0.6, 2: 0.74, 3: 0.9 }, tone) ?? 1))
  canvas.light(x, y - 3, 26, 24, lit(0.68), 0.5)
  const sparks = chance(15)
  for (let spark = 0; spark < 22; spark += 1) {
    const rise = sparks() * 46
    canvas.cell(x + (sparks() - 0.5) * (6 + rise * 0.5), y - 10 - rise, lit(0.8), 0.9 - rise / 60)
  }
}

function drawPond(canvas: SceneCanvas, { night, lit }: SceneColours): void {
  const next = chance(61)
  for (let y = 143; y < 174; y += 1) {
    const half = 74 * Math.sqrt(1 - ((y - 158) / 16) ** 2) + (next() - 0.5) * 3
    for (let x = Math.round(226 - half); x <= 226 + half; x += 1) {
      const ripple = (y * 7 + Math.floor(x / 5) * 3) % 9 === 0
      const shine = Math.max(0, 1 - Math.abs(x - fire.x - Math.sin(y * 1.7) * 3) / (7 + (y - 143) * 0.6))
      canvas.cell(x, y, mixed(night(ripple ? 0.27 : 0.195), lit(0.62), shine * (y % 3 === 0 ? 0.25 : 0.72)))
    }
    canvas.rect(Math.round(226 - half) - 1, y, 2, 1, night(0.24))
    canvas.rect(Math.round(226 + half), y, 2, 1, night(0.24))
  }
}

function drawLanterns(canvas: SceneCanvas, { night, lit }: SceneColours): void {
  // A string of them between the trees.
  for (let part = 0; part <= 1; part += 0.004) {
    const [x, y] = [172 + part * 134, 76 + 52 * part * (part - 1) * -0.62 + part * 4]
    canvas.cell(x, y, night(0.13))
  }
  for (let lamp = 1; lamp < 9; lamp += 1) {
    const part = lamp / 9
    const [x, y] = [Math.round(172 + part * 134), Math.round(76 + 52 * part * (part - 1) * -0.62 + part * 4)]
    canvas.light(x, y + 3, 12, 12, lit(0.62), 0.42)
    canvas.rect(x - 1, y + 1, 3, 4, lit(0.58))
    canvas.rect(x, y + 2, 1, 2, lit(0.9))
  }
}
