import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { boardLabel } from '../../../contract/network/modes.ts'
import type { ListedMatch, Match, MatchResult } from '../../../contract/players/players-schemas.ts'
import { useSite } from '../../platform/site.tsx'
import { classes } from '../../ui/classes.ts'
import { counted, formatChange, formatCount } from '../../ui/format-count.ts'
import { PlayerLink } from '../../ui/player-name.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { MatchMarks } from './match-marks.tsx'
import { opponentsOf, resultLabel, scoreFor } from './match-words.ts'

const edges: Record<MatchResult, string> = {
  win: 'border-s-good text-good',
  loss: 'border-s-bad text-bad',
  draw: 'border-s-line-strong text-ink-soft',
}

const maxNamed = 3

interface MatchRowProps {
  readonly match: Match & Partial<Pick<ListedMatch, 'score' | 'ratings'>>
  readonly playerId: number
}

/** A match as this player saw it. */
export function MatchRow({ match, playerId }: MatchRowProps) {
  const { t } = useLingui()
  const { boards } = useSite()
  const own = match.players.find(({ user }) => user.id === playerId)
  const result = own?.result ?? 'draw'
  const score = scoreFor(match, playerId)
  const rating = match.ratings?.find(({ userId }) => userId === playerId)
  return (
    <article
      // Load more moves the focus here.
      tabIndex={-1}
      className={classes(
        'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-s-4 bg-ground-card px-4 py-3',
        edges[match.voided || match.excluded ? 'draw' : result],
      )}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="font-display text-2xl leading-none">{t(resultLabel(result))}</span>
        <h3 className="font-semibold text-ink">
          <Link
            to={`/match/${match.matchId}`}
            className="underline decoration-line-strong underline-offset-4 hover:text-ember-bright hover:decoration-current"
          >
            {boardLabel(boards, match)}
            <span className="sr-only">
              {' '}
              <Trans>match</Trans>
            </span>
          </Link>
        </h3>
        {score !== null && (
          <span className="font-bold text-ink tabular-nums">
            <span className="sr-only">
              <Trans>Score</Trans>{' '}
            </span>
            {score}
          </span>
        )}
        <MatchMarks match={match} />
      </div>
      {own !== undefined && match.ranked && (
        <p
          className={classes(
            'text-end font-bold text-ink tabular-nums',
            (match.voided || match.excluded) && 'text-ink-faint line-through',
          )}
        >
          {formatChange(own.points)}{' '}
          {Math.abs(own.points) === 1 ? <Trans>point</Trans> : <Trans>points</Trans>}
        </p>
      )}
      <p className="col-start-1 min-w-0 text-ink-soft text-sm">
        <Opponents match={match} playerId={playerId} />
      </p>
      <p className="text-end text-ink-faint text-sm">
        <RelativeTime iso={match.endedAt} />
      </p>
      {own !== undefined && (
        <p className="col-span-2 text-ink-faint text-sm tabular-nums">
          {counted(own.kills, 'kill', 'kills')}, {counted(own.deaths, 'death', 'deaths')}
          {rating !== undefined && (
            <>
              {', rating '}
              <span className="font-semibold text-ink">{rounded(rating.after)}</span>{' '}
              <span className={rating.after < rating.before ? 'text-bad' : 'text-good'}>
                {formatChange(Math.round(rating.after) - Math.round(rating.before))}
              </span>
              {metRating(match, playerId)}
            </>
          )}
        </p>
      )}
    </article>
  )
}

const rounded = (rating: number) => formatCount(Math.round(rating))

/** `, met 1,620`; of a team its mean. */
function metRating(match: MatchRowProps['match'], playerId: number): string {
  const others = opponentsOf(match, playerId).map(({ user }) => user.id)
  const met = (match.ratings ?? []).filter(({ userId }) => others.includes(userId))
  if (met.length === 0) return ''
  const mean = met.reduce((sum, { before }) => sum + before, 0) / met.length
  return `, met ${met.length > 1 ? 'a team of ' : ''}${rounded(mean)}`
}

function Opponents({ match, playerId }: { match: Match; playerId: number }) {
  const { t } = useLingui()
  const opponents = opponentsOf(match, playerId)
  if (opponents.length === 0) return t`Nobody on the other side`
  const more = opponents.length - maxNamed
  return (
    <>
      against{' '}
      {opponents.slice(0, maxNamed).map(({ user }, index) => (
        <span key={user.id}>
          {index > 0 && ', '}
          <PlayerLink user={user} className="font-semibold text-ink" />
        </span>
      ))}
      {more > 0 && t` and ${more} more`}
    </>
  )
}
