import { useState } from 'react'
import { caseStatusLabels } from '../../../contract/labels.ts'
import type { Message } from '../../../contract/languages.ts'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { readDraft, removeDraft, writeDraft } from '../../platform/forms/stored-drafts.ts'
import { useDraftOwner } from '../../platform/forms/use-stored-draft.ts'
import { useHydrated } from '../../platform/hydrated.ts'
import { openKeyOf } from './cases-query.ts'

/** What can be decided about any case, in the order of its buttons. */
export const otherChoices = ['action', 'dismiss', 'insufficient', 'duplicate'] as const

export type Choice = 'remove' | (typeof otherChoices)[number]

export const choiceWords: Record<(typeof otherChoices)[number], Message> = {
  action: caseStatusLabels.actioned,
  dismiss: caseStatusLabels.dismissed,
  insufficient: caseStatusLabels.insufficient,
  duplicate: caseStatusLabels.duplicate,
}

/** What the viewer has begun to write about a case, and the decision that came too late. */
export interface CaseForm {
  readonly one: ModerationCase
  readonly note: string
  readonly choice: Choice | undefined
}

/** Names a case until it is decided or opened again. */
const stateOf = ({ id, status, reopening }: ModerationCase) => `${id} ${status} ${reopening?.at}`

/** A later case about the same subject is another one: a note never moves to it. */
const caseOf = (one: ModerationCase) => `${openKeyOf(one)} ${one.firstAt}`

const draftOf = (one: ModerationCase) => `case-note-${caseOf(one)}`

/**
 * Keeps notes and choices by case, so that they outlast a colleague's decision about it. Notes are stored as drafts:
 * they outlast the page as well.
 */
export function useCaseForm() {
  const owner = useDraftOwner()
  const isHydrated = useHydrated()
  const [works, setWorks] = useState<ReadonlyMap<string, CaseForm>>(new Map())
  const [finished, setFinished] = useState<ReadonlySet<string>>(new Set())
  function noteOf(one: ModerationCase): string {
    const written = works.get(caseOf(one))?.note
    if (written !== undefined || !isHydrated) return written ?? ''
    const stored = readDraft(owner, draftOf(one))?.note
    return typeof stored === 'string' ? stored : ''
  }
  return {
    noteOf,
    write(one: ModerationCase, change: { readonly note?: string; readonly choice?: Choice }) {
      if (change.note === '') removeDraft(owner, draftOf(one))
      else if (change.note !== undefined) writeDraft(owner, draftOf(one), { note: change.note })
      setWorks((before) => {
        const { note = noteOf(one), choice } = before.get(caseOf(one)) ?? {}
        return new Map(before).set(caseOf(one), { note, choice, ...change, one })
      })
    },
    drop(one: ModerationCase) {
      removeDraft(owner, draftOf(one))
      setWorks((before) => new Map([...before].filter(([key]) => key !== caseOf(one))))
    },
    /** The viewer decided the case or opened it again. */
    finish: (one: ModerationCase) => setFinished((before) => new Set(before).add(stateOf(one))),
    isFinished: (one: ModerationCase) => finished.has(stateOf(one)),
    /** Returns begun notes and choices of other cases: filtered out, on a later page, or decided. */
    unlisted(cases: readonly ModerationCase[]): readonly CaseForm[] {
      const keys = new Set(cases.filter(({ status }) => status === 'open').map(caseOf))
      return [...works].flatMap(([key, work]) =>
        keys.has(key) || (work.note.trim() === '' && work.choice === undefined) ? [] : [work],
      )
    },
  }
}

export type AllCaseForms = ReturnType<typeof useCaseForm>
