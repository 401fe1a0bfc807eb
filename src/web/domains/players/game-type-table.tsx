import { useId } from 'react'
import { useSite } from '../../platform/site.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { figures } from './figures.ts'
import { useStatsByGameType } from './player-hooks.ts'
import { isWholeStats, statsFailed } from './problem.ts'

/** Every figure, derived ones included, in every game type. */
export function GameTypeTable({ id }: { id: number }) {
  const { boards, modes } = useSite()
  const gameTypes = ['overall', ...modes]
  const captionId = useId()
  const all = useStatsByGameType(id, gameTypes)
  const failed = all.find(({ data, error }) => data === undefined && error !== null)
  const loading = all.some(({ isPending }) => isPending)
  return (
    <div className="grid gap-4">
      {failed?.error && (
        <ErrorView
          title="Error loading figures"
          message={statsFailed(failed.error).message}
          onRetry={() => {
            for (const one of all) if (one.data === undefined) void one.refetch()
          }}
        />
      )}
      {loading && (
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
            {gameTypes.map((gameType, index) => {
              const stats = all[index]?.data
              const pending = all[index]?.isPending
              return (
                <tr key={gameType} className="border-line border-t">
                  <th
                    scope="row"
                    className="sticky left-0 bg-ground-card px-4 py-3 text-left font-display font-normal text-xl leading-none"
                  >
                    {boards[gameType] ?? gameType}
                  </th>
                  {figures.map(({ label, of }) => (
                    <td key={label} className="px-4 py-3">
                      {stats !== undefined && isWholeStats(stats) ? (
                        of(stats)
                      ) : pending ? (
                        <Skeleton className="ml-auto h-4 w-10" />
                      ) : (
                        '—'
                      )}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </div>
  )
}
