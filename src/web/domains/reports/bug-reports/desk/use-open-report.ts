import { useState } from 'react'
import type { DeskReport } from '../../../../../contract/reports/reports-schemas.ts'

interface Opened {
  /** As it is known now. */
  readonly report: DeskReport
  /** The version that was opened, or acknowledged since. */
  readonly seenVersion: number
}

/**
 * The report in the details dialog. It follows the list, and stays when the list loses it: a colleague's change may
 * have moved it to another status, and whoever reads it must see that instead of an empty page.
 */
export function useOpenReport(reports: readonly DeskReport[]) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const listed = opened && reports.find(({ id }) => id === opened.report.id)
  if (opened && listed && listed !== opened.report) setOpened({ ...opened, report: listed })
  return {
    opened,
    open: (report: DeskReport) => setOpened({ report, seenVersion: report.version }),
    /** Only if it is still the one that is open. */
    close: (id: number) => setOpened((now) => (now?.report.id === id ? null : now)),
    /** The report turned out to be newer than shown. */
    show: (report: DeskReport) =>
      setOpened((now) => (now?.report.id === report.id ? { ...now, report } : now)),
  }
}
