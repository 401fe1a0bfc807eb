import {
  cellsHigh,
  chance,
  drawMoon,
  drawPine,
  drawSky,
  mixed,
  type SceneCanvas,
  type SceneColours,
  wander,
} from './canvas.ts'

/** A walled town on a hill, with lit windows and banners, under a moon. */
export function drawCitadel(canvas: SceneCanvas, colours: SceneColours): void {
  const { night, lit } = colours
  drawSky(canvas, [night(0.13), night(0.16), night(0.21), mixed(night(0.3), lit(0.45), 0.22)], 11)
  canvas.light(238, 132, 150, 62, lit(0.5), 0.4)
  drawMoon(canvas, 284, 34, 15, colours)
  drawClouds(canvas, colours)

  const far = wander(3, 34)
  const fine = wander(4, 7)
  canvas.below(
    (x) => 119 + far(x) * 10 + fine(x) * 2,
    (_x, _y, depth) => night(depth < 2 ? 0.27 : 0.235),
  )
  const middle = wander(8, 46)
  canvas.below(
    (x) => 133 + middle(x) * 8 + fine(x + 40) * 2,
    (_x, _y, depth) => night(depth < 2 ? 0.235 : 0.19),
  )

  const town = towers(chance(5))
  for (const tower of town) drawTower(canvas, colours, tower)
  const hill = (x: number) => 158 - 26 * Math.exp(-(((x - 236) / 62) ** 2)) + fine(x + 90) * 1.4
  const rocks = chance(21)
  canvas.below(hill, (_x, _y, depth) =>
    night(depth < 1 ? 0.25 : rocks() < 0.07 ? 0.2 : 0.165 - Math.min(0.05, depth * 0.0016)),
  )
  drawWall(canvas, colours, hill)
  drawRoad(canvas, colours)

  const front = wander(31, 52)
  const edge = (x: number) => 167 + front(x) * 6 + (x < 150 ? (150 - x) * 0.03 : (x - 150) * -0.01)
  const trees = chance(77)
  for (let x = 2; x < 320; x += 3 + Math.floor(trees() * 6)) {
    if (x > 182 && x < 226) continue
    const height = 10 + Math.floor(trees() * 15)
    drawPine(canvas, {
      x,
      base: Math.round(edge(x)) + 2,
      height,
      dark: night(0.125),
      light: night(0.19),
      lightFrom: 1,
    })
  }
  canvas.below(edge, (_x, _y, depth) => night(depth < 1 ? 0.155 : 0.115))
}

function drawClouds(canvas: SceneCanvas, { night }: SceneColours): void {
  for (const [x, y, wide] of [
    [250, 44, 62],
    [268, 47, 48],
    [232, 58, 40],
    [300, 24, 30],
    [150, 30, 44],
    [164, 33, 30],
  ] as const)
    for (let row = 0; row < 3; row += 1)
      canvas.rect(x + (row % 2) * 6, y + row, wide - row * 9, 1, night(0.42), 0.32 - row * 0.06)
}

interface Tower {
  readonly x: number
  readonly wide: number
  readonly top: number
  readonly isFar: boolean
  readonly roof: 'spire' | 'crown'
  readonly hasBanner: boolean
}

const towers = (next: () => number): readonly Tower[] => {
  const far = [
    [196, 9, 108],
    [208, 13, 92],
    [228, 16, 70],
    [251, 12, 86],
    [267, 10, 100],
    [279, 8, 112],
  ] as const
  const near = [
    [184, 13, 117],
    [216, 12, 103],
    [240, 14, 97],
    [262, 13, 107],
    [283, 12, 118],
  ] as const
  return [
    ...far.map(([x, wide, top]) => ({
      x,
      wide,
      top,
      isFar: true,
      roof: 'spire' as const,
      hasBanner: next() > 0.4,
    })),
    ...near.map(([x, wide, top]) => ({
      x,
      wide,
      top,
      isFar: false,
      roof: 'crown' as const,
      hasBanner: next() > 0.3,
    })),
  ]
}

function drawTower(
  canvas: SceneCanvas,
  { night, lit }: SceneColours,
  { x, wide, top, isFar, roof, hasBanner }: Tower,
): void {
  const [face, shade, rim] = isFar ? [0.24, 0.205, 0.33] : [0.215, 0.175, 0.33]
  const bricks = chance(x * 7 + top)
  for (let row = 0; row < 158 - top; row += 1)
    for (let column = 0; column < wide; column += 1) {
      const part = column / wide
      const base = column === wide - 1 ? rim : part < 0.35 ? shade : face
      const y = top + row
      const joint = (row % 4 === 3 && bricks() < 0.5) || bricks() < 0.05
      canvas.cell(x + column, y, night(base - (joint ? 0.025 : 0) - Math.min(0.05, row * 0.0009)))
    }
  if (roof === 'crown') {
    canvas.rect(x - 1, top - 2, wide + 2, 2, night(face))
    canvas.cell(x + wide, top - 2, night(rim))
    for (let column = -1; column <= wide; column += 3)
      canvas.rect(x + column, top - 4, 2, 2, night(column > wide / 2 ? rim - 0.03 : face))
  } else {
    const rows = Math.round(wide * 1.1)
    for (let row = 0; row < rows; row += 1) {
      const half = Math.ceil((row / rows) * (wide / 2 + 1))
      for (let dx = -half; dx <= half; dx += 1)
        canvas.cell(
          x + Math.floor(wide / 2) + dx,
          top - rows + row,
          dx >= half - 1 ? lit(0.42) : mixed(lit(0.3), night(0.2), dx < 0 ? 0.6 : 0.35),
        )
    }
    canvas.rect(x + Math.floor(wide / 2), top - rows - 5, 1, 5, night(0.32))
    if (hasBanner) canvas.rect(x + Math.floor(wide / 2) + 1, top - rows - 5, 4, 2, lit(0.66))
  }
  for (let y = top + 5; y < 146; y += 8)
    for (let column = 3; column < wide - 3; column += 4) {
      if (bricks() > (isFar ? 0.5 : 0.42)) continue
      const bright = 0.62 + bricks() * 0.2
      canvas.light(x + column, y + 1, 6, 7, lit(0.6), 0.22)
      canvas.rect(x + column, y, 1, 3, lit(bright))
      canvas.cell(x + column, y + 3, lit(0.4))
    }
  if (!isFar && hasBanner) {
    const at = x + Math.floor(wide / 2) - 1
    for (let row = 0; row < 11; row += 1)
      canvas.rect(at, top + 1 + row, row === 10 ? 1 : 3, 1, lit(row % 4 === 1 ? 0.66 : 0.52))
  }
}

function drawWall(canvas: SceneCanvas, { night, lit }: SceneColours, hill: (x: number) => number): void {
  const stones = chance(17)
  for (let x = 176; x < 306; x += 1) {
    const top = Math.round(hill(x) - 12)
    for (let y = top; y < hill(x) + 2; y += 1)
      canvas.cell(x, y, night(y === top ? 0.3 : stones() < 0.1 ? 0.16 : 0.195))
    if (x % 4 < 2) canvas.rect(x, top - 2, 1, 2, night(0.25))
  }
  // The gate, open and lit.
  const gate = Math.round(hill(206))
  canvas.rect(199, gate - 20, 14, 22, night(0.23))
  for (let column = 0; column < 14; column += 4) canvas.rect(199 + column, gate - 22, 2, 2, night(0.28))
  canvas.rect(212, gate - 20, 1, 22, night(0.33))
  canvas.rect(203, gate - 9, 6, 11, lit(0.5))
  canvas.rect(204, gate - 10, 4, 12, lit(0.7))
  canvas.rect(205, gate - 7, 2, 9, lit(0.86))
  canvas.light(206, gate - 3, 26, 18, lit(0.65), 0.55)
  for (let x = 182; x < 304; x += 17) {
    if (Math.abs(x - 206) < 12) continue
    const y = Math.round(hill(x)) - 8
    canvas.light(x, y, 11, 11, lit(0.65), 0.4)
    canvas.rect(x, y, 1, 2, lit(0.85))
  }
}

function drawRoad(canvas: SceneCanvas, { night, lit }: SceneColours): void {
  const stones = chance(29)
  for (let y = 148; y < cellsHigh; y += 1) {
    const part = (y - 148) / (cellsHigh - 148)
    const middle = 206 - 9 * Math.sin(part * 2.4)
    const half = 2 + part * 9
    for (let x = Math.round(middle - half); x <= middle + half; x += 1)
      canvas.cell(
        x,
        y,
        mixed(night(0.21 + (stones() < 0.2 ? 0.03 : 0)), lit(0.45), Math.max(0, 0.4 - part * 0.9)),
      )
  }
  for (const [x, y] of [
    [196, 158],
    [211, 160],
    [187, 170],
    [211, 173],
  ] as const) {
    canvas.rect(x, y - 5, 1, 6, night(0.1))
    canvas.light(x, y - 6, 14, 13, lit(0.65), 0.5)
    canvas.rect(x, y - 7, 1, 2, lit(0.88))
  }
}
