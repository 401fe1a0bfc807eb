import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { leaderboardEndpoints } from '../../../../contract/rankings/leaderboard-endpoints.ts'
import type { Leaderboard } from '../../../../contract/rankings/leaderboard-schemas.ts'
import type { GameType } from '../../../../contract/rankings/stats.ts'
import { type BoardChoice, firstChoice, rowsOf } from './board-choice.ts'

/** Boards move: who comes back to one after this long sees it, and then what has become of it. */
const staleTime = 60_000

/** Everything that a finished match of this game type may have changed. */
export const boardsOf = (gameType: GameType) => ['leaderboard', gameType] as const

type Board = Pick<BoardChoice, 'gameType' | 'by' | 'ladder' | 'period' | 'season' | 'input'>

const boardOf = ({ gameType, by, ladder, period, season, input }: Board) => {
  const of = { gameType, input: input ?? undefined }
  if (by === 'points') return { ...of, period }
  const ofLadder = ladder === 'solo' ? {} : { ladder }
  return { ...of, by, ...ofLadder, period: season === null ? undefined : (`season:${season}` as const) }
}

const keyOf = ({ by, ladder, period, season, input }: Board) => [by, ladder, period, season, input]

/** One page of a board; page n begins after the rows of n-1 pages. */
export const boardQuery = (call: Transport, { page, search, view, ...board }: BoardChoice) =>
  queryOptions({
    queryKey: [...boardsOf(board.gameType), 'page', ...keyOf(board), view, page, search],
    queryFn: ({ signal }): Promise<Leaderboard> =>
      call(leaderboardEndpoints.page, {
        query: {
          ...boardOf(board),
          limit: rowsOf({ view }),
          offset: (page - 1) * rowsOf({ view }),
          search: search === '' ? undefined : search,
        },
        signal,
      }),
    staleTime,
  })

/** The first five of all. */
export const topFiveQuery = (call: Transport) => boardQuery(call, { ...firstChoice, view: 'short' })

/** A player on a board, between neighbours. */
export const positionQuery = (call: Transport, playerId: number, board: Board) =>
  queryOptions({
    queryKey: [...boardsOf(board.gameType), 'place', ...keyOf(board), playerId],
    queryFn: ({ signal }): Promise<Leaderboard> =>
      call(leaderboardEndpoints.around, {
        params: { id: playerId },
        query: boardOf(board),
        signal,
      }),
    staleTime,
  })
