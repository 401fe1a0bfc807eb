import { useId } from 'react'
import { noStats, totalGames } from '../../../contract/rankings/stats.ts'
import type { Stats } from '../../../contract/rankings/stats-schemas.ts'
import { useSite } from '../../platform/site.tsx'
import { classes } from '../../ui/classes.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { figures } from './figures.ts'
import { useStatsByMode } from './player-hooks.ts'
import { isWholeStats, statsFailed } from './problem.ts'

/** Every figure, derived ones included, in every game type. */
export function GameTypeTable({ id }: { id: number }) {
  const { boards, modes } = useSite()
  const captionId = useId()
  const { data, error, isPending, refetch } = useStatsByMode(id)
  if (data === undefined && error !== null) {
    return (
      <ErrorView
        title="Error loading figures"
        message={statsFailed(error).message}
        onRetry={() => void refetch()}
      />
    )
  }
  // The same rows before the figures are there, so that nothing moves when they come.
  const rows: readonly Partial<Stats>[] = data ?? ['overall', ...modes].map((gameType) => ({ gameType }))
  return (
    <div className="grid gap-4">
      {isPending && (
        <p role="status" className="sr-only">
          Loading figures...
        </p>
      )}
      {/* Twelve columns do not fit a small screen: the table moves in its frame, by keyboard too. */}
      <section
        aria-labelledby={captionId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="relative overflow-x-auto rounded-lg border border-line bg-ground-card shadow-card"
      >
        <table className="w-full whitespace-nowrap text-right text-sm tabular-nums">
          <caption id={captionId} className="sr-only">
            Figures by game type
          </caption>
          <thead>
            <tr className="text-ink-faint">
              <th scope="col" className="sticky left-0 bg-ground-card px-4 py-3 text-left font-medium">
                Game type
              </th>
              {figures.map(({ label }) => (
                <th key={label} scope="col" className="px-4 py-3 font-medium">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ gameType = '', ...stats }) => (
              <tr
                key={gameType}
                className={classes(
                  'border-line border-t',
                  isWholeStats(stats) &&
                    totalGames({ ...noStats(gameType), ...stats }) === 0 &&
                    'text-ink-faint',
                )}
              >
                <th
                  scope="row"
                  className="sticky left-0 bg-ground-card px-4 py-3 text-left font-display font-normal text-xl leading-none"
                >
                  <bdi>{boards[gameType] ?? gameType}</bdi>
                </th>
                {figures.map(({ label, of }) => (
                  <td key={label} className="px-4 py-3">
                    {isWholeStats(stats) ? (
                      of({ ...noStats(gameType), ...stats })
                    ) : isPending ? (
                      <Skeleton className="ml-auto h-4 w-10" />
                    ) : (
                      '—'
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
