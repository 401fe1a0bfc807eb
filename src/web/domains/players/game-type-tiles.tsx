import { Plural, Trans } from '@lingui/react/macro'
import { boardLabel } from '../../../contract/network/modes.ts'
import { type GameType, totalGames, winRate } from '../../../contract/rankings/stats.ts'
import type { Stats } from '../../../contract/rankings/stats-schemas.ts'
import { useSite } from '../../platform/site.tsx'
import { useLocale } from '../../platform/translation.tsx'
import { formatCount, formatShare } from '../../ui/format-count.ts'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { useStatsByMode } from './player-hooks.ts'
import { isWholeStats } from './problem.ts'

/** One small tile for each game type: points, and how much of it was won. */
export function GameTypeTiles({ id }: { id: number }) {
  const { modes } = useSite()
  const { data, isPending } = useStatsByMode(id)
  const shown = data?.map(({ gameType }) => gameType).filter((gameType) => gameType !== 'overall') ?? modes
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {shown.map((gameType) => (
        <li key={gameType} className="min-w-0">
          {isPending ? (
            <Skeleton className="h-28" />
          ) : (
            <Tile gameType={gameType} stats={data?.find((one) => one.gameType === gameType)} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Tile({ gameType, stats }: { gameType: GameType; stats: Stats | undefined }) {
  const locale = useLocale()
  const { boards } = useSite()
  const whole = stats !== undefined && isWholeStats(stats) ? stats : null
  const games = whole === null ? 0 : totalGames(whole)
  return (
    <div className="grid h-full min-h-28 content-start gap-3 rounded-md border border-line bg-ground-card p-3">
      <h3 className="font-semibold text-sm">{boardLabel(boards, { gameType })}</h3>
      {whole === null ? (
        <p className="text-ink-faint text-sm">
          <Trans>Not available</Trans>
        </p>
      ) : (
        <div>
          <p className="font-display text-3xl tabular-nums leading-none">
            {formatCount(whole.points, locale)}
            <span className="sr-only">
              {' '}
              <Trans>points</Trans>
            </span>
          </p>
          <div aria-hidden className="mt-2 h-1.5 bg-line">
            <div className="h-full bg-good" style={{ width: `${winRate(whole)}%` }} />
          </div>
          <p className="mt-1.5 text-ink-faint text-xs tabular-nums">
            {games === 0 ? (
              <Trans>Never played</Trans>
            ) : (
              <Trans>
                {{ rate: formatShare(winRate(whole), locale) }} of{' '}
                <Plural value={games} one="# game" other="# games" /> won
              </Trans>
            )}
          </p>
        </div>
      )}
    </div>
  )
}
