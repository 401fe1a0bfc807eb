import { leaderboardPlaceholderTotal } from '../../../../contract/rankings/leaderboard.ts'
import { formatCount } from '../../../ui/format-count.ts'

/** The server counts no further in a search. */
const maxCounted = 1_000

export interface BoardTotalProps {
  readonly search: string
  /** Ranked players; undefined while unknown. */
  readonly players: number | undefined
  /** Rows of the search; undefined while it is under way, null when it failed. */
  readonly matches: number | null | undefined
}

export function BoardTotal({ search, players, matches }: BoardTotalProps) {
  const searching = search !== '' && matches !== null
  return (
    <p className="text-ink-soft text-sm tabular-nums">
      {searching ? matchesText(matches) : playersText(players ?? leaderboardPlaceholderTotal)}
      {searching && players !== undefined && ` · ${playersText(players)}`}
    </p>
  )
}

const playersText = (count: number) => `${formatCount(count)} ${count === 1 ? 'player' : 'players'}`

function matchesText(count: number | undefined): string {
  if (count === undefined) return 'Searching...'
  if (count >= maxCounted) return `${formatCount(maxCounted)} or more found`
  return `${formatCount(count)} found`
}
