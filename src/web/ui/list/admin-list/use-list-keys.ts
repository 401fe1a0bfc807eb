import { type RefObject, useEffect, useRef } from 'react'
import { ownValue } from '../../../../contract/own-value.ts'

/** The action of each key on the row that has the focus, or whose detail has it. Rows have `data-row` and `data-key`. */
export type ListKeys = Readonly<Record<string, (key: string | undefined) => void>>

/** Dialogs that handle keys themselves, unlike the detail beside a list. */
const dialog = '[role=dialog]:not([data-detail])'

const takesText = `input:not([type=checkbox]), textarea, select, [contenteditable], [role=listbox], ${dialog}`

/**
 * Keys of a list: j and k move the focus from row to row, Enter opens the row unless `keys` defines it, others
 * do what `keys` defines. Nothing happens while somebody types, in a dialog, or with Ctrl, Alt or Meta.
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
      if (document.querySelector(dialog) !== null) return
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const row = target.closest<HTMLElement>('[data-row]')
      // In the detail, j and k continue from its row.
      const at = rows.findIndex((one) =>
        row === null ? one.getAttribute('aria-current') === 'true' : one === row,
      )
      const openRow = target.closest('[data-detail]') === null ? undefined : rows[at]
      if (event.key === 'j') move(rows, at + 1)
      else if (event.key === 'k') move(rows, at - 1)
      else if (event.key === 'Enter' && target !== row && !target.matches('[data-detail]')) return
      else if (Object.hasOwn(latest.current, event.key))
        ownValue(latest.current, event.key)?.((row ?? openRow)?.dataset.key)
      else if (event.key === 'Enter')
        (row?.querySelector<HTMLElement>('textarea') ?? row?.querySelector<HTMLElement>('button, a'))?.focus()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [list])
}
