import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { boardLabel } from '../../../contract/network/modes.ts'
import { noStats, totalGames } from '../../../contract/rankings/stats.ts'
import type { Stats } from '../../../contract/rankings/stats-schemas.ts'
import { useSite } from '../../platform/site.tsx'
import { useLocale } from '../../platform/translation.tsx'
import { classes } from '../../ui/classes.ts'
import { ErrorView } from '../../ui/list/error-view.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { tableRoles } from '../../ui/list/table-roles.ts'
import { figures } from './figures.ts'
import { useStatsByMode } from './player-hooks.ts'
import { isWholeStats, statsFailed } from './problem.ts'

/** Every figure, derived ones included, in every game type. */
export function GameTypeTable({ id }: { id: number }) {
  const locale = useLocale()
  const { t } = useLingui()
  const { boards, modes } = useSite()
  const captionId = useId()
  const { data, error, isPending, refetch } = useStatsByMode(id)
  if (data === undefined && error !== null) {
    return (
      <ErrorView
        title={t`Error loading stats`}
        message={t(statsFailed(error).message)}
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
          <Trans>Loading stats...</Trans>
        </p>
      )}
      {/* Twelve columns: on a narrow screen a mode is a card, on a middling one the table moves in its frame. */}
      <section
        aria-labelledby={captionId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="relative overflow-x-auto rounded-lg border border-line bg-ground-card shadow-card"
      >
        <table
          {...tableRoles.table}
          className="w-full whitespace-nowrap text-end text-sm tabular-nums max-md:block"
        >
          <caption id={captionId} className="sr-only">
            <Trans>Stats by game type</Trans>
          </caption>
          <thead {...tableRoles.group} className="max-md:sr-only">
            <tr {...tableRoles.row} className="text-ink-faint">
              <th
                {...tableRoles.column}
                scope="col"
                className="sticky start-0 bg-ground-card px-4 py-3 text-start font-medium"
              >
                <Trans>Game type</Trans>
              </th>
              {figures.map(({ label, text }) => (
                <th {...tableRoles.column} key={label} scope="col" className="px-4 py-3 font-medium">
                  {t(text)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...tableRoles.group} className="max-md:block">
            {rows.map(({ gameType = '', ...stats }) => (
              <tr
                {...tableRoles.row}
                key={gameType}
                className={classes(
                  'border-line border-t max-md:grid max-md:grid-cols-4 max-md:gap-x-2 max-md:gap-y-2 max-md:p-4 max-md:first:border-t-0',
                  isWholeStats(stats) &&
                    totalGames({ ...noStats(gameType), ...stats }) === 0 &&
                    'text-ink-faint',
                )}
              >
                <th
                  {...tableRoles.name}
                  scope="row"
                  className="bg-ground-card max-md:col-span-4 md:sticky md:start-0 md:px-4 md:py-3 text-start font-display font-normal text-xl leading-none"
                >
                  <bdi>{boardLabel(boards, { gameType })}</bdi>
                </th>
                {figures.map(({ label, text, of }) => (
                  <td
                    {...tableRoles.cell}
                    key={label}
                    data-label={t(text)}
                    className="max-md:text-start max-md:before:block max-md:before:text-ink-faint max-md:before:text-xs max-md:before:content-[attr(data-label)] md:px-4 md:py-3"
                  >
                    {isWholeStats(stats) ? (
                      of({ ...noStats(gameType), ...stats }, locale)
                    ) : isPending ? (
                      <Skeleton className="h-lh w-10 md:ms-auto" />
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
