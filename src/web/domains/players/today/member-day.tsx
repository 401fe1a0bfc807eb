import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { boardLabel } from '../../../../contract/network/modes.ts'
import type { Today } from '../../../../contract/players/today-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useClock } from '../../../platform/live/server-clock.ts'
import { useLive } from '../../../platform/live/use-live.ts'
import { useIsOff, useSite } from '../../../platform/site.tsx'
import { useLocale } from '../../../platform/translation.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { formatChange, formatCount } from '../../../ui/format-count.ts'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PlayerLink, PlayerName } from '../../../ui/player-name.tsx'
import { claimTarget, playerPath, ratingBoardPath } from '../../../ui/player-path.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { TierName } from '../../../ui/tier.tsx'
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
export function MemberDay({ viewer, children }: { viewer: OwnUser; children?: ReactNode }) {
  const { t } = useLingui()
  const headingId = useId()
  const { data, error, refetch } = useQuery(todayQuery(api))
  useVisit()
  const ahead = data?.board?.ahead?.user.id
  useLive(
    { gameType: 'overall' },
    (message) => {
      if (message.type !== 'stats_update' || message.gameType !== 'overall') return
      if (message.data.user.id === viewer.id || message.data.user.id === ahead) void refetch()
    },
    () => void refetch(),
  )
  return (
    <section aria-labelledby={headingId} className="bg-ground-band">
      <div className="home-band">
        <div className="home-head">
          <h2 id={headingId} className="font-display text-4xl leading-none">
            <Trans>Your day</Trans>
          </h2>
          <p className="flex flex-wrap gap-x-4 gap-y-2 font-semibold text-sm">
            <Link to="/following" className="inline-flex min-h-6 items-center underline underline-offset-4">
              <Trans>Players I follow</Trans>
            </Link>
            <Link
              to={playerPath(viewer.id)}
              className="inline-flex min-h-6 items-center underline underline-offset-4"
            >
              <Trans>My public page</Trans>
            </Link>
          </p>
        </div>
        {data === undefined && error === null && <Skeleton className="h-[calc(100dvh-30rem)] min-h-28" />}
        {data === undefined && error !== null && (
          <ErrorView
            title={t`Failed to load your day.`}
            message={errorMessage(error, t`Please try again.`)}
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
        {children}
        {(data !== undefined || error !== null) && <FollowFeed />}
      </div>
    </section>
  )
}

/** Who of the followed players is on a game server, and in which mode; nothing for who follows nobody. */
function OnlineFollowed({ today: { isFollowing, online } }: { today: Today }) {
  const { t } = useLingui()
  const modeName = useModeName()
  if (!isFollowing) return null
  if (online.length === 0)
    return (
      <p className="text-ink-soft text-sm">
        <Trans>Nobody you follow is online.</Trans>
      </p>
    )
  return (
    <ul aria-label={t`Online now`} className="flex flex-wrap gap-2">
      {online.slice(0, maxOnline).map(({ user, mode }) => (
        <li
          key={user.id}
          className="flex min-w-0 items-center gap-2 rounded-md border border-good/50 bg-ground-card py-1.5 pe-3 ps-1.5 text-sm"
        >
          <Avatar username={user.username} avatarUrl={user.avatarUrl} size="sm" />
          <span className="grid min-w-0 leading-tight">
            <PlayerLink user={user} className="font-semibold" />
            <span className="wrap-anywhere text-good text-xs">
              {mode === null ? <Trans>online</Trans> : <bdi>{modeName(mode)}</bdi>}
            </span>
          </span>
        </li>
      ))}
      {online.length > maxOnline && (
        <li className="flex items-center text-ink-soft text-sm">
          <Trans>and {{ more: online.length - maxOnline }} more</Trans>
        </li>
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
      <p className="font-display text-2xl leading-none">
        <Trans>No match yet</Trans>
      </p>
      <p className="text-ink-soft text-sm">
        {viewer.gamertag === null ? (
          <Trans>
            Your position and streak show here once{' '}
            <Link to={claimTarget} className="font-semibold text-ink underline underline-offset-4">
              your gamertag is linked
            </Link>
            .
          </Trans>
        ) : (
          <Trans>Your position and streak show here after your first match.</Trans>
        )}
      </p>
    </li>
  )
}

function Position({ board }: { board: NonNullable<Today['board']> }) {
  const locale = useLocale()
  const { position, moved, points, gained, wins, losses, winStreak, ahead } = board
  const gain = formatChange(gained, locale)
  const places = Math.abs(moved ?? 0)
  return (
    <Tile
      label={
        <Link to="/leaderboards" className="underline-offset-4 hover:underline">
          <Trans>Leaderboard</Trans>
        </Link>
      }
      value={`#${formatCount(position, locale)}`}
    >
      <p>
        <Plural value={points} one="# point" other="# points" />
        {wins + losses > 0 && (
          <>
            {', '}
            <Trans>{gain} today</Trans>
          </>
        )}
      </p>
      {moved !== null && moved !== 0 && (
        <p className={moved > 0 ? 'font-semibold text-good' : undefined}>
          {moved > 0 ? (
            <Trans>
              Up <Plural value={places} one="# place" other="# places" /> today
            </Trans>
          ) : (
            <Trans>
              Down <Plural value={places} one="# place" other="# places" /> today
            </Trans>
          )}
        </p>
      )}
      {ahead === null ? (
        <p className="font-semibold text-ember-bright">
          <Trans>Nobody is ahead of you</Trans>
        </p>
      ) : (
        <p>
          <Gap
            points={ahead.points - points}
            player={<PlayerLink user={ahead.user} className="font-semibold" />}
          />
        </p>
      )}
      {winStreak > 1 && (
        <p className="font-semibold text-good">
          <Wins wins={winStreak} />
        </p>
      )}
    </Tile>
  )
}

const Wins = ({ wins }: { wins: number }) => (
  <Plural value={wins} one="# win in a row" other="# wins in a row" />
)

const Gap = ({ points, player }: { points: number; player: ReactNode }) =>
  points === 0 ? (
    <Trans>Level with {player}</Trans>
  ) : (
    <Trans>
      <Plural value={points} one="# point" other="# points" /> behind {player}
    </Trans>
  )

function Rating({ rating }: { rating: NonNullable<Today['rating']> }) {
  const locale = useLocale()
  const { boards } = useSite()
  const gained = Math.round(rating.gained)
  const gain = formatChange(gained, locale)
  const board = boardLabel(boards, { gameType: rating.mode })
  return (
    <Tile
      label={
        <Link to={ratingBoardPath(rating)} className="underline-offset-4 hover:underline">
          {rating.ladder === 'team' ? <Trans>{board} rating, teams</Trans> : <Trans>{board} rating</Trans>}
        </Link>
      }
      value={
        <>
          {formatCount(Math.round(rating.rating), locale)}
          {rating.provisional && <span className="text-ink-faint">?</span>}
        </>
      }
    >
      <p>
        {rating.provisional ? <Trans>Provisional</Trans> : <TierName of={rating} />}
        {rating.position !== null && `, #${formatCount(rating.position, locale)}`}
      </p>
      {gained !== 0 && (
        <p>
          <Trans>{gain} today</Trans>
        </p>
      )}
    </Tile>
  )
}

function LastMatch({ match, playerId }: { match: NonNullable<Today['lastMatch']>; playerId: number }) {
  const { t } = useLingui()
  const own = match.players.find(({ user }) => user.id === playerId)
  const [first, ...others] = opponentsOf(match, playerId)
  const opponent = first && <PlayerName name={first.user.username} />
  const more = others.length
  return (
    <Tile
      label={t`Last match`}
      value={
        <Link to={`/match/${match.matchId}`} className="underline-offset-4 hover:underline">
          {t(resultLabel(own?.result ?? 'draw'))}
        </Link>
      }
    >
      {first !== undefined && (
        <p>
          {more === 0 ? (
            <Trans>against {opponent}</Trans>
          ) : (
            <Trans>
              against {opponent} and {more} more
            </Trans>
          )}
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
          <p className="text-ink-soft">
            <Trans>Season</Trans>
          </p>
          <p className="wrap-anywhere font-bold">
            <Link to="/seasons" className="underline-offset-4 hover:underline">
              <bdi>{season.name}</bdi>
            </Link>
          </p>
          <p className="text-ink-soft">
            {clock === null ? (
              <Trans>
                until <Time iso={season.endsAt} />
              </Trans>
            ) : (
              <DaysLeft endsAt={season.endsAt} now={clock} />
            )}
          </p>
        </div>
      )}
      {event !== null && (
        <div className="grid gap-0.5">
          <p className={isOn ? 'font-semibold text-good' : 'text-ink-soft'}>
            {isOn ? <Trans>On now</Trans> : <Trans>Next event</Trans>}
          </p>
          <p className="wrap-anywhere font-bold">
            <Link to={`/events#event-${event.id}`} className="underline-offset-4 hover:underline">
              <bdi>{event.title}</bdi>
            </Link>
          </p>
          {isOn && event.endDate === null ? null : (
            <p className="text-ink-soft">
              {isOn && event.endDate !== null ? (
                <Trans>
                  until <Time iso={event.endDate} />
                </Trans>
              ) : (
                <Time iso={event.startDate} />
              )}
            </p>
          )}
        </div>
      )}
    </li>
  )
}
