import { Crown } from 'lucide-react'
import { Link } from 'react-router'
import type { PracticeToday } from '../../../../contract/rankings/practice-today-schemas.ts'
import { useSite } from '../../../platform/site.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { counted, formatCount } from '../../../ui/format-count.ts'
import { PlayerLink } from '../../../ui/player-name.tsx'
import { boardAddress, firstChoice } from '../leaderboard/board-choice.ts'

/** What goes on in a mode: players now, matches of today, and the first of its board. */
export function ModeToday({ today: { board, players, matches, first } }: { today: PracticeToday }) {
  const { boards, leaderboardMaintenance } = useSite()
  return (
    <div className="grid gap-2.5 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 tabular-nums">
        <span className="flex flex-wrap gap-x-4 gap-y-1">
          {players !== null && (
            <span className={players > 0 ? 'font-semibold text-good' : 'text-ink-faint'}>
              {players > 0 ? `${formatCount(players)} playing` : 'Nobody playing'}
            </span>
          )}
          <span className={matches > 0 ? 'text-ink-soft' : 'text-ink-faint'}>
            {matches > 0 ? `${counted(matches, 'match', 'matches')} today` : 'No matches today'}
          </span>
        </span>
        {board !== null && (
          <Link
            to={boardAddress({ ...firstChoice, gameType: board })}
            className="text-ember-bright underline decoration-current/40 underline-offset-4 hover:decoration-current"
          >
            Leaderboard
            <span className="sr-only"> of {boards[board] ?? board}</span>
          </Link>
        )}
      </p>
      {first !== null && !leaderboardMaintenance && (
        <p className="flex min-w-0 items-center gap-2 rounded-md bg-ground px-2 py-1.5">
          <Crown aria-hidden className="size-4 shrink-0 text-rank-gold" />
          <span className="sr-only">Number one:</span>
          <Avatar username={first.user.username} avatarUrl={first.user.avatarUrl} size="sm" />
          <PlayerLink user={first.user} className="line-clamp-1 font-semibold" />
          <span className="ml-auto shrink-0 text-ink-faint tabular-nums">
            {counted(first.points, 'point', 'points')}
          </span>
        </p>
      )}
    </div>
  )
}
