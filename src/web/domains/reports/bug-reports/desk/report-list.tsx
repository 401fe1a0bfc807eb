import { BugOff } from 'lucide-react'
import { DeskReport } from '../../../../../contract/reports/reports-schemas.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorView } from '../../../../ui/error-view.tsx'
import { statusLabels } from '../report-words.ts'
import { DeskEnd } from './desk-end.tsx'
import { DeskLoading } from './desk-loading.tsx'
import type { DeskFilter } from './desk-query.ts'
import { ReportDialog } from './report-dialog.tsx'
import { ReportTable } from './report-table.tsx'
import { useDeskFocus } from './use-desk-focus.ts'
import { useDeskReports } from './use-desk-reports.ts'
import { useOpenReport } from './use-open-report.ts'
import { type ReportAction, useBusyReports, useReportActions } from './use-report-actions.ts'

/** The report as it is now, if that is what the server refused with. */
const currentOf = (error: unknown) =>
  error instanceof ApiError ? DeskReport.safeParse(error.answer?.current).data : undefined

/** The reports of a status and the work on them. Give it a key per filter: each list begins anew. */
export function ReportList({ filter }: { filter: DeskFilter }) {
  const { list, reports } = useDeskReports(filter)
  const actions = useReportActions()
  const busyIds = useBusyReports()
  const { opened, open, close, show } = useOpenReport(reports)
  const focus = useDeskFocus(reports, opened !== null)

  function act(action: ReportAction) {
    const { id } = action.report
    focus.workOn(id)
    actions.mutate(action, {
      onSuccess: () => close(id),
      onError(error) {
        const current = currentOf(error)
        if (current !== undefined) show(current)
      },
    })
  }

  return (
    <section aria-labelledby="reports-heading" className="grid gap-4">
      <h2 id="reports-heading" ref={focus.heading} tabIndex={-1} className="sr-only">
        {filter === 'all' ? 'All reports' : `${statusLabels[filter]} reports`}
      </h2>
      {list.isPending && <DeskLoading />}
      {list.isError && !list.isFetchNextPageError && (
        <ErrorView
          title="Error loading reports. Please try again."
          onRetry={() => {
            // The button leaves with its alert.
            focus.heading.current?.focus({ preventScroll: true })
            void list.refetch()
          }}
        />
      )}
      {list.data !== undefined && reports.length === 0 && (
        <EmptyState icon={BugOff} title="No bug reports found matching the current filter." />
      )}
      {reports.length > 0 && (
        <ReportTable
          reports={reports}
          busyIds={busyIds}
          onOpen={(report) => {
            focus.workOn(report.id)
            open(report)
          }}
          onAct={act}
        />
      )}
      <DeskEnd list={list} />
      <p role="status" className="sr-only">
        {list.data !== undefined && `${reports.length} reports shown`}
      </p>
      {opened !== null && (
        <ReportDialog
          report={opened.report}
          seenVersion={opened.seenVersion}
          busy={busyIds.includes(opened.report.id)}
          onAct={act}
          onClose={() => close(opened.report.id)}
        />
      )}
    </section>
  )
}
