import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import { boardLabel } from '../../../contract/network/modes.ts'
import type { Opponent, Place } from '../../../contract/players/players-schemas.ts'
import type { PlayerRating } from '../../../contract/rankings/ratings-schemas.ts'
import { api } from '../../platform/api.ts'
import { useSite } from '../../platform/site.tsx'
import { useLocale } from '../../platform/translation.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { CompareWithMe } from '../../ui/compare-with-me.tsx'
import { formatChange, formatCount } from '../../ui/format-count.ts'
import { PlayerLink } from '../../ui/player-name.tsx'
import { comparePath } from '../../ui/player-path.ts'
import { RankBadge } from '../../ui/rank-badge.tsx'
import { rankColour, rankStyle } from '../../ui/rank-colour.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LastTen } from '../matches/last-ten.tsx'
import { playerMatchesQuery } from '../matches/match-query.ts'
import { PlayerPresence } from '../matches/presence/player-presence.tsx'
import { scoreOf } from '../matches/record.ts'
import { playerRatingsQuery } from '../rankings/player-ratings-query.ts'
import { ClaimPlayer } from './claim-player.tsx'
import { FollowButton } from './follows/follow-button.tsx'
import { PlayerHeading } from './player-heading.tsx'
import { opponentsQuery, placesQuery } from './player-queries.ts'

/** Who it is, how they stand and what a visitor can do: what fits on a phone before the first scroll. */
export function PlayerSummary({ player }: { player: PublicUser }) {
  const { data: pages } = useInfiniteQuery(playerMatchesQuery(api, player.id))
  return (
    <section className="overflow-hidden rounded-lg border border-line bg-ground-card shadow-card">
      <div
        aria-hidden
        className={classes('border-t-4 border-current', rankColour(player.rank))}
        style={rankStyle(player.rank)}
      />
      <div className="grid gap-4 p-4 sm:p-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] lg:gap-x-8">
        <div className="grid content-start gap-4">
          <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4">
            <Avatar
              username={player.username}
              avatarUrl={player.avatarUrl}
              size="xl"
              className="max-sm:size-16 max-sm:text-3xl"
            />
            <div className="grid min-w-0 justify-items-start gap-2">
              <PlayerHeading player={player} className="max-w-full text-4xl" />
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <RankBadge rank={player.rank} />
                <PlayerPresence id={player.id} />
              </div>
            </div>
          </div>
          <div className="flex flex-wrap gap-2 max-lg:order-last">
            <FollowButton player={player} />
            <CompareWithMe id={player.id} />
          </div>
        </div>
        <div className="grid min-w-0 content-start gap-4 lg:row-span-2">
          <Standing id={player.id} />
          <LastTen matches={pages?.pages.flat() ?? []} playerId={player.id} />
        </div>
        <ClaimPlayer player={player} />
      </div>
    </section>
  )
}

/** The rating that counts most: the highest that is settled, else that of the mode with most matches. */
export function bestRating(ratings: readonly PlayerRating[]): PlayerRating | undefined {
  const newest = ratings.filter(({ season }) => season === ratings[0]?.season)
  return (
    newest.filter(({ provisional }) => !provisional).toSorted((a, b) => b.rating - a.rating)[0] ?? newest[0]
  )
}

function Standing({ id }: { id: number }) {
  const { data: ratings = [], isPending: isRatingPending } = useQuery(playerRatingsQuery(api, id))
  const { data: places = [], isPending: isPlacePending } = useQuery(placesQuery(api, id))
  const { data: lostTo = [], isPending: isRivalPending } = useQuery(opponentsQuery(api, id, 'lost'))
  if (isRatingPending || isPlacePending || isRivalPending) return <Skeleton className="h-42 sm:h-24" />
  const rating = bestRating(ratings)
  const [place] = places
  const [rival] = lostTo
  if (rating === undefined && place === undefined && rival === undefined) return null
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-flow-col sm:auto-cols-fr sm:grid-cols-none">
      {rating !== undefined && <Rating rating={rating} />}
      {place !== undefined && <BestPlace place={place} />}
      {rival !== undefined && <HardestRival id={id} rival={rival} />}
    </dl>
  )
}

function Fact({ label, value, children }: { label: ReactNode; value: ReactNode; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1 bg-ground-card px-3 py-2.5 max-sm:last:odd:col-span-2">
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className="grid gap-1">
        <span className="wrap-anywhere font-display text-3xl tabular-nums leading-none">{value}</span>
        <span className="wrap-anywhere text-ink-soft text-sm tabular-nums">{children}</span>
      </dd>
    </div>
  )
}

function Rating({
  rating: { mode, ladder, rating, provisional, tier, tierColour, monthChange },
}: {
  rating: PlayerRating
}) {
  const locale = useLocale()
  const { t } = useLingui()
  const { boards } = useSite()
  const change = Math.round(monthChange ?? 0)
  const board = boardLabel(boards, { gameType: mode })
  const changed = (
    <span className={classes(change > 0 && 'text-good', change < 0 && 'text-bad')}>
      {formatChange(change, locale)}
    </span>
  )
  return (
    <Fact
      label={ladder === 'team' ? t`${board} rating, teams` : t`${board} rating`}
      value={
        <>
          {formatCount(Math.round(rating), locale)}
          {provisional && <span className="text-ink-faint">?</span>}
        </>
      }
    >
      {provisional ? (
        <Trans>Provisional</Trans>
      ) : (
        <span className="font-bold" style={{ color: tierColour }}>
          {tier}
        </span>
      )}
      {monthChange !== null && (
        <>
          {', '}
          <Trans>{changed} in 30 days</Trans>
        </>
      )}
    </Fact>
  )
}

function BestPlace({ place: { gameType, position, points, ahead } }: { place: Place }) {
  const locale = useLocale()
  const { boards } = useSite()
  return (
    <Fact
      label={
        <Link to={`/leaderboards?gameType=${gameType}`} className="underline-offset-4 hover:underline">
          <Trans>{{ board: boardLabel(boards, { gameType }) }} place</Trans>
        </Link>
      }
      value={`#${formatCount(position, locale)}`}
    >
      {ahead === null ? (
        <Trans>Nobody is ahead</Trans>
      ) : (
        <Gap gap={ahead.points - points} place={formatCount(position - 1, locale)} />
      )}
    </Fact>
  )
}

const Gap = ({ gap, place }: { gap: number; place: string }) =>
  gap === 0 ? (
    <Trans>Level with #{place}</Trans>
  ) : (
    <Trans>
      <Plural value={gap} one="# point" other="# points" /> to #{place}
    </Trans>
  )

function HardestRival({ id, rival: { user, ...record } }: { id: number; rival: Opponent }) {
  const { t } = useLingui()
  return (
    <Fact
      label={t`Loses most to`}
      value={
        <Link to={comparePath(id, user.id)} className="hover:text-ember-bright">
          {scoreOf(record)}
        </Link>
      }
    >
      <Trans>
        against <PlayerLink user={user} className="font-semibold" />
      </Trans>
    </Fact>
  )
}
