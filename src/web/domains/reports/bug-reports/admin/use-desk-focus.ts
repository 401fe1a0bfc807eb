import { useEffect, useRef } from 'react'
import type { AdminReport } from '../../../../../contract/reports/reports-schemas.ts'

export const titleId = (reportId: number) => `report-${reportId}`

/**
 * Where the focus goes when what had it is gone or disabled: to the title of the report that was last worked on, or to
 * the heading of the list when that is gone too. It never leaves anything that somebody went on to.
 */
export function useAdminFocus(reports: readonly AdminReport[], dialogIsOpen: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef<number | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed list is what may have taken the focus along.
  useEffect(() => {
    if (dialogIsOpen || last.current === null) return
    // A dialog that closes tries first to give the focus back, to a button that it never had.
    const timer = setTimeout(() => {
      if (last.current === null || document.activeElement !== document.body) return
      const title = document.getElementById(titleId(last.current))
      if (title === null) last.current = null
      const target = title ?? heading.current
      target?.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [reports, dialogIsOpen])

  return {
    heading,
    workOn(id: number) {
      last.current = id
    },
  }
}
