import { type FocusEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'

interface HeldRowsOptions<Row> {
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  /** Key of the list. Another list is shown as it is. */
  readonly view: string
  /** The rows are still those of the previous list. */
  readonly isPlaceholder: boolean
  readonly list: RefObject<HTMLElement | null>
}

interface Known {
  readonly view: string
  readonly keys: readonly string[]
  /** All rows that it has shown. A row that comes back, as after an undo, is not new. */
  readonly seen: ReadonlySet<string>
}

/**
 * The rows of a list that does not move under the pointer or the focus. While either is in the list, rows keep their
 * order, and new ones wait unless they belong at the end.
 */
export function useHeldRows<Row>({ rows, keyOf, view, isPlaceholder, list }: HeldRowsOptions<Row>) {
  const [hasPointer, setHasPointer] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const known = useRef<Known>(undefined)
  const events = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setHasPointer(true),
    onPointerLeave: () => setHasPointer(false),
    onFocus: () => setHasFocus(list.current?.contains(document.activeElement) === true),
    onBlur: ({ relatedTarget }: FocusEvent) =>
      setHasFocus(relatedTarget instanceof Node && list.current?.contains(relatedTarget) === true),
  }
  const all = rows ?? []
  const accept = () => {
    const keys = all.map(keyOf)
    const seen = known.current?.view === view ? [...known.current.seen, ...keys] : keys
    known.current = { view, keys, seen: new Set(seen) }
  }
  // No blur event comes from a focused row that leaves the document.
  const isInside = hasPointer || (hasFocus && list.current?.contains(document.activeElement) === true)
  if (rows === undefined || isPlaceholder || !isInside || known.current?.view !== view) {
    if (rows !== undefined && !isPlaceholder) accept()
    return { rows, waiting: 0, show: accept, events }
  }
  const { keys, seen } = known.current
  const isShown = (row: Row) => keys.includes(keyOf(row))
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  const hasReturned = rows.some((row) => !isShown(row) && seen.has(keyOf(row)))
  const shown = hasReturned
    ? rows.filter((row) => seen.has(keyOf(row)))
    : keys.flatMap((key) => byKey.get(key) ?? [])
  if (shown.length === 0) {
    accept()
    return { rows, waiting: 0, show: accept, events }
  }
  const added = rows.slice(rows.findLastIndex((row) => shown.includes(row)) + 1)
  const now = [...shown, ...added]
  known.current = { view, keys: now.map(keyOf), seen: new Set([...seen, ...now.map(keyOf)]) }
  return { rows: now, waiting: rows.length - now.length, show: accept, events }
}
