import { newsPath } from '../../../contract/news/news.ts'
import type { NewsRecord } from '../../../contract/news/news-schemas.ts'
import type { Config } from '../../config.ts'
import type { Executor } from '../../platform/database.ts'
import { teamOf } from '../../platform/team.ts'
import { queueDiscord } from '../network/discord/queries/queue-discord.ts'
import { queueFanout } from '../notifications/queries/notify.ts'
import { queueIssue } from './newsletter/queries/issues.ts'
import { findWritten, missNewsletter, publishNews } from './queries.ts'

/** Names the publication of an item among the events that members are notified of. */
export const newsEventKey = (id: number) => `news:${id}`

/**
 * Publishes a locked item, and queues it for subscribers where that was chosen and another newsletter may go out today.
 * The first time, all members and Discord are notified. All in the same transaction.
 */
export async function publishItem(
  transaction: Executor,
  config: Pick<Config, 'discordWebhooks' | 'siteShortName'>,
  id: number,
): Promise<NewsRecord> {
  const isFirst = await publishNews(transaction, id)
  const wanted = await findWritten(transaction, teamOf(config), id)
  const isQueued = wanted.toSubscribers && (await queueIssue(transaction, id))
  const missedNewsletter = wanted.toSubscribers && !isQueued
  if (missedNewsletter) await missNewsletter(transaction, id)
  const record = { ...wanted, toSubscribers: isQueued, missedNewsletter }
  if (!isFirst) return record
  const { slug, title, summary } = record
  const event = {
    kind: 'news',
    eventKey: newsEventKey(id),
    title,
    text: summary,
    link: newsPath(slug),
  } as const
  await queueFanout(transaction, { ...event, audience: 'members' })
  await queueDiscord(transaction, config, event)
  return record
}
