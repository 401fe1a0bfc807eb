import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CalendarRange, Crown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { boardLabel } from '../../../../contract/network/modes.ts'
import type { Champion, Season } from '../../../../contract/rankings/seasons-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSite } from '../../../platform/site.tsx'
import { useLocale } from '../../../platform/translation.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PlayerLink } from '../../../ui/player-name.tsx'
import { TierName } from '../../../ui/tier.tsx'
import { boardAddress, firstChoice } from '../leaderboard/board-choice.ts'
import { seasonsQuery } from './season-queries.ts'
import { SeasonBadge, SeasonTime } from './season-time.tsx'

interface SeasonsProps {
  /** The cups that ended in a season that has begun. */
  readonly cupsOf: (season: Season) => ReactNode
  /** Cups that are shown at first are still loading. */
  readonly isWaiting: boolean
}

/** Every season, newest first, with its champions. */
export function Seasons({ cupsOf, isWaiting }: SeasonsProps) {
  const { t } = useLingui()
  const { data: seasons, error, refetch } = useQuery(seasonsQuery(api))
  if (seasons === undefined && error !== null)
    return (
      <ErrorView
        title={t`Failed to load the seasons.`}
        message={errorMessage(error, error.message)}
        onRetry={() => void refetch()}
      />
    )
  if (seasons === undefined || isWaiting) return <Skeleton className="h-60" />
  if (seasons.length === 0) {
    return (
      <EmptyState icon={CalendarRange} title={t`No season yet`}>
        <Trans>Ratings already count. The first season starts from them.</Trans>
      </EmptyState>
    )
  }
  return (
    <ul className="grid gap-5">
      {seasons.map((season) => (
        <li key={season.id}>
          <SeasonCard season={season} cups={season.state === 'coming' ? null : cupsOf(season)} />
        </li>
      ))}
    </ul>
  )
}

function SeasonCard({ season, cups }: { season: Season; cups: ReactNode }) {
  const { t } = useLingui()
  const { name, state, champions } = season
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="wrap-anywhere font-display text-3xl leading-none">
          <bdi>{name}</bdi>
        </h2>
        <SeasonBadge state={state} />
      </div>
      <p className="mt-2 text-ink-soft text-sm">
        <SeasonTime {...season} />
      </p>
      {state !== 'coming' && <SeasonBoards season={season} />}
      {champions.length > 0 && (
        <ul aria-label={t`Champions of ${name}`} className="mt-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {champions.map((champion) => (
            <ChampionTile
              key={`${champion.mode} ${champion.ladder}`}
              champion={champion}
              seasonId={season.id}
            />
          ))}
        </ul>
      )}
      {state === 'closed' && champions.length === 0 && (
        <p className="mt-4 text-ink-soft text-sm">
          <Trans>Nobody played enough matches to be on a board.</Trans>
        </p>
      )}
      {cups}
    </Card>
  )
}

/** Links to the season's board of each mode. */
function SeasonBoards({ season: { id, name } }: { season: Season }) {
  const { t } = useLingui()
  const { modes, boards } = useSite()
  return (
    <nav aria-label={t`Boards of ${name}`}>
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {modes.map((mode) => (
          <li key={mode}>
            <Link
              to={boardAddress({ ...firstChoice, gameType: mode, by: 'rating', season: id })}
              className="inline-flex min-h-8 items-center text-ink underline underline-offset-4"
            >
              {boardLabel(boards, { gameType: mode })}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function ChampionTile({ champion, seasonId }: { champion: Champion; seasonId: number }) {
  const locale = useLocale()
  const { boards } = useSite()
  const { mode, ladder, user, rating } = champion
  const board = boardLabel(boards, { gameType: mode })
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3 rounded-md border border-line bg-ground-raised p-3">
      <Avatar username={user.username} avatarUrl={user.avatarUrl} size="md" />
      <div className="grid min-w-0 gap-0.5">
        <Link
          to={boardAddress({ ...firstChoice, gameType: mode, by: 'rating', season: seasonId })}
          className="flex min-w-0 items-center gap-1.5 text-ink-soft text-sm underline-offset-4 hover:underline"
        >
          <Crown aria-hidden className="size-4 shrink-0 text-rank-gold" />
          <span className="truncate">{ladder === 'team' ? <Trans>{board}, teams</Trans> : board}</span>
        </Link>
        <PlayerLink user={user} className="font-bold" />
        <p className="text-sm tabular-nums">
          {formatCount(Math.round(rating), locale)} <TierName of={champion} />
        </p>
      </div>
    </li>
  )
}
