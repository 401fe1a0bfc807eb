import { Trans, useLingui } from '@lingui/react/macro'
import { pointsGoal, pointsProgress } from '../../contract/rankings/stats.ts'
import { formatCount } from './format-count.ts'

export function PointsProgress({ points }: { points: number }) {
  const { t } = useLingui()
  const percent = pointsProgress(points)
  const words = `${formatCount(points)} of ${formatCount(pointsGoal)} points`
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-semibold text-sm">
          <Trans>Points progress</Trans>
        </p>
        <p className="font-display text-3xl text-ember leading-none">{percent}%</p>
      </div>
      <div
        role="progressbar"
        aria-label={t`Points progress`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Number(percent)}
        aria-valuetext={`${percent}%, ${words}`}
        className="mt-2 h-4 border border-line-strong bg-ground p-0.5"
      >
        <div className="h-full bg-ember" style={{ width: `${percent}%` }} />
      </div>
      <p className="mt-1.5 text-ink-faint text-sm">{words}</p>
    </div>
  )
}
