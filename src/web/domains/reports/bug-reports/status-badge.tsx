import { useLingui } from '@lingui/react/macro'
import { reportStatusLabels } from '../../../../contract/labels.ts'
import type { ReportStatus } from '../../../../contract/reports/reports-schemas.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'

const tones: Readonly<Record<ReportStatus, BadgeTone>> = {
  pending: 'gold',
  reviewing: 'blue',
  resolved: 'good',
  rejected: 'bad',
}

export function StatusBadge({ status }: { status: ReportStatus }) {
  const { t } = useLingui()
  return <Badge tone={tones[status]}>{t(reportStatusLabels[status])}</Badge>
}
