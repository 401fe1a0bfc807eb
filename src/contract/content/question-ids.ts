import type { FaqContent } from './content-schemas.ts'

/** `How do I join?` becomes `how-do-i-join`. */
const slug = (question: string) =>
  question
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'question'

/** The id of each question, section by section. The second of two equal ids gets a number. */
export function questionIds({ sections }: Pick<FaqContent, 'sections'>): string[][] {
  const taken = new Set<string>()
  const idOf = (question: string) => {
    const base = slug(question)
    let id = base
    for (let copy = 2; taken.has(id); copy += 1) id = `${base}-${copy}`
    taken.add(id)
    return id
  }
  return sections.map(({ questions }) => questions.map(({ question }) => idOf(question)))
}
