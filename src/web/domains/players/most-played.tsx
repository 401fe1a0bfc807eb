import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { comparePath } from '../../ui/player-path.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { meetingWords, scoreOf } from '../matches/record.ts'
import { opponentsQuery } from './player-queries.ts'

/** Whom a player met most in 1v1 matches, with the record against each; nothing for who met nobody. */
export function MostPlayed({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(opponentsQuery(api, id))
  if (data === undefined) {
    if (error === null || isFetching) return <Skeleton className="h-40" />
    return (
      <ErrorView
        title="Failed to load the opponents."
        message={errorMessage(error, 'Please try again.')}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data.length === 0) return null
  return (
    <Card>
      <h2 className="font-display text-3xl leading-none">Most played against</h2>
      <ul className="mt-4 divide-y divide-line overflow-hidden rounded-md border border-line">
        {data.map(({ user, ...record }) => (
          <li key={user.id}>
            <Link
              to={comparePath(id, user.id)}
              className="group grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 px-3 py-2.5 -outline-offset-2 hover:bg-ground-raised"
            >
              <Avatar username={user.username} avatarUrl={user.avatarUrl} />
              <span className="grid min-w-0 gap-0.5">
                <span className="font-bold group-hover:text-ember-bright">
                  <PlayerName name={user.username} />
                </span>
                <span className="text-ink-soft text-sm">{meetingWords(record)}</span>
              </span>
              <span className="font-display text-2xl tabular-nums leading-none">{scoreOf(record)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
