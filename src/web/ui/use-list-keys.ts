import { type RefObject, useEffect, useRef } from 'react'

/** What a key does with the row that has the focus; rows are marked by `data-row` and named by `data-key`. */
export type ListKeys = Readonly<Record<string, (key: string | undefined) => void>>

const takesText =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=listbox]'

/**
 * Keys of a list: j and k move the focus from row to row, Enter goes into the row, others do what `keys` says. Nothing
 * happens while somebody types, in a dialog, or with Ctrl, Alt or Meta.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, keys: ListKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    function move(rows: readonly HTMLElement[], at: number) {
      const row = rows[Math.max(0, Math.min(at, rows.length - 1))]
      row?.focus()
      row?.scrollIntoView?.({ block: 'nearest' })
    }
    function onKeyDown(event: KeyboardEvent) {
      const target = event.target as Element
      if (event.ctrlKey || event.altKey || event.metaKey || target.closest(takesText) !== null) return
      if (document.querySelector('[role=dialog]') !== null) return
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const row = target.closest<HTMLElement>('[data-row]')
      const at = row === null ? -1 : rows.indexOf(row)
      if (event.key === 'j') move(rows, at + 1)
      else if (event.key === 'k') move(rows, at - 1)
      else if (event.key === 'Enter' && target === row)
        (row.querySelector<HTMLElement>('textarea') ?? row.querySelector<HTMLElement>('button, a'))?.focus()
      else if (event.key in latest.current) latest.current[event.key]?.(row?.dataset.key)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [list])
}
