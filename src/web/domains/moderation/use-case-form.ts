import { useState } from 'react'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'

/** What can be decided about any case, in the order of its buttons. */
export const otherChoices = ['action', 'dismiss', 'insufficient', 'duplicate'] as const

export type Choice = 'remove' | (typeof otherChoices)[number]

export const choiceWords: Record<(typeof otherChoices)[number], string> = {
  action: 'Dealt with',
  dismiss: 'No violation',
  insufficient: 'Insufficient',
  duplicate: 'Duplicate',
}

/** What the viewer has begun to write about a case, and the decision that came too late. */
export interface CaseForm {
  readonly one: ModerationCase
  readonly note: string
  readonly choice: Choice | undefined
}

/** An open case keeps its key when another report gives it another id: what is being written in it stays. */
export const openKeyOf = ({ subjectType, subjectId }: Pick<ModerationCase, 'subjectType' | 'subjectId'>) =>
  `${subjectType}-${subjectId}`

/** Keeps notes and choices by case, so that they outlast a colleague's decision about it. */
export function useCaseForm() {
  const [works, setWorks] = useState<ReadonlyMap<string, CaseForm>>(new Map())
  return {
    noteOf: (one: ModerationCase) => works.get(openKeyOf(one))?.note ?? '',
    write(one: ModerationCase, change: { readonly note?: string; readonly choice?: Choice }) {
      setWorks((before) => {
        const { note = '', choice } = before.get(openKeyOf(one)) ?? {}
        return new Map(before).set(openKeyOf(one), { note, choice, ...change, one })
      })
    },
    drop(one: ModerationCase) {
      setWorks((before) => new Map([...before].filter(([key]) => key !== openKeyOf(one))))
    },
    /** Works on cases that are not among the open ones any more. */
    overtaken(open: readonly ModerationCase[]): readonly CaseForm[] {
      const keys = new Set(open.map(openKeyOf))
      return [...works].flatMap(([key, work]) =>
        keys.has(key) || (work.note.trim() === '' && work.choice === undefined) ? [] : [work],
      )
    },
  }
}

export type AllCaseForms = ReturnType<typeof useCaseForm>
