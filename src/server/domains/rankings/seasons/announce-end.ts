import type { Config } from '../../../config.ts'
import type { Executor } from '../../../platform/database.ts'
import { queueDiscord } from '../../../platform/discord-queue.ts'
import { findSeason } from './queries/seasons.ts'

/** Queues a message that the standings of a season are final. Call it in the transaction that closes it. */
export async function announceSeasonEnd(
  transaction: Executor,
  config: Pick<Config, 'discordWebhooks'>,
  id: number,
): Promise<void> {
  const season = await findSeason(transaction, id)
  if (season === undefined) return
  await queueDiscord(transaction, config, {
    kind: 'matches',
    eventKey: `season:${id}`,
    title: `${season.name} is over`,
    text: 'The standings are final.',
    link: '/seasons',
  })
}
