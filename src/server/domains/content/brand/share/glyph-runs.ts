import { type Face, fontOf } from './fonts.ts'

/** Text in one font of a face. */
export interface Run {
  readonly face: Face
  readonly file: string
  readonly text: string
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Splits text into user-perceived characters. */
export const graphemesOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)

// Control, joining and invisible characters, which draw nothing or could mislead.
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu

interface Place {
  readonly face: Face
  readonly file: string
}

function findFace(letter: string, faces: readonly Face[]): Place | undefined {
  for (const face of faces) {
    const file = face.files.find((name) =>
      [...letter].every((character) => fontOf(name).hasGlyphForCodePoint(character.codePointAt(0)!)),
    )
    if (file !== undefined) return { face, file }
  }
  return undefined
}

/** The character itself, else its compatibility form (`Ｆ` and `𝓕` are F), else without accents. */
const forms = (letter: string) => [
  letter.normalize('NFC'),
  letter.normalize('NFKC'),
  letter.normalize('NFKD').replace(/\p{M}/gu, ''),
]

const ellipsis = '…'

/**
 * Splits text into runs of fonts that contain its letters. Unsupported scripts become `…` as a group; pictures and
 * invisible characters are dropped.
 */
export function runsOf(text: string, faces: readonly Face[]): Run[] {
  const runs: { face: Face; file: string; text: string }[] = []
  let missing = false
  const add = (letter: string, place: Place) => {
    const last = runs.at(-1)
    if (last?.file === place.file) last.text += letter
    else runs.push({ ...place, text: letter })
  }
  for (const grapheme of graphemesOf(text.replace(/\s+/gu, ' ').replace(invisible, ''))) {
    const found = forms(grapheme)
      .filter((form) => form !== '')
      .map((form) => ({ form, place: findFace(form, faces) }))
      .find(({ place }) => place !== undefined)
    if (found?.place !== undefined) add(found.form, found.place)
    else if (/[\p{L}\p{N}]/u.test(grapheme) && !missing) add(ellipsis, findFace(ellipsis, faces)!)
    else continue
    missing = found === undefined
  }
  return runs
}

/** Returns the drawable part of a text, or `fallback` when it has no letter and no digit. */
export function withDrawableLetters(text: string, faces: readonly Face[], fallback: string): string {
  const left = runsOf(text, faces)
    .map((run) => run.text)
    .join('')
    .replace(/ +/g, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(left) ? left : fallback
}
