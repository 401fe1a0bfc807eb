import { select } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Trash2, X } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { reportStatusLabels } from '../../../../../contract/labels.ts'
import { textLimits } from '../../../../../contract/limits.ts'
import { reportStatuses } from '../../../../../contract/reports/reports.ts'
import type { AdminReport, ReportStatus } from '../../../../../contract/reports/reports-schemas.ts'
import { useStoredDraft } from '../../../../platform/forms/use-stored-draft.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Select } from '../../../../ui/form/select.tsx'
import { Textarea } from '../../../../ui/form/textarea.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { DeleteReport } from './delete-report.tsx'
import { ReportFacts } from './report-facts.tsx'
import type { ReportAction } from './use-report-actions.ts'

const options = reportStatuses.map((value) => ({ value, label: reportStatusLabels[value] }))

interface StatusFormProps {
  readonly report: AdminReport
  readonly saving: boolean
  readonly onSave: (status: ReportStatus) => void
}

/** Any status from any status. Until one is chosen, it shows the report's own, also after a colleague's change. */
function StatusForm({ report, saving, onSave }: StatusFormProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<ReportStatus | null>(null)
  const status = chosen ?? report.status
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    onSave(status)
  }
  return (
    <form method="post" onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
      <Select
        label={t`Status`}
        options={options}
        value={status}
        onValueChange={setChosen}
        disabled={saving}
      />
      <Button type="submit" disabled={saving || status === report.status}>
        {saving && <Spinner />}
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}

export const reportReplyDraft = (id: number) => `report-answer-${id}`

export interface ReportDetailProps {
  readonly report: AdminReport
  /** The version that the reader has seen; another one is a colleague's change. */
  readonly seenVersion: number
  /** Something is being done to it. */
  readonly busy: boolean
  readonly onAct: (action: ReportAction) => void
}

/** A report in full, and what can be done about it. A typed reply is sent with the next status. */
export function ReportDetail({ report, seenVersion, busy, onAct }: ReportDetailProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  // Stays until it is sent: staff leave the page to look at a player.
  const draft = useStoredDraft(reportReplyDraft(report.id), (texts) => setText(texts.answer ?? ''))
  const { status } = report
  const answer = text.trim() || undefined
  return (
    <div className="grid gap-5">
      {!busy && report.version !== seenVersion && (
        <Alert tone="info" title={t`Somebody else changed this report while you had it open.`}>
          {t`${select(status, {
            pending: 'It is pending now. What you save replaces that.',
            reviewing: 'It is reviewing now. What you save replaces that.',
            resolved: 'It is resolved now. What you save replaces that.',
            other: 'It is rejected now. What you save replaces that.',
          })}`}
        </Alert>
      )}
      <ReportFacts report={report} />
      <Textarea
        label={t`Answer to the reporter`}
        hint={t`Optional. They read it with the new status, without your name.`}
        rows={2}
        maxLength={textLimits.staffReply.max}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          draft.save({ answer: target.value })
        }}
      />
      <StatusForm
        report={report}
        saving={busy}
        onSave={(chosen) => onAct({ kind: 'save', report, status: chosen, answer })}
      />
      <div className="flex flex-wrap gap-2 border-line border-t pt-5">
        <Button
          look="quiet"
          disabled={busy || status === 'resolved'}
          onClick={() => onAct({ kind: 'resolve', report, status: 'resolved', answer })}
        >
          <Check aria-hidden className="size-4" />
          <Trans>Resolve</Trans>
        </Button>
        <Button
          look="quiet"
          disabled={busy || status === 'rejected'}
          onClick={() => onAct({ kind: 'reject', report, status: 'rejected', answer })}
        >
          <X aria-hidden className="size-4" />
          <Trans>Reject</Trans>
        </Button>
        <DeleteReport
          report={report}
          onConfirm={() => onAct({ kind: 'delete', report })}
          trigger={
            <Button look="quiet" variant="red" disabled={busy} className="sm:ms-auto">
              <Trash2 aria-hidden className="size-4" />
              <Trans>Delete</Trans>
            </Button>
          }
        />
      </div>
    </div>
  )
}
