import type * as z from 'zod/mini'
import { neighbours, periods } from '../../../../contract/rankings/leaderboard.ts'
import type { leaderboardEndpoints } from '../../../../contract/rankings/leaderboard-endpoints.ts'
import type {
  LeaderboardQuery,
  Period,
  SeasonPeriod,
} from '../../../../contract/rankings/leaderboard-schemas.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/endpoints.ts'
import { badRequest, notFound } from '../../../platform/errors.ts'
import type { ContentStore } from '../../content/store.ts'
import { aroundRated, ratingPage } from '../ratings/rating-board.ts'
import { requireBoard, requireMode } from '../require-board.ts'
import { countPlayers, findBoard, findMergedId, findPosition, readPage, searchBoard } from './queries.ts'

type Order = Pick<z.infer<typeof LeaderboardQuery>, 'by' | 'period'>

const isPeriod = (period: Order['period']): period is Period => periods.some((one) => one === period)

/** @throws 400 where the period is none of points */
function requirePeriod({ period = 'all' }: Order): Period {
  if (!isPeriod(period)) throw badRequest('Points are by all, month or week')
  return period
}

/** @throws 400 where the period is no season */
function requireSeason({ period = 'season' }: Order): SeasonPeriod {
  if (isPeriod(period))
    throw badRequest('Ratings are by season: leave period out, or ask for season or season:<id>')
  return period
}

export function leaderboardHandlers(
  { database }: Pick<Context, 'database'>,
  content: Pick<ContentStore, 'current'>,
): Handlers<typeof leaderboardEndpoints> {
  const { sql } = database
  return {
    async page({ query }) {
      const { search: wanted, by, ladder, ...rest } = query
      const search = wanted?.trim()
      if (by === 'rating') {
        const period = requireSeason(query)
        const gameType = await requireMode(sql, query.gameType)
        return ratingPage(sql, content, { ...rest, gameType, ladder, period, search })
      }
      const said = {
        ...rest,
        period: requirePeriod(query),
        gameType: await requireBoard(sql, query.gameType),
      }
      const board = await findBoard(sql, said.gameType, said.period)
      if (board === undefined) return { ...said, total: 0, entries: [] }
      if (search) return { ...said, ...(await searchBoard(sql, board, said.gameType, search, said)) }
      const total = await countPlayers(sql, board)
      return { ...said, total, entries: await readPage(sql, board, said.gameType, said) }
    },

    async around({ params, query: asked }) {
      const { by, ladder, ...rest } = asked
      if (by === 'rating') {
        const period = requireSeason(asked)
        const gameType = await requireMode(sql, asked.gameType)
        const userId = await findMergedId(sql, params.id)
        if (userId === undefined) throw notFound('Player not found')
        return aroundRated(sql, content, { gameType, ladder, period }, userId)
      }
      const query = {
        ...rest,
        period: requirePeriod(asked),
        gameType: await requireBoard(sql, asked.gameType),
      }
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
