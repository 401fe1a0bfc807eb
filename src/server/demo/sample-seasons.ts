import { insertSeason, lockSeasons, queueModesSince } from '../domains/rankings/seasons/queries/seasons.ts'
import type { Database } from '../platform/database/database.ts'

const dayMs = 86_400_000

/**
 * One season that is over and one that runs. The site itself only makes seasons ahead of now; the matches are rated again
 * for these.
 */
export const insertSampleSeasons = (database: Database, now: Date): Promise<void> =>
  database.sql.transaction().execute(async (transaction) => {
    const inDays = (days: number) => new Date(now.getTime() + days * dayMs).toISOString()
    await lockSeasons(transaction)
    await insertSeason(transaction, { name: 'Season 1', startsAt: inDays(-60), endsAt: inDays(-10) })
    await insertSeason(transaction, { name: 'Season 2', startsAt: inDays(-10), endsAt: inDays(32) })
    await queueModesSince(transaction, null)
  })
