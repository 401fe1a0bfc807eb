import {
  type NotificationRow,
  notificationPath,
  notificationSentence,
} from '../../../../contract/notifications/notification-text.ts'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import { RefusedError, RetryAfterError } from '../../../gateways/failures.ts'
import type { PushGateway } from '../../../gateways/push.ts'
import type { Say } from '../../../platform/languages/say.ts'
import { type Delivery, findUndelivered } from '../queries/deliveries.ts'
import { deleteSubscription, findSubscription } from '../queries/push.ts'
import { oneLine } from './one-line.ts'
import { pushKeys } from './push-keys.ts'

/** Well below the 3,993 bytes that push services take, whatever the characters. */
const maxCharacters = 300

/** The same at every attempt, and for all likes of a post, so that a browser shows one. */
const topicOf = ({ id, kind, postId }: NotificationRow) =>
  kind === 'like' && postId !== null ? `like-${postId}` : `notification-${id}`

/** What the service worker shows (domains/content/brand/service-worker.ts). */
export const pushPayload = (
  { siteName }: Pick<Config, 'siteName'>,
  notification: NotificationRow,
  say: Say,
) => ({
  title: siteName,
  body: [...oneLine(say(notificationSentence(notification)))].slice(0, maxCharacters).join(''),
  path: notificationPath(notification),
  tag: topicOf(notification),
})

/**
 * Pushes one notification to one browser, unless it is not wanted any more. Rejects when the push service did not accept
 * it. A browser that it takes nothing for any more is removed.
 */
export async function pushNotification(
  { config, database, languages }: Pick<Context, 'config' | 'database' | 'languages'>,
  push: PushGateway,
  { notificationId, subscriptionId }: Delivery,
): Promise<void> {
  const found = await findUndelivered(database.sql, config, notificationId, 'push')
  if (found === undefined || subscriptionId === null) return
  const subscription = await findSubscription(database.sql, subscriptionId)
  if (subscription === undefined) return
  const payload = pushPayload(config, found.notification, languages.sayIn(found.recipient.language))
  const outcome = await push.send({
    ...subscription,
    keys: await pushKeys(database),
    payload: JSON.stringify(payload),
    topic: payload.tag,
  })
  if (outcome.state === 'gone') await deleteSubscription(database.sql, subscriptionId)
  if (outcome.state === 'refused') throw new RefusedError(outcome.reason)
  if (outcome.state === 'retry') throw new RetryAfterError(outcome.reason, outcome.retryAfterSeconds ?? 0)
}
