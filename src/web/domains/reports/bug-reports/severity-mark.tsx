import { useLingui } from '@lingui/react/macro'
import { reportSeverityLabels } from '../../../../contract/labels.ts'
import { reportSeverities } from '../../../../contract/reports/reports.ts'
import type { ReportSeverity } from '../../../../contract/reports/reports-schemas.ts'
import { classes } from '../../../ui/classes.ts'

const colours: Readonly<Record<ReportSeverity, string>> = {
  low: 'text-rank-diamond',
  medium: 'text-rank-gold',
  high: 'text-ember',
  critical: 'text-bad',
}

/** The word with one to four blocks before it: a column of them is read without reading. */
export function SeverityMark({ severity }: { severity: ReportSeverity }) {
  const { t } = useLingui()
  const filled = reportSeverities.findIndex(([value]) => value === severity) + 1
  return (
    <span
      className={classes(
        'inline-flex items-center gap-2 whitespace-nowrap font-semibold text-sm',
        colours[severity],
      )}
    >
      <svg aria-hidden="true" viewBox="0 0 15 12" shapeRendering="crispEdges" className="h-3 w-[15px]">
        {reportSeverities.map(([value], at) => (
          <rect
            key={value}
            x={at * 4}
            y={9 - at * 3}
            width="3"
            height={3 + at * 3}
            fill="currentColor"
            opacity={at < filled ? 1 : 0.25}
          />
        ))}
      </svg>
      {t(reportSeverityLabels[severity])}
    </span>
  )
}
