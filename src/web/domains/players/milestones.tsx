import { useId } from 'react'
import { pointsGoal } from '../../../contract/rankings/stats.ts'
import type { Stats } from '../../../contract/rankings/stats-schemas.ts'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/format-count.ts'

/** Steps of each figure, up to the goal of the points progress. */
const ladders = [
  {
    label: 'Points',
    of: 'points',
    steps: [500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, pointsGoal],
  },
  { label: 'Wins', of: 'wins', steps: [1, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000] },
  { label: 'Kills', of: 'kills', steps: [10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000] },
  { label: 'Best streak', of: 'bestStreak', steps: [3, 5, 10, 20, 35, 50, 100] },
] as const

/** The last step that was reached, and the next one; each null where there is none. */
export function milestoneOf(steps: readonly number[], figure: number) {
  return {
    reached: steps.findLast((step) => step <= figure) ?? null,
    next: steps.find((step) => step > figure) ?? null,
  }
}

/** What a player has reached of each figure, and how far the next step is. */
export function Milestones({ stats }: { stats: Stats }) {
  const headingId = useId()
  const shown = ladders.filter(({ of }) => Number.isFinite(stats[of]))
  return (
    <Card>
      <h2 id={headingId} className="font-display text-3xl leading-none">
        Milestones
      </h2>
      <ul
        aria-labelledby={headingId}
        className="mt-4 grid gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-2"
      >
        {shown.map(({ label, of, steps }) => (
          <Milestone key={label} label={label} figure={stats[of]} {...milestoneOf(steps, stats[of])} />
        ))}
      </ul>
    </Card>
  )
}

interface MilestoneProps extends ReturnType<typeof milestoneOf> {
  readonly label: string
  readonly figure: number
}

function Milestone({ label, figure, reached, next }: MilestoneProps) {
  const from = reached ?? 0
  const percent = next === null ? 100 : Math.max(0, ((figure - from) / (next - from)) * 100)
  return (
    <li className="grid content-start gap-1.5 bg-ground-card px-4 py-3">
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-bold">{label}</span>
        <span className="font-display text-2xl tabular-nums leading-none">
          {reached === null ? '–' : formatCount(reached)}
          <span className="sr-only">{reached === null ? ' none reached yet' : ' reached'}</span>
        </span>
      </div>
      <div aria-hidden className="h-1.5 bg-line">
        <div className="h-full bg-ember" style={{ width: `${percent}%` }} />
      </div>
      <p className="text-ink-faint text-sm tabular-nums">
        {next === null
          ? 'Every milestone reached'
          : `${formatCount(next - figure)} to go to ${formatCount(next)}`}
      </p>
    </li>
  )
}
