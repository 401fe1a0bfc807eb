import { sql } from 'kysely'
import type { NotificationRow } from '../../../../contract/notifications/notification-text.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { RankRequirement } from '../../../platform/granted-rank.ts'
import { type ClaimLimits, dueRows, inSeconds, isDue, nextAttempt } from '../../../platform/jobs/queue.ts'
import { readWaiting, type Waiting } from '../../../platform/jobs/waiting.ts'
import { findRecipient, isWaiting, maxAgeDays, type Recipient } from './deliveries.ts'
import { selectNotifications } from './notifications.ts'

export interface DigestMail {
  /** Stays the same at every attempt. */
  readonly id: string
  readonly userId: number
  /** This one included. */
  readonly attempts: number
}

export const areDigestsDue = () => sql`(${isDue('digest_choices')} OR ${isDue('digest_mails', isWaiting)})`

/**
 * Makes the digests of up to `limit` members whose hour has come, of their mails that wait and are unread; where there
 * are none, none. Returns how many members there were. Several processes take different members.
 */
export async function queueDigests(executor: Executor, limit: number): Promise<number> {
  const { rows } = await sql<{ members: number }>`
    WITH due AS MATERIALIZED (
      ${dueRows(
        'digest_choices',
        sql`user_id, hour, time_zone, (due_at AT TIME ZONE known_zone(time_zone))::date AS day`,
        { limit },
      )}
    ), moved AS (
      UPDATE digest_choices AS choice SET due_at = next_digest(due.hour, due.time_zone, now())
      FROM due WHERE choice.user_id = due.user_id
    ), unread AS MATERIALIZED (
      SELECT delivery.id, notifications.user_id, due.day
      FROM due JOIN notifications ON notifications.user_id = due.user_id AND read_at IS NULL
        JOIN notification_deliveries AS delivery ON delivery.notification_id = notifications.id
      WHERE channel = 'mail' AND done_at IS NULL AND digest_id IS NULL AND delivery.due_at = 'infinity'
        AND delivery.created_at > now() - make_interval(days => ${maxAgeDays})
        AND 'mail' = ANY (wanted_channels(notifications.user_id, notifications.kind))
    ), made AS (
      INSERT INTO digest_mails (user_id, day, due_at)
      SELECT user_id, day, coalesce(quiet_until(user_id, now()), now()) FROM (SELECT DISTINCT user_id, day FROM unread) AS one
      ON CONFLICT (user_id, day) DO NOTHING RETURNING id, user_id
    ), joined AS (
      UPDATE notification_deliveries AS delivery SET digest_id = made.id
      FROM unread JOIN made ON made.user_id = unread.user_id WHERE delivery.id = unread.id
    )
    SELECT count(*)::int AS members FROM due
  `.execute(executor)
  return rows[0]!.members
}

export const readWaitingDigests = (executor: Executor): Promise<Waiting> =>
  readWaiting(
    executor,
    sql`SELECT CASE WHEN attempts = 0 THEN due_at ELSE created_at END AS since FROM digest_mails
      WHERE ${isWaiting} ORDER BY due_at`,
  )

/** Those in the quiet hours of their member wait for the end of them. */
export async function claimDigests(executor: Executor, { limit, leaseSeconds }: ClaimLimits) {
  const { rows } = await sql<DigestMail & { readonly waits: boolean }>`
    WITH due AS MATERIALIZED (
      ${dueRows('digest_mails', sql`id, quiet_until(user_id, now()) AS until`, {
        where: isWaiting,
        limit,
      })}
    )
    UPDATE digest_mails AS digest SET attempts = attempts + (due.until IS NULL)::int,
      due_at = coalesce(due.until, ${inSeconds(leaseSeconds)})
    FROM due WHERE digest.id = due.id
    RETURNING digest.id, user_id AS "userId", attempts, due.until IS NOT NULL AS waits
  `.execute(executor)
  const items = rows.filter(({ waits }) => !waits).map(({ waits, ...digest }) => digest)
  return { items, due: rows.length }
}

/** What a digest lists: what is unread still, newest first. Undefined when nothing is, or it cannot be mailed. */
export async function findUnsentDigest(
  executor: Executor,
  requirement: RankRequirement,
  { id, userId }: DigestMail,
  limit: number,
): Promise<
  { readonly notifications: readonly NotificationRow[]; readonly recipient: Recipient } | undefined
> {
  const notifications = await selectNotifications(
    executor,
    requirement,
    sql`notifications.read_at IS NULL AND notifications.id IN (
        SELECT notification_id FROM notification_deliveries WHERE digest_id = ${id} AND done_at IS NULL)
      AND 'mail' = ANY (wanted_channels(notifications.user_id, notifications.kind))`,
    limit,
  )
  const recipient = await findRecipient(executor, userId)
  return recipient && notifications.length > 0 ? { notifications, recipient } : undefined
}

/** The mails that the digest stands for end with it; `refusal` says why they did not arrive. */
export async function markDigestDelivered(
  executor: Executor,
  { id }: DigestMail,
  refusal: string | null = null,
): Promise<void> {
  await sql`
    WITH parts AS (UPDATE notification_deliveries SET done_at = now(), last_error = left(${refusal}::text, 500)
      WHERE digest_id = ${id})
    UPDATE digest_mails SET done_at = now(), last_error = left(${refusal}::text, 500) WHERE id = ${id}
  `.execute(executor)
}

/** Plans the next attempt, unless another process has taken it meanwhile. */
export async function postponeDigest(
  executor: Executor,
  { id, attempts }: DigestMail,
  reason: string,
): Promise<void> {
  await sql`
    UPDATE digest_mails SET last_error = ${reason.slice(0, 500)}, due_at = ${nextAttempt(attempts)}
    WHERE id = ${id} AND attempts = ${attempts} AND done_at IS NULL
  `.execute(executor)
}

/** Deletes digests 30 days after they were sent, and those that were given up. */
export async function sweepDigests(executor: Executor): Promise<void> {
  await sql`
    DELETE FROM digest_mails WHERE done_at < now() - interval '30 days'
      OR done_at IS NULL AND created_at < now() - make_interval(days => ${maxAgeDays})
  `.execute(executor)
}
