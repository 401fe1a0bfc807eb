import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { LeaderboardEntry } from '../../../../contract/rankings/leaderboard-schemas.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import { formatCount } from '../../../ui/format-count.ts'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { tableRoles } from '../../../ui/list/table-roles.ts'
import { rankColour, rankStyle } from '../../../ui/rank-colour.ts'
import type { FigureColumn } from './figures.ts'
import type { PositionChange } from './position-changes.ts'

// On narrow screens rank, player, and the figure that the board is ordered by with one below it.
// The others are below them once the row is opened, and at once where scripts do not run.
const rowClass =
  'border-line border-t max-md:grid max-md:grid-cols-[2.75rem_minmax(0,1fr)_auto] max-md:items-center max-md:px-3'
const rankClass = 'md:px-4 md:py-2.5 max-md:row-span-2'
const playerClass = 'text-start font-normal md:px-2 md:py-2.5 max-md:row-span-2 max-md:min-w-0'
const figureClass = 'board-figure'
const inSightClass = 'board-in-sight'
const foldedClass = 'max-md:not-last:hidden noscript:max-md:not-last:flex'
const unfoldedClass = 'max-md:not-last:flex'

export interface BoardRowProps {
  readonly entry: LeaderboardEntry
  readonly columns: readonly FigureColumn[]
  readonly isOwn: boolean
  /** It stands apart from the rows of the page. */
  readonly isPinned?: boolean
  readonly change: PositionChange | undefined
  /** It has just changed by a live update. */
  readonly isLit: boolean
  /** Also shows the places gained today. */
  readonly showsDay?: boolean
}

export function BoardRow(props: BoardRowProps) {
  const locale = useLocale()
  const { t } = useLingui()
  const { entry, columns, isOwn, isPinned = false, change, isLit, showsDay = false } = props
  const { position, user, moved = 0 } = entry
  const [isOpen, setOpen] = useState(false)
  return (
    <tr
      {...tableRoles.row}
      data-lit={isLit || undefined}
      data-anchor={isPinned ? undefined : `player-${user.id}`}
      className={classes(
        rowClass,
        // Lights up at once and fades; without motion it is lit, and then it is not.
        isLit ? 'bg-ember/25' : 'transition-colors duration-1000',
        isPinned && 'border-t-2! border-t-ember!',
        isOwn && !isPinned && 'shadow-[inset_3px_0_0_var(--color-ember)]',
        isOwn && !isPinned && !isLit && 'bg-ember/8',
        !isPinned && !isLit && 'hover:bg-ground-raised/60',
      )}
    >
      <td {...tableRoles.cell} className={rankClass}>
        <span className="inline-flex items-center gap-1.5">
          <span
            className={classes(
              'font-display text-2xl tabular-nums leading-none',
              position === 1 ? 'text-rank-gold' : position <= 3 ? 'text-ink' : 'text-ink-soft',
            )}
          >
            {formatCount(position, locale)}
          </span>
          {change !== undefined && change !== 0 ? (
            <PositionArrow change={change} />
          ) : (
            showsDay && moved !== 0 && <PositionArrow change={moved} isOfDay />
          )}
        </span>
      </td>
      <th {...tableRoles.name} scope="row" className={playerClass}>
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar username={user.username} avatarUrl={user.avatarUrl} size="sm" />
          <Link
            to={`/player/${user.id}`}
            className={classes(
              'inline-flex min-h-8 min-w-0 items-center font-bold underline-offset-4 hover:underline',
              rankColour(user.rank),
            )}
            style={rankStyle(user.rank)}
          >
            <bdi className="truncate">{user.username}</bdi>
          </Link>
          {isOwn && (
            <span className="shrink-0 rounded-sm bg-ember px-1.5 py-0.5 font-bold text-ember-ink text-xs">
              <Trans>You</Trans>
            </span>
          )}
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t`Stats of ${{ username: user.username }}`}
            onClick={() => setOpen(!isOpen)}
            className="ms-auto grid size-11 shrink-0 place-items-center text-ink-soft outline-offset-0 md:hidden noscript:hidden"
          >
            <ChevronDown
              aria-hidden
              className={classes('size-4 transition-transform', isOpen && 'rotate-180')}
            />
          </button>
        </span>
      </th>
      {columns.map(({ label, figure, isInSight }) => (
        <td
          {...tableRoles.cell}
          key={label.id}
          data-label={t(label)}
          className={isInSight ? inSightClass : classes(figureClass, isOpen ? unfoldedClass : foldedClass)}
        >
          {figure(entry, locale)}
        </td>
      ))}
    </tr>
  )
}

/** As high as a row, so that nothing moves when the rows come. */
export function SkeletonRow({ columns }: { columns: readonly FigureColumn[] }) {
  const { t } = useLingui()
  return (
    <tr {...tableRoles.row} className={rowClass}>
      <td {...tableRoles.cell} className={rankClass}>
        <Skeleton className="h-6 w-8" />
      </td>
      <td {...tableRoles.cell} className={playerClass}>
        <div className="flex items-center gap-2.5">
          <Skeleton className="size-8 shrink-0" />
          <Skeleton className="h-4 w-full max-w-32" />
        </div>
      </td>
      {columns.map(({ label, isInSight }) => (
        <td
          {...tableRoles.cell}
          key={label.id}
          data-label={t(label)}
          className={isInSight ? inSightClass : classes(figureClass, foldedClass)}
        >
          <Skeleton className="h-5 w-10 md:ms-auto" />
        </td>
      ))}
    </tr>
  )
}

/** Where a player went with the last live update, or since the UTC day began. */
export function PositionArrow({ change, isOfDay = false }: { change: PositionChange; isOfDay?: boolean }) {
  const locale = useLocale()
  const up = change === 'entered' || change > 0
  const Arrow = up ? ChevronUp : ChevronDown
  return (
    <span
      className={classes(
        'inline-flex items-center font-bold text-xs tabular-nums',
        !isOfDay && 'animate-rise',
        up ? 'text-good' : 'text-bad',
      )}
    >
      <Arrow aria-hidden className="size-3.5" strokeWidth={3} />
      {change !== 'entered' && <span aria-hidden>{formatCount(Math.abs(change), locale)}</span>}
      <span className="sr-only">
        <Moved change={change} isOfDay={isOfDay} />
      </span>
    </span>
  )
}

function Moved({ change, isOfDay }: { change: PositionChange; isOfDay: boolean }) {
  if (change === 'entered') return <Trans>up, new on this page</Trans>
  const places = Math.abs(change)
  if (change > 0)
    return isOfDay ? (
      <Trans>
        up <Plural value={places} one="# place" other="# places" /> today
      </Trans>
    ) : (
      <Trans>
        up <Plural value={places} one="# place" other="# places" />
      </Trans>
    )
  return isOfDay ? (
    <Trans>
      down <Plural value={places} one="# place" other="# places" /> today
    </Trans>
  ) : (
    <Trans>
      down <Plural value={places} one="# place" other="# places" />
    </Trans>
  )
}
