import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type bulkOutcomes, maxBulkCases, undoSeconds } from '../../../../contract/moderation/cases.ts'
import { caseEndpoints } from '../../../../contract/moderation/cases-endpoints.ts'
import type { RefusedCase } from '../../../../contract/moderation/cases-schemas.ts'
import type { ModerationCase } from '../../../../contract/moderation/moderation-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { adminKey } from '../../../platform/keyset-query.ts'
import { toast } from '../../../platform/toasts.ts'
import { subjectWords } from '../subject-words.ts'

/** What became of the last call: what can be undone, and what was refused, with the names of the cases. */
interface Last {
  readonly ids: readonly number[]
  readonly refused: readonly (RefusedCase & { readonly name: string })[]
}

const nothing: Last = { ids: [], refused: [] }

const nameOf = (one: ModerationCase | undefined) =>
  one === undefined
    ? 'A case'
    : `${subjectWords[one.subjectType]} ${one.subject?.username ?? 'an account that is gone'}`

/** Selected cases, and the decision about all of them. A note stays until it was stored with a case. */
export function useBulk(cases: readonly ModerationCase[]) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [note, setNote] = useState('')
  const [last, setLast] = useState(nothing)
  const selected = cases.filter(({ id }) => chosen.has(id))

  useEffect(() => {
    if (last.ids.length === 0) return
    const timer = setTimeout(() => setLast(({ refused }) => ({ ids: [], refused })), undoSeconds * 1_000)
    return () => clearTimeout(timer)
  }, [last])

  const named = (refused: readonly RefusedCase[]) =>
    refused.map((one) => ({ ...one, name: nameOf(cases.find(({ id }) => id === one.id)) }))
  const failed = (error: unknown) =>
    toast({
      variant: 'destructive',
      title: 'Update Failed',
      description: errorMessage(error, 'The cases could not be decided.'),
    })
  const onSettled = () => client.invalidateQueries({ queryKey: adminKey })

  const decide = useMutation({
    mutationFn: (outcome: (typeof bulkOutcomes)[number]) =>
      api(caseEndpoints.decideMany, {
        body: { ids: selected.map(({ id }) => id), outcome, note: note.trim() || null },
      }),
    onSuccess({ decided, refused }) {
      setLast({ ids: decided, refused: named(refused) })
      setChosen(new Set(refused.map(({ id }) => id)))
      if (refused.length === 0) setNote('')
    },
    onError: failed,
    onSettled,
  })
  const undo = useMutation({
    mutationFn: () => api(caseEndpoints.undo, { body: { ids: [...last.ids] } }),
    onSuccess({ reopened, refused }) {
      setLast({ ids: [], refused: named(refused) })
      toast({ title: reopened.length === 1 ? '1 Case Reopened' : `${reopened.length} Cases Reopened` })
    },
    onError: failed,
    onSettled,
  })
  return {
    selected,
    isSelected: (id: number) => chosen.has(id),
    toggle(id: number) {
      const next = new Set(selected.map((one) => one.id))
      if (!next.delete(id) && next.size < maxBulkCases) next.add(id)
      setChosen(next)
    },
    clear: () => setChosen(new Set()),
    note,
    setNote,
    last,
    dismissRefused: () => setLast(({ ids }) => ({ ids, refused: [] })),
    decide,
    undo,
  }
}

export type Bulk = ReturnType<typeof useBulk>
