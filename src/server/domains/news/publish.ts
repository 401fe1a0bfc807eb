import { newsPath } from '../../../contract/news/news.ts'
import type { NewsRecord } from '../../../contract/news/news-schemas.ts'
import type { Config } from '../../config.ts'
import type { Executor } from '../../platform/database/database.ts'
import { textOfRecord } from '../../platform/languages/record-words.ts'
import { teamOf } from '../../platform/team.ts'
import { queueDiscord } from '../network/discord/queries/queue-discord.ts'
import { queueFanout } from '../notifications/queries/notify.ts'
import { queueIssue } from './newsletter/queries/issues.ts'
import { findWritten, missNewsletter, publishNews } from './queries.ts'

interface Publication {
  /** The date that it bears; absent: that of the publication. */
  readonly at?: string | undefined
  /** Nobody is notified. */
  readonly isQuiet?: boolean
}

/**
 * Publishes a locked item, and queues it for subscribers where that was chosen and another newsletter may go out today.
 * The first time, all members and Discord are notified, unless it is quiet. All in the same transaction.
 */
export async function publishItem(
  transaction: Executor,
  config: Pick<Config, 'discordWebhooks' | 'siteShortName'>,
  id: number,
  { at, isQuiet = false }: Publication = {},
): Promise<NewsRecord> {
  const isFirst = await publishNews(transaction, id, at)
  const wanted = await findWritten(transaction, teamOf(config), id)
  const isQueued = wanted.toSubscribers && (await queueIssue(transaction, id))
  const missedNewsletter = wanted.toSubscribers && !isQueued
  if (missedNewsletter) await missNewsletter(transaction, id)
  const record = { ...wanted, toSubscribers: isQueued, missedNewsletter }
  if (!isFirst || isQuiet) return record
  const { slug } = record
  const event = {
    kind: 'news',
    eventKey: `news:${id}`,
    title: textOfRecord(record, 'title'),
    text: textOfRecord(record, 'summary'),
    link: newsPath(slug),
  } as const
  await queueFanout(transaction, { ...event, audience: 'members', newsId: id })
  await queueDiscord(transaction, config, event)
  return record
}
