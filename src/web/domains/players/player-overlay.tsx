import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { PlayerRating } from '../../../contract/rankings/ratings-schemas.ts'
import { api } from '../../platform/api.ts'
import { useLiveRefetch } from '../../platform/live/use-live-refetch.ts'
import { useLocale } from '../../platform/translation.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { TierName } from '../../ui/tier.tsx'
import { LastTen } from '../matches/last-ten.tsx'
import { playerMatchesQuery } from '../matches/match-query.ts'
import { playerRatingsQuery } from '../rankings/player-ratings-query.ts'
import { BoardName } from './compare/compared-ratings.tsx'
import { playerQuery } from './player-queries.ts'

export interface PlayerOverlayProps {
  readonly id: number
  /** Null for the best-known rating of the player. */
  readonly mode: string | null
}

/** A player on a stream: name, rating, position and the last results. Nothing while it loads. */
export function PlayerOverlay({ id, mode }: PlayerOverlayProps) {
  const player = useQuery(playerQuery(api, id))
  const ratings = useQuery(playerRatingsQuery(api, id))
  const matches = useInfiniteQuery(playerMatchesQuery(api, id))
  const newest = ratings.data?.filter(({ season }) => season === ratings.data[0]?.season) ?? []
  const rating = mode === null ? newest[0] : newest.find((one) => one.mode === mode)
  const refetch = () => {
    void ratings.refetch()
    void matches.refetch()
  }
  // Results of every mode; ratings follow a moment later, and only where they are.
  useLiveRefetch([...new Set(['overall', rating?.mode ?? mode ?? 'overall'])], refetch)
  if (player.data === null)
    return (
      <p className="w-fit bg-ground-card p-3 font-bold">
        <Trans>Player not found</Trans>
      </p>
    )
  if (player.data === undefined) return null
  const { username, avatarUrl } = player.data
  return (
    <section aria-label={username} className="shown-card grid gap-2 border-s-4 border-s-ember">
      <div className="flex items-center gap-3">
        <Avatar username={username} avatarUrl={avatarUrl} size="lg" />
        <div className="min-w-0">
          <h1 className="truncate font-display text-3xl leading-none">
            <bdi>{username}</bdi>
          </h1>
          {rating !== undefined && <Figures rating={rating} />}
        </div>
      </div>
      <LastTen matches={matches.data?.pages[0] ?? []} playerId={player.data.id} />
    </section>
  )
}

function Figures({ rating }: { rating: PlayerRating }) {
  const locale = useLocale()
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5 text-sm">
      <span className="text-ink-soft">
        <BoardName {...rating} />
      </span>
      <strong className="font-display text-2xl text-ember-bright tabular-nums leading-none">
        {formatCount(Math.round(rating.rating), locale)}
        {rating.provisional && '?'}
      </strong>
      {!rating.provisional && <TierName of={rating} />}
      {rating.position !== null && <span className="font-bold">#{formatCount(rating.position, locale)}</span>}
    </p>
  )
}
