import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { FoundPlayer } from '../../../../contract/players/players-schemas.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { RankBadge } from '../../../ui/rank-badge.tsx'
import { counted } from '../figures.ts'
import { PlayerName } from '../player-name.tsx'
import { playerPath } from '../player-path.ts'

export function FoundPlayers({ players, query }: { players: readonly FoundPlayer[]; query: string }) {
  if (players.length === 0) {
    return (
      <p role="status" className="wrap-anywhere py-2 text-ink-soft text-sm">
        No players found matching "<bdi>{query}</bdi>"
      </p>
    )
  }
  return (
    <>
      <p role="status" className="sr-only">
        {counted(players.length, 'player', 'players')} found
      </p>
      <ul className="divide-y divide-line overflow-hidden rounded-md border border-line">
        {players.map(({ user, stats }) => (
          <li key={user.id}>
            <Link
              to={playerPath(user.id)}
              className="group grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 px-3 py-2.5 -outline-offset-2 hover:bg-ground-raised"
            >
              <Avatar username={user.username} avatarUrl={user.avatarUrl} />
              <span className="grid min-w-0 gap-1">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="min-w-0 font-bold group-hover:text-ember-bright">
                    <PlayerName name={user.username} />
                  </span>
                  <RankBadge rank={user.rank} />
                </span>
                <span className="text-ink-soft text-sm tabular-nums">
                  {counted(stats.wins, 'win', 'wins')}, {counted(stats.points, 'point', 'points')}
                </span>
              </span>
              <ChevronRight aria-hidden className="size-5 text-ink-faint group-hover:text-ember-bright" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
