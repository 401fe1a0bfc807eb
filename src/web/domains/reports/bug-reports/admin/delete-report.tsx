import type { ReactNode } from 'react'
import type { AdminReport } from '../../../../../contract/reports/reports-schemas.ts'
import { Confirm } from '../../../../ui/confirm.tsx'

interface DeleteReportProps {
  readonly report: AdminReport
  readonly onConfirm: () => void
  readonly trigger: ReactNode
}

export function DeleteReport({ report, onConfirm, trigger }: DeleteReportProps) {
  return (
    <Confirm
      title="Delete Report"
      description={
        <>
          Are you sure you want to delete <bdi className="font-semibold text-ink">{report.reason}</bdi>? This
          action cannot be undone.
        </>
      }
      confirmLabel="Delete"
      onConfirm={onConfirm}
      trigger={trigger}
    />
  )
}
