import { useQuery, useQueryClient } from '@tanstack/react-query'
import { leaderboardPlaceholderTotal } from '../../../../contract/rankings/leaderboard.ts'
import { api } from '../../../platform/api.ts'
import type { BoardChoice } from './board-choice.ts'
import { boardQuery, boardsOf } from './board-query.ts'
import { usePositionChanges } from './use-position-changes.ts'
import { useRankedPlayers } from './use-ranked-players.ts'

/** The chosen page, who moved on it, and how many there are. */
export function useBoard(choice: BoardChoice, live: boolean) {
  const client = useQueryClient()
  const query = boardQuery(api, choice)
  const { data: board, error } = useQuery(query)
  const isTop = choice.page === 1 && choice.search === ''
  const changes = usePositionChanges(board, { key: query.queryKey, isTop }, live)
  const players = useRankedPlayers(choice, board)
  return {
    board,
    error,
    /** Asks again for what is on screen of this board, the own place included. */
    retry: () => void client.invalidateQueries({ queryKey: boardsOf(choice.gameType) }),
    changes,
    /** Ranked players; undefined while nobody knows. */
    players,
    /** Rows that there are pages for. */
    pagerTotal: board?.total ?? players ?? leaderboardPlaceholderTotal,
  }
}
