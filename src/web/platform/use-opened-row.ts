import { type QueryKey, queryOptions, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { parseId } from '../../contract/ids.ts'
import { unknownIsNull } from './api-error.ts'

/** One row of a list by its id in the address; null when there is none, or when it is no id. */
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

/** As much of the query of a list as it takes to find a row in it. */
interface List<Row> {
  readonly data: { readonly pages: readonly (readonly Row[])[] } | undefined
  readonly isPlaceholderData: boolean
}

interface OpenedRowOptions<Row, Key extends QueryKey> {
  /** Names the open row in the address. */
  readonly key: string | undefined
  /** Whether the address names a row; by its id unless this says otherwise. */
  readonly isNamed?: (row: Row, key: string) => boolean
  /** Asks for a row that the list does not have, by its id or by what the address says; null when there is none. */
  readonly alone: (key: string) => UseQueryOptions<Row | null, Error, Row | null, Key>
  /** Whether a row that the list lost has been dealt with since it was seen; `now` once the server has said. */
  readonly isDone?: (seen: Row, now: Row | undefined) => boolean
}

/** The open row when it was last seen. */
interface Seen<Row> {
  readonly key: string
  readonly row: Row
  /** Its position in the list. */
  readonly at: number
  /** What `alone` is asked by. */
  readonly name: string
}

const isId = ({ id }: { readonly id: number }, key: string) => String(id) === key

/**
 * The row that the address opens. When the list does not have it, because it is filtered away or on a later page, it is
 * asked for by itself, and the returned list has it all the same: where it was, else at the top.
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
  // Never from the cache: a row that was dealt with meanwhile would open once more.
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
    /** The address names a row that does not exist. */
    isUnknown: seen === undefined && now === null,
    /** Asks again for a row that could not be asked for; undefined while nothing failed. */
    retry: seen === undefined && isLost && asked.isError ? () => void asked.refetch() : undefined,
  }
}

/** What a list shows of its open row, apart from the detail. */
export type OpenedRow<Row extends { readonly id: number }> = ReturnType<typeof useOpenedRow<Row, QueryKey>>
