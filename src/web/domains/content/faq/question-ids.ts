import type { FaqResponse } from '../../../../contract/content/content-schemas.ts'
import { questionIds } from '../../../../contract/content/question-ids.ts'

export interface Question {
  /** Unique on the page, and the same in every language; the part of its address behind the `#`. */
  readonly id: string
  /** The id that earlier releases made of the words of this language. */
  readonly formerId: string
  readonly question: string
  readonly answer: string
}

export interface Section {
  readonly title: string
  readonly questions: readonly Question[]
}

/** Gives every question its address. */
export function withIds(faq: FaqResponse): Section[] {
  const ids = questionIds(faq)
  return faq.sections.map(({ title, questions }, section) => ({
    title,
    questions: questions.map((one, at) => {
      const formerId = ids[section]![at]!
      return { ...one, id: one.id ?? formerId, formerId }
    }),
  }))
}
