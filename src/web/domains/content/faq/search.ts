import { inlinePlain } from '../../../../contract/content/inline-text.ts'
import type { Section } from './question-ids.ts'

/** The words of a search, in any order. */
export const wordsOf = (query: string) => query.split(/\s+/).filter(Boolean)

const escaped = (word: string) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Sections with those questions that contain every word, in the question or in its answer, upper or lower case. */
export function matching(sections: readonly Section[], words: readonly string[]): Section[] {
  const patterns = words.map((word) => new RegExp(escaped(word), 'iu'))
  return sections
    .map((section) => ({
      ...section,
      questions: section.questions.filter(({ question, answer }) => {
        const text = `${question}\n${inlinePlain(answer)}`
        return patterns.every((pattern) => pattern.test(text))
      }),
    }))
    .filter(({ questions }) => questions.length > 0)
}

export const countQuestions = (sections: readonly Section[]) =>
  sections.reduce((sum, { questions }) => sum + questions.length, 0)

export interface Piece {
  readonly text: string
  readonly found: boolean
}

/** Cuts a text where the words occur in it; of two that overlap the longer one counts. */
export function pieces(text: string, words: readonly string[]): Piece[] {
  if (words.length === 0) return [{ text, found: false }]
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(`(${longestFirst.map(escaped).join('|')})`, 'iu')
  // Splitting by a group keeps what was found, at every odd place.
  return text
    .split(pattern)
    .map((piece, at) => ({ text: piece, found: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
