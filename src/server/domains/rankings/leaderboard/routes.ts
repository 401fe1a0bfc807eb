import type * as z from 'zod/mini'
import { neighbours } from '../../../../contract/rankings/leaderboard.ts'
import type { leaderboardEndpoints } from '../../../../contract/rankings/leaderboard-endpoints.ts'
import type { LeaderboardQuery, Period } from '../../../../contract/rankings/leaderboard-schemas.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/endpoints.ts'
import { badRequest, notFound } from '../../../platform/errors.ts'
import type { ContentStore } from '../../content/store.ts'
import { aroundRated, ratingPage } from '../ratings/rating-board.ts'
import { requireBoard, requireMode } from '../require-board.ts'
import { countPlayers, findBoard, findMergedId, findPosition, readPage, searchBoard } from './queries.ts'

type Order = Pick<z.infer<typeof LeaderboardQuery>, 'by' | 'period'>

/** @throws 400 where the period does not fit the order */
function requirePeriod({ by, period }: Order): Period {
  if (by === 'rating' && period !== undefined && period !== 'season')
    throw badRequest('Ratings are by season: leave period out, or ask for season')
  if (by === 'points' && period === 'season') throw badRequest('Points are by all, month or week')
  return period === undefined || period === 'season' ? 'all' : period
}

export function leaderboardHandlers(
  { database }: Pick<Context, 'database'>,
  content: Pick<ContentStore, 'current'>,
): Handlers<typeof leaderboardEndpoints> {
  const { sql } = database
  return {
    async page({ query }) {
      const { search: wanted, by, ladder, ...rest } = query
      const period = requirePeriod(query)
      const search = wanted?.trim()
      if (by === 'rating') {
        const gameType = await requireMode(sql, query.gameType)
        return ratingPage(sql, content, { ...rest, gameType, ladder, search })
      }
      const said = { ...rest, period, gameType: await requireBoard(sql, query.gameType) }
      const board = await findBoard(sql, said.gameType, said.period)
      if (board === undefined) return { ...said, total: 0, entries: [] }
      if (search) return { ...said, ...(await searchBoard(sql, board, said.gameType, search, said)) }
      const total = await countPlayers(sql, board)
      return { ...said, total, entries: await readPage(sql, board, said.gameType, said) }
    },

    async around({ params, query: asked }) {
      const { by, ladder, ...rest } = asked
      const period = requirePeriod(asked)
      if (by === 'rating') {
        const gameType = await requireMode(sql, asked.gameType)
        const userId = await findMergedId(sql, params.id)
        if (userId === undefined) throw notFound('Player not found')
        return aroundRated(sql, content, { gameType, ladder }, userId)
      }
      const query = { ...rest, period, gameType: await requireBoard(sql, asked.gameType) }
      const limit = 2 * neighbours + 1
      const nobody = { ...query, total: 0, limit, offset: 0, entries: [] }
      if ((await findMergedId(sql, params.id)) === undefined) throw notFound('Player not found')
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
