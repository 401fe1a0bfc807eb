import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import { tierIndex } from '../../../contract/content/tiers.ts'
import { boardLabel } from '../../../contract/network/modes.ts'
import type { Opponent, Place } from '../../../contract/players/players-schemas.ts'
import { bestRating } from '../../../contract/rankings/ratings.ts'
import type { PlayerRating } from '../../../contract/rankings/ratings-schemas.ts'
import { api } from '../../platform/api.ts'
import { KeptPart } from '../../platform/kept-part.tsx'
import { useSite } from '../../platform/site.tsx'
import { useLocale } from '../../platform/translation.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { CompareWithMe } from '../../ui/compare-with-me.tsx'
import { formatChange, formatCount } from '../../ui/format-count.ts'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PlayerLink } from '../../ui/player-name.tsx'
import { comparePath, playerPath, ratingBoardPath } from '../../ui/player-path.ts'
import { RankBadge } from '../../ui/rank-badge.tsx'
import { rankColour, rankStyle } from '../../ui/rank-colour.ts'
import { TierEmblem } from '../../ui/tier.tsx'
import { LastTen } from '../matches/last-ten.tsx'
import { playerMatchesQuery } from '../matches/match-query.ts'
import { PlayerPresence } from '../matches/presence/player-presence.tsx'
import { scoreOf } from '../matches/record.ts'
import { ModeGlyph } from '../network/practice/mode-glyph.tsx'
import { playerRatingsQuery } from '../rankings/player-ratings-query.ts'
import { RatedMatchesToGo } from '../rankings/rated-matches-to-go.tsx'
import { ClaimPlayer } from './claim-player.tsx'
import { BoardName } from './compare/compared-ratings.tsx'
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
              <PlayerHeading player={player} className="max-w-full text-3xl sm:text-4xl" />
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
          <KeptPart name="standing">
            <Standing id={player.id} />
            {pages === undefined ? (
              <Skeleton className="h-14 sm:h-7" />
            ) : (
              <LastTen matches={pages.pages.flat()} playerId={player.id} />
            )}
          </KeptPart>
        </div>
        <ClaimPlayer player={player} />
      </div>
    </section>
  )
}

function Standing({ id }: { id: number }) {
  const { data: ratings = [], isPending: isRatingPending } = useQuery(playerRatingsQuery(api, id))
  const { data: places = [], isPending: isPlacePending } = useQuery(placesQuery(api, id))
  const { data: lostTo = [], isPending: isRivalPending } = useQuery(opponentsQuery(api, id, 'lost'))
  if (isRatingPending || isPlacePending || isRivalPending) return <Skeleton className="h-60 sm:h-38" />
  const rating = bestRating(ratings)
  // Of the mode of the rating: one mode is in front.
  const place = rating === undefined ? places[0] : places.find(({ gameType }) => gameType === rating.mode)
  const [rival] = lostTo
  if (rating === undefined && place === undefined && rival === undefined) return null
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-md border border-line bg-line">
      {rating !== undefined && <Rating id={id} rating={rating} />}
      {rating !== undefined && <RatedPlace rating={rating} place={place} />}
      {rating === undefined && place !== undefined && <PointsPlace place={place} />}
      {rival !== undefined && <HardestRival id={id} rival={rival} />}
    </dl>
  )
}

interface FactProps {
  readonly label: ReactNode
  readonly value: ReactNode
  readonly children: ReactNode
}

function Fact({ label, value, children }: FactProps) {
  return (
    <div className="grid min-w-0 flex-1 basis-[40%] content-start gap-1 bg-ground-card px-3 py-2.5 sm:basis-0">
      <dt className="wrap-anywhere text-ink-soft text-sm">{label}</dt>
      <dd className="grid gap-1">
        <span className="wrap-anywhere font-display text-3xl tabular-nums leading-none">{value}</span>
        <span className="wrap-anywhere text-ink-soft text-sm tabular-nums">{children}</span>
      </dd>
    </div>
  )
}

/** The number in front: rating and tier of one mode, with the way to the next tier. Its change leads to the matches. */
function Rating({ id, rating: shown }: { id: number; rating: PlayerRating }) {
  const locale = useLocale()
  const { t } = useLingui()
  const { boards } = useSite()
  const { mode, ladder, rating, provisional, tier, tierColour, monthChange } = shown
  const change = Math.round(monthChange ?? 0)
  const board = boardLabel(boards, { gameType: mode })
  const changed = (
    <span className={classes(change > 0 && 'text-good', change < 0 && 'text-bad')}>
      {formatChange(change, locale)}
    </span>
  )
  return (
    <div className="grid flex-1 basis-full grid-cols-[auto_minmax(0,1fr)] content-start items-center gap-x-4 gap-y-1 bg-ground-card px-3 py-2.5 sm:flex-2 sm:basis-0 sm:px-4">
      <dt className="col-span-2 flex items-center gap-1.5 text-ink-soft text-sm">
        <ModeGlyph mode={mode} className="size-4.5" />
        {ladder === 'team' ? t`${board} rating, teams` : t`${board} rating`}
      </dt>
      {!provisional && <TierEmblem of={shown} className="size-18" />}
      <dd className={classes('grid min-w-0 gap-1', provisional && 'col-span-2')}>
        <span className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="font-display text-5xl tabular-nums leading-none">
            {formatCount(Math.round(rating), locale)}
            {provisional && <span className="text-ink-faint">?</span>}
          </span>
          {!provisional && (
            <span className="wrap-anywhere font-display text-3xl leading-none" style={{ color: tierColour }}>
              {tier}
            </span>
          )}
        </span>
        {provisional ? (
          <span className="text-ink-soft text-sm">
            <RatedMatchesToGo deviation={shown.deviation} />
          </span>
        ) : (
          <NextTier rating={rating} />
        )}
        {monthChange !== null && (
          <Link
            to={`${playerPath(id)}#matches`}
            className="justify-self-start text-ink-soft text-sm tabular-nums underline underline-offset-4"
          >
            <Trans>{changed} in 30 days</Trans>
          </Link>
        )}
      </dd>
    </div>
  )
}

/** How far the next tier is, and nothing above the last. */
function NextTier({ rating }: Pick<PlayerRating, 'rating'>) {
  const locale = useLocale()
  const { tiers } = useSite()
  const index = tierIndex(tiers, rating)
  const next = tiers[index + 1]
  if (next === undefined) return null
  const from = tiers[index]!.from
  const tier = (
    <span className="font-bold" style={{ color: next.colour }}>
      {next.name}
    </span>
  )
  return (
    <span className="grid gap-1 text-ink-soft text-sm tabular-nums">
      <span aria-hidden className="h-1.5 bg-line">
        <span
          className="block h-full"
          style={{
            width: `${Math.max(0, ((rating - from) / (next.from - from)) * 100)}%`,
            backgroundColor: next.colour,
          }}
        />
      </span>
      <span>
        <Trans>
          {{ points: formatCount(Math.max(1, next.from - Math.round(rating)), locale) }} to {tier}
        </Trans>
      </span>
    </span>
  )
}

/** The place on the board of that rating; by points second. */
function RatedPlace({ rating, place }: { rating: PlayerRating; place: Place | undefined }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { position, provisional } = rating
  const board = <BoardName {...rating} />
  return (
    <Fact
      label={
        <Link to={ratingBoardPath(rating)} className="underline-offset-4 hover:underline">
          <Trans>{board} place</Trans>
        </Link>
      }
      value={position === null ? '–' : `#${formatCount(position, locale)}`}
    >
      {position === null && (
        <span className="block">{provisional ? t`Not placed yet` : t`No rated match in 30 days`}</span>
      )}
      {place !== undefined && (
        <Link to={`/leaderboards?gameType=${place.gameType}`} className="underline-offset-4 hover:underline">
          <Trans>#{{ place: formatCount(place.position, locale) }} by points</Trans>
        </Link>
      )}
    </Fact>
  )
}

/** The place by points, of who has no rating. */
function PointsPlace({ place: { gameType, position, points, ahead } }: { place: Place }) {
  const locale = useLocale()
  const { boards } = useSite()
  return (
    <Fact
      label={
        <Link to={`/leaderboards?gameType=${gameType}`} className="underline-offset-4 hover:underline">
          <Trans>{{ board: boardLabel(boards, { gameType }) }} place by points</Trans>
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
