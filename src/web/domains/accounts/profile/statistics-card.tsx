import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { sentenceOf } from '../../../platform/api-error.ts'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { ErrorView } from '../../../ui/error-view.tsx'
import { StatisticsFigures } from './statistics-figures.tsx'
import { StatisticsSkeleton } from './statistics-skeleton.tsx'
import { useOwnStats } from './use-own-stats.ts'

export function StatisticsCard({ member }: { member: OwnUser }) {
  const stats = useOwnStats(member)
  return (
    <Card>
      <CardTitle className="mb-5">Statistics</CardTitle>
      {stats.isPending && <StatisticsSkeleton />}
      {stats.isError && (
        <ErrorView
          title="Error loading statistics"
          message={sentenceOf(stats.error, 'Please try again.')}
          onRetry={() => void stats.refetch()}
        />
      )}
      {stats.isSuccess && <StatisticsFigures stats={stats.data} />}
    </Card>
  )
}
