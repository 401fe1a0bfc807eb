import { type SyntheticEvent, useState } from 'react'
import { reportStatuses } from '../../../../../contract/reports/reports.ts'
import type { DeskReport, ReportStatus } from '../../../../../contract/reports/reports-schemas.ts'
import { Button } from '../../../../ui/button.tsx'
import { Select } from '../../../../ui/select.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { statusLabels } from '../report-words.ts'

const options = reportStatuses.map((value) => ({ value, label: statusLabels[value] }))

interface StatusFormProps {
  readonly report: DeskReport
  readonly saving: boolean
  readonly onSave: (status: ReportStatus) => void
}

/** Any status from any status. Until somebody chooses, it shows the report's own, whoever changes that. */
export function StatusForm({ report, saving, onSave }: StatusFormProps) {
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
