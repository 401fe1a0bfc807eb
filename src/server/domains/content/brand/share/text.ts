import { type Face, fontOf } from './fonts.ts'
import { graphemesOf, type Run, runsOf } from './glyph-runs.ts'

export interface Line {
  readonly text: string
  readonly faces: readonly Face[]
  readonly size: number
  readonly fill: string
  readonly x: number
  /** Vertical position of the baseline. */
  readonly baseline: number
  readonly align?: 'start' | 'middle' | 'end'
  /** A longer line is scaled down to `least`, then ends with an ellipsis. */
  readonly max?: number
  readonly min?: number
}

interface Shaped {
  readonly width: number
  readonly outlines: string
}

/** At size 1, from the origin to the right. */
function shape(runs: readonly Run[]): Shaped {
  let pen = 0
  const parts = runs.map(({ face, file, text }) => {
    const font = fontOf(file)
    const scale = face.scale / font.unitsPerEm
    const { glyphs, positions } = font.layout(text)
    const stroke = face.embolden === 0 ? '' : ` stroke="currentColor" stroke-width="${face.embolden / scale}"`
    const drawn = glyphs.map((glyph, index) => {
      const { xAdvance, xOffset, yOffset } = positions[index]!
      const at = `translate(${pen / scale + xOffset} ${yOffset})`
      pen += xAdvance * scale
      return `<path transform="${at}" d="${glyph.path.toSVG()}"${stroke}/>`
    })
    return `<g transform="scale(${scale})">${drawn.join('')}</g>`
  })
  return { width: pen, outlines: parts.join('') }
}

/** Width of a text at size 1. */
export const widthOf = (text: string, faces: readonly Face[]) => shape(runsOf(text, faces)).width

/** Returns the longest prefix that fits, with an ellipsis. */
function shortened(text: string, faces: readonly Face[], max: number): string {
  const letters = graphemesOf(text)
  let fits = 0
  let over = letters.length
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2)
    const cut = `${letters.slice(0, middle).join('').trimEnd()}…`
    if (widthOf(cut, faces) <= max) fits = middle
    else over = middle
  }
  return `${letters.slice(0, fits).join('').trimEnd()}…`
}

/** Converts text to outlines: no installed font is needed, and text is never markup. */
export function line({
  text,
  faces,
  size,
  fill,
  x,
  baseline,
  align = 'start',
  max = Infinity,
  min,
}: Line): string {
  let shaped = shape(runsOf(text, faces))
  const smallest = min ?? size * 0.6
  if (shaped.width * smallest > max) shaped = shape(runsOf(shortened(text, faces, max / smallest), faces))
  const set = Math.min(size, max / Math.max(shaped.width, Number.EPSILON))
  const left = x - shaped.width * set * { start: 0, middle: 0.5, end: 1 }[align]
  return `<g fill="${fill}" color="${fill}" stroke-linejoin="round" transform="translate(${left} ${baseline}) scale(${set} ${-set})">${shaped.outlines}</g>`
}

/** Draws rows below each other, `step` apart; `baseline` is the first one's. */
export const stacked = (
  rows: readonly string[],
  { step, ...first }: Omit<Line, 'text'> & { readonly step: number },
): string =>
  rows.map((text, index) => line({ ...first, text, baseline: first.baseline + index * step })).join('')

/** Wraps at words; text longer than `lines` ends with an ellipsis. */
export function wrapped(text: string, faces: readonly Face[], max: number, lines: number): string[] {
  const rows: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = rows.length === 0 ? word : `${rows.at(-1)} ${word}`
    if (rows.length > 0 && widthOf(longer, faces) <= max) rows[rows.length - 1] = longer
    else rows.push(word)
  }
  return rows.length <= lines ? rows : [...rows.slice(0, lines - 1), rows.slice(lines - 1).join(' ')]
}
