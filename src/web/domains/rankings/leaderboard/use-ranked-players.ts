import { useState } from 'react'
import type { Leaderboard } from '../../../../contract/rankings/leaderboard-schemas.ts'
import type { BoardChoice } from './board-choice.ts'

/** How many players the board ranks, as its last page without a search said; undefined while none did. */
export function useRankedPlayers({ gameType, period, search }: BoardChoice, board: Leaderboard | undefined) {
  const view = `${gameType} ${period}`
  const told = search === '' ? board?.total : undefined
  const [known, setKnown] = useState({ view, total: told })
  if (known.view !== view) setKnown({ view, total: told })
  else if (told !== undefined && told !== known.total) setKnown({ view, total: told })
  return known.view === view ? (told ?? known.total) : told
}
