import { webAddresses } from '../../../../contract/content/web-addresses.ts'
import { invisibleLetters, maxGamertag } from '../../../../contract/text.ts'

/** An `@` of a text, and what may be the name behind it. */
export interface NamesBehind {
  /** Code points before the `@`. */
  readonly at: number
  /** The longest first. */
  readonly names: readonly { readonly name: string; readonly length: number }[]
}

const wordLetter = new RegExp(String.raw`[\p{L}\p{N}\p{M}\p{Pc}${invisibleLetters}]`, 'u')
/** What is before the `@` of a mail address or of an account elsewhere: `ann.@`, `ann+@`, `site.example/@`. */
const joinsBefore = /[.+%&=#$^~/\\@-]/
/** Joins words where a word follows: `iron.fox`, `Iron-Fox`. */
const joinsWords = /[./\\-]/

const codeSpan = /```.*?```|`[^`\n]*`/gsu

/** Where no name is: each code point of code and web addresses is a line break. */
const withoutCodeAndAddresses = (text: string) => {
  const blanked = (covered: string) => covered.replace(/./gsu, '\n')
  return webAddresses(text.replace(codeSpan, blanked))
    .map((piece) => (piece.href === undefined ? piece.text : blanked(piece.text)))
    .join('')
}

const isWordLetter = (letter: string | undefined) => letter !== undefined && wordLetter.test(letter)

function endsAt(letters: readonly string[], end: number): boolean {
  const next = letters[end]
  if (next === '@' || isWordLetter(next)) return false
  return next === undefined || !joinsWords.test(next) || !isWordLetter(letters[end + 1])
}

/** Returns what may name somebody: names are on one line, have no `@`, and end where a word does. */
export function namesIn(text: string): readonly NamesBehind[] {
  const letters = [...withoutCodeAndAddresses(text)]
  return letters.flatMap((letter, at) => {
    const before = letters[at - 1]
    if (letter !== '@' || isWordLetter(before) || (before !== undefined && joinsBefore.test(before)))
      return []
    const names: { name: string; length: number }[] = []
    let name = ''
    for (let end = at + 1; end < letters.length && names.length < maxGamertag; end += 1) {
      const last = letters[end]!
      if (last === '@' || last === '\n' || last === '\r' || end - at > maxGamertag) break
      name += last
      if (name.trim() === '') break
      if (last.trim() !== '' && endsAt(letters, end + 1))
        names.unshift({ name: name.normalize('NFC'), length: end + 1 - at })
    }
    return names.length === 0 ? [] : [{ at, names }]
  })
}
