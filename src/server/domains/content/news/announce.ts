import { newsPath } from '../../../../contract/content/news.ts'
import type { NewsRecord } from '../../../../contract/content/news-schemas.ts'
import type { Config } from '../../../config.ts'
import type { Executor } from '../../../platform/database.ts'
import { queueDiscord } from '../../../platform/discord-queue.ts'
import { queueFanout } from '../../../platform/notifications.ts'

/** Queues the notification of all members and the message to Discord. Call it in the transaction that publishes. */
export async function announceNews(
  transaction: Executor,
  config: Pick<Config, 'discordWebhooks'>,
  { id, slug, title, summary }: NewsRecord,
): Promise<void> {
  const event = { kind: 'news', eventKey: `news:${id}`, title, text: summary, link: newsPath(slug) } as const
  await queueFanout(transaction, { ...event, audience: 'members' })
  await queueDiscord(transaction, config, event)
}
