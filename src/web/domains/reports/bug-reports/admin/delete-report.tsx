import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { AdminReport } from '../../../../../contract/reports/reports-schemas.ts'
import { Confirm } from '../../../../ui/confirm.tsx'

interface DeleteReportProps {
  readonly report: AdminReport
  readonly onConfirm: () => void
  readonly trigger: ReactNode
}

export function DeleteReport({ report: { reason }, onConfirm, trigger }: DeleteReportProps) {
  const { t } = useLingui()
  return (
    <Confirm
      title={t`Delete Report`}
      description={
        <Trans>
          Are you sure you want to delete <bdi className="font-semibold text-ink">{reason}</bdi>? This action
          cannot be undone.
        </Trans>
      }
      confirmLabel={t`Delete`}
      onConfirm={onConfirm}
      trigger={trigger}
    />
  )
}
