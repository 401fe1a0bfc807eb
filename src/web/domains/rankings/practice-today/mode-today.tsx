import { Plural, Trans } from '@lingui/react/macro'
import { Crown } from 'lucide-react'
import { Link } from 'react-router'
import { boardLabel } from '../../../../contract/network/modes.ts'
import type { PracticeToday } from '../../../../contract/rankings/practice-today-schemas.ts'
import { useSite } from '../../../platform/site.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { PlayerLink } from '../../../ui/player-name.tsx'
import { boardAddress, firstChoice } from '../leaderboard/board-choice.ts'

/** What goes on in a mode: players now, matches of today, and the first of its board. */
export function ModeToday({ today: { board, players, matches, first } }: { today: PracticeToday }) {
  const points = first?.points ?? 0
  const { boards, leaderboardMaintenance } = useSite()
  const name = board && boardLabel(boards, { gameType: board })
  return (
    <div className="grid gap-2.5 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 tabular-nums">
        <span className="flex flex-wrap gap-x-4 gap-y-1">
          {players !== null && (
            <span className={players > 0 ? 'font-semibold text-good' : 'text-ink-faint'}>
              {players > 0 ? (
                <Plural value={players} one="# playing" other="# playing" />
              ) : (
                <Trans>Nobody playing</Trans>
              )}
            </span>
          )}
          <span className={matches > 0 ? 'text-ink-soft' : 'text-ink-faint'}>
            {matches > 0 ? (
              <Plural value={matches} one="# match today" other="# matches today" />
            ) : (
              <Trans>No matches today</Trans>
            )}
          </span>
        </span>
        {board !== null && (
          <Link
            to={boardAddress({ ...firstChoice, gameType: board })}
            className="text-ink underline decoration-current/40 underline-offset-4 hover:decoration-current"
          >
            <Trans>
              Leaderboard<span className="sr-only"> of {name}</span>
            </Trans>
          </Link>
        )}
      </p>
      {first !== null && !leaderboardMaintenance && (
        <p className="flex min-w-0 items-center gap-2 rounded-md bg-ground px-2 py-1.5">
          <Crown aria-hidden className="size-4 shrink-0 text-rank-gold" />
          <span className="sr-only">
            <Trans>Number one:</Trans>
          </span>
          <Avatar username={first.user.username} avatarUrl={first.user.avatarUrl} size="sm" />
          <PlayerLink user={first.user} className="line-clamp-1 font-semibold" />
          <span className="ms-auto shrink-0 text-ink-faint tabular-nums">
            <Plural value={points} one="# point" other="# points" />
          </span>
        </p>
      )}
    </div>
  )
}
