import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { boardLabel } from '../../../../contract/network/modes.ts'
import type { ListedMatch, MatchPlayer } from '../../../../contract/players/players-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useLiveRefetch } from '../../../platform/live/use-live-refetch.ts'
import { useSite } from '../../../platform/site.tsx'
import { useLocale } from '../../../platform/translation.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import { AddressSelect } from '../../../ui/form/address-select.tsx'
import { formatChange, formatCount } from '../../../ui/format-count.ts'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PlayerLink } from '../../../ui/player-name.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { type Side, scoreBetween, sidesOf } from '../match-words.ts'
import { endedQuery } from './live-queries.ts'

/** The mode in an address; undefined for all modes. */
export const modeIn = (search: string, modes: readonly string[]) => {
  const said = new URLSearchParams(search).get('mode')
  return modes.find((mode) => mode === said)
}

/** Ranked matches as they end, of all modes or one; their ratings follow within seconds. */
export function JustEnded() {
  const { t } = useLingui()
  const headingId = useId()
  const { boards, modes } = useSite()
  const mode = modeIn(useLocation().search, modes)
  const query = useQuery(endedQuery(api, mode))
  useLiveRefetch(mode === undefined ? ['overall', ...modes] : [mode], () => void query.refetch())
  return (
    <section aria-labelledby={headingId} className="grid min-w-0 content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={headingId} className="font-display text-4xl leading-none">
          <Trans>Just ended</Trans>
        </h2>
        <div className="w-44">
          <AddressSelect
            name="mode"
            label={t`Mode`}
            value={mode}
            options={[
              ['all', t`All modes`],
              ...modes.map((key) => [key, boardLabel(boards, { gameType: key })] as const),
            ]}
          />
        </div>
      </div>
      <Loaded
        query={query}
        failed={t`Failed to load the matches.`}
        loading={[1, 2, 3, 4].map((at) => <Skeleton key={at} className="mb-2 h-24" />)}
      >
        {(matches) =>
          matches.length === 0 ? (
            <p className="rounded-md border border-line-strong border-dashed px-4 py-5 text-ink-soft">
              {mode === undefined ? (
                <Trans>
                  No ranked match ended in the last 6 hours. The next one shows up here by itself.
                </Trans>
              ) : (
                <Trans>
                  No ranked match of {{ board: boardLabel(boards, { gameType: mode }) }} ended in the last 6
                  hours. The next one shows up here by itself.
                </Trans>
              )}
            </p>
          ) : (
            <ol className="grid gap-2">
              {matches.map((match) => (
                <li key={match.matchId} data-anchor={`match-${match.matchId}`} className="animate-rise">
                  <EndedMatch match={match} />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  )
}

function EndedMatch({ match }: { match: ListedMatch }) {
  const { boards } = useSite()
  const sides = sidesOf(match)
  const score = scoreBetween(match)
  return (
    <article className="grid gap-2 rounded-md border border-line bg-ground-card px-3 py-2.5 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0">
          <Link
            to={`/match/${match.matchId}`}
            className="font-semibold underline decoration-line-strong underline-offset-4 hover:text-ember-bright hover:decoration-current"
          >
            <Trans>
              {{ board: boardLabel(boards, match) }}
              <span className="sr-only"> match</span>
            </Trans>
          </Link>
          {score !== null && <span className="ms-2 font-bold tabular-nums">{score}</span>}
        </span>
        <span className="shrink-0 text-ink-faint text-xs">
          <RelativeTime iso={match.endedAt} />
        </span>
      </p>
      <ul className="grid gap-1.5 sm:grid-cols-2 sm:gap-x-6">
        {sides.map((side) => (
          <SideLine key={side.key} side={side} match={match} />
        ))}
      </ul>
    </article>
  )
}

const outcomes = { win: msg`Won`, draw: msg`Drew`, loss: msg`Lost` } as const
const colours = { win: 'text-good', draw: 'text-ink-soft', loss: 'text-bad' } as const

/** Players of a side who are named. */
const maxNamed = 4

function SideLine({ side: { result, players }, match }: { side: Side; match: ListedMatch }) {
  const { t } = useLingui()
  const locale = useLocale()
  return (
    <li className="flex min-w-0 items-start gap-2">
      <span className={classes('min-w-10 shrink-0 pt-1.5 font-bold', colours[result])}>
        {t(outcomes[result])}
      </span>
      <ul className="grid min-w-0 flex-1 gap-1">
        {players.slice(0, maxNamed).map((player) => (
          <li key={player.user.id} className="flex min-w-0 items-center gap-2">
            <Avatar username={player.user.username} avatarUrl={player.user.avatarUrl} size="sm" />
            <PlayerLink user={player.user} className="truncate font-semibold" />
            <Change match={match} player={player} />
          </li>
        ))}
        {players.length > maxNamed && (
          <li className="text-ink-faint tabular-nums">
            <Trans>and {{ more: formatCount(players.length - maxNamed, locale) }} more</Trans>
          </li>
        )}
      </ul>
    </li>
  )
}

/** The rating after the match and its change; the points until it is rated, and where it is not. */
function Change({ match, player }: { match: ListedMatch; player: MatchPlayer }) {
  const { t } = useLingui()
  const locale = useLocale()
  const rating = match.ratings.find(({ userId }) => userId === player.user.id)
  const change = rating === undefined ? player.points : Math.round(rating.after) - Math.round(rating.before)
  const size = Math.abs(change)
  const signed = formatChange(change, locale)
  const colour = change > 0 ? 'text-good' : change < 0 ? 'text-bad' : 'text-ink-soft'
  return (
    <span className="ms-auto shrink-0 tabular-nums">
      {rating !== undefined && (
        <>
          <span className="sr-only">
            <Trans>Rating</Trans>{' '}
          </span>
          <span className="font-bold">{formatCount(Math.round(rating.after), locale)}</span>{' '}
        </>
      )}
      <span className={colour}>
        {rating === undefined
          ? t`${plural(size, { one: `${{ change: signed }} point`, other: `${{ change: signed }} points` })}`
          : signed}
      </span>
    </span>
  )
}
