import { msg } from '@lingui/core/macro'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Text } from '../../../contract/languages.ts'
import { maxBulkRows, undoSeconds } from '../../../contract/list-filters.ts'
import { toastFailure } from '../toasts.ts'

/** Why a row stays as it is. */
interface Refused {
  readonly id: number
  readonly error: string
}

interface Outcome<Why extends Refused> {
  readonly done: readonly number[]
  readonly refused?: readonly Why[]
}

interface BulkWork<Row, How, Why extends Refused> {
  readonly rows: readonly Row[]
  /** The title of a refused row, also of one that has left the list. */
  readonly nameOf: (row: Row | undefined) => string
  readonly change: (rows: readonly Row[], how: How) => Promise<Outcome<Why>>
  /** Undoes the last change. */
  readonly undo: (ids: readonly number[], how: How) => Promise<Outcome<Why>>
  /** Shown where a failure has no reason. */
  readonly failed: Text
  /** Key of the queries that are refetched after each call. */
  readonly queryKey: QueryKey
  readonly onChanged?: (refused: readonly Why[]) => void
  readonly onUndone?: (ids: readonly number[]) => void
}

/** The selected rows of a staff list, a change of all of them, and the undo of the last change for some seconds. */
export function useBulk<Row extends { readonly id: number }, How, Why extends Refused = Refused>(
  work: BulkWork<Row, How, Why>,
) {
  const { rows } = work
  const client = useQueryClient()
  // Each row as it was when it was selected; one that was refused since, as it is listed.
  const [chosen, setChosen] = useState<ReadonlyMap<number, Row | undefined>>(new Map())
  const [last, setLast] = useState<{ readonly ids: readonly number[]; readonly how: How }>()
  const [refused, setRefused] = useState<readonly (Why & { readonly name: string })[]>([])
  const selected = rows.filter(({ id }) => chosen.has(id)).map((row) => chosen.get(row.id) ?? row)

  useEffect(() => {
    if (last === undefined) return
    const timer = setTimeout(() => setLast(undefined), undoSeconds * 1_000)
    return () => clearTimeout(timer)
  }, [last])

  const showRefused = (all: readonly Why[]) =>
    setRefused(all.map((one) => ({ ...one, name: work.nameOf(rows.find(({ id }) => id === one.id)) })))
  const shared = {
    onError: (error: unknown) => toastFailure(msg`Update Failed`, error, work.failed),
    onSettled: () => client.invalidateQueries({ queryKey: work.queryKey }),
  }
  const change = useMutation({
    ...shared,
    mutationFn: (how: How) => work.change(selected, how),
    onSuccess({ done, refused = [] }, how) {
      setLast({ ids: done, how })
      showRefused(refused)
      setChosen(new Map(refused.map(({ id }) => [id, undefined])))
      work.onChanged?.(refused)
    },
  })
  const undo = useMutation({
    ...shared,
    mutationFn: ({ ids, how }: NonNullable<typeof last>) => work.undo(ids, how),
    onSuccess({ done, refused = [] }) {
      setLast(undefined)
      showRefused(refused)
      work.onUndone?.(done)
    },
  })
  const busy = change.isPending || undo.isPending
  const choose = (all: readonly Row[]) =>
    setChosen(new Map(all.slice(0, maxBulkRows).map((row) => [row.id, row])))
  return {
    selected,
    isSelected: (id: number) => chosen.has(id),
    toggle(id: number) {
      const row = rows.find((one) => one.id === id)
      const others = selected.filter((one) => one.id !== id)
      choose(others.length < selected.length || row === undefined ? others : [...selected, row])
    },
    selectAll: () => choose(rows),
    clear: () => choose([]),
    last,
    refused,
    closeRefused: () => setRefused([]),
    busy,
    change(how: How) {
      if (!busy && selected.length > 0) change.mutate(how)
    },
    undo() {
      if (!busy && last !== undefined) undo.mutate(last)
    },
  }
}

export type Bulk<Row extends { readonly id: number }, How, Why extends Refused = Refused> = ReturnType<
  typeof useBulk<Row, How, Why>
>
