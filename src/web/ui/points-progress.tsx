import { Trans, useLingui } from '@lingui/react/macro'
import { pointsGoal, pointsProgress } from '../../contract/rankings/stats.ts'
import { useLocale } from '../platform/translation.tsx'
import { formatCount, formatPercent } from './format-count.ts'

export function PointsProgress({ points }: { points: number }) {
  const { t } = useLingui()
  const locale = useLocale()
  const percent = pointsProgress(points)
  const share = formatPercent(Number(percent), locale, 1)
  const words = t`${{ points: formatCount(points, locale) }} of ${{ goal: formatCount(pointsGoal, locale) }} points`
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-semibold text-sm">
          <Trans>Points progress</Trans>
        </p>
        <p className="font-display text-3xl text-ember leading-none">{share}</p>
      </div>
      <div
        role="progressbar"
        aria-label={t`Points progress`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Number(percent)}
        aria-valuetext={`${share}, ${words}`}
        className="mt-2 h-4 border border-line-strong bg-ground p-0.5"
      >
        <div className="h-full bg-ember" style={{ width: `${percent}%` }} />
      </div>
      <p className="mt-1.5 text-ink-faint text-sm">{words}</p>
    </div>
  )
}
