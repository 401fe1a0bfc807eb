import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { boardLabel } from '../../../../contract/network/modes.ts'
import type { Match, MatchPlayer } from '../../../../contract/players/players-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useLiveRefetch } from '../../../platform/live/use-live-refetch.ts'
import { useSite } from '../../../platform/site.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { PlayerLink } from '../../../ui/player-name.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { LiveLink } from '../live/live-link.tsx'
import { type Side, sidesOf } from '../match-words.ts'
import { latestQuery } from './latest-query.ts'

/** Matches as they end, for visitors: members see their own day. Nothing while none has ended lately. */
export function JustPlayed() {
  return useViewer() === null ? <LatestMatches /> : null
}

function LatestMatches() {
  const headingId = useId()
  const { data, refetch } = useQuery(latestQuery(api))
  useLiveRefetch(['overall'], () => void refetch())
  if (data === undefined || data.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="bg-ground-band">
      <div className="home-band">
        <div className="home-head">
          <h2 id={headingId} className="font-display text-4xl leading-none">
            <Trans>Just played</Trans>
          </h2>
          <LiveLink />
        </div>
        <ol className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
          {grouped(data).map((group) => (
            <li key={group.matches[0].matchId} className="animate-rise max-sm:nth-[n+4]:hidden">
              <Played {...group} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

interface Group {
  /** They play in all matches of the group, the winner of the newest first. */
  players: readonly MatchPlayer[]
  readonly matches: [newest: Match, ...older: Match[]]
}

/** Up to six rows: a match where somebody of a row above plays again is part of that row. */
function grouped(all: readonly Match[]): Group[] {
  const groups: Group[] = []
  for (const match of all) {
    const isIn = ({ user }: MatchPlayer) => match.players.some((player) => player.user.id === user.id)
    const group = groups.find(({ players }) => players.some(isIn))
    if (group) {
      group.players = group.players.filter(isIn)
      group.matches.push(match)
    } else groups.push({ players: sidesOf(match).flatMap(({ players }) => players), matches: [match] })
  }
  return groups.slice(0, 6)
}

function Played({ players: [first], matches }: Group) {
  const { boards } = useSite()
  const [match] = matches
  const [one, other] = sidesOf(match)
  const count = matches.length
  const won = matches.filter(({ players }) =>
    players.some(({ user, result }) => user.id === first?.user.id && result === 'win'),
  ).length
  return (
    <article className="grid gap-2 rounded-md border border-line bg-ground-card px-3 py-2.5 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <Link
          to={`/match/${match.matchId}`}
          className="font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          {boardLabel(boards, match)}
          <span className="sr-only">
            {' '}
            <Trans>match</Trans>
          </span>
        </Link>
        <span className="text-ink-faint text-xs">
          <RelativeTime iso={match.endedAt} />
        </span>
      </p>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5">
        {one !== undefined && <SideName players={count > 1 ? [first!] : one.players} />}
        <span className="text-ink-soft">
          {count > 1 ? (
            <Trans>
              won {won} of {count} matches
            </Trans>
          ) : one?.result === 'draw' ? (
            <Trans>drew with</Trans>
          ) : (
            <Trans>beat</Trans>
          )}
        </span>
        {count < 2 && other !== undefined && <SideName players={other.players} />}
      </p>
    </article>
  )
}

/** Its first player, and how many more. */
function SideName({ players }: Pick<Side, 'players'>) {
  const [first, ...more] = players
  return (
    first !== undefined && (
      <span className="inline-flex min-w-0 items-center gap-1.5">
        <Avatar username={first.user.username} avatarUrl={first.user.avatarUrl} size="sm" />
        <PlayerLink user={first.user} className="truncate font-semibold" />
        {more.length > 0 && <span className="text-ink-faint">+{more.length}</span>}
      </span>
    )
  )
}
