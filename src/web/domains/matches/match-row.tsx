import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { boardLabel } from '../../../contract/network/modes.ts'
import type { ListedMatch, Match, MatchResult } from '../../../contract/players/players-schemas.ts'
import { useSite } from '../../platform/site.tsx'
import { useLocale } from '../../platform/translation.tsx'
import { classes } from '../../ui/classes.ts'
import { formatChange, formatCount } from '../../ui/format-count.ts'
import { PlayerLink } from '../../ui/player-name.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ModeGlyph } from '../network/practice/mode-glyph.tsx'
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
        <h3 className="flex items-center gap-1.5 font-semibold text-ink">
          <ModeGlyph mode={match.gameType} className="size-4.5" />
          <Link
            to={`/match/${match.matchId}`}
            className="underline decoration-line-strong underline-offset-4 hover:text-ember-bright hover:decoration-current"
          >
            <Trans>
              {{ board: boardLabel(boards, match) }}
              <span className="sr-only"> match</span>
            </Trans>
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
          <Points points={own.points} />
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
          <Figures match={match} own={own} />
        </p>
      )}
    </article>
  )
}

function Points({ points }: { points: number }) {
  const { t } = useLingui()
  const size = Math.abs(points)
  const change = formatChange(points, useLocale())
  return t`${plural(size, { one: `${change} point`, other: `${change} points` })}`
}

interface FiguresProps {
  readonly match: MatchRowProps['match']
  readonly own: Match['players'][number]
}

/** Kills and deaths; where it was rated also the rating, and that of the other side, of a team its mean. */
function Figures({ match, own: { user, kills, deaths } }: FiguresProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const rating = match.ratings?.find(({ userId }) => userId === user.id)
  if (rating === undefined)
    return t`${plural(kills, { one: '# kill', other: '# kills' })}, ${plural(deaths, { one: '# death', other: '# deaths' })}`
  const rounded = (exact: number) => formatCount(Math.round(exact), locale)
  const after = <span className="font-semibold text-ink">{rounded(rating.after)}</span>
  const change = (
    <span className={rating.after < rating.before ? 'text-bad' : 'text-good'}>
      {formatChange(Math.round(rating.after) - Math.round(rating.before), locale)}
    </span>
  )
  const others = opponentsOf(match, user.id).map((other) => other.user.id)
  const met = (match.ratings ?? []).filter(({ userId }) => others.includes(userId))
  if (met.length === 0)
    return (
      <Trans>
        <Plural value={kills} one="# kill" other="# kills" />,{' '}
        <Plural value={deaths} one="# death" other="# deaths" />, rating {after} {change}
      </Trans>
    )
  const mean = rounded(met.reduce((sum, { before }) => sum + before, 0) / met.length)
  return met.length === 1 ? (
    <Trans>
      <Plural value={kills} one="# kill" other="# kills" />,{' '}
      <Plural value={deaths} one="# death" other="# deaths" />, rating {after} {change} vs {mean}
    </Trans>
  ) : (
    <Trans>
      <Plural value={kills} one="# kill" other="# kills" />,{' '}
      <Plural value={deaths} one="# death" other="# deaths" />, rating {after} {change} vs a team of {mean}
    </Trans>
  )
}

function Opponents({ match, playerId }: { match: Match; playerId: number }) {
  const { t } = useLingui()
  const opponents = opponentsOf(match, playerId)
  if (opponents.length === 0) return t`Nobody on the other side`
  const more = opponents.length - maxNamed
  const names = opponents.slice(0, maxNamed).map(({ user }, index) => (
    <span key={user.id}>
      {index > 0 && ', '}
      <PlayerLink user={user} className="font-semibold text-ink" />
    </span>
  ))
  return more > 0 ? (
    <Trans>
      against {names} and {more} more
    </Trans>
  ) : (
    <Trans>against {names}</Trans>
  )
}
