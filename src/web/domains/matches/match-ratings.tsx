import { Link } from 'react-router'
import type { MatchDetails, MatchRating } from '../../../contract/players/players-schemas.ts'
import type { RatedAgain } from '../../../contract/rankings/rating-figures-schemas.ts'
import { reratedWords, type UnratedReason } from '../../../contract/rankings/ratings.ts'
import { useZone } from '../../platform/hydrated.ts'
import { Card } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { formatDay } from '../../ui/date-format.ts'
import { formatChange, formatCount } from '../../ui/format-count.ts'
import { PlayerLink } from '../../ui/player-name.tsx'

const reasons: Record<UnratedReason, string> = {
  unranked: 'Unranked matches are not rated.',
  void: 'Voided matches are not rated.',
  excluded: 'Staff excluded this match from the ratings.',
  sides: 'Only matches of two equal sides, one to four players each, are rated.',
  results: 'The results of the two sides do not fit together, so this match is not rated.',
  pair_limit: 'These two had already played each other ten times in 24 hours. More matches are not rated.',
  late: 'This match arrived after its season was closed, so it is not rated.',
}

const round = (rating: number) => formatCount(Math.round(rating))
const outcomes = { win: 'won', loss: 'lost', draw: 'drew' } as const

/** The change of each player's rating by the match, in one sentence each, or why there is none. */
export function MatchRatings({ match }: { match: MatchDetails }) {
  return (
    <Card className="mt-8">
      <h2 className="font-display text-3xl leading-none">Ratings</h2>
      {match.rated === null && (
        <p role="status" className="mt-3 text-ink-soft">
          This match is being rated.
        </p>
      )}
      {match.unratedReason !== null && <p className="mt-3 text-ink-soft">{reasons[match.unratedReason]}</p>}
      {match.ratings.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {match.players.map((player) => {
            const rating = match.ratings.find(({ userId }) => userId === player.user.id)
            return rating && <RatingLine key={player.user.id} match={match} player={player} rating={rating} />
          })}
        </ul>
      )}
    </Card>
  )
}

interface RatingLineProps {
  readonly match: MatchDetails
  readonly player: MatchDetails['players'][number]
  readonly rating: MatchRating
}

function RatingLine({ match, player, rating }: RatingLineProps) {
  const change = Math.round(rating.after) - Math.round(rating.before)
  const isOpponent = ({ team, user }: typeof player) =>
    user.id !== player.user.id && (player.team === null || team !== player.team)
  const opponents = match.players
    .filter(isOpponent)
    .flatMap(({ user }) => match.ratings.find(({ userId }) => userId === user.id) ?? [])
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <PlayerLink user={player.user} className="font-bold" />
        <span className="font-display text-2xl tabular-nums leading-none">
          {round(rating.before)} → {round(rating.after)}{' '}
          <span className={classes(change > 0 ? 'text-good' : change < 0 ? 'text-bad' : 'text-ink-soft')}>
            {formatChange(change)}
          </span>
        </span>
      </div>
      <p className="text-ink-soft text-sm">
        {round(rating.before)} ± {round(rating.deviationBefore)} met {sideOf(opponents)}: expected{' '}
        {Math.round(rating.expected * 100)}&nbsp;%, {outcomes[player.result]}, {formatChange(change)}.
      </p>
      {rating.rerated && <RatedAgainLine rerated={rating.rerated} />}
    </li>
  )
}

function RatedAgainLine({ rerated: { was, cause, matchId, endedAt } }: { rerated: RatedAgain }) {
  const zone = useZone()
  return (
    <p className="text-ink-soft text-sm">
      Re-rated because{' '}
      <Link to={`/match/${matchId}`} className="font-semibold underline underline-offset-4">
        a match of {formatDay(endedAt, zone)}
      </Link>{' '}
      {reratedWords[cause]}: {round(was)} before.
    </p>
  )
}

/** A side as one opponent: mean rating and root mean square deviation, as the rating sees it (docs/ranked.md). */
function sideOf(ratings: readonly MatchRating[]): string {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const rating = mean(ratings.map(({ before }) => before))
  const deviation = Math.sqrt(mean(ratings.map(({ deviationBefore }) => deviationBefore ** 2)))
  return `${ratings.length > 1 ? 'a team of ' : ''}${round(rating)} ± ${round(deviation)}`
}
