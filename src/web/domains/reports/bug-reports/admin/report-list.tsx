import { msg, plural, select } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { BugOff } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { canOpen } from '../../../../../contract/admin/staff-pages.ts'
import { reportStatusLabels } from '../../../../../contract/labels.ts'
import { reportStatuses } from '../../../../../contract/reports/reports.ts'
import { AdminReport, type ReportStatus } from '../../../../../contract/reports/reports-schemas.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { removeDraft } from '../../../../platform/forms/stored-drafts.ts'
import { useDraftOwner } from '../../../../platform/forms/use-stored-draft.ts'
import { useStaffFeed } from '../../../../platform/live/use-staff-feed.ts'
import { useOpenRow } from '../../../../platform/navigation/use-open-row.ts'
import { useOpenedRow } from '../../../../platform/navigation/use-opened-row.ts'
import { viewerQuery } from '../../../../platform/viewer.ts'
import { AdminDetail } from '../../../../ui/list/admin-list/admin-detail.tsx'
import { AdminList } from '../../../../ui/list/admin-list/admin-list.tsx'
import { BulkBar } from '../../../../ui/list/admin-list/bulk-bar.tsx'
import { FilterBar } from '../../../../ui/list/admin-list/filter-bar.tsx'
import { SelectAll } from '../../../../ui/list/admin-list/select-all.tsx'
import { EmptyState } from '../../../../ui/list/empty-state.tsx'
import { tableRoles } from '../../../../ui/list/table-roles.ts'
import {
  type AdminStatus,
  adminReportQuery,
  adminReportsKey,
  adminReportsQuery,
  reportFilters,
} from './admin-reports-query.ts'
import { ReportDetail, reportReplyDraft } from './report-detail.tsx'
import { ReportRow, type ReportRowProps } from './report-row.tsx'
import { type ReportAction, useBusyReports, useReportActions } from './use-report-actions.ts'
import { useReportBulk } from './use-report-bulk.ts'

interface ReportTableProps extends Pick<ReportRowProps, 'onSelect' | 'onOpen' | 'onAct'> {
  readonly reports: readonly AdminReport[]
  readonly busyIds: readonly number[]
  readonly isSelected: (id: number) => boolean
  readonly openId: number | undefined
}

const doneText = (count: number, status: ReportStatus) =>
  msg`${select(status, {
    pending: plural(count, { one: '# report marked as pending.', other: '# reports marked as pending.' }),
    reviewing: plural(count, {
      one: '# report marked as reviewing.',
      other: '# reports marked as reviewing.',
    }),
    resolved: plural(count, { one: '# report marked as resolved.', other: '# reports marked as resolved.' }),
    other: plural(count, { one: '# report marked as rejected.', other: '# reports marked as rejected.' }),
  })}`

const bulkActions = reportStatuses.map((status) => [reportStatusLabels[status], status] as const)

const columns = [
  msg({ message: 'Report', context: 'bug report' }),
  msg`Severity`,
  msg`Status`,
  msg({ message: 'Reported', comment: 'When' }),
]

const columnClass = 'px-3 py-2.5 text-start font-semibold first:ps-4 last:pe-4'

/** A table, whose rows become cards on small screens. */
function ReportTable({ reports, busyIds, isSelected, openId, ...row }: ReportTableProps) {
  const { t } = useLingui()
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-ground-card shadow-card">
      <table {...tableRoles.table} className="w-full border-collapse text-sm @max-2xl:block">
        <caption className="sr-only">
          <Trans>Bug reports, newest first</Trans>
        </caption>
        <thead {...tableRoles.group} className="bg-ground-band text-ink-soft text-xs @max-2xl:sr-only">
          <tr {...tableRoles.row}>
            <th {...tableRoles.column} scope="col" className={columnClass}>
              <span className="sr-only">
                <Trans>Select</Trans>
              </span>
            </th>
            {columns.map((label) => (
              <th key={label.id} {...tableRoles.column} scope="col" className={columnClass}>
                {t(label)}
              </th>
            ))}
            <th {...tableRoles.column} scope="col" className={`${columnClass} text-end`}>
              <Trans>Actions</Trans>
            </th>
          </tr>
        </thead>
        <tbody {...tableRoles.group} className="@max-2xl:block @max-2xl:[&>tr:first-child]:border-t-0">
          {reports.map((report) => (
            <ReportRow
              key={report.id}
              report={report}
              busy={busyIds.includes(report.id)}
              isSelected={isSelected(report.id)}
              isOpen={report.id === openId}
              {...row}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Returns the current report from a refusal that has one. */
const currentOf = (error: unknown) =>
  error instanceof ApiError ? AdminReport.safeParse(error.errorBody?.current).data : undefined

const none: readonly AdminReport[] = []

/** The list of reports of a status. */
export function ReportList({ status }: { status: AdminStatus }) {
  const { t } = useLingui()
  const list = useAdminReports()
  const actions = useReportActions()
  const owner = useDraftOwner()
  const busyIds = useBusyReports()
  const row = useOpenRow()
  const {
    rows: reports = none,
    row: current,
    ...link
  } = useOpenedRow(list, {
    key: row.key,
    alone: adminReportQuery,
    // The viewer's changes show at once, before the response.
    isDone: ({ id }, now) => now === undefined || busyIds.includes(id),
  })
  const bulk = useReportBulk(reports)
  const { opened, show } = useOpenReport(current, row.key)

  function act(action: ReportAction) {
    actions.mutate(action, {
      onSuccess() {
        removeDraft(owner, reportReplyDraft(action.report.id))
        row.close(String(action.report.id))
      },
      onError(error) {
        const current = currentOf(error)
        if (current !== undefined) show(current)
      },
    })
  }

  return (
    <AdminList
      kind="report"
      view={status}
      query={list}
      rows={list.data && reports}
      filters={<FilterBar fields={reportFilters} />}
      keys={[
        {
          key: 'x',
          does: t`select the report`,
          short: t`x selects`,
          act: (key) => key !== undefined && bulk.toggle(Number(key)),
        },
      ]}
      opened={row}
      link={link}
      detail={
        opened && (
          <AdminDetail title={opened.report.reason} onClose={row.close}>
            <ReportDetail
              key={opened.report.id}
              report={opened.report}
              seenVersion={opened.seenVersion}
              busy={busyIds.includes(opened.report.id)}
              onAct={act}
            />
          </AdminDetail>
        )
      }
      loading={t`Loading reports...`}
      failed={t`Error loading reports. Please try again.`}
      // About the height of a row, to avoid layout shift.
      skeleton="h-16 max-md:h-36"
      empty={<EmptyState icon={BugOff} title={t`No bug reports found matching the current filter.`} />}
      after={
        <>
          <p role="status" className="sr-only">
            {list.data !== undefined && t`${{ length: reports.length }} reports shown`}
          </p>
          <BulkBar bulk={bulk} kind="report" actions={bulkActions} doneText={doneText} />
        </>
      }
    >
      {(shown) => (
        <>
          <SelectAll bulk={bulk} count={reports.length} />
          <ReportTable
            reports={shown}
            busyIds={bulk.busy ? [...busyIds, ...bulk.selected.map(({ id }) => id)] : busyIds}
            isSelected={bulk.isSelected}
            openId={opened?.report.id}
            onSelect={({ id }) => bulk.toggle(id)}
            onOpen={({ id }) => row.open(String(id))}
            onAct={act}
          />
        </>
      )}
    </AdminList>
  )
}

interface Opened {
  /** The newest known version. */
  readonly report: AdminReport
  /** The version that was opened, or acknowledged since. */
  readonly seenVersion: number
}

/**
 * The open report. It follows the list, and stays when a colleague's change moves it to another status: its reader sees
 * the change instead of an empty page.
 */
function useOpenReport(listed: AdminReport | undefined, key: string | undefined) {
  const [last, setLast] = useState<Opened | null>(null)
  const known = last !== null && String(last.report.id) === key ? last : null
  const opened =
    listed === undefined || listed === known?.report
      ? known
      : { report: listed, seenVersion: known?.seenVersion ?? listed.version }
  if (opened !== last) setLast(opened)
  return {
    opened,
    /** Shows a newer version of the report. */
    show: (report: AdminReport) =>
      setLast((now) => (now?.report.id === report.id ? { ...now, report } : now)),
  }
}

/** The reports that the address chooses, kept current by the staff feed. */
function useAdminReports() {
  const client = useQueryClient()
  const list = useInfiniteQuery({
    ...adminReportsQuery(useLocation().search),
    // Sign-out refetches active queries before this page unmounts.
    enabled: () => canOpen(client.getQueryData(viewerQuery.queryKey) ?? null, '/staff-reports'),
  })
  useStaffFeed('reports', adminReportsKey)
  return list
}
