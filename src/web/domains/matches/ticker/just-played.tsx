import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { boardLabel } from '../../../../contract/network/modes.ts'
import type { Match } from '../../../../contract/players/players-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useSite } from '../../../platform/site.tsx'
import { useLiveRefetch } from '../../../platform/use-live-refetch.ts'
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
      <div className="mx-auto grid max-w-page gap-4 px-4 pt-10 pb-10 sm:px-5 lg:pb-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <h2 id={headingId} className="font-display text-4xl leading-none">
            <Trans>Just played</Trans>
          </h2>
          <LiveLink />
        </div>
        <ol className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
          {data.map((match) => (
            <li key={match.matchId} className="animate-rise max-sm:nth-[n+4]:hidden">
              <PlayedMatch match={match} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function PlayedMatch({ match }: { match: Match }) {
  const { boards } = useSite()
  const [one, other] = sidesOf(match)
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
        {one !== undefined && <SideName side={one} />}
        {other !== undefined && (
          <>
            <span className="text-ink-soft">
              {one?.result === 'draw' ? <Trans>drew with</Trans> : <Trans>beat</Trans>}
            </span>
            <SideName side={other} />
          </>
        )}
      </p>
    </article>
  )
}

/** Its first player, and how many more. */
function SideName({ side: { players } }: { side: Side }) {
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
