import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { MatchDetails } from '../../../contract/players/players-schemas.ts'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { comparePath } from '../../ui/player-path.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { headToHeadQuery } from './head-to-head-query.ts'
import { sidesOf } from './match-words.ts'
import { meetingsOf, meetingWords, scoreOf, sumOf } from './record.ts'

type User = MatchDetails['players'][number]['user']

/** All meetings of the two players of a 1v1 match; nothing for other matches, and until this one is counted. */
export function MatchRecord({ match }: { match: MatchDetails }) {
  const [one, other] = sidesOf(match).map(({ players }) => players.map(({ user }) => user))
  if (match.rated === null || match.players.length !== 2) return null
  if (one?.[0] === undefined || other?.[0] === undefined || one[0].id === other[0].id) return null
  return <PairRecord one={one[0]} other={other[0]} />
}

function PairRecord({ one, other }: { one: User; other: User }) {
  const { data, error, isFetching, refetch } = useQuery(headToHeadQuery(api, one.id, other.id))
  if (data === undefined) {
    if (error === null || isFetching) return <Skeleton className="mt-8 h-24" />
    return (
      <div className="mt-8">
        <ErrorView
          title="Failed to load their meetings."
          message={errorMessage(error, 'Please try again.')}
          onRetry={() => void refetch()}
        />
      </div>
    )
  }
  const record = sumOf(data.modes)
  if (meetingsOf(record) === 0) return null
  return (
    <Card className="mt-8 grid justify-items-center gap-3 text-center">
      <h2 className="sr-only">All their meetings</h2>
      <p className="grid w-full grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3 sm:gap-6">
        <span className="text-right font-bold max-sm:text-sm">
          <PlayerName name={one.username} />
        </span>
        <span className="font-display text-4xl tabular-nums sm:text-5xl leading-none">{scoreOf(record)}</span>
        <span className="text-left font-bold max-sm:text-sm">
          <PlayerName name={other.username} />
        </span>
      </p>
      <p className="text-ink-soft text-sm">
        All their meetings: {meetingWords(record)}.{' '}
        <Link
          to={comparePath(one.id, other.id)}
          className="font-semibold text-ink underline underline-offset-4"
        >
          Compare them
        </Link>
      </p>
    </Card>
  )
}
