import { neighbours } from '../../../../contract/rankings/leaderboard.ts'
import type { Leaderboard } from '../../../../contract/rankings/leaderboard-schemas.ts'
import type { Ladder } from '../../../../contract/rankings/ratings.ts'
import type { Executor } from '../../../platform/database.ts'
import type { ContentStore } from '../../content/store.ts'
import {
  countRated,
  findRatedPosition,
  findRatingBoard,
  type RatedRow,
  readRatedPage,
  searchRated,
} from './queries/board.ts'
import { readSeasons } from './queries/seasons.ts'
import { shownFigures } from './shown-figures.ts'

interface Asked {
  readonly gameType: string
  readonly ladder: Ladder
}

type Content = Pick<ContentStore, 'current'>

const entryOf =
  (content: Content) =>
  ({ position, user, stats, ...rating }: RatedRow): Leaderboard['entries'][number] => ({
    position,
    user,
    stats,
    rating: { ...rating, ...shownFigures(content, rating) },
  })

async function openBoard(executor: Executor, { gameType, ladder }: Asked) {
  const { trackId, asOf } = await findRatingBoard(executor, gameType, ladder)
  const seasons = await readSeasons(executor)
  const shown = {
    gameType,
    ladder,
    by: 'rating' as const,
    period: 'season' as const,
    asOf: asOf.toISOString(),
  }
  return { shown, board: trackId === undefined ? undefined : { trackId, seasonId: seasons.idAt(new Date()) } }
}

/** A page of a rating board of the present season, or its hits of a search. */
export async function ratingPage(
  executor: Executor,
  content: Content,
  asked: Asked & { readonly limit: number; readonly offset: number; readonly search: string | undefined },
): Promise<Leaderboard> {
  const { shown, board } = await openBoard(executor, asked)
  const { limit, offset, search } = asked
  if (board === undefined) return { ...shown, total: 0, limit, offset, entries: [] }
  if (search) {
    const hits = await searchRated(executor, board, asked.gameType, search, asked)
    return { ...shown, limit, offset, total: hits.total, entries: hits.rows.map(entryOf(content)) }
  }
  const rows = await readRatedPage(executor, board, asked.gameType, asked)
  return {
    ...shown,
    limit,
    offset,
    total: await countRated(executor, board),
    entries: rows.map(entryOf(content)),
  }
}

/** A player on a rating board with two neighbours each side; no entries for who is not on it. */
export async function aroundRated(
  executor: Executor,
  content: Content,
  asked: Asked,
  userId: number,
): Promise<Leaderboard> {
  const { shown, board } = await openBoard(executor, asked)
  const limit = 2 * neighbours + 1
  const nobody = { ...shown, total: 0, limit, offset: 0, entries: [] }
  if (board === undefined) return nobody
  const total = await countRated(executor, board)
  const position = await findRatedPosition(executor, board, userId)
  if (position === undefined) return { ...nobody, total }
  const offset = Math.max(0, position - 1 - neighbours)
  const rows = await readRatedPage(executor, board, asked.gameType, {
    offset,
    limit: position + neighbours - offset,
  })
  return { ...shown, total, limit, offset, entries: rows.map(entryOf(content)) }
}
