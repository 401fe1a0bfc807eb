import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Font, openSync } from 'fontkit'

/** A typeface with one file per group of scripts. */
export interface Face {
  readonly files: readonly string[]
  /**
   * Stroke width around letters, relative to their size: the Inter files have one weight, headings need a bolder one.
   */
  readonly embolden: number
  /** Scale that matches the cap height of the display face. */
  readonly scale: number
}

const jersey = (group: string) => `@fontsource/jersey-10/files/jersey-10-${group}-400-normal.woff`
const inter = (group: string) => `@fontsource-variable/inter/files/inter-${group}-wght-normal.woff2`
const interFiles = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'].map(
  inter,
)

const interCapitals = 1490 / 2048
const jerseyCapitals = 750 / 1400

/** Headings: Jersey 10, with Inter for missing letters. */
export const display: readonly Face[] = [
  { files: [jersey('latin'), jersey('latin-ext')], embolden: 0, scale: 1 },
  { files: interFiles, embolden: 0.05, scale: jerseyCapitals / interCapitals },
]

/** Body text. */
export const body: readonly Face[] = [{ files: interFiles, embolden: 0, scale: 1 }]

const opened = new Map<string, Font>()

/** Loads a font on first use, so that an English site never reads the Greek file. */
export function fontOf(file: string): Font {
  const known = opened.get(file)
  if (known !== undefined) return known
  const path = createRequire(import.meta.url).resolve(file)
  const font = openSync(path)
  if (!('layout' in font)) throw new Error(`${path} is a collection, not a font`)
  opened.set(file, font)
  return font
}

let latinFonts: Promise<void> | undefined

/**
 * Decodes the fonts of nearly every image, a table at a time with a turn of the event loop between. A font decodes
 * itself when it is first asked for a letter: both within the first image would hold up everybody for 100 ms or more.
 */
export function decodeLatinFonts(): Promise<void> {
  latinFonts ??= (async () => {
    for (const file of [jersey('latin'), inter('latin')]) {
      await nextTurn()
      const font = fontOf(file)
      font.hasGlyphForCodePoint(0x41)
      await nextTurn()
      for (const glyph of font.layout('A').glyphs) glyph.path.toSVG()
    }
    await nextTurn()
  })()
  return latinFonts
}
