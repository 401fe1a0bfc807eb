import { Check, Trash2, X } from 'lucide-react'
import type { AdminReport } from '../../../../../contract/reports/reports-schemas.ts'
import { Button } from '../../../../ui/button.tsx'
import { classes } from '../../../../ui/classes.ts'
import { tableRoles } from '../../../../ui/table-roles.ts'
import { Time } from '../../../../ui/time.tsx'
import { gameModeLabel } from '../report-words.ts'
import { SeverityMark } from '../severity-mark.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { DeleteReport } from './delete-report.tsx'
import { titleId } from './use-desk-focus.ts'
import type { ReportAction } from './use-report-actions.ts'

// On narrow screens a card: the title above, its marks in a line, what can be done with it below.
const rowClass =
  'border-line border-t transition-colors max-md:grid max-md:grid-cols-[auto_1fr] max-md:items-center max-md:gap-x-3 max-md:gap-y-2.5 max-md:px-4 max-md:py-4 md:hover:bg-ground-raised/60'
const cellClass = 'md:px-3 md:py-2.5 md:first:pl-4 md:last:pr-4'

export interface ReportRowProps {
  readonly report: AdminReport
  /** Something is being done to it. */
  readonly busy: boolean
  readonly onOpen: (report: AdminReport) => void
  readonly onAct: (action: ReportAction) => void
}

export function ReportRow({ report, busy, onOpen, onAct }: ReportRowProps) {
  const { reason, status } = report
  const name = <bdi className="sr-only"> {reason}</bdi>
  return (
    <tr {...tableRoles.row} className={rowClass}>
      <th
        {...tableRoles.name}
        scope="row"
        className={classes(cellClass, 'min-w-0 text-left font-normal max-md:col-span-2')}
      >
        <button
          type="button"
          id={titleId(report.id)}
          aria-haspopup="dialog"
          onClick={() => onOpen(report)}
          className="wrap-anywhere line-clamp-2 min-h-6 text-left font-bold text-sm underline-offset-4 hover:text-ember-bright hover:underline"
        >
          <bdi>{reason}</bdi>
        </button>
        <span className="wrap-anywhere mt-0.5 block text-ink-soft text-xs">
          <bdi>{report.username}</bdi> · {gameModeLabel(report.gameMode)}
        </span>
      </th>
      <td {...tableRoles.cell} className={cellClass}>
        <SeverityMark severity={report.severity} />
      </td>
      <td {...tableRoles.cell} className={cellClass}>
        <StatusBadge status={status} />
      </td>
      <td
        {...tableRoles.cell}
        className={classes(cellClass, 'text-ink-soft text-xs tabular-nums max-md:col-span-2 md:w-28')}
      >
        <Time iso={report.createdAt} />
      </td>
      <td {...tableRoles.cell} className={classes(cellClass, 'max-md:col-span-2')}>
        <div className="flex gap-1.5 md:justify-end">
          <Button
            look="quiet"
            size="sm"
            variant="green"
            disabled={busy || status === 'resolved'}
            onClick={() => onAct({ kind: 'resolve', report, status: 'resolved' })}
          >
            <Check aria-hidden className="size-4 md:max-lg:hidden" />
            Resolve{name}
          </Button>
          <Button
            look="quiet"
            size="sm"
            disabled={busy || status === 'rejected'}
            onClick={() => onAct({ kind: 'reject', report, status: 'rejected' })}
          >
            <X aria-hidden className="size-4 md:max-lg:hidden" />
            Reject{name}
          </Button>
          <DeleteReport
            report={report}
            onConfirm={() => onAct({ kind: 'delete', report })}
            trigger={
              <Button look="quiet" size="sm" variant="red" disabled={busy} className="max-md:ml-auto">
                <Trash2 aria-hidden className="size-4" />
                <span className="sr-only">Delete{name}</span>
              </Button>
            }
          />
        </div>
      </td>
    </tr>
  )
}
