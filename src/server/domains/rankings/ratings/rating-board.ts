import { neighbours } from '../../../../contract/rankings/leaderboard.ts'
import type { Leaderboard, SeasonPeriod } from '../../../../contract/rankings/leaderboard-schemas.ts'
import type { Ladder } from '../../../../contract/rankings/ratings.ts'
import type { Executor } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { countFinal, findFinalPosition, readFinalPage, searchFinal } from '../seasons/queries/standings.ts'
import {
  countRated,
  findRatedPosition,
  findRatingBoard,
  type RatedRow,
  type RatingBoard,
  readRatedPage,
  searchRated,
} from './queries/board.ts'
import { readSeasons } from './queries/seasons.ts'
import { shownFigures, type TierContent } from './shown-figures.ts'

interface Asked {
  readonly gameType: string
  readonly ladder: Ladder
  /** `season` for the present one, `season:<id>` for another. */
  readonly period: SeasonPeriod
}

const entryOf =
  (content: TierContent) =>
  ({
    position,
    user,
    stats,
    tier,
    tierColour,
    hasLateVoid,
    ...rating
  }: RatedRow): Leaderboard['entries'][number] => {
    const { provisional, ...now } = shownFigures(content, rating)
    const shown = tier === undefined || tierColour === undefined ? now : { tier, tierColour, hasLateVoid }
    return { position, user, stats, rating: { ...rating, provisional, ...shown } }
  }

/** A board of a season that goes on, or the final one of a closed season. */
interface BoardReads {
  count(): Promise<number>
  page(page: { readonly limit: number; readonly offset: number }): Promise<RatedRow[]>
  search(
    text: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ total: number; rows: RatedRow[] }>
  /** One-based; undefined for who is not on it. */
  position(userId: number): Promise<number | undefined>
}

const openReads = (executor: Executor, board: RatingBoard, mode: string): BoardReads => ({
  count: () => countRated(executor, board),
  page: (page) => readRatedPage(executor, board, mode, page),
  search: (text, page) => searchRated(executor, board, mode, text, page),
  position: (userId) => findRatedPosition(executor, board, userId),
})

const finalReads = (executor: Executor, board: RatingBoard, mode: string): BoardReads => ({
  count: () => countFinal(executor, board),
  page: (page) => readFinalPage(executor, board, mode, page),
  search: (text, page) => searchFinal(executor, board, mode, text, page),
  position: (userId) => findFinalPosition(executor, board, userId),
})

/** @throws 404 for an unknown season */
async function findSpan(executor: Executor, period: SeasonPeriod) {
  const seasons = await readSeasons(executor)
  if (period === 'season') return { seasonId: seasons.idAt(new Date()), isClosed: false }
  const season = seasons.find(Number(period.slice('season:'.length)))
  if (season === undefined) throw notFound('There is no such season')
  return { seasonId: season.id, isClosed: season.closedAt !== null }
}

async function openBoard(executor: Executor, { gameType, ladder, period }: Asked) {
  const { trackId, asOf } = await findRatingBoard(executor, gameType, ladder)
  const { seasonId, isClosed } = await findSpan(executor, period)
  const board = trackId === undefined ? undefined : { trackId, seasonId }
  return {
    shown: {
      gameType,
      ladder,
      by: 'rating' as const,
      period,
      season: seasonId > 0 ? seasonId : null,
      asOf: isClosed ? undefined : asOf.toISOString(),
    },
    reads: board && (isClosed ? finalReads : openReads)(executor, board, gameType),
  }
}

/** A page of a rating board, or its hits of a search. */
export async function ratingPage(
  executor: Executor,
  content: TierContent,
  asked: Asked & { readonly limit: number; readonly offset: number; readonly search: string | undefined },
): Promise<Leaderboard> {
  const { shown, reads } = await openBoard(executor, asked)
  const { limit, offset, search } = asked
  const page = { limit, offset }
  if (reads === undefined) return { ...shown, ...page, total: 0, entries: [] }
  const { total, rows } = search
    ? await reads.search(search, page)
    : { total: await reads.count(), rows: await reads.page(page) }
  return { ...shown, ...page, total, entries: rows.map(entryOf(content)) }
}

/** A player on a rating board with two neighbours each side; no entries for who is not on it. */
export async function aroundRated(
  executor: Executor,
  content: TierContent,
  asked: Asked,
  userId: number,
): Promise<Leaderboard> {
  const { shown, reads } = await openBoard(executor, asked)
  const limit = 2 * neighbours + 1
  const nobody = { ...shown, total: 0, limit, offset: 0, entries: [] }
  if (reads === undefined) return nobody
  const total = await reads.count()
  const position = await reads.position(userId)
  if (position === undefined) return { ...nobody, total }
  const offset = Math.max(0, position - 1 - neighbours)
  const rows = await reads.page({ offset, limit: position + neighbours - offset })
  return { ...shown, total, limit, offset, entries: rows.map(entryOf(content)) }
}
