import { msg } from '@lingui/core/macro'
import type { Input } from '../../../../contract/rankings/inputs.ts'
import type { Leaderboard, SeasonPeriod } from '../../../../contract/rankings/leaderboard-schemas.ts'
import type { Ladder } from '../../../../contract/rankings/ratings.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { badRequest, notFound } from '../../../platform/http/errors.ts'
import { withMovement } from '../daily/movement.ts'
import { inputReads } from '../inputs/queries.ts'
import { aroundOf, type BoardReads, partOf } from '../leaderboard/board-reads.ts'
import { countFinal, findFinalPosition, readFinalPage, searchFinal } from '../seasons/queries/standings.ts'
import {
  countRated,
  findRatedPosition,
  findRatingBoard,
  type RatedRow,
  type RatingBoard,
  ratedOfInput,
  readProvisional,
  readRatedPage,
  readRatedPlaces,
  searchRated,
} from './queries/board.ts'
import { readSeasons } from './queries/seasons.ts'
import { shownFigures, type TierWords, tierNameIn } from './shown-figures.ts'

interface Asked {
  /** Only players with this main input. */
  readonly input?: Input | undefined
  readonly gameType: string
  readonly ladder: Ladder
  /** `season` for the present one, `season:<id>` for another. */
  readonly period: SeasonPeriod
}

const entryOf =
  (words: TierWords) =>
  ({ position, user, stats, tier, tierColour, hasLateVoid, ...rating }: RatedRow) => {
    const { provisional, ...now } = shownFigures(words, rating)
    const shown =
      tier === undefined || tierColour === undefined
        ? now
        : { tier: tierNameIn(words, tier), tierColour, hasLateVoid }
    return { position, user, stats, rating: { ...rating, provisional, ...shown } }
  }

const openReads = (executor: Executor, board: RatingBoard, mode: string): BoardReads<RatedRow> => ({
  count: () => countRated(executor, board),
  page: (page) => readRatedPage(executor, board, mode, page),
  search: (text, page) => searchRated(executor, board, mode, text, page),
  position: (userId) => findRatedPosition(executor, board, userId),
})

const finalReads = (executor: Executor, board: RatingBoard, mode: string): BoardReads<RatedRow> => ({
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
  if (season === undefined) throw notFound(msg`There is no such season`)
  return { seasonId: season.id, isClosed: season.closedAt !== null }
}

async function openBoard(executor: Executor, { gameType, ladder, period, input }: Asked) {
  const { trackId, asOf } = await findRatingBoard(executor, gameType, ladder)
  const { seasonId, isClosed } = await findSpan(executor, period)
  if (isClosed && input !== undefined) throw badRequest(msg`Boards of closed seasons are not by input`)
  const board = trackId === undefined ? undefined : { trackId, seasonId }
  const readsOf = (found: RatingBoard) => {
    if (input !== undefined)
      return inputReads(executor, ratedOfInput(found, gameType, input), (places) =>
        readRatedPlaces(executor, found, gameType, places),
      )
    return (isClosed ? finalReads : openReads)(executor, found, gameType)
  }
  return {
    shown: {
      gameType,
      ladder,
      by: 'rating' as const,
      period,
      input,
      season: seasonId > 0 ? seasonId : null,
      asOf: isClosed ? undefined : asOf.toISOString(),
    },
    reads: board && readsOf(board),
    // Movement is known of the whole board of the present season.
    isFollowed: board !== undefined && input === undefined && period === 'season',
    trackId,
    /** Players below the last row; none of a closed season and by input. */
    provisional: async (limit: number) =>
      board === undefined || isClosed || input !== undefined || limit <= 0
        ? []
        : readProvisional(executor, board, gameType, asOf, limit),
  }
}

async function entriesOf(
  executor: Executor,
  words: TierWords,
  rows: readonly RatedRow[],
  { trackId, isFollowed }: { readonly trackId: number | undefined; readonly isFollowed: boolean },
): Promise<Leaderboard['entries']> {
  const entries = rows.map(entryOf(words))
  if (trackId === undefined || !isFollowed) return entries
  return withMovement(executor, { byRating: true, boardId: trackId }, entries)
}

/** A page of a rating board, or its hits of a search. */
export async function ratingPage(
  executor: Executor,
  words: TierWords,
  asked: Asked & { readonly limit: number; readonly offset: number; readonly search: string | undefined },
): Promise<Leaderboard> {
  const { shown, reads, provisional, ...followed } = await openBoard(executor, asked)
  const { limit, offset, search } = asked
  const page = { limit, offset }
  const { total, entries } = await partOf(reads, search, page)
  const isLast = search === undefined && offset + entries.length === total
  const below = isLast ? await provisional(limit - entries.length) : []
  return {
    ...shown,
    ...page,
    total,
    entries: await entriesOf(executor, words, entries, followed),
    ...(below.length > 0 && {
      provisional: below.map((row) => {
        const { user, rating } = entryOf(words)(row)
        return { user, rating }
      }),
    }),
  }
}

/** A player on a rating board with two neighbours each side; no entries for who is not on it. */
export async function aroundRated(
  executor: Executor,
  words: TierWords,
  asked: Asked,
  userId: number,
): Promise<Leaderboard> {
  const { shown, reads, provisional: _, ...followed } = await openBoard(executor, asked)
  const { entries, ...around } = await aroundOf(reads, userId)
  return { ...shown, ...around, entries: await entriesOf(executor, words, entries, followed) }
}
