import { useState } from 'react'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { openKeyOf } from './cases-query.ts'

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

/** Names a case until it is decided or opened again. */
const stateOf = ({ id, status, reopening }: ModerationCase) => `${id} ${status} ${reopening?.at}`

/** Keeps notes and choices by case, so that they outlast a colleague's decision about it. */
export function useCaseForm() {
  const [works, setWorks] = useState<ReadonlyMap<string, CaseForm>>(new Map())
  const [finished, setFinished] = useState<ReadonlySet<string>>(new Set())
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
    /** The viewer decided the case or opened it again. */
    finish: (one: ModerationCase) => setFinished((before) => new Set(before).add(stateOf(one))),
    isFinished: (one: ModerationCase) => finished.has(stateOf(one)),
    /** Works on cases that are not among the listed open ones: filtered away, on a later page, or decided. */
    unlisted(cases: readonly ModerationCase[]): readonly CaseForm[] {
      const keys = new Set(cases.filter(({ status }) => status === 'open').map(openKeyOf))
      return [...works].flatMap(([key, work]) =>
        keys.has(key) || (work.note.trim() === '' && work.choice === undefined) ? [] : [work],
      )
    },
  }
}

export type AllCaseForms = ReturnType<typeof useCaseForm>
