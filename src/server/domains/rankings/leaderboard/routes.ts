import { msg } from '@lingui/core/macro'
import type * as z from 'zod/mini'
import type { Input } from '../../../../contract/rankings/inputs.ts'
import { periods } from '../../../../contract/rankings/leaderboard.ts'
import type { leaderboardEndpoints } from '../../../../contract/rankings/leaderboard-endpoints.ts'
import type {
  Leaderboard,
  LeaderboardEntry,
  LeaderboardQuery,
  Period,
  SeasonPeriod,
} from '../../../../contract/rankings/leaderboard-schemas.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { badRequest, notFound } from '../../../platform/http/errors.ts'
import type { ContentStore } from '../../content/store.ts'
import { withMovement } from '../daily/movement.ts'
import { inputReads } from '../inputs/queries.ts'
import { aroundRated, ratingPage } from '../ratings/rating-board.ts'
import { requireBoard, requireMode } from '../require-board.ts'
import { aroundOf, type BoardReads, partOf } from './board-reads.ts'
import {
  countPlayers,
  findBoard,
  findMergedId,
  findPosition,
  playersOfInput,
  readPage,
  readPlaces,
  searchBoard,
  withFormerNames,
} from './queries.ts'

interface PointsBoard {
  readonly board: number
  readonly gameType: string
  readonly period: Period
  readonly input: Input | undefined
}

type Order = Pick<z.infer<typeof LeaderboardQuery>, 'by' | 'period'>

const isPeriod = (period: Order['period']): period is Period => periods.some((one) => one === period)

/** @throws 400 where the period is none of points */
function requirePeriod({ period = 'all' }: Order): Period {
  if (!isPeriod(period)) throw badRequest(msg`Points are by all, month or week`)
  return period
}

/** @throws 400 where the period is no season */
function requireSeason({ period = 'season' }: Order): SeasonPeriod {
  if (isPeriod(period))
    throw badRequest(
      msg`Ratings are by season: leave period out, or ask for season or ${{ form: 'season:<id>' }}`,
    )
  return period
}

export function leaderboardHandlers(
  { database }: Pick<Context, 'database'>,
  content: Pick<ContentStore, 'current'>,
): Handlers<typeof leaderboardEndpoints> {
  const { sql } = database

  /** @throws 400 and 404 as the requirements of its parts */
  async function requirePoints(query: Order & Pick<z.infer<typeof LeaderboardQuery>, 'gameType' | 'input'>) {
    const { input } = query
    const period = requirePeriod(query)
    const gameType = await (input === undefined ? requireBoard : requireMode)(sql, query.gameType)
    const board = await findBoard(sql, gameType, period)
    const said = { gameType, period, input }
    return { said, reads: board === undefined ? undefined : readsOf({ board, ...said }) }
  }

  function readsOf({ board, gameType, period, input }: PointsBoard): BoardReads<LeaderboardEntry> {
    if (input !== undefined)
      return inputReads(sql, playersOfInput(board, gameType, input), (places) =>
        readPlaces(sql, board, gameType, places),
      )
    const followed = { byRating: false, boardId: board }
    const withMoves = (entries: LeaderboardEntry[]) =>
      period === 'all' ? withMovement(sql, followed, entries) : entries
    return {
      count: () => countPlayers(sql, board),
      page: async (page) => withMoves(await readPage(sql, board, gameType, page)),
      async search(text, page) {
        const { total, rows } = await searchBoard(sql, board, gameType, text, page)
        return { total, rows: await withMoves(rows) }
      },
      position: (userId) => findPosition(sql, board, userId),
    }
  }

  const named = async (search: string | undefined, board: Leaderboard): Promise<Leaderboard> =>
    search === undefined || board.entries.length === 0
      ? board
      : { ...board, entries: await withFormerNames(sql, search, board.entries) }

  return {
    async page({ query, language }) {
      const { search: wanted, by, ladder, limit, offset } = query
      const search = wanted || undefined
      const page = { limit, offset }
      if (by === 'rating') {
        const period = requireSeason(query)
        const gameType = await requireMode(sql, query.gameType)
        return named(
          search,
          await ratingPage(sql, content.current(language), {
            gameType,
            ladder,
            period,
            input: query.input,
            search,
            ...page,
          }),
        )
      }
      const { said, reads } = await requirePoints(query)
      return named(search, { ...said, ...page, ...(await partOf(reads, search, page)) })
    },

    async around({ params, query, language }) {
      const { by, ladder, input } = query
      if (by === 'rating') {
        const period = requireSeason(query)
        const gameType = await requireMode(sql, query.gameType)
        const userId = await findMergedId(sql, params.id)
        if (userId === undefined) throw notFound(msg`Player not found`)
        return aroundRated(sql, content.current(language), { gameType, ladder, period, input }, userId)
      }
      const { said, reads } = await requirePoints(query)
      const userId = await findMergedId(sql, params.id)
      if (userId === undefined) throw notFound(msg`Player not found`)
      return { ...said, ...(await aroundOf(reads, userId)) }
    },
  }
}
