import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { BugOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import { isStaff } from '../../../../../contract/accounts/ranks.ts'
import { AdminReport } from '../../../../../contract/reports/reports-schemas.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { useStaffFeed } from '../../../../platform/use-desk-news.ts'
import { viewerQuery } from '../../../../platform/viewer.ts'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorView } from '../../../../ui/error-view.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { tableRoles } from '../../../../ui/table-roles.ts'
import { statusLabels } from '../report-words.ts'
import { type AdminFilter, adminReportsKey, adminReportsQuery } from './desk-query.ts'
import { ReportDialog } from './report-dialog.tsx'
import { ReportRow, type ReportRowProps } from './report-row.tsx'
import { useAdminFocus } from './use-desk-focus.ts'
import { type ReportAction, useBusyReports, useReportActions } from './use-report-actions.ts'

interface ReportTableProps extends Pick<ReportRowProps, 'onOpen' | 'onAct'> {
  readonly reports: readonly AdminReport[]
  readonly busyIds: readonly number[]
}

const columnClass = 'px-3 py-2.5 text-left font-semibold first:pl-4 last:pr-4'

/** A table, whose rows become cards where the screen is narrow. */
function ReportTable({ reports, busyIds, ...row }: ReportTableProps) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-ground-card shadow-card">
      <table {...tableRoles.table} className="w-full border-collapse text-sm max-md:block">
        <caption className="sr-only">Bug reports, newest first</caption>
        <thead {...tableRoles.group} className="bg-ground-band text-ink-soft text-xs max-md:sr-only">
          <tr {...tableRoles.row}>
            {['Report', 'Severity', 'Status', 'Reported'].map((label) => (
              <th key={label} {...tableRoles.column} scope="col" className={columnClass}>
                {label}
              </th>
            ))}
            <th {...tableRoles.column} scope="col" className={`${columnClass} text-right`}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody {...tableRoles.group} className="max-md:block max-md:[&>tr:first-child]:border-t-0">
          {reports.map((report) => (
            <ReportRow key={report.id} report={report} busy={busyIds.includes(report.id)} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The report as it is now, if that is what the server refused with. */
const currentOf = (error: unknown) =>
  error instanceof ApiError ? AdminReport.safeParse(error.answer?.current).data : undefined

/** The reports of a status and the work on them. Give it a key per filter: each list begins anew. */
export function ReportList({ filter }: { filter: AdminFilter }) {
  const { list, reports } = useAdminReports(filter)
  const actions = useReportActions()
  const busyIds = useBusyReports()
  const { opened, open, close, show } = useOpenReport(reports)
  const focus = useAdminFocus(reports, opened !== null)

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
      {list.isPending && <AdminLoading />}
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
      <AdminEnd list={list} />
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

/** About as high as a first page of a young site, so that little moves when the reports come. */
function AdminLoading() {
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">Loading reports...</span>
      {Array.from({ length: 6 }, (_, at) => at).map((at) => (
        <Skeleton key={at} className="h-16 max-md:h-36" />
      ))}
    </div>
  )
}

/** What stands below the reports: the way to older ones. */
function AdminEnd({ list }: Pick<ReturnType<typeof useAdminReports>, 'list'>) {
  const loadMore = () => {
    if (!list.isFetching) void list.fetchNextPage()
  }
  if (list.isFetchNextPageError) {
    return <ErrorView title="Error loading reports. Please try again." onRetry={loadMore} />
  }
  if (!list.hasNextPage) return null
  return (
    <Button
      look="quiet"
      className="justify-self-center"
      aria-disabled={list.isFetching || undefined}
      onClick={loadMore}
    >
      {list.isFetchingNextPage && <Spinner />}
      {list.isFetchingNextPage ? 'Loading more...' : 'Load more'}
    </Button>
  )
}

interface Opened {
  /** As it is known now. */
  readonly report: AdminReport
  /** The version that was opened, or acknowledged since. */
  readonly seenVersion: number
}

/**
 * The report in the details dialog. It follows the list, and stays when the list loses it: a colleague's change may
 * have moved it to another status, and whoever reads it must see that instead of an empty page.
 */
function useOpenReport(reports: readonly AdminReport[]) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const listed = opened && reports.find(({ id }) => id === opened.report.id)
  if (opened && listed && listed !== opened.report) setOpened({ ...opened, report: listed })
  return {
    opened,
    open: (report: AdminReport) => setOpened({ report, seenVersion: report.version }),
    /** Only if it is still the one that is open. */
    close: (id: number) => setOpened((now) => (now?.report.id === id ? null : now)),
    /** The report turned out to be newer than shown. */
    show: (report: AdminReport) =>
      setOpened((now) => (now?.report.id === report.id ? { ...now, report } : now)),
  }
}

/** The reports of a status, kept current by the news of the desk. */
function useAdminReports(filter: AdminFilter) {
  const client = useQueryClient()
  const list = useInfiniteQuery({
    ...adminReportsQuery(filter),
    // Signing out asks again for everything on screen, a moment before this page has left it.
    enabled: () => isStaff(client.getQueryData(viewerQuery.queryKey) ?? null),
  })
  useStaffFeed('reports', adminReportsKey)
  const reports = useMemo(() => list.data?.pages.flat() ?? [], [list.data])
  return { list, reports }
}
