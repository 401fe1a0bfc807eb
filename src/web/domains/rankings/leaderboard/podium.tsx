import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { LeaderboardEntry } from '../../../../contract/rankings/leaderboard-schemas.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import { rankColour, rankStyle } from '../../../ui/rank-colour.ts'
import { PositionArrow } from './board-row.tsx'
import type { FigureColumn } from './figures.ts'
import type { PositionChanges } from './position-changes.ts'

/** Rows of a board that the podium shows instead of the table. */
export const podiumPlaces = 3

const places = [msg`1st`, msg`2nd`, msg`3rd`] as const
// The first in the middle and highest; in the document they are in their order.
const order = ['order-2', 'order-1', 'order-3'] as const
const heights = ['pt-1.5 sm:pt-5', 'mt-1 pt-1.5 sm:mt-8 sm:pt-5', 'mt-2 pt-1.5 sm:mt-12 sm:pt-5'] as const
const colours = [
  'text-rank-gold border-t-rank-gold',
  'text-ink border-t-ink-soft',
  'text-ember-bright border-t-ember',
] as const

export interface PodiumProps {
  readonly entries: readonly LeaderboardEntry[]
  /** The last is the figure that the board is ordered by. */
  readonly columns: readonly FigureColumn[]
  readonly viewerId: number | undefined
  readonly changes: PositionChanges
  readonly isLit: boolean
}

/** The first three of a board, with all their figures where there is room. */
export function Podium({ entries, columns, viewerId, changes, isLit }: PodiumProps) {
  const locale = useLocale()
  const { t } = useLingui()
  const main = columns.at(-1)
  return (
    <ol
      aria-label={t`First three`}
      className="grid grid-cols-3 items-end gap-1.5 bg-ground-band px-2 pt-1.5 sm:gap-4 sm:px-6 sm:pt-6"
    >
      {entries.map((entry, at) => {
        const { user } = entry
        const place = places[at]
        const lit = isLit && changes.has(user.id)
        return (
          <li
            key={user.id}
            data-lit={lit || undefined}
            data-anchor={`player-${user.id}`}
            className={classes(
              'grid min-w-0 content-start justify-items-center gap-0.5 self-stretch rounded-t-md border border-line border-t-4 border-b-0 px-1 pb-1.5 sm:pb-3 text-center sm:gap-1.5 sm:px-4',
              order[at],
              heights[at],
              colours[at],
              lit ? 'bg-ember/25' : 'bg-ground-card transition-colors duration-1000',
            )}
          >
            <span className="inline-flex items-center gap-1 font-display text-xl leading-none sm:text-4xl">
              {place && t(place)}
              {entry.moved !== undefined && entry.moved !== 0 && (
                <PositionArrow change={entry.moved} isOfDay />
              )}
            </span>
            <Avatar
              username={user.username}
              avatarUrl={user.avatarUrl}
              size="sm"
              className="sm:size-14 sm:text-2xl"
            />
            <Link
              to={`/player/${user.id}`}
              className={classes(
                'inline-flex min-h-8 max-w-full items-center font-bold text-sm underline-offset-4 hover:underline sm:text-base',
                rankColour(user.rank),
              )}
              style={rankStyle(user.rank)}
            >
              <bdi className="truncate">{user.username}</bdi>
            </Link>
            {user.id === viewerId && (
              <span className="rounded-sm bg-ember px-1.5 py-0.5 font-bold text-ember-ink text-xs">
                <Trans>You</Trans>
              </span>
            )}
            {main !== undefined && (
              <p className="text-ink-soft text-xs">
                <strong className="block font-display text-ember-bright text-xl leading-none tabular-nums sm:text-3xl">
                  {main.figure(entry, locale)}
                </strong>
                <span className="max-sm:sr-only">{t(main.label)}</span>
              </p>
            )}
            <dl className="grid w-full grid-cols-2 gap-x-3 gap-y-1 text-ink-soft text-xs max-sm:hidden">
              {columns.slice(0, -1).map(({ label, figure }) => (
                <div key={label.id} className="flex justify-between gap-2">
                  <dt>{t(label)}</dt>
                  <dd className="font-semibold text-ink tabular-nums">{figure(entry, locale)}</dd>
                </div>
              ))}
            </dl>
          </li>
        )
      })}
    </ol>
  )
}
