import { neighbours } from '../../../../contract/rankings/leaderboard.ts'
import type { leaderboardEndpoints } from '../../../../contract/rankings/leaderboard-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/endpoints.ts'
import { notFound } from '../../../platform/errors.ts'
import { requireBoard } from '../require-board.ts'
import { countPlayers, findBoard, findPosition, isKnownUser, readPage, searchBoard } from './queries.ts'

export function leaderboardHandlers({
  database,
}: Pick<Context, 'database'>): Handlers<typeof leaderboardEndpoints> {
  const { sql } = database
  return {
    async page({ query }) {
      const { search: wanted, ...rest } = query
      const said = { ...rest, gameType: await requireBoard(sql, query.gameType) }
      const search = wanted?.trim()
      const board = await findBoard(sql, said.gameType, said.period)
      if (board === undefined) return { ...said, total: 0, entries: [] }
      if (search) return { ...said, ...(await searchBoard(sql, board, said.gameType, search, said)) }
      const total = await countPlayers(sql, board)
      return { ...said, total, entries: await readPage(sql, board, said.gameType, said) }
    },

    async around({ params, query: asked }) {
      const query = { ...asked, gameType: await requireBoard(sql, asked.gameType) }
      const limit = 2 * neighbours + 1
      const nobody = { ...query, total: 0, limit, offset: 0, entries: [] }
      if (!(await isKnownUser(sql, params.id))) throw notFound('Player not found')
      const board = await findBoard(sql, query.gameType, query.period)
      if (board === undefined) return nobody
      const total = await countPlayers(sql, board)
      const position = await findPosition(sql, board, params.id)
      if (position === undefined) return { ...nobody, total }
      const offset = Math.max(0, position - 1 - neighbours)
      // Near the top there are fewer rows above; the list stays centered on the player.
      const shown = { offset, limit: position + neighbours - offset }
      return { ...query, total, limit, offset, entries: await readPage(sql, board, query.gameType, shown) }
    },
  }
}
