import { type QueryKey, queryOptions, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { parseId } from '../../../contract/ids.ts'
import { unknownIsNull } from '../api-error.ts'

/** One row of a list by its id in the URL; null when there is none, or when it is no id. */
export const rowQuery = <Row>(
  listKey: QueryKey,
  key: string,
  ask: (id: number, signal: AbortSignal) => Promise<Row>,
) =>
  queryOptions({
    queryKey: [...listKey, 'one', key],
    async queryFn({ signal }): Promise<Row | null> {
      const id = parseId(key)
      return id === null ? null : ask(id, signal).catch(unknownIsNull)
    },
  })

/** The parts of the query of a list that find a row in it. */
interface List<Row> {
  readonly data: { readonly pages: readonly (readonly Row[])[] } | undefined
  readonly isPlaceholderData: boolean
}

interface OpenedRowOptions<Row, Key extends QueryKey> {
  /** The parameter of the open row in the URL. */
  readonly key: string | undefined
  /** Whether the URL names this row; compares its id by default. */
  readonly isNamed?: (row: Row, key: string) => boolean
  /** Fetches a row that the list does not have, by its id or the text in the URL; null when there is none. */
  readonly alone: (key: string) => UseQueryOptions<Row | null, Error, Row | null, Key>
  /** Whether a row that left the list has been decided since it was seen; `now` is its current state, once fetched. */
  readonly isDone?: (seen: Row, now: Row | undefined) => boolean
}

/** The open row when it was last seen. */
interface Seen<Row> {
  readonly key: string
  readonly row: Row
  /** Its position in the list. */
  readonly at: number
  /** The key that `alone` is fetched by. */
  readonly name: string
}

const isId = ({ id }: { readonly id: number }, key: string) => String(id) === key

/**
 * The row that the URL opens. When the list does not have it, because of a filter or because it is on a later page, it is
 * fetched by itself. The returned list has it in any case: at its former position, else at the top.
 */
export function useOpenedRow<Row extends { readonly id: number }, Key extends QueryKey>(
  list: List<Row>,
  { key, isNamed = isId, alone, isDone = () => false }: OpenedRowOptions<Row, Key>,
) {
  const last = useRef<Seen<Row>>(undefined)
  if (last.current?.key !== key) last.current = undefined
  const seen = last.current
  const rows = list.data?.pages.flat()
  const at = rows?.findIndex((row) => key !== undefined && isNamed(row, key)) ?? -1
  const listed = rows?.[at]
  const isLost = key !== undefined && rows !== undefined && listed === undefined && !list.isPlaceholderData
  const name = listed === undefined ? (seen?.name ?? key ?? '') : String(listed.id)
  // Never from the cache, which could open a row that was decided meanwhile.
  const asked = useQuery({ ...alone(name), enabled: isLost, gcTime: 0, staleTime: 0 })
  const now = isLost ? asked.data : undefined

  function opened() {
    if (listed !== undefined) return listed
    if (seen === undefined || now === null) return now ?? undefined
    return isLost && isDone(seen.row, now) ? undefined : (now ?? seen.row)
  }
  const row = opened()
  const position = listed === undefined ? (seen?.at ?? 0) : at
  if (key !== undefined && row !== undefined) last.current = { key, row, at: position, name }
  return {
    row,
    /** The rows of the list, with the open one. */
    rows:
      row === undefined || rows?.some(({ id }) => id === row.id) ? rows : rows?.toSpliced(position, 0, row),
    /** The URL names a row that does not exist. */
    isUnknown: seen === undefined && now === null,
    /** Fetches a row again after a failure; undefined without a failure. */
    retry: seen === undefined && isLost && asked.isError ? () => void asked.refetch() : undefined,
  }
}

/** What a list shows of its open row, apart from the detail. */
export type OpenedRow<Row extends { readonly id: number }> = ReturnType<typeof useOpenedRow<Row, QueryKey>>
