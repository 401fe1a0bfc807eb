import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { boardLabel } from '../../../../contract/network/modes.ts'
import type { FollowFeedItem } from '../../../../contract/players/follows-schemas.ts'
import type { Match, MatchResult } from '../../../../contract/players/players-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSite } from '../../../platform/site.tsx'
import { useLocale } from '../../../platform/translation.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PlayerLink, PlayerName } from '../../../ui/player-name.tsx'
import { playerPath } from '../../../ui/player-path.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { opponentsOf } from '../../matches/match-words.ts'
import { scoreOf } from '../../matches/record.ts'
import { followFeedQuery } from './follow-queries.ts'

const linkClass = 'font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-current'

/** What players whom the viewer follows did lately, newest first. */
export function FollowFeed() {
  const { t } = useLingui()
  const headingId = useId()
  const { data, error, refetch } = useQuery(followFeedQuery(api))
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h3 id={headingId} className="font-display text-2xl leading-none">
        <Trans>Players I follow</Trans>
      </h3>
      {data === undefined && error === null && <Skeleton className="h-16" />}
      {data === undefined && error !== null && (
        <ErrorView
          title={t`Failed to load news of the players you follow.`}
          message={errorMessage(error, t`Please try again.`)}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && (
        <p className="text-ink-soft text-sm">
          <Trans>
            Nothing new in the last few days. Matches and posts of{' '}
            <Link to="/following" className={linkClass}>
              players you follow
            </Link>{' '}
            show up here. Press Follow on a{' '}
            <Link to="/community" className={linkClass}>
              player page
            </Link>{' '}
            follows them.
          </Trans>
        </p>
      )}
      {data !== undefined && data.length > 0 && (
        <ol className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
          {grouped(data).map(([item, ...more]) => (
            <FeedRow
              key={item.match?.matchId ?? item.post?.id ?? `${item.user.id} ${item.milestone?.text}`}
              item={item}
              matches={[item, ...more].flatMap(({ match }) => match ?? [])}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

type Group = readonly [newest: FollowFeedItem, ...older: FollowFeedItem[]]

/** Matches of one player as one group, where the newest of them stands; everything else alone. */
function grouped(items: readonly FollowFeedItem[]): Group[] {
  const groups = new Map<number | FollowFeedItem, Group>()
  for (const item of items) {
    const key = item.match === null ? item : item.user.id
    groups.set(key, [...(groups.get(key) ?? []), item] as unknown as Group)
  }
  return [...groups.values()]
}

interface FeedRowProps {
  readonly item: FollowFeedItem
  /** Those of its group, the newest first. */
  readonly matches: readonly Match[]
}

function FeedRow({ item: { at, user, match, post, milestone }, matches }: FeedRowProps) {
  return (
    <li className="flex min-w-0 gap-3 rounded-md border border-line bg-ground-card px-3 py-2.5 text-sm">
      <Avatar username={user.username} avatarUrl={user.avatarUrl} size="sm" />
      <div className="grid min-w-0 flex-1 content-start gap-0.5">
        <p className="wrap-anywhere">
          <PlayerLink user={user} className="font-semibold" />{' '}
          {match !== null && matches.length === 1 && <Played match={match} playerId={user.id} />}
          {matches.length > 1 && <PlayedMore matches={matches} playerId={user.id} />}
          {milestone !== null && (
            <Link to={milestone.link} className={linkClass}>
              {milestone.text}
            </Link>
          )}
          {post !== null && (
            <Link to={`/posts/${post.id}`} className={linkClass}>
              <Trans>posted</Trans>
            </Link>
          )}
        </p>
        {post !== null && (
          <p dir="auto" className="wrap-anywhere line-clamp-2 text-ink-soft">
            {post.content}
          </p>
        )}
        <p className="text-ink-faint text-xs">
          <RelativeTime iso={at} />
        </p>
      </div>
    </li>
  )
}

/** Several matches of one player: the score in all, with the way to them. */
function PlayedMore({ matches, playerId }: { matches: readonly Match[]; playerId: number }) {
  const { t } = useLingui()
  const locale = useLocale()
  const results = matches.map(({ players }) => players.find(({ user }) => user.id === playerId)?.result)
  const of = (wanted: MatchResult) => results.filter((result) => result === wanted).length
  const score = scoreOf({ wins: of('win'), losses: of('loss'), draws: of('draw') }, locale)
  const count = matches.length
  return (
    <Link to={playerPath(playerId)} className={linkClass}>
      {t`${{ score }} in ${{ count }} matches`}
    </Link>
  )
}

function Played({ match, playerId }: { match: Match; playerId: number }): ReactNode {
  const { boards } = useSite()
  const result = match.players.find(({ user }) => user.id === playerId)?.result ?? 'draw'
  const [first, ...others] = opponentsOf(match, playerId)
  const where = (
    <Link to={`/match/${match.matchId}`} className={linkClass}>
      {boardLabel(boards, match)}
    </Link>
  )
  if (first === undefined) return <Trans>in {where}</Trans>
  const opponent = <PlayerName name={first.user.username} />
  const more = others.length
  if (result === 'win')
    return more === 0 ? (
      <Trans>
        beat {opponent} in {where}
      </Trans>
    ) : (
      <Trans>
        beat {opponent} and {more} more in {where}
      </Trans>
    )
  if (result === 'loss')
    return more === 0 ? (
      <Trans>
        lost to {opponent} in {where}
      </Trans>
    ) : (
      <Trans>
        lost to {opponent} and {more} more in {where}
      </Trans>
    )
  return more === 0 ? (
    <Trans>
      drew with {opponent} in {where}
    </Trans>
  ) : (
    <Trans>
      drew with {opponent} and {more} more in {where}
    </Trans>
  )
}
