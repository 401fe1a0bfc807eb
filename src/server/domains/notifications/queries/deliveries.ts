import { type RawBuilder, sql } from 'kysely'
import type { NotificationKind } from '../../../../contract/notifications/notification-kinds.ts'
import type { NotificationRow } from '../../../../contract/notifications/notification-text.ts'
import type { NotificationChannel } from '../../../../contract/notifications/notifications.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { RankRequirement } from '../../../platform/granted-rank.ts'
import { type ClaimLimits, dueRows, inSeconds, isDue, nextAttempt } from '../../../platform/jobs/queue.ts'
import { readWaiting, type Waiting } from '../../../platform/jobs/waiting.ts'
import { selectNotifications } from './notifications.ts'

export type DeliveryChannel = Exclude<NotificationChannel, 'site'>

export interface Delivery {
  /** Stays the same at every attempt. */
  readonly id: string
  readonly notificationId: number
  /** The browser of a push; null for other channels. */
  readonly subscriptionId: number | null
  /** This one included. */
  readonly attempts: number
}

export interface Recipient {
  readonly userId: number
  readonly username: string
  /** The confirmed address. */
  readonly email: string | null
  /** Chosen by the member; null while none was. */
  readonly language: string | null
}

/** Undelivered ones are given up after this many days. */
export const maxAgeDays = 3
/** Reschedules untried deliveries by what the member chose now. Failed ones keep their pause, those in a digest stay there. */
export async function rescheduleDeliveries(transaction: Executor, userId: number): Promise<void> {
  await sql`
    UPDATE notification_deliveries SET due_at = coalesce(delivery_hold(user_id, kind, channel, now()), now())
    FROM notifications
    WHERE notifications.id = notification_id AND user_id = ${userId} AND done_at IS NULL AND digest_id IS NULL
      AND (attempts = 0 OR due_at = 'infinity')
  `.execute(transaction)
}

/** What is due or was tried, and not what waits for the end of quiet hours or for a digest. */
export const isWaiting = sql`done_at IS NULL AND due_at < 'infinity' AND (due_at <= now() OR attempts > 0)
  AND created_at > now() - make_interval(days => ${maxAgeDays})`

export const readWaitingDeliveries = (executor: Executor, channel: DeliveryChannel): Promise<Waiting> =>
  readWaiting(
    executor,
    sql`SELECT CASE WHEN attempts = 0 THEN due_at ELSE created_at END AS since FROM notification_deliveries
      WHERE channel = ${channel} AND ${isWaiting} ORDER BY due_at`,
  )

export const areDeliveriesDue = (channel: DeliveryChannel) =>
  isDue('notification_deliveries', sql`channel = ${channel} AND ${isWaiting}`)

/** Those in the quiet hours of their member wait for the end of them. */
export async function claimDeliveries(
  executor: Executor,
  channel: DeliveryChannel,
  { limit, leaseSeconds }: ClaimLimits,
) {
  const { rows } = await sql<Delivery & { readonly waits: boolean }>`
    WITH due AS MATERIALIZED (
      ${dueRows('notification_deliveries', sql`id, notification_id`, {
        where: sql`channel = ${channel} AND ${isWaiting}`,
        limit,
      })}
    )
    UPDATE notification_deliveries AS delivery SET attempts = attempts + (hold.until IS NULL)::int,
      due_at = coalesce(hold.until, ${inSeconds(leaseSeconds)})
    FROM due JOIN notifications ON notifications.id = due.notification_id
      CROSS JOIN LATERAL delivery_hold(notifications.user_id, notifications.kind, ${channel}, now()) AS hold (until)
    WHERE delivery.id = due.id
    RETURNING delivery.id, delivery.notification_id AS "notificationId", subscription_id AS "subscriptionId", attempts,
      hold.until IS NOT NULL AS waits
  `.execute(executor)
  const items = rows.filter(({ waits }) => !waits).map(({ waits, ...delivery }) => delivery)
  return { items, due: rows.length }
}

/** Ends a delivery; `refusal` says why it did not arrive. */
export async function markDelivered(
  executor: Executor,
  { id }: Delivery,
  refusal: string | null = null,
): Promise<void> {
  await sql`
    UPDATE notification_deliveries SET done_at = now(), last_error = left(${refusal}::text, 500) WHERE id = ${id}
  `.execute(executor)
}

/** Plans the next attempt, unless another process has taken it meanwhile. */
export async function postponeDelivery(
  executor: Executor,
  { id, attempts }: Delivery,
  reason: string,
  retryAfter?: number,
): Promise<void> {
  await sql`
    UPDATE notification_deliveries SET last_error = ${reason.slice(0, 500)}, due_at = ${nextAttempt(attempts, retryAfter)}
    WHERE id = ${id} AND attempts = ${attempts} AND done_at IS NULL
  `.execute(executor)
}

/**
 * Undefined when it was read meanwhile, its likes were taken back, its event began, or the member does not want it this
 * way any more.
 */
export async function findUndelivered(
  executor: Executor,
  requirement: RankRequirement,
  notificationId: number,
  channel: DeliveryChannel,
): Promise<{ readonly notification: NotificationRow; readonly recipient: Recipient } | undefined> {
  const [notification] = await selectNotifications(
    executor,
    requirement,
    sql`notifications.id = ${notificationId} AND notifications.read_at IS NULL
      AND (events.id IS NULL OR events.start_date > now())
      AND ${channel} = ANY (wanted_channels(notifications.user_id, notifications.kind))`,
    1,
  )
  const recipient = await findRecipient(
    executor,
    sql`(SELECT user_id FROM notifications WHERE id = ${notificationId})`,
  )
  return notification && recipient && { notification, recipient }
}

/** Undefined without an account. */
export async function findRecipient(
  executor: Executor,
  userId: number | RawBuilder<unknown>,
): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    SELECT users.id AS "userId", username, verified_emails.email, users.language
    FROM users LEFT JOIN verified_emails ON verified_emails.user_id = users.id AND verified_emails.email = users.email
    WHERE users.id = ${userId} AND username IS NOT NULL
  `.execute(executor)
  return rows[0]
}

/** Deletes deliveries 30 days after the last attempt, and those that were given up. */
export async function sweepDeliveries(executor: Executor): Promise<void> {
  await sql`
    DELETE FROM notification_deliveries WHERE done_at < now() - interval '30 days'
      OR done_at IS NULL AND created_at < now() - make_interval(days => ${maxAgeDays})
  `.execute(executor)
}

/** `digest`: the one mail a day. */
export type MailKind = NotificationKind | 'digest'

/** Returns the token that ends a member's mails of a kind: the same one in all of them. */
export async function unsubscribeToken(executor: Executor, userId: number, kind: MailKind): Promise<string> {
  const { rows } = await sql<{ token: string }>`
    INSERT INTO mail_unsubscribes (user_id, kind) VALUES (${userId}, ${kind})
    ON CONFLICT (user_id, kind) DO UPDATE SET kind = excluded.kind RETURNING token
  `.execute(executor)
  return rows[0]!.token
}

/** Whose mails of which kind a token ends; undefined for an unknown one. */
export async function findUnsubscribe(
  executor: Executor,
  token: string,
): Promise<{ readonly userId: number; readonly kind: MailKind } | undefined> {
  const { rows } = await sql<{ userId: number; kind: MailKind }>`
    SELECT user_id AS "userId", kind FROM mail_unsubscribes WHERE token::text = ${token}
  `.execute(executor)
  return rows[0]
}
