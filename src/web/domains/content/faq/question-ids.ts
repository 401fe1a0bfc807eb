import type { FaqContent } from '../../../../contract/content/content-schemas.ts'

export interface Question {
  /** Unique on the page; the part of its address behind the `#`. */
  readonly id: string
  readonly question: string
  readonly answer: string
}

export interface Section {
  readonly title: string
  readonly questions: readonly Question[]
}

/** `How do I join?` becomes `how-do-i-join`. */
const slug = (question: string) =>
  question
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'question'

/** Gives every question its address. The second of two that read alike gets a number. */
export function withIds({ sections }: FaqContent): Section[] {
  const taken = new Set<string>()
  const idOf = (question: string) => {
    const base = slug(question)
    let id = base
    for (let copy = 2; taken.has(id); copy += 1) id = `${base}-${copy}`
    taken.add(id)
    return id
  }
  return sections.map(({ title, questions }) => ({
    title,
    questions: questions.map((one) => ({ ...one, id: idOf(one.question) })),
  }))
}
