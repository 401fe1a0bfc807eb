import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { reportEndpoints } from '../../../../../contract/reports/reports-endpoints.ts'
import type { AdminReport, ReportStatus } from '../../../../../contract/reports/reports-schemas.ts'
import { api } from '../../../../platform/api.ts'
import { useBulk } from '../../../../platform/forms/use-bulk.ts'
import { toast } from '../../../../platform/toasts.ts'
import { useViewer } from '../../../../platform/viewer.ts'
import { adminReportsKey } from './admin-reports-query.ts'

/** Selected reports, one status for all of them, and taking the last change back for some seconds. */
export function useReportBulk(reports: readonly AdminReport[]) {
  const { t } = useLingui()
  const viewer = useViewer()
  /** As it was selected; as it is listed where the viewer changed it since: only others can be overwritten. */
  function asSeen(report: AdminReport): AdminReport {
    const listed = reports.find(({ id }) => id === report.id)
    return listed !== undefined && listed.handledBy === viewer?.username ? listed : report
  }
  return useBulk({
    rows: reports,
    nameOf: (report) => report?.reason ?? t`A report`,
    async change(selected, status: ReportStatus) {
      const { changed, refused } = await api(reportEndpoints.setStatuses, {
        body: { reports: selected.map(asSeen).map(({ id, version }) => ({ id, version })), status },
      })
      return { done: changed, refused }
    },
    async undo(ids) {
      const { restored, refused } = await api(reportEndpoints.undoStatuses, { body: { ids: [...ids] } })
      return { done: restored, refused }
    },
    failed: msg`The reports could not be changed.`,
    queryKey: adminReportsKey,
    onUndone: ({ length }) =>
      toast({ title: t`${plural(length, { one: '# Report Restored', other: '# Reports Restored' })}` }),
  })
}
