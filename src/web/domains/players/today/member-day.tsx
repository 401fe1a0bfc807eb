import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { Today } from '../../../../contract/players/today-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useIsOff, useSite } from '../../../platform/site.tsx'
import { useLive } from '../../../platform/use-live.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ErrorView } from '../../../ui/error-view.tsx'
import { counted, formatChange, formatCount } from '../../../ui/format-count.ts'
import { PlayerLink, PlayerName } from '../../../ui/player-name.tsx'
import { claimTarget, playerPath, ratingBoardPath } from '../../../ui/player-path.ts'
import { RelativeTime, useClock } from '../../../ui/relative-time.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Time } from '../../../ui/time.tsx'
import { opponentsOf, resultLabel } from '../../matches/match-words.ts'
import { useModeName } from '../../matches/presence/use-mode-name.ts'
import { DaysLeft } from '../../rankings/seasons/season-time.tsx'
import { FollowFeed } from '../follows/follow-feed.tsx'
import { FirstSteps } from './first-steps.tsx'
import { SinceLastVisit, useVisit } from './since-last-visit.tsx'
import { todayQuery } from './today-query.ts'

/** Followed players named as online. */
const maxOnline = 12

/** The member's day: matches, rating, and the next milestone. */
export function MemberDay({ viewer }: { viewer: OwnUser }) {
  const headingId = useId()
  const { data, error, refetch } = useQuery(todayQuery(api))
  useVisit()
  const ahead = data?.board?.ahead?.user.id
  useLive(
    { gameType: 'overall' },
    (message) => {
      if (message.type !== 'stats_update') return
      if (message.data.user.id === viewer.id || message.data.user.id === ahead) void refetch()
    },
    () => void refetch(),
  )
  return (
    <section aria-labelledby={headingId} className="bg-ground-band">
      <div className="mx-auto grid max-w-page gap-4 px-4 pt-10 pb-10 sm:px-5 lg:pb-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <h2 id={headingId} className="font-display text-4xl leading-none">
            Your day
          </h2>
          <p className="flex flex-wrap gap-x-4 gap-y-2 font-semibold text-sm">
            <Link to="/following" className="inline-flex min-h-6 items-center underline underline-offset-4">
              Players I follow
            </Link>
            <Link
              to={playerPath(viewer.id)}
              className="inline-flex min-h-6 items-center underline underline-offset-4"
            >
              My public page
            </Link>
          </p>
        </div>
        {data === undefined && error === null && <Skeleton className="h-[calc(100dvh-30rem)] min-h-28" />}
        {data === undefined && error !== null && (
          <ErrorView
            title="Failed to load your day."
            message={errorMessage(error, 'Please try again.')}
            onRetry={() => void refetch()}
          />
        )}
        {data !== undefined && (
          <>
            <SinceLastVisit since={data.since} />
            <OnlineFollowed today={data} />
            <FirstSteps today={data} viewer={viewer} />
            <Tiles today={data} viewer={viewer} />
          </>
        )}
        {(data !== undefined || error !== null) && <FollowFeed />}
      </div>
    </section>
  )
}

/** Who of the followed players is on a game server, and in which mode; nothing for who follows nobody. */
function OnlineFollowed({ today: { isFollowing, online } }: { today: Today }) {
  const modeName = useModeName()
  if (!isFollowing) return null
  if (online.length === 0) return <p className="text-ink-soft text-sm">Nobody you follow is online.</p>
  return (
    <ul aria-label="Online now" className="flex flex-wrap gap-2">
      {online.slice(0, maxOnline).map(({ user, mode }) => (
        <li
          key={user.id}
          className="flex min-w-0 items-center gap-2 rounded-md border border-good/50 bg-ground-card py-1.5 pr-3 pl-1.5 text-sm"
        >
          <Avatar username={user.username} avatarUrl={user.avatarUrl} size="sm" />
          <span className="grid min-w-0 leading-tight">
            <PlayerLink user={user} className="font-semibold" />
            <span className="wrap-anywhere text-good text-xs">
              {mode === null ? 'online' : <bdi>{modeName(mode)}</bdi>}
            </span>
          </span>
        </li>
      ))}
      {online.length > maxOnline && (
        <li className="flex items-center text-ink-soft text-sm">and {online.length - maxOnline} more</li>
      )}
    </ul>
  )
}

function Tiles({ today, viewer }: { today: Today; viewer: OwnUser }) {
  const { board, rating, lastMatch, season } = today
  const event = useIsOff('events') ? null : today.event
  return (
    <ul className="grid gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]">
      {board === null && lastMatch === null && <NoMatchYet viewer={viewer} />}
      {board !== null && <Position board={board} />}
      {rating !== null && <Rating rating={rating} />}
      {lastMatch !== null && <LastMatch match={lastMatch} playerId={viewer.id} />}
      {(season !== null || event !== null) && <Next season={season} event={event} />}
    </ul>
  )
}

function Tile({ label, value, children }: { label: ReactNode; value: ReactNode; children: ReactNode }) {
  return (
    <li className="grid min-w-0 content-start gap-1 bg-ground-card px-4 py-3">
      <p className="text-ink-soft text-sm">{label}</p>
      <p className="font-display text-3xl tabular-nums leading-none">{value}</p>
      <div className="grid gap-0.5 text-ink-soft text-sm tabular-nums">{children}</div>
    </li>
  )
}

/** For who has no match yet. */
function NoMatchYet({ viewer }: { viewer: OwnUser }) {
  return (
    <li className="grid content-start gap-1 bg-ground-card px-4 py-3">
      <p className="font-display text-2xl leading-none">No match yet</p>
      <p className="text-ink-soft text-sm">
        {viewer.gamertag === null ? (
          <>
            Your position and streak show here once{' '}
            <Link to={claimTarget} className="font-semibold text-ink underline underline-offset-4">
              your gamertag is linked
            </Link>
            .
          </>
        ) : (
          'Your position and streak show here after your first match.'
        )}
      </p>
    </li>
  )
}

function Position({ board }: { board: NonNullable<Today['board']> }) {
  const { position, moved, points, gained, wins, losses, winStreak, ahead } = board
  return (
    <Tile
      label={
        <Link to="/leaderboards" className="underline-offset-4 hover:underline">
          Leaderboard
        </Link>
      }
      value={`#${formatCount(position)}`}
    >
      <p>
        {counted(points, 'point', 'points')}
        {wins + losses > 0 && `, ${formatChange(gained)} today`}
      </p>
      {moved !== null && moved !== 0 && (
        <p className={moved > 0 ? 'font-semibold text-good' : undefined}>
          {moved > 0 ? 'Up' : 'Down'} {counted(Math.abs(moved), 'place', 'places')} today
        </p>
      )}
      {ahead === null ? (
        <p className="font-semibold text-ember-bright">Nobody is ahead of you</p>
      ) : (
        <p>
          <Gap points={ahead.points - points} /> <PlayerLink user={ahead.user} className="font-semibold" />
        </p>
      )}
      {winStreak > 1 && <p className="font-semibold text-good">{formatCount(winStreak)} wins in a row</p>}
    </Tile>
  )
}

const Gap = ({ points }: { points: number }) =>
  points === 0 ? 'Level with' : `${counted(points, 'point', 'points')} behind`

function Rating({ rating }: { rating: NonNullable<Today['rating']> }) {
  const { boards } = useSite()
  const gained = Math.round(rating.gained)
  return (
    <Tile
      label={
        <Link to={ratingBoardPath(rating)} className="underline-offset-4 hover:underline">
          {boards[rating.mode] ?? rating.mode} rating{rating.ladder === 'team' && ', teams'}
        </Link>
      }
      value={
        <>
          {formatCount(Math.round(rating.rating))}
          {rating.provisional && <span className="text-ink-faint">?</span>}
        </>
      }
    >
      <p>
        {rating.provisional ? (
          'Provisional'
        ) : (
          <span className="font-bold" style={{ color: rating.tierColour }}>
            {rating.tier}
          </span>
        )}
        {rating.position !== null && `, #${formatCount(rating.position)}`}
      </p>
      {gained !== 0 && <p>{formatChange(gained)} today</p>}
    </Tile>
  )
}

function LastMatch({ match, playerId }: { match: NonNullable<Today['lastMatch']>; playerId: number }) {
  const own = match.players.find(({ user }) => user.id === playerId)
  const [first, ...others] = opponentsOf(match, playerId)
  return (
    <Tile
      label="Last match"
      value={
        <Link to={`/match/${match.matchId}`} className="underline-offset-4 hover:underline">
          {resultLabel(own?.result ?? 'draw')}
        </Link>
      }
    >
      {first !== undefined && (
        <p>
          against <PlayerName name={first.user.username} />
          {others.length > 0 && ` and ${formatCount(others.length)} more`}
        </p>
      )}
      <p>
        <RelativeTime iso={match.endedAt} />
      </p>
    </Tile>
  )
}

function Next({ season, event }: Pick<Today, 'season' | 'event'>) {
  const clock = useClock()
  const isOn = event !== null && clock !== null && Date.parse(event.startDate) <= clock
  return (
    <li className="grid min-w-0 content-start gap-2 bg-ground-card px-4 py-3 text-sm">
      {season !== null && (
        <div className="grid gap-0.5">
          <p className="text-ink-soft">Season</p>
          <p className="wrap-anywhere font-bold">
            <Link to="/seasons" className="underline-offset-4 hover:underline">
              <bdi>{season.name}</bdi>
            </Link>
          </p>
          <p className="text-ink-soft">
            {clock === null ? (
              <>
                until <Time iso={season.endsAt} />
              </>
            ) : (
              <DaysLeft endsAt={season.endsAt} now={clock} />
            )}
          </p>
        </div>
      )}
      {event !== null && (
        <div className="grid gap-0.5">
          <p className={isOn ? 'font-semibold text-good' : 'text-ink-soft'}>
            {isOn ? 'On now' : 'Next event'}
          </p>
          <p className="wrap-anywhere font-bold">
            <Link to={`/events#event-${event.id}`} className="underline-offset-4 hover:underline">
              <bdi>{event.title}</bdi>
            </Link>
          </p>
          {isOn && event.endDate === null ? null : (
            <p className="text-ink-soft">
              {isOn && 'until '}
              <Time iso={isOn && event.endDate !== null ? event.endDate : event.startDate} />
            </p>
          )}
        </div>
      )}
    </li>
  )
}
