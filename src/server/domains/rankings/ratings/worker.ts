import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { ContentStore } from '../../content/store.ts'
import { advanceBoardDay } from '../daily/advance-board-day.ts'
import { recomputeModes, updateHeadToHead } from '../head-to-head/projection.ts'
import { announceMilestones } from '../milestones/announce.ts'
import { advanceSeasons } from '../seasons/advance-seasons.ts'
import { lockSeasonsShared } from '../seasons/queries/seasons.ts'
import { markLateVoids } from '../seasons/queries/standings.ts'
import {
  clearQueue,
  findMovedUsers,
  findReplayStarts,
  isQueueEmpty,
  isRulingApplied,
  lockWorker,
  readQueuedMatches,
  readQueuedModes,
  readWaitingRatings,
} from './queries/queue.ts'
import { findCause } from './queries/rerated.ts'
import { readSeasons } from './queries/seasons.ts'
import { advanceRatingDay, refreshRatings } from './queries/stored-ratings.ts'
import { publishRatings } from './rating-feed.ts'
import { replayMode } from './replay-mode.ts'

/**
 * Brings ratings and head-to-head records up to date with what is queued, in one transaction, so that readers see the
 * old or the new. Returns the modes that were rated; undefined when nothing waits or another process is at it.
 */
const rateQueued = (database: Pick<Database, 'sql'>): Promise<string[] | undefined> =>
  database.sql
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      if (!(await lockWorker(transaction))) return undefined
      const isNewDay = await advanceRatingDay(transaction)
      if ((await isQueueEmpty(transaction)) || (await isRulingApplied(transaction)))
        return isNewDay ? [] : undefined
      await lockSeasonsShared(transaction)
      const seasons = await readSeasons(transaction)
      // Before, because a replay begins with the stored ratings; after, because it changes them by account.
      const moved = await findMovedUsers(transaction)
      await refreshRatings(transaction, moved)
      const starts = await findReplayStarts(transaction, moved)
      for (const start of starts) {
        const isByMatch = start.since !== null && moved.length === 0
        const cause = isByMatch ? await findCause(transaction, start.mode) : undefined
        await replayMode(transaction, seasons, start, cause)
      }
      await refreshRatings(transaction, moved)
      await markLateVoids(transaction)
      await recomputeModes(transaction, await readQueuedModes(transaction))
      for await (const page of readQueuedMatches(transaction)) {
        const matchIds = page.map(({ matchId }) => matchId)
        await updateHeadToHead(transaction, matchIds)
        await announceMilestones(transaction, matchIds)
      }
      await clearQueue(transaction)
      return starts.map(({ mode }) => mode)
    })

/** PostgreSQL cancelled the transaction because of another one: the next try sees what that one wrote. */
const isCollision = (error: unknown) => /^40/.test(String((error as { code?: unknown }).code ?? ''))

/** Rates until nothing is queued. Returns the modes that were rated. */
export async function rateUntilDone(database: Pick<Database, 'sql'>): Promise<string[]> {
  const rated = new Set<string>()
  for (;;) {
    try {
      const modes = await rateQueued(database)
      if (modes === undefined) return [...rated]
      for (const mode of modes) rated.add(mode)
    } catch (error) {
      if (!isCollision(error)) throw error
    }
  }
}

/** Rates soon after matches were stored. */
export const ratingJob = (
  { config, database, live }: Pick<Context, 'config' | 'database' | 'live'>,
  content: Pick<ContentStore, 'written'>,
): Job => ({
  name: 'ratings',
  everyMs: 5_000,
  wakeOn: 'stats',
  async work() {
    const modes = await rateUntilDone(database)
    await advanceBoardDay(database)
    const isSeasonNew = await advanceSeasons(database, content.written().ranked, config)
    if (modes.length > 0 || isSeasonNew) await publishRatings(live, modes)
  },
  waits: () => readWaitingRatings(database.sql),
})
