import { type FocusEvent, useEffect, useRef } from 'react'

interface Row {
  readonly element: Element
  readonly place: number
}

/** Text fields in the detail of a row (ui/list/admin-list). */
export const writtenInDetail = '[data-detail] :is(textarea, input:not([type=checkbox]))'

/**
 * Where the focus goes when the row that had it leaves a list: to the row that takes its place, else to the list. Rows
 * are marked by `data-row` and a tabIndex of -1, the list by what this returns. It never takes the focus from anything
 * that somebody went on to.
 */
export function useRestoredFocus<List extends HTMLElement>() {
  const list = useRef<List>(null)
  const last = useRef<Row | null>(null)

  useEffect(() => {
    if (last.current === null || last.current.element.isConnected) return
    // A dialog that closes tries first to give the focus back, to a button that left together with the row.
    const timer = setTimeout(() => {
      const left = last.current
      if (left === null || left.element.isConnected) return
      last.current = null
      if (document.activeElement !== document.body) return
      const rows = list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
      const next = rows[Math.min(left.place, rows.length - 1)] ?? list.current
      next?.focus({ preventScroll: next === list.current })
    })
    return () => clearTimeout(timer)
  })

  useEffect(() => {
    // What is typed on when the detail of a row has left would be keys of the next row.
    function noteWriting({ target }: globalThis.FocusEvent) {
      if (target instanceof Element && target.matches(writtenInDetail)) last.current = null
    }
    document.addEventListener('focusin', noteWriting)
    return () => document.removeEventListener('focusin', noteWriting)
  }, [])

  function onFocus({ target }: FocusEvent) {
    const element = target.closest('[data-row]')
    if (element === null || list.current === null) return
    last.current = { element, place: [...list.current.querySelectorAll('[data-row]')].indexOf(element) }
  }

  return { ref: list, onFocus, tabIndex: -1 }
}
