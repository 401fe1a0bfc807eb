import { hexOf, type LookChoice, oklchOf, paletteOf } from '../../../../../contract/content/look.ts'

/** A scene is drawn in cells, which become squares of `cellSide` pixels. */
export const cellsWide = 320
export const cellsHigh = 180
export const cellSide = 5

/** Red, green and blue from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number]

const colourOf = (hex: string): Colour => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
]

export const mixed = (one: Colour, other: Colour, part: number): Colour => [
  one[0] + (other[0] - one[0]) * part,
  one[1] + (other[1] - one[1]) * part,
  one[2] + (other[2] - one[2]) * part,
]

/** Colours of a scene: the night has the hue of the grounds, what gives light that of the accent. */
export interface SceneColours {
  /** By lightness from 0 to 1. */
  readonly night: (lightness: number) => Colour
  readonly lit: (lightness: number) => Colour
}

export function sceneColours(look: Pick<LookChoice, 'accent' | 'tint'>): SceneColours {
  const palette = paletteOf(look)
  const [, strength, hue] = oklchOf(palette.groundRaised)
  const [, litStrength, litHue] = oklchOf(palette.ember)
  const chroma = Math.min(0.06, strength * 2.6)
  return { night: shades(chroma, hue), lit: shades(litStrength, litHue) }
}

/** Lightness in steps that nobody sees: each shade is made once for the ten thousand cells that have it. */
function shades(chroma: number, hue: number): (lightness: number) => Colour {
  const made = new Map<number, Colour>()
  return (lightness) => {
    const step = Math.round(lightness * 400)
    const known = made.get(step)
    if (known !== undefined) return known
    const shade = colourOf(hexOf([step / 400, chroma, hue]))
    made.set(step, shade)
    return shade
  }
}

/** The same numbers from 0 to 1 each time (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state)
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A smooth line from -1 to 1 that wanders once every `length` cells. */
export function wander(seed: number, length: number): (x: number) => number {
  const next = chance(seed)
  const points = Array.from({ length: Math.ceil(cellsWide / length) + 3 }, () => next() * 2 - 1)
  return (x) => {
    const at = x / length + 1
    const part = at - Math.floor(at)
    const [left = 0, right = 0] = points.slice(Math.floor(at), Math.floor(at) + 2)
    return left + (right - left) * part * part * (3 - 2 * part)
  }
}

const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

/** Moves a value to one of `steps` levels, dithered by place. */
const dithered = (value: number, steps: number, x: number, y: number) =>
  Math.floor(value * steps + (bayer[(y % 4) * 4 + (x % 4)]! + 0.5) / 16) / steps

export class SceneCanvas {
  readonly #cells = new Float32Array(cellsWide * cellsHigh * 3)

  cell(x: number, y: number, colour: Colour, cover = 1): void {
    const [column, row] = [Math.round(x), Math.round(y)]
    if (column < 0 || row < 0 || column >= cellsWide || row >= cellsHigh) return
    const at = (row * cellsWide + column) * 3
    for (let part = 0; part < 3; part += 1) {
      const now = this.#cells[at + part]!
      this.#cells[at + part] = now + (colour[part]! - now) * cover
    }
  }

  at(x: number, y: number): Colour {
    const column = Math.min(cellsWide - 1, Math.max(0, Math.round(x)))
    const at = (Math.min(cellsHigh - 1, Math.max(0, Math.round(y))) * cellsWide + column) * 3
    return [this.#cells[at]!, this.#cells[at + 1]!, this.#cells[at + 2]!]
  }

  rect(x: number, y: number, width: number, height: number, colour: Colour, cover = 1): void {
    for (let row = 0; row < height; row += 1)
      for (let column = 0; column < width; column += 1) this.cell(x + column, y + row, colour, cover)
  }

  disc(x: number, y: number, radius: number, colourAt: (dx: number, dy: number) => Colour): void {
    for (let dy = -radius; dy <= radius; dy += 1)
      for (let dx = -radius; dx <= radius; dx += 1)
        if (dx * dx + dy * dy <= radius * radius + radius * 0.4) this.cell(x + dx, y + dy, colourAt(dx, dy))
  }

  /** Everything below a line; `depth` counts from it. */
  below(top: (x: number) => number, colourAt: (x: number, y: number, depth: number) => Colour): void {
    for (let x = 0; x < cellsWide; x += 1) {
      const first = Math.round(top(x))
      for (let y = Math.max(0, first); y < cellsHigh; y += 1) this.cell(x, y, colourAt(x, y, y - first))
    }
  }

  /** Light on all that is drawn so far, in rings of dithered steps. */
  light(x: number, y: number, wide: number, high: number, colour: Colour, strength: number): void {
    for (let row = Math.max(0, Math.floor(y - high)); row < Math.min(cellsHigh, y + high); row += 1)
      for (
        let column = Math.max(0, Math.floor(x - wide));
        column < Math.min(cellsWide, x + wide);
        column += 1
      ) {
        const near = 1 - Math.hypot((column - x) / wide, (row - y) / high)
        if (near <= 0) continue
        const shine = dithered(near * near, 10, column, row) * strength
        const at = (row * cellsWide + column) * 3
        for (let part = 0; part < 3; part += 1)
          this.#cells[at + part] = Math.min(255, this.#cells[at + part]! + colour[part]! * shine)
      }
  }

  get bytes(): Buffer {
    return Buffer.from(Uint8Array.from(this.#cells, Math.round))
  }
}

/** A sky from top to horizon, with stars. */
export function drawSky(canvas: SceneCanvas, stops: readonly Colour[], seed: number): void {
  for (let y = 0; y < cellsHigh; y += 1)
    for (let x = 0; x < cellsWide; x += 1) {
      const at = Math.min(0.999, dithered(Math.min(1, y / 140), 14, x, y)) * (stops.length - 1)
      const first = Math.floor(at)
      canvas.cell(x, y, mixed(stops[first]!, stops[first + 1]!, at - first))
    }
  const next = chance(seed)
  for (let star = 0; star < 150; star += 1) {
    const [x, y, bright] = [next() * cellsWide, next() ** 1.4 * 120, next()]
    canvas.cell(x, y, [214, 222, 245], 0.15 + bright * bright * 0.65)
    if (bright > 0.94)
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const)
        canvas.cell(x + dx, y + dy, [214, 222, 245], 0.25)
  }
}

/** A moon of cells with its craters and halo. */
export function drawMoon(
  canvas: SceneCanvas,
  x: number,
  y: number,
  radius: number,
  { night }: SceneColours,
): void {
  canvas.light(x, y, radius * 4.2, radius * 4.2, night(0.5), 0.55)
  const craters = [
    [-0.35, -0.3, 0.26],
    [0.3, 0.1, 0.34],
    [-0.2, 0.45, 0.2],
    [0.45, -0.45, 0.16],
  ] as const
  canvas.disc(x, y, radius, (dx, dy) => {
    const isCrater = craters.some(([cx, cy, side]) => Math.hypot(dx / radius - cx, dy / radius - cy) < side)
    const shade = dithered(Math.max(0, (dx + dy) / radius / 2.4), 4, dx + 64, dy + 64)
    return night((isCrater ? 0.76 : 0.86) - shade * 0.24)
  })
}

/** A pine of steps; the light falls on it from one side. */
export function drawPine(
  canvas: SceneCanvas,
  {
    x,
    base,
    height,
    dark,
    light,
    lightFrom,
  }: {
    x: number
    base: number
    height: number
    dark: Colour
    light: Colour
    lightFrom: -1 | 1
  },
): void {
  const trunk = Math.max(1, Math.round(height / 16))
  canvas.rect(x - Math.floor(trunk / 2), base - 4, trunk, 5, mixed(dark, [0, 0, 0], 0.2))
  const tier = Math.max(4, Math.round(height / 6))
  for (let row = 0; row < height; row += 1) {
    const part = (row % tier) / (tier - 1)
    const widest = 1 + ((Math.floor(row / tier) + 1) * tier * (0.19 + 1.6 / height)) ** 0.96
    const half = Math.round(widest * (0.35 + 0.65 * part))
    for (let dx = -half; dx <= half; dx += 1) {
      const isEdge = dx * lightFrom > half - 1 - part * 1.6
      const colour = isEdge
        ? light
        : part > 0.85 && dx * lightFrom < half * 0.5
          ? mixed(dark, [0, 0, 0], 0.22)
          : dark
      canvas.cell(x + dx, base - 3 - height + row, colour)
    }
  }
}
