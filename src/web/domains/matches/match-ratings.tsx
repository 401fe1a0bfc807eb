import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Message } from '../../../contract/languages.ts'
import type { MatchDetails, MatchRating, MatchResult } from '../../../contract/players/players-schemas.ts'
import type { RatedAgain } from '../../../contract/rankings/rating-figures-schemas.ts'
import {
  type ReratedCause,
  settledDeviation,
  type UnratedReason,
} from '../../../contract/rankings/ratings.ts'
import { useZone } from '../../platform/hydrated.ts'
import { useLocale } from '../../platform/translation.tsx'
import { Card } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { formatDay } from '../../ui/date-format.ts'
import { formatChange, formatCount } from '../../ui/format-count.ts'
import { PlayerLink } from '../../ui/player-name.tsx'
import { TierEmblem } from '../../ui/tier.tsx'

const reasons: Record<UnratedReason, Message> = {
  unranked: msg`Unranked matches are not rated.`,
  void: msg`Voided matches are not rated.`,
  excluded: msg`Staff excluded this match from the ratings.`,
  sides: msg`Only matches of two equal sides, one to four players each, are rated.`,
  results: msg`The results of the two sides do not fit together, so this match is not rated.`,
  pair_limit: msg`These two had already played each other ten times in 24 hours. More matches are not rated.`,
  late: msg`This match arrived after its season was closed, so it is not rated.`,
}

const round = (rating: number, locale: string) => formatCount(Math.round(rating), locale)

/** Own rating, that of the other side, what was expected in percent, and the change. */
type Sentence = (own: string, met: string, percent: number, change: string) => Message

const againstOne: Record<MatchResult, Sentence> = {
  win: (own, met, percent, change) => msg`${own} met ${met}: expected ${percent}\u00a0%, won, ${change}.`,
  loss: (own, met, percent, change) => msg`${own} met ${met}: expected ${percent}\u00a0%, lost, ${change}.`,
  draw: (own, met, percent, change) => msg`${own} met ${met}: expected ${percent}\u00a0%, drew, ${change}.`,
}

const againstTeam: Record<MatchResult, Sentence> = {
  win: (own, met, percent, change) =>
    msg`${own} met a team of ${met}: expected ${percent}\u00a0%, won, ${change}.`,
  loss: (own, met, percent, change) =>
    msg`${own} met a team of ${met}: expected ${percent}\u00a0%, lost, ${change}.`,
  draw: (own, met, percent, change) =>
    msg`${own} met a team of ${met}: expected ${percent}\u00a0%, drew, ${change}.`,
}

/** The change of each player's rating by the match, in one sentence each, or why there is none. */
export function MatchRatings({ match }: { match: MatchDetails }) {
  const { t } = useLingui()
  return (
    <Card className="mt-8">
      <h2 className="font-display text-3xl leading-none">
        <Trans>Ratings</Trans>
      </h2>
      {match.rated === null && (
        <p role="status" className="mt-3 text-ink-soft">
          <Trans>This match is being rated.</Trans>
        </p>
      )}
      {match.unratedReason !== null && (
        <p className="mt-3 text-ink-soft">{t(reasons[match.unratedReason])}</p>
      )}
      {match.ratings.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {match.players.map((player) => {
            const rating = match.ratings.find(({ userId }) => userId === player.user.id)
            return rating && <RatingLine key={player.user.id} match={match} player={player} rating={rating} />
          })}
        </ul>
      )}
      {sumOfExpected(match.ratings) !== 100 && match.ratings.length === 2 && (
        <p className="text-ink-faint text-sm">
          <Trans>
            The two figures need not add up to 100 %: each is worked out against the other’s rating, and the
            less sure that is (±), the closer to 50 % it gets.
          </Trans>
        </p>
      )}
    </Card>
  )
}

const percentOf = ({ expected }: MatchRating) => Math.round(expected * 100)

const sumOfExpected = (ratings: readonly MatchRating[]) =>
  ratings.reduce((sum, rating) => sum + percentOf(rating), 0)

interface RatingLineProps {
  readonly match: MatchDetails
  readonly player: MatchDetails['players'][number]
  readonly rating: MatchRating
}

function RatingLine({ match, player, rating }: RatingLineProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const change = Math.round(rating.after) - Math.round(rating.before)
  const isOpponent = ({ team, user }: typeof player) =>
    user.id !== player.user.id && (player.team === null || team !== player.team)
  const opponents = match.players
    .filter(isOpponent)
    .flatMap(({ user }) => match.ratings.find(({ userId }) => userId === user.id) ?? [])
  const sentences = opponents.length > 1 ? againstTeam : againstOne
  const sentence = sentences[player.result](
    `${round(rating.before, locale)} ± ${round(rating.deviationBefore, locale)}`,
    sideOf(opponents, locale),
    percentOf(rating),
    formatChange(change, locale),
  )
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="inline-flex items-center gap-2">
          {rating.deviationAfter <= settledDeviation && (
            <TierEmblem of={{ rating: rating.after }} className="size-6" />
          )}
          <PlayerLink user={player.user} className="font-bold" />
        </span>
        <span className="font-display text-2xl tabular-nums leading-none">
          {round(rating.before, locale)} → {round(rating.after, locale)}{' '}
          <span className={classes(change > 0 ? 'text-good' : change < 0 ? 'text-bad' : 'text-ink-soft')}>
            {formatChange(change, locale)}
          </span>
        </span>
      </div>
      <p className="text-ink-soft text-sm">{t(sentence)}</p>
      {rating.rerated && <RatedAgainLine rerated={rating.rerated} />}
    </li>
  )
}

function RatedAgainLine({ rerated: { was, cause, matchId, endedAt } }: { rerated: RatedAgain }) {
  const locale = useLocale()
  const day = formatDay(endedAt, useZone(), locale)
  return (
    <p className="text-ink-soft text-sm">
      <RatedAgainWords cause={cause} to={`/match/${matchId}`} day={day} before={round(was, locale)} />
    </p>
  )
}

interface RatedAgainWordsProps {
  readonly cause: ReratedCause
  readonly to: string
  readonly day: string
  readonly before: string
}

function RatedAgainWords({ cause, to, day, before }: RatedAgainWordsProps) {
  const look = 'font-semibold underline underline-offset-4'
  switch (cause) {
    case 'void':
      return (
        <Trans>
          Re-rated because{' '}
          <Link to={to} className={look}>
            a match of {day}
          </Link>{' '}
          was voided: {before} before.
        </Trans>
      )
    case 'excluded':
      return (
        <Trans>
          Re-rated because{' '}
          <Link to={to} className={look}>
            a match of {day}
          </Link>{' '}
          was excluded: {before} before.
        </Trans>
      )
    case 'restored':
      return (
        <Trans>
          Re-rated because{' '}
          <Link to={to} className={look}>
            a match of {day}
          </Link>{' '}
          was restored: {before} before.
        </Trans>
      )
    case 'late':
      return (
        <Trans>
          Re-rated because{' '}
          <Link to={to} className={look}>
            a match of {day}
          </Link>{' '}
          arrived late: {before} before.
        </Trans>
      )
  }
}

/** A side as one opponent: mean rating and root mean square deviation, as the rating sees it (docs/ranked.md). */
function sideOf(ratings: readonly MatchRating[], locale: string): string {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const rating = mean(ratings.map(({ before }) => before))
  const deviation = Math.sqrt(mean(ratings.map(({ deviationBefore }) => deviationBefore ** 2)))
  return `${round(rating, locale)} ± ${round(deviation, locale)}`
}
