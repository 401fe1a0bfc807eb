import { sql } from 'kysely'
import { webhookLimits } from '../../../../../contract/doors/webhooks.ts'
import type { WebhookOutcome } from '../../../../gateways/webhook.ts'
import type { Database, Executor } from '../../../../platform/database/database.ts'
import { type Claimed, inSeconds, type Queue } from '../../../../platform/jobs/queue.ts'
import { readWaiting, type Waiting } from '../../../../platform/jobs/waiting.ts'

export interface Delivery {
  readonly eventId: string
  readonly type: string
  readonly subject: string
  readonly createdAt: Date
}

interface ClaimedDelivery extends Delivery, Claimed {
  readonly id: string
  readonly webhookId: number
  readonly url: string
  readonly secret: Buffer
  /** Null unless it also signs at the moment. */
  readonly oldSecret: Buffer | null
  /** Set by the attempt. */
  outcome?: WebhookOutcome
}

/** Seconds until the next attempt: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

const isWaiting = sql`sent_at IS NULL AND failed_at IS NULL`

const dueWebhooks = sql`
  SELECT id FROM webhooks WHERE enabled AND due_at <= now()
    AND EXISTS (SELECT FROM webhook_deliveries WHERE webhook_id = webhooks.id AND ${isWaiting})`

/** Webhooks whose next attempt is due. */
export async function findDueWebhooks(executor: Executor): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${dueWebhooks} ORDER BY id`.execute(executor)
  return rows.map(({ id }) => id)
}

/** The newest events of addresses for which too many wait. */
const excess = sql`
  SELECT delivery.id FROM webhooks CROSS JOIN LATERAL (
    SELECT id FROM webhook_deliveries WHERE webhook_id = webhooks.id AND ${isWaiting}
    ORDER BY id OFFSET ${webhookLimits.waiting}) AS delivery`

/** For `Job.due`. */
export const isSomethingToDo = ({ isSending }: { readonly isSending: boolean }) =>
  sql`(${isSending}::boolean OR EXISTS (${dueWebhooks}) OR EXISTS (${excess}))`

/** Deletes the newest events of addresses for which too many wait, and counts them. */
export async function dropExcess(executor: Executor): Promise<void> {
  await sql`
    WITH excess AS (${excess}), deleted AS (
      DELETE FROM webhook_deliveries AS delivery USING excess WHERE delivery.id = excess.id RETURNING webhook_id
    )
    UPDATE webhooks SET dropped = dropped + counted.n
    FROM (SELECT webhook_id, count(*)::int AS n FROM deleted GROUP BY 1) AS counted WHERE webhooks.id = webhook_id
  `.execute(executor)
}

/**
 * The events of one address in their order: the lease is on the address, so no process sends the second before the
 * first has ended.
 */
export const deliveryQueue = (webhookId: number): Queue<ClaimedDelivery> => ({
  name: 'webhooks',
  maxAttempts: pauses.length + 1,
  async claim(executor, { leaseSeconds }) {
    const { rows: leased } = await sql<Pick<ClaimedDelivery, 'url' | 'secret' | 'oldSecret'>>`
      UPDATE webhooks SET due_at = ${inSeconds(leaseSeconds)}
      WHERE id = (SELECT id FROM webhooks WHERE id = ${webhookId} AND enabled AND due_at <= now()
        FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING url, secret, CASE WHEN old_secret_until > now() THEN old_secret END AS "oldSecret"
    `.execute(executor)
    if (leased[0] === undefined) return { items: [], due: 0 }
    // A statement of its own, which sees what the last attempt stored.
    const { rows } = await sql<Omit<ClaimedDelivery, 'url' | 'secret' | 'oldSecret' | 'webhookId'>>`
      UPDATE webhook_deliveries SET attempts = attempts + 1
      WHERE id = (SELECT id FROM webhook_deliveries WHERE webhook_id = ${webhookId} AND ${isWaiting} ORDER BY id LIMIT 1)
      RETURNING id, event_id AS "eventId", type, subject, created_at AS "createdAt", attempts
    `.execute(executor)
    if (rows[0] === undefined) await makeDue(executor, webhookId)
    return { items: rows.map((row) => ({ ...row, ...leased[0]!, webhookId })), due: rows.length }
  },
  async end(executor, delivery, refusal) {
    const isSent = refusal === undefined
    const isGone = delivery.outcome?.status === 410
    await sql`
      WITH ended AS (
        UPDATE webhook_deliveries SET ${noted(delivery, refusal)},
          sent_at = CASE WHEN ${isSent}::boolean THEN now() END, failed_at = CASE WHEN NOT ${isSent}::boolean THEN now() END
        WHERE ${isAttempt(delivery)} RETURNING webhook_id)
      ${afterAttempt({ isSent, isGone, pause: 0 })} FROM ended WHERE webhooks.id = webhook_id
    `.execute(executor)
  },
  async postpone(executor, delivery, reason) {
    const pause = pauses[delivery.attempts - 1] ?? 0
    await sql`
      WITH postponed AS (
        UPDATE webhook_deliveries SET ${noted(delivery, reason)} WHERE ${isAttempt(delivery)} RETURNING webhook_id)
      ${afterAttempt({ isSent: false, isGone: false, pause })} FROM postponed WHERE webhooks.id = webhook_id
    `.execute(executor)
  },
})

const isAttempt = ({ id, attempts }: ClaimedDelivery) =>
  sql`id = ${id} AND attempts = ${attempts} AND ${isWaiting}`

const noted = ({ outcome }: ClaimedDelivery, error: string | undefined) => sql`
  error = left(${error ?? null}::text, 200), status = ${outcome?.status ?? null}::int,
  response = ${outcome?.response ?? null}::text, duration_ms = ${outcome?.durationMs ?? null}::int`

/** Turns the address off where its receiver is gone, or nothing succeeded for too long. */
function afterAttempt({ isSent, isGone, pause }: { isSent: boolean; isGone: boolean; pause: number }) {
  const reason = sql`CASE WHEN ${isGone}::boolean THEN 'gone' WHEN NOT ${isSent}::boolean
    AND failing_since < now() - make_interval(days => ${webhookLimits.failingDays}) THEN 'failing' END`
  return sql`
    UPDATE webhooks SET due_at = ${inSeconds(pause)},
      failing_since = CASE WHEN NOT ${isSent}::boolean THEN coalesce(failing_since, now()) END,
      disabled_for = CASE WHEN enabled THEN ${reason} ELSE disabled_for END,
      enabled = enabled AND ${reason} IS NULL,
      version = version + CASE WHEN enabled AND ${reason} IS NOT NULL THEN 1 ELSE 0 END`
}

export async function makeDue(executor: Executor, webhookId: number): Promise<void> {
  await sql`UPDATE webhooks SET due_at = now() WHERE id = ${webhookId}`.execute(executor)
}

export const readWaitingDeliveries = (executor: Executor): Promise<Waiting> =>
  readWaiting(
    executor,
    sql`SELECT delivery.created_at AS since FROM webhook_deliveries AS delivery JOIN webhooks ON webhooks.id = webhook_id
      WHERE enabled AND ${isWaiting} ORDER BY delivery.id`,
  )

/** Deletes at most `limit` rows that are older than the log; returns how many. */
export async function sweepDeliveries({ sql: executor }: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM webhook_deliveries WHERE created_at < now() - make_interval(days => ${webhookLimits.logDays})
      ORDER BY created_at LIMIT ${limit})
  `.execute(executor)
  return Number(numAffectedRows ?? 0)
}
