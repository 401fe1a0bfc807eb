/** The accent that the site ships. */
export const shippedAccent = '#ff7d33'

/** Shapes of buttons, avatars and cards: pixel steps, rounded, or plain. */
export const cornerShapes = ['stepped', 'round', 'square'] as const

type CornerShape = (typeof cornerShapes)[number]

/** Shipped scenes at the top of Home: the arena, and those that are drawn in the colours of the look. */
export const heroScenes = ['arena', 'citadel', 'grove', 'peaks'] as const

export type HeroScene = (typeof heroScenes)[number]

/** What the look of a site is made of. */
export interface LookChoice {
  /** `#rrggbb`; a readable family is made of it. */
  readonly accent: string
  /** Its hue is that of the grounds; null: as shipped. */
  readonly tint: string | null
  readonly corners: CornerShape
  /** Hash of the logo; absent or null: the shipped one. */
  readonly logo?: string | null | undefined
  /** Shipped scene at the top of Home; absent: the arena. */
  readonly scene?: HeroScene | undefined
  /** Picture at the top of Home; absent or null: the scene. */
  readonly hero?: LookHero | null | undefined
}

export interface LookHero {
  readonly picture: string
  readonly alt: string
  readonly x: number
  readonly y: number
}

export const shippedLook: LookChoice = { accent: shippedAccent, tint: null, corners: 'stepped' }

/** Colours that follow the look, with the design tokens of src/web/styles/app.css that they set. */
const tokens = {
  ground: 'ground',
  groundBand: 'ground-band',
  groundCard: 'ground-card',
  groundRaised: 'ground-raised',
  line: 'line',
  lineStrong: 'line-strong',
  ember: 'ember',
  emberBright: 'ember-bright',
  emberInk: 'ember-ink',
  face: 'slab-default',
  faceEdge: 'slab-default-edge',
  faceInk: 'slab-default-ink',
} as const

export type Palette = Readonly<Record<keyof typeof tokens, string>>

export const shippedPalette: Palette = {
  ground: '#0a0b10',
  groundBand: '#0f1118',
  groundCard: '#151822',
  groundRaised: '#1d212e',
  line: '#2a3040',
  lineStrong: '#737d94',
  ember: shippedAccent,
  emberBright: '#ffa266',
  emberInk: '#1c0d03',
  face: shippedAccent,
  faceEdge: '#a8430d',
  faceInk: '#1c0d03',
}

/** Lightness 0–1, chroma and hue in radians (CSS Color 4, OKLCH). */
type Oklch = readonly [lightness: number, chroma: number, hue: number]

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const fromLinear = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

const linearOf = (hex: string) =>
  [1, 3, 5].map((at) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ]

/** Relative luminance (WCAG 2) of `#rrggbb`. */
export function luminanceOf(hex: string): number {
  const [red, green, blue] = linearOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of WCAG 2, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

export function oklchOf(hex: string): Oklch {
  const [red, green, blue] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), Math.atan2(b, a)]
}

function rgbOf([lightness, chroma, hue]: Oklch): readonly number[] {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const isShown = (colour: Oklch) => rgbOf(colour).every((part) => part >= -1e-6 && part <= 1 + 1e-6)

/** The colour as a screen shows it: with less chroma where it has none that strong. */
export function hexOf([lightness, chroma, hue]: Oklch): string {
  const light = Math.min(1, Math.max(0, lightness))
  let [low, high] = [0, chroma]
  if (isShown([light, high, hue])) low = high
  else
    for (let round = 0; round < 16; round += 1) {
      const middle = (low + high) / 2
      if (isShown([light, middle, hue])) low = middle
      else high = middle
    }
  const parts = rgbOf([light, low, hue]).map((part) =>
    Math.round(255 * fromLinear(Math.min(1, Math.max(0, part))))
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${parts.join('')}`
}

/** Moves the lightness until the colour is right; at the end of the scale it is what it is. */
function moved([lightness, chroma, hue]: Oklch, by: number, isRight: (hex: string) => boolean): string {
  for (let light = lightness; ; light += by) {
    const hex = hexOf([light, chroma, hue])
    if (isRight(hex) || light < 0 || light > 1) return hex
  }
}

const step = 1 / 256

/** Chroma below this has no hue. */
const grey = 0.004

/** What rounding to 8 bits adds stays within 0.02. */
const maxTintChroma = 0.018

/** The grounds in another hue, never lighter than the shipped ones: what is readable on those is readable on these. */
function tinted(tint: string): Partial<Palette> {
  const [, strength, hue] = oklchOf(tint)
  const turned = (key: keyof Palette): Oklch => {
    const [lightness, chroma] = oklchOf(shippedPalette[key])
    return [lightness, strength < grey ? 0 : Math.min(chroma, maxTintChroma), hue]
  }
  const darker = (key: keyof Palette) =>
    moved(turned(key), -step, (hex) => luminanceOf(hex) <= luminanceOf(shippedPalette[key]))
  return {
    ground: darker('ground'),
    groundBand: darker('groundBand'),
    groundCard: darker('groundCard'),
    groundRaised: darker('groundRaised'),
    line: darker('line'),
    lineStrong: moved(
      turned('lineStrong'),
      step,
      (hex) => luminanceOf(hex) >= luminanceOf(shippedPalette.lineStrong),
    ),
  }
}

/** Ink for a label on a colour: white or nearly black in its hue, 4.5:1. */
function inkOn(hex: string): string {
  const [, chroma, hue] = oklchOf(hex)
  const dark: Oklch = [0.17, Math.min(chroma, 0.04), hue]
  const isRight = (ink: string) => contrastOf(ink, hex) >= 4.5
  if (!isRight(hexOf(dark)) && isRight('#ffffff')) return '#ffffff'
  return moved(dark, -step, isRight)
}

/** The family of an accent on a ground: lightness moves until all of it can be read. */
function accented(accent: string, ground: string): Partial<Palette> {
  const [lightness, chroma, hue] = oklchOf(accent)
  const lighter = (least: number) =>
    moved([lightness, chroma, hue], step, (hex) => contrastOf(hex, ground) >= least)
  const first = (least: number) => (contrastOf(accent, ground) >= least ? accent : lighter(least))
  const [ember, face] = [first(4.5), first(3)]
  const [emberLightness] = oklchOf(ember)
  const bright = moved(
    [emberLightness + (1 - emberLightness) * 0.27, chroma * 0.72, hue],
    step,
    (hex) => luminanceOf(hex) >= luminanceOf(ember),
  )
  const [faceLightness] = oklchOf(face)
  return {
    ember,
    emberBright: bright,
    emberInk: inkOn(ember),
    face,
    faceEdge: hexOf([faceLightness * 0.68, chroma * 0.8, hue]),
    faceInk: inkOn(face),
  }
}

/** All colours of a look. Every accent and tint is readable: text 4.5:1 and faces 3:1 on every ground. */
export function paletteOf({ accent, tint }: Pick<LookChoice, 'accent' | 'tint'>): Palette {
  const grounds = tint === null ? {} : tinted(tint)
  const small = accent.toLowerCase()
  if (small === shippedAccent) return { ...shippedPalette, ...grounds }
  return {
    ...shippedPalette,
    ...grounds,
    ...accented(small, grounds.groundRaised ?? shippedPalette.groundRaised),
  }
}

/** Whether text or buttons in this accent are lighter than it is. */
export const isMadeLighter = (accent: string) => {
  const { ember, face } = paletteOf({ accent, tint: null })
  return ember !== accent.toLowerCase() || face !== accent.toLowerCase()
}

const cornerCss: Readonly<Record<CornerShape, string>> = {
  stepped: '',
  round: '--radius-sm:4px;--radius-md:8px;--radius-lg:14px;--pixel-corners:inset(0 round 9px);',
  square: '--radius-sm:0;--radius-md:0;--radius-lg:0;--pixel-corners:none;',
}

/** The style that makes the look, of at most 500 bytes; empty for the shipped one. */
export function lookCss({ corners, accent, tint }: LookChoice): string {
  const palette = paletteOf({ accent, tint })
  const changed = (Object.keys(tokens) as (keyof Palette)[])
    .filter((key) => palette[key] !== shippedPalette[key])
    .map((key) => `--color-${tokens[key]}:${palette[key]};`)
  const css = changed.join('') + cornerCss[corners]
  return css === '' ? '' : `html:root{${css.slice(0, -1)}}`
}
