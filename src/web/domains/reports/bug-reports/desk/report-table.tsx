import type { DeskReport } from '../../../../../contract/reports/reports-schemas.ts'
import { tableRoles } from '../../../../ui/table-roles.ts'
import { ReportRow, type ReportRowProps } from './report-row.tsx'

interface ReportTableProps extends Pick<ReportRowProps, 'onOpen' | 'onAct'> {
  readonly reports: readonly DeskReport[]
  readonly busyIds: readonly number[]
}

const columnClass = 'px-3 py-2.5 text-left font-semibold first:pl-4 last:pr-4'

/** A table, whose rows become cards where the screen is narrow. */
export function ReportTable({ reports, busyIds, ...row }: ReportTableProps) {
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
