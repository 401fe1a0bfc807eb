import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { historyDays } from '../../../../contract/players/players.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { usePointsHistory } from '../player-hooks.ts'
import { PointsChart } from './points-chart.tsx'
import { pointsLine } from './points-line.ts'

export function PointsOverTime({ id }: { id: number }) {
  const { t } = useLingui()
  const headingId = useId()
  const history = usePointsHistory(id)
  const line = history.data === undefined ? null : pointsLine(history.data)
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-2 font-display text-2xl leading-none">
        <Trans>Points over time</Trans>
      </h2>
      {history.isPending && (
        <div role="status">
          <span className="sr-only">
            <Trans>Loading points...</Trans>
          </span>
          <Skeleton className="h-72" />
        </div>
      )}
      {history.data === undefined && history.error !== null && (
        <ErrorView
          title={t`Error loading points`}
          message={errorMessage(history.error, t`Please try again.`)}
          onRetry={() => void history.refetch()}
        />
      )}
      {history.data !== undefined &&
        (line === null ? (
          <p className="text-ink-soft text-sm">
            <Trans>No ranked matches in the last {{ days: historyDays.default }} days.</Trans>
          </p>
        ) : (
          <PointsChart history={history.data} line={line} />
        ))}
    </section>
  )
}
