import { maxFollowed } from '../../../contract/players/follows.ts'
import type { todayEndpoints } from '../../../contract/players/today-endpoints.ts'
import type { Today } from '../../../contract/players/today-schemas.ts'
import type { Context } from '../../context.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/endpoints.ts'
import { listPresent } from '../matches/presence/queries.ts'
import { withMovement } from '../rankings/daily/movement.ts'
import { findBoard, findPosition, readPage } from '../rankings/leaderboard/queries.ts'
import { findPlayerRatings } from '../rankings/ratings/queries/ratings.ts'
import { readSeasons } from '../rankings/ratings/queries/seasons.ts'
import { shownFigures, type TierContent, type TierWords } from '../rankings/ratings/shown-figures.ts'
import { followedIds, followsAnybody } from './follows/queries.ts'
import { listMatches } from './queries/matches.ts'
import { readPointsHistory } from './queries/players.ts'
import { findNextEvent, findRatingGained, findRunningSeason } from './queries/today.ts'
import { findLastVisit, type Standing, storeVisit } from './queries/visits.ts'

async function boardToday(executor: Executor, userId: number): Promise<Today['board']> {
  const board = await findBoard(executor, 'overall', 'all')
  const position = board === undefined ? undefined : await findPosition(executor, board, userId)
  if (board === undefined || position === undefined) return null
  const first = Math.max(1, position - 1)
  const entries = await readPage(executor, board, 'overall', {
    offset: first - 1,
    limit: 1 + position - first,
  })
  const [own] = await withMovement(
    executor,
    { byRating: false, boardId: board },
    entries.filter(({ user }) => user.id === userId),
  )
  // A match that was counted between the two reads moved the player on: the next request knows where to.
  if (own === undefined) return null
  const ahead = entries.find((entry) => entry.position < own.position)
  const { days, startPoints } = await readPointsHistory(executor, userId, 'overall', 1)
  const [day = { points: startPoints, wins: 0, losses: 0 }] = days
  return {
    position: own.position,
    moved: own.moved ?? null,
    points: own.stats.points,
    gained: day.points - startPoints,
    wins: day.wins,
    losses: day.losses,
    winStreak: own.stats.winStreak,
    bestStreak: own.stats.bestStreak,
    ahead: ahead === undefined ? null : { user: ahead.user, points: ahead.stats.points },
  }
}

/** Players beside the member who are looked at. */
const nearby = 10

async function standing(executor: Executor, userId: number): Promise<Standing | undefined> {
  const board = await findBoard(executor, 'overall', 'all')
  const position = board === undefined ? undefined : await findPosition(executor, board, userId)
  if (board === undefined || position === undefined) return undefined
  const page = { offset: position - 1, limit: 1 + nearby }
  const [own, ...behind] = await readPage(executor, board, 'overall', page)
  // A match that was counted between the two reads moved the player on.
  if (own?.user.id !== userId) return undefined
  return { position, points: own.stats.points, behind: behind.map(({ user }) => user.id) }
}

async function sinceLastVisit(
  executor: Executor,
  userId: number,
  board: Today['board'],
): Promise<Today['since']> {
  const last = board === null ? undefined : await findLastVisit(executor, userId)
  const boardId = await findBoard(executor, 'overall', 'all')
  if (board === null || last === undefined || boardId === undefined) return null
  const offset = Math.max(0, board.position - 1 - nearby)
  const limit = board.position - 1 - offset
  const ahead = limit === 0 ? [] : await readPage(executor, boardId, 'overall', { offset, limit })
  return {
    at: last.at.toISOString(),
    moved: last.position - board.position,
    gained: board.points - last.points,
    passedBy: ahead
      .toReversed()
      .map(({ user }) => user)
      .filter(({ id }) => last.behind.includes(id)),
  }
}

async function ratingToday(executor: Executor, words: TierWords, userId: number): Promise<Today['rating']> {
  const seasonId = (await readSeasons(executor)).idAt(new Date())
  const season = seasonId > 0 ? seasonId : null
  const [last] = (await findPlayerRatings(executor, userId))
    .filter((rating) => rating.season === season)
    .sort((a, b) => b.lastMatchAt.getTime() - a.lastMatchAt.getTime())
  if (last === undefined) return null
  const { mode, ladder, rating, deviation, matches, wins, position } = last
  const gained = await findRatingGained(executor, userId, last)
  return { mode, ladder, rating, deviation, matches, wins, position, gained, ...shownFigures(words, last) }
}

async function followedToday(
  executor: Executor,
  userId: number,
): Promise<Pick<Today, 'isFollowing' | 'online'>> {
  const isFollowing = await followsAnybody(executor, userId)
  return {
    isFollowing,
    online: isFollowing ? await listPresent(executor, followedIds(userId), maxFollowed) : [],
  }
}

export function todayHandlers(
  { database: { sql }, languages }: Pick<Context, 'database' | 'languages'>,
  content: TierContent,
): Handlers<typeof todayEndpoints> {
  return {
    async show({ member, language }) {
      const [lastMatch = null] = await listMatches(sql, member.id, { limit: 1 })
      const board = await boardToday(sql, member.id)
      return {
        board,
        since: await sinceLastVisit(sql, member.id, board),
        rating: await ratingToday(sql, content.current(language), member.id),
        lastMatch,
        season: await findRunningSeason(sql),
        event: await findNextEvent(sql, languages.named(language).tag),
        ...(await followedToday(sql, member.id)),
      }
    },
    async visit({ member }) {
      await storeVisit(sql, member.id, await standing(sql, member.id))
      return undefined
    },
  }
}
