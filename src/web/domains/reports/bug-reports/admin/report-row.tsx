import { Trans } from '@lingui/react/macro'
import { Check, Trash2, X } from 'lucide-react'
import type { AdminReport } from '../../../../../contract/reports/reports-schemas.ts'
import { useSay } from '../../../../platform/translation.tsx'
import { Button } from '../../../../ui/button.tsx'
import { classes } from '../../../../ui/classes.ts'
import { tableRoles } from '../../../../ui/list/table-roles.ts'
import { Time } from '../../../../ui/time.tsx'
import { gameModeLabel } from '../report-words.ts'
import { SeverityMark } from '../severity-mark.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { DeleteReport } from './delete-report.tsx'
import type { ReportAction } from './use-report-actions.ts'

// Where there is little room a card: the title above, its marks in a line, what can be done with it below.
const rowClass =
  'border-line border-t transition-colors @max-2xl:relative @max-2xl:grid @max-2xl:grid-cols-[auto_1fr] @max-2xl:items-center @max-2xl:gap-x-3 @max-2xl:gap-y-2.5 @max-2xl:px-4 @max-2xl:py-4 @2xl:hover:bg-ground-raised/60'
const cellClass = '@2xl:px-3 @2xl:py-2.5 @2xl:first:ps-4 @2xl:last:pe-4'

export interface ReportRowProps {
  readonly report: AdminReport
  /** Something is being done to it. */
  readonly busy: boolean
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly onSelect: (report: AdminReport) => void
  readonly onOpen: (report: AdminReport) => void
  readonly onAct: (action: ReportAction) => void
}

export function ReportRow({ report, busy, isOpen, isSelected, onSelect, onOpen, onAct }: ReportRowProps) {
  const say = useSay()
  const { reason, status, handledBy: handler } = report
  return (
    <tr
      {...tableRoles.row}
      data-row
      data-key={report.id}
      tabIndex={-1}
      aria-current={isOpen || undefined}
      className={classes(rowClass, isOpen && 'bg-ground-raised')}
    >
      <td
        {...tableRoles.cell}
        className={classes(cellClass, '@max-2xl:absolute @max-2xl:top-4 @max-2xl:end-4')}
      >
        <label className="flex min-h-6 cursor-pointer items-center">
          <span className="sr-only">
            <Trans>
              Select<bdi className="sr-only"> {reason}</bdi>
            </Trans>
          </span>
          <input
            type="checkbox"
            className="size-5 cursor-pointer accent-ember"
            checked={isSelected}
            onChange={() => onSelect(report)}
          />
        </label>
      </td>
      <th
        {...tableRoles.name}
        scope="row"
        className={classes(cellClass, 'min-w-0 text-start font-normal @max-2xl:col-span-2 @max-2xl:pe-9')}
      >
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => onOpen(report)}
          className="wrap-anywhere line-clamp-2 min-h-6 text-start font-bold text-sm underline-offset-4 hover:text-ember-bright hover:underline"
        >
          <bdi>{reason}</bdi>
        </button>
        <span className="wrap-anywhere mt-0.5 block text-ink-soft text-xs">
          <bdi>{report.username}</bdi> · {say(gameModeLabel(report.gameMode))}
          {handler !== null && (
            <Trans>
              {' '}
              · handled by <bdi>{handler}</bdi>
            </Trans>
          )}
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
        className={classes(cellClass, 'text-ink-soft text-xs tabular-nums @max-2xl:col-span-2 @2xl:w-28')}
      >
        <Time iso={report.createdAt} />
      </td>
      <td {...tableRoles.cell} className={classes(cellClass, '@max-2xl:col-span-2')}>
        <div className="flex gap-1.5 @2xl:justify-end">
          <Button
            look="quiet"
            size="sm"
            disabled={busy || status === 'resolved'}
            onClick={() => onAct({ kind: 'resolve', report, status: 'resolved' })}
          >
            <Check aria-hidden className="size-4 @2xl:@max-4xl:hidden" />
            <Trans>
              Resolve<bdi className="sr-only"> {reason}</bdi>
            </Trans>
          </Button>
          <Button
            look="quiet"
            size="sm"
            disabled={busy || status === 'rejected'}
            onClick={() => onAct({ kind: 'reject', report, status: 'rejected' })}
          >
            <X aria-hidden className="size-4 @2xl:@max-4xl:hidden" />
            <Trans>
              Reject<bdi className="sr-only"> {reason}</bdi>
            </Trans>
          </Button>
          <DeleteReport
            report={report}
            onConfirm={() => onAct({ kind: 'delete', report })}
            trigger={
              <Button look="quiet" size="sm" variant="red" disabled={busy} className="@max-2xl:ms-auto">
                <Trash2 aria-hidden className="size-4" />
                <span className="sr-only">
                  <Trans>
                    Delete<bdi className="sr-only"> {reason}</bdi>
                  </Trans>
                </span>
              </Button>
            }
          />
        </div>
      </td>
    </tr>
  )
}
