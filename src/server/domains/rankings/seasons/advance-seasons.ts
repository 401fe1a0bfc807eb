import type { RankedContent } from '../../../../contract/content/ranked-schemas.ts'
import type { Config } from '../../../config.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isQueueEmpty, lockWorker } from '../ratings/queries/queue.ts'
import { announceSeasonEnd, announceSeasonStart } from './announce.ts'
import { closeSeasons, hasDueSeason, lockSeasons, openSeasons } from './queries/seasons.ts'
import { insertStandings } from './queries/standings.ts'

/**
 * Opens seasons that have begun, and closes those that ended a day ago: their standings are stored, and no match changes
 * their ratings any more. Does nothing while matches wait to be rated. Returns whether a season changed.
 */
export const advanceSeasons = (
  database: Pick<Database, 'sql'>,
  { tiers }: Pick<RankedContent, 'tiers'>,
  config: Pick<Config, 'discordWebhooks'>,
): Promise<boolean> =>
  database.sql
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      if (!(await hasDueSeason(transaction))) return false
      if (!(await lockWorker(transaction)) || !(await isQueueEmpty(transaction))) return false
      await lockSeasons(transaction)
      const opened = await openSeasons(transaction)
      for (const id of opened) await announceSeasonStart(transaction, id)
      const closed = await closeSeasons(transaction)
      for (const id of closed) {
        await insertStandings(transaction, id, tiers)
        await announceSeasonEnd(transaction, config, id)
      }
      return opened.length + closed.length > 0
    })
