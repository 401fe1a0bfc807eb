import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { adminEndpoints } from '../../../../contract/admin/admin-endpoints.ts'
import type { ContactMessage } from '../../../../contract/admin/admin-schemas.ts'
import { maxBulkRows } from '../../../../contract/list-filters.ts'
import { undoSeconds } from '../../../../contract/moderation/cases.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { adminKey } from '../../../platform/keyset-query.ts'
import { toast } from '../../../platform/toasts.ts'

export type Mark = { readonly read: boolean } | { readonly flagged: boolean }

interface Marked {
  readonly ids: readonly number[]
  readonly mark: Mark
}

const opposite = (mark: Mark): Mark => ('read' in mark ? { read: !mark.read } : { flagged: !mark.flagged })

/** Selected messages, marking all of them, and taking the last mark back for some seconds. */
export function useMessageBulk(messages: readonly ContactMessage[]) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [last, setLast] = useState<Marked>()
  const selected = messages.filter(({ id }) => chosen.has(id)).map(({ id }) => id)

  useEffect(() => {
    if (last === undefined) return
    const timer = setTimeout(() => setLast(undefined), undoSeconds * 1_000)
    return () => clearTimeout(timer)
  }, [last])

  const shared = {
    mutationFn: ({ ids, mark }: Marked) =>
      api(adminEndpoints.markMessages, { body: { ids: [...ids], ...mark } }),
    onError: (error: unknown) =>
      toast({
        variant: 'destructive',
        title: 'Update Failed',
        description: errorMessage(error, 'The messages could not be marked.'),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  }
  const mark = useMutation({
    ...shared,
    onSuccess({ changed }, { mark }) {
      setLast({ ids: changed, mark })
      setChosen(new Set())
    },
  })
  const undo = useMutation({ ...shared, onSuccess: () => setLast(undefined) })
  const busy = mark.isPending || undo.isPending
  return {
    selected,
    isSelected: (id: number) => chosen.has(id),
    toggle(id: number) {
      const next = new Set(selected)
      if (!next.delete(id) && next.size < maxBulkRows) next.add(id)
      setChosen(next)
    },
    clear: () => setChosen(new Set()),
    last,
    busy,
    mark(how: Mark) {
      if (!busy && selected.length > 0) mark.mutate({ ids: selected, mark: how })
    },
    undo() {
      if (!busy && last !== undefined) undo.mutate({ ids: last.ids, mark: opposite(last.mark) })
    },
  }
}

export type MessageBulk = ReturnType<typeof useMessageBulk>
