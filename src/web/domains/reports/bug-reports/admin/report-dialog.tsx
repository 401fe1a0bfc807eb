import { Check, Trash2, X } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { reportStatuses } from '../../../../../contract/reports/reports.ts'
import type { AdminReport, ReportStatus } from '../../../../../contract/reports/reports-schemas.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Select } from '../../../../ui/select.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { statusLabels } from '../report-words.ts'
import { DeleteReport } from './delete-report.tsx'
import { ReportFacts } from './report-facts.tsx'
import type { ReportAction } from './use-report-actions.ts'

const options = reportStatuses.map((value) => ({ value, label: statusLabels[value] }))

interface StatusFormProps {
  readonly report: AdminReport
  readonly saving: boolean
  readonly onSave: (status: ReportStatus) => void
}

/** Any status from any status. Until somebody chooses, it shows the report's own, whoever changes that. */
function StatusForm({ report, saving, onSave }: StatusFormProps) {
  const [chosen, setChosen] = useState<ReportStatus | null>(null)
  const status = chosen ?? report.status
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    onSave(status)
  }
  return (
    <form method="post" onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
      <Select label="Status" options={options} value={status} onValueChange={setChosen} disabled={saving} />
      <Button type="submit" disabled={saving || status === report.status}>
        {saving && <Spinner />}
        Save
      </Button>
    </form>
  )
}

export interface ReportDialogProps {
  readonly report: AdminReport
  /** The version that the reader has seen; another one is a colleague's change. */
  readonly seenVersion: number
  /** Something is being done to it. */
  readonly busy: boolean
  readonly onAct: (action: ReportAction) => void
  readonly onClose: () => void
}

export function ReportDialog({ report, seenVersion, busy, onAct, onClose }: ReportDialogProps) {
  const { status } = report
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={report.reason}>
      <div className="grid gap-5">
        {!busy && report.version !== seenVersion && (
          <Alert tone="info" title="Somebody else changed this report while you had it open.">
            It is {statusLabels[status].toLowerCase()} now. What you save replaces that.
          </Alert>
        )}
        <ReportFacts report={report} />
        <StatusForm
          report={report}
          saving={busy}
          onSave={(chosen) => onAct({ kind: 'save', report, status: chosen })}
        />
        <div className="flex flex-wrap gap-2 border-line border-t pt-5">
          <Button
            look="quiet"
            variant="green"
            disabled={busy || status === 'resolved'}
            onClick={() => onAct({ kind: 'resolve', report, status: 'resolved' })}
          >
            <Check aria-hidden className="size-4" />
            Resolve
          </Button>
          <Button
            look="quiet"
            disabled={busy || status === 'rejected'}
            onClick={() => onAct({ kind: 'reject', report, status: 'rejected' })}
          >
            <X aria-hidden className="size-4" />
            Reject
          </Button>
          <DeleteReport
            report={report}
            onConfirm={() => onAct({ kind: 'delete', report })}
            trigger={
              <Button look="quiet" variant="red" disabled={busy} className="sm:ml-auto">
                <Trash2 aria-hidden className="size-4" />
                Delete
              </Button>
            }
          />
        </div>
      </div>
    </Dialog>
  )
}
