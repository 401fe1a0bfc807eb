import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Message } from '../../../../contract/languages.ts'
import type { CaseOutcome } from '../../../../contract/moderation/cases.ts'
import { caseEndpoints } from '../../../../contract/moderation/cases-endpoints.ts'
import type { RefusedCase } from '../../../../contract/moderation/cases-schemas.ts'
import { needsNote, noteNeeded } from '../../../../contract/moderation/moderation.ts'
import type { ModerationCase } from '../../../../contract/moderation/moderation-schemas.ts'
import { isVisible } from '../../../../contract/text.ts'
import { api } from '../../../platform/api.ts'
import { useBulk } from '../../../platform/forms/use-bulk.ts'
import { adminKey } from '../../../platform/keyset-query.ts'
import { toast } from '../../../platform/toasts.ts'
import { caseName, reopenedWords } from '../subject-words.ts'

/** Selected cases, and the decision about all of them. A note stays until it was stored with a case. */
export function useCaseBulk(cases: readonly ModerationCase[]) {
  const { t } = useLingui()
  const [note, setNote] = useState('')
  const [error, setError] = useState<Message>()
  const bulk = useBulk<ModerationCase, CaseOutcome, RefusedCase>({
    rows: cases,
    nameOf: (one) => (one === undefined ? t`A case` : t(caseName(one))),
    async change(selected, outcome) {
      const ids = selected.map(({ id }) => id)
      const body = { ids, outcome, note: note.trim() || null }
      const { decided, refused } = await api(caseEndpoints.decideMany, { body })
      return { done: decided, refused }
    },
    async undo(ids) {
      const { reopened, refused } = await api(caseEndpoints.undo, { body: { ids: [...ids] } })
      return { done: reopened, refused }
    },
    failed: t`The cases could not be decided.`,
    queryKey: adminKey,
    onChanged: (refused) => refused.length === 0 && setNote(''),
    onUndone: ({ length }) => toast({ title: reopenedWords(length) }),
  })
  return {
    ...bulk,
    note,
    error: error && t(error),
    setNote(text: string) {
      setNote(text)
      setError(undefined)
    },
    change(outcome: CaseOutcome) {
      const isMissing = needsNote(outcome) && !isVisible(note)
      setError(isMissing ? noteNeeded : undefined)
      if (!isMissing) bulk.change(outcome)
    },
  }
}

export type CaseBulk = ReturnType<typeof useCaseBulk>
