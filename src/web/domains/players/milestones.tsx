import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import type { Message } from '../../../contract/languages.ts'
import {
  type MilestoneFigure,
  milestoneFigures,
  milestoneLabel,
  milestoneSteps,
} from '../../../contract/rankings/milestones.ts'
import type { Stats } from '../../../contract/rankings/stats-schemas.ts'
import { useLocale } from '../../platform/translation.tsx'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/format-count.ts'

const labels = {
  points: msg`Points`,
  wins: msg`Wins`,
  kills: msg`Kills`,
  bestStreak: msg`Best streak`,
} as const satisfies Record<MilestoneFigure, Message>

/** The last step that was reached, and the next one; each null where there is none. */
export function milestoneOf(steps: readonly number[], figure: number) {
  return {
    reached: steps.findLast((step) => step <= figure) ?? null,
    next: steps.find((step) => step > figure) ?? null,
  }
}

/** What a player has reached of each figure, and how far the next step is. `badges`: what was earned when. */
export function Milestones({ stats, badges }: { stats: Stats; badges?: ReactNode }) {
  const headingId = useId()
  const shown = milestoneFigures.filter((figure) => Number.isFinite(stats[figure]))
  return (
    <Card>
      <h2 id={headingId} className="font-display text-3xl leading-none">
        <Trans>Milestones</Trans>
      </h2>
      <NextMilestone stats={stats} shown={shown} />
      <ul
        aria-labelledby={headingId}
        className="mt-4 grid gap-px overflow-hidden rounded-md border border-line bg-line grid-cols-2 lg:grid-cols-1"
      >
        {shown.map((figure) => (
          <Milestone
            key={figure}
            label={labels[figure]}
            figure={stats[figure]}
            {...milestoneOf(milestoneSteps[figure], stats[figure])}
          />
        ))}
      </ul>
      {badges}
    </Card>
  )
}

/** The milestone that is nearest, by the part of the way that is left. */
function NextMilestone({ stats, shown }: { stats: Stats; shown: readonly MilestoneFigure[] }) {
  const locale = useLocale()
  const { t } = useLingui()
  const [nearest] = shown
    .flatMap((figure) => {
      const { reached, next } = milestoneOf(milestoneSteps[figure], stats[figure])
      return next === null ? [] : [{ figure, next, left: (next - stats[figure]) / (next - (reached ?? 0)) }]
    })
    .toSorted((a, b) => a.left - b.left)
  if (nearest === undefined) return null
  const { figure, next } = nearest
  return (
    <p className="mt-3 text-sm">
      <span className="text-ink-soft">
        <Trans>Next:</Trans>{' '}
      </span>
      <span className="font-bold">{t(milestoneLabel(figure, next))}</span>
      <span className="text-ink-soft">
        <Trans>, {{ left: formatCount(next - stats[figure], locale) }} to go</Trans>
      </span>
    </p>
  )
}

interface MilestoneProps extends ReturnType<typeof milestoneOf> {
  readonly label: Message
  readonly figure: number
}

function Milestone({ label, figure, reached, next }: MilestoneProps) {
  const locale = useLocale()
  const { t } = useLingui()
  const from = reached ?? 0
  const percent = next === null ? 100 : Math.max(0, ((figure - from) / (next - from)) * 100)
  return (
    <li className="grid content-start gap-1.5 bg-ground-card px-3 py-2.5 sm:px-4 sm:py-3">
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-bold">{t(label)}</span>
        <span className="font-display text-2xl tabular-nums leading-none">
          {reached === null ? '–' : formatCount(reached, locale)}
          <span className="sr-only">
            {' '}
            {reached === null ? <Trans>none reached yet</Trans> : <Trans>reached</Trans>}
          </span>
        </span>
      </div>
      <div aria-hidden className="h-1.5 bg-line">
        <div className="h-full bg-ember" style={{ width: `${percent}%` }} />
      </div>
      <p className="text-ink-faint text-sm tabular-nums">
        {next === null ? (
          <Trans>Every milestone reached</Trans>
        ) : (
          <Trans>
            {{ left: formatCount(next - figure, locale) }} to go to {{ goal: formatCount(next, locale) }}
          </Trans>
        )}
      </p>
    </li>
  )
}
