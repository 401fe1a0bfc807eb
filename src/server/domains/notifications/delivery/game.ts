import { outcomeLine } from '../../../../contract/moderation/moderation.ts'
import {
  type NotificationRow,
  notificationSentence,
} from '../../../../contract/notifications/notification-text.ts'
import type { Context } from '../../../context.ts'
import { queueForGameServers } from '../../../platform/jobs/outbox.ts'
import type { Say } from '../../../platform/languages/say.ts'
import { claimDeliveries, findUndelivered, markDelivered } from '../queries/deliveries.ts'
import { oneLine } from './one-line.ts'

/** A message to a player who does not come online in this time is not shown in game. */
const expiresInHours = 24

/** Minecraft's formatting codes would let a name colour or hide the rest of the line. */
const chatLine = (text: string) => oneLine(text.replaceAll(/§.?/gu, ''))

/** A line of chat opens nothing: the outcome of a report is in it, without the words of the report. */
const sentenceInGame = (notification: NotificationRow, say: Say): string =>
  notification.notice?.kind === 'report_decided'
    ? say(outcomeLine(say(notification.notice.text).split('\n')[0]!))
    : say(notificationSentence(notification))

/**
 * Queues chat messages of up to `limit` notifications for the game servers, in one transaction: each message is an
 * item of the outbox once. Returns how many notifications there were.
 */
export const deliverInGame = (
  { config, database, languages }: Pick<Context, 'config' | 'database' | 'languages'>,
  limit: number,
): Promise<number> =>
  database.sql.transaction().execute(async (transaction) => {
    const { items } = await claimDeliveries(transaction, 'game', { limit, leaseSeconds: 0 })
    for (const delivery of items) {
      const found = await findUndelivered(transaction, config, delivery.notificationId, 'game')
      if (found !== undefined) {
        const say = languages.sayIn(found.recipient.language)
        const text = chatLine(sentenceInGame(found.notification, say))
        await queueForGameServers(
          transaction,
          found.recipient.userId,
          'message',
          { text },
          { expiresInHours },
        )
      }
      await markDelivered(transaction, delivery)
    }
    return items.length
  })
