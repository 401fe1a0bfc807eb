import { bed } from './bed.ts'
import { blocks } from './blocks.ts'
import { bridge } from './bridge.ts'
import { fireball } from './fireball.ts'
import { fish } from './fish.ts'
import { glove } from './glove.ts'
import type { Glyph } from './glyph.ts'
import { potion } from './potion.ts'
import { sword } from './sword.ts'
import { wrestler } from './wrestler.ts'

/** Staff name the modes, so a picture goes by a word of the name: `Sumo`, `Sumo FFA` and `Ranked Sumo` are all sumo. */
const byWord: readonly (readonly [word: string, glyph: Glyph])[] = [
  ['nodebuff', potion],
  ['boxing', glove],
  ['bed', bed],
  ['bridge', bridge],
  ['fireball', fireball],
  ['sumo', wrestler],
  ['build', blocks],
  ['slap', fish],
]

export function glyphOf(modeName: string): Glyph {
  const name = modeName.toLowerCase()
  return byWord.find(([word]) => name.includes(word))?.[1] ?? sword
}

/** All of them, as they lie in the hotbar: nine, as in the game. */
export const hotbarGlyphs: readonly Glyph[] = [sword, ...byWord.map(([, glyph]) => glyph)]
