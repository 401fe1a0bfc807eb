import { killDeathRatio } from '../../../../contract/rankings/stats.ts'
import { formatCount } from '../../../ui/format-count.ts'
import { PointsProgress } from '../../../ui/points-progress.tsx'
import type { OwnStats } from './own-stats-query.ts'

const hasPlayed = ({ kills, deaths, wins, losses, points }: OwnStats) =>
  [kills, deaths, wins, losses, points].some((figure) => (figure ?? 0) !== 0)

export function StatisticsFigures({ stats }: { stats: OwnStats }) {
  const { kills, deaths, wins, points = 0 } = stats
  const ratio = kills === undefined || deaths === undefined ? '—' : killDeathRatio({ kills, deaths })
  return (
    <div className="grid gap-6">
      <PointsProgress points={points} />
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-4">
        <Figure label="Kills" value={formatCount(kills)} />
        <Figure label="Deaths" value={formatCount(deaths)} />
        <Figure label="Wins" value={formatCount(wins)} />
        <Figure label="K/D" value={ratio} />
      </dl>
      {!hasPlayed(stats) && (
        <p className="text-ink-soft text-sm">
          No games played yet. Join the server, and your first match will show up here.
        </p>
      )}
    </div>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse gap-1 bg-ground-card px-4 py-3">
      <dt className="text-ink-faint text-sm">{label}</dt>
      <dd className="font-display text-3xl tabular-nums leading-none">{value}</dd>
    </div>
  )
}
