import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { killDeathRatio } from '../../../../contract/rankings/stats.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { viewerQuery } from '../../../platform/viewer.ts'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { formatCount, formatRatio } from '../../../ui/format-count.ts'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PointsProgress } from '../../../ui/points-progress.tsx'
import { type OwnStats, ownStatsQuery } from './own-stats-query.ts'

const hasPlayed = ({ kills, deaths, wins, losses, points }: OwnStats) =>
  [kills, deaths, wins, losses, points].some((figure) => (figure ?? 0) !== 0)

function StatisticsFigures({ stats }: { stats: OwnStats }) {
  const locale = useLocale()
  const { t } = useLingui()
  const { kills, deaths, wins, points = 0 } = stats
  const ratio =
    kills === undefined || deaths === undefined ? '—' : formatRatio(killDeathRatio({ kills, deaths }), locale)
  return (
    <div className="grid gap-6">
      <PointsProgress points={points} />
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-4">
        <Figure label={t`Kills`} value={formatCount(kills, locale)} />
        <Figure label={t`Deaths`} value={formatCount(deaths, locale)} />
        <Figure label={t`Wins`} value={formatCount(wins, locale)} />
        <Figure label="K/D" value={ratio} />
      </dl>
      {!hasPlayed(stats) && (
        <p className="text-ink-soft text-sm">
          <Trans>No games played yet. Join the server, and your first match will show up here.</Trans>
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

export function StatisticsCard({ member }: { member: OwnUser }) {
  const { t } = useLingui()
  const stats = useOwnStats(member)
  return (
    <Card>
      <CardTitle className="mb-5">
        <Trans>Statistics</Trans>
      </CardTitle>
      {stats.isPending && <StatisticsSkeleton />}
      {stats.isError && (
        <ErrorView
          title={t`Error loading statistics`}
          message={errorMessage(stats.error, t`Please try again.`)}
          onRetry={() => void stats.refetch()}
        />
      )}
      {stats.isSuccess && <StatisticsFigures stats={stats.data} />}
    </Card>
  )
}

/** Matches the height of the figures to avoid layout shift. */
function StatisticsSkeleton() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">
        <Trans>Loading statistics...</Trans>
      </span>
      <Skeleton className="h-[4.75rem]" />
      <Skeleton className="h-[9.25rem] sm:h-[4.625rem]" />
    </div>
  )
}

function useOwnStats(member: OwnUser) {
  const client = useQueryClient()
  return useQuery({
    ...ownStatsQuery(api, member),
    // Sign-out refetches active queries before this page unmounts; without a session they are a 401.
    enabled: () => client.getQueryData(viewerQuery.queryKey)?.id === member.id,
  })
}
