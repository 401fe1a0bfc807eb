import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Match, MatchDetails } from '../../../contract/players/players-schemas.ts'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { useLocale } from '../../platform/translation.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorView } from '../../ui/list/error-view.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { comparePath } from '../../ui/player-path.ts'
import { headToHeadQuery } from './head-to-head-query.ts'
import { pairOf } from './match-words.ts'
import { meetingsOf, meetingWords, scoreOf, sumOf } from './record.ts'

type User = MatchDetails['players'][number]['user']

/** Head to head of the two players of a 1v1 match; nothing for other matches, and until this one is counted. */
export function MatchRecord({ match }: { match: MatchDetails }) {
  const pair = pairOf(match)
  if (match.rated === null || pair === null) return null
  return <PairRecord one={pair[0]} other={pair[1]} matchId={match.matchId} />
}

function PairRecord({ one, other, matchId }: { one: User; other: User; matchId: string }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { data, error, isFetching, refetch } = useQuery(headToHeadQuery(api, one.id, other.id))
  if (data === undefined) {
    if (error === null || isFetching) return <Skeleton className="mt-8 h-24" />
    return (
      <div className="mt-8">
        <ErrorView
          title={t`Failed to load their record.`}
          message={errorMessage(error, t`Please try again.`)}
          onRetry={() => void refetch()}
        />
      </div>
    )
  }
  const record = sumOf(data.modes)
  if (meetingsOf(record) === 0) return null
  return (
    <Card className="mt-8 grid justify-items-center gap-3 text-center">
      <h2 className="sr-only">
        <Trans>Head to head</Trans>
      </h2>
      <p className="grid w-full grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3 sm:gap-6">
        <span className="flex min-w-0 items-center justify-end gap-3 text-end font-bold max-sm:flex-col-reverse max-sm:items-end max-sm:gap-2 max-sm:text-sm">
          <PlayerName name={one.username} />
          <Avatar username={one.username} avatarUrl={one.avatarUrl} size="lg" />
        </span>
        <span className="font-display text-4xl tabular-nums sm:text-5xl leading-none">
          {scoreOf(record, locale)}
        </span>
        <span className="flex min-w-0 items-center gap-3 text-start font-bold max-sm:flex-col max-sm:items-start max-sm:gap-2 max-sm:text-sm">
          <Avatar username={other.username} avatarUrl={other.avatarUrl} size="lg" />
          <PlayerName name={other.username} />
        </span>
      </p>
      <p className="text-ink-soft text-sm">
        <Trans>
          Head to head: {{ record: t(meetingWords(record)) }}.{' '}
          <Link
            to={comparePath(one.id, other.id)}
            className="font-semibold text-ink underline underline-offset-4"
          >
            Compare them
          </Link>
        </Trans>
      </p>
      <Neighbours recent={data.recent} matchId={matchId} />
    </Card>
  )
}

/** The ways to the meeting before and after this one; none for a match older than the ten newest. */
function Neighbours({ recent, matchId }: { recent: readonly Match[]; matchId: string }) {
  const { t } = useLingui()
  const at = recent.findIndex((match) => match.matchId === matchId)
  if (at === -1) return null
  const [next, previous] = [recent[at - 1], recent[at + 1]]
  if (next === undefined && previous === undefined) return null
  return (
    <nav aria-label={t`Their other matches`} className="flex flex-wrap justify-center gap-2">
      {previous !== undefined && (
        <Button asChild look="quiet" size="sm">
          <Link to={`/match/${previous.matchId}`} rel="prev">
            <ChevronLeft aria-hidden className="size-4" />
            <Trans>Previous match</Trans>
          </Link>
        </Button>
      )}
      {next !== undefined && (
        <Button asChild look="quiet" size="sm">
          <Link to={`/match/${next.matchId}`} rel="next">
            <Trans>Next match</Trans>
            <ChevronRight aria-hidden className="size-4" />
          </Link>
        </Button>
      )}
    </nav>
  )
}
