import { type RawBuilder, sql } from 'kysely'
import { webhookLimits, webhookTestType } from '../../../../../contract/doors/webhooks.ts'
import type {
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetails,
} from '../../../../../contract/doors/webhooks-schemas.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { messageId } from '../message-id.ts'
import type { Delivery } from './deliveries.ts'

const iso = (value: RawBuilder<unknown>) =>
  sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const webhookRows = (where: RawBuilder<unknown>): RawBuilder<Webhook> => sql`
  SELECT id, url, description, types, enabled, disabled_for AS "disabledFor", ${iso(sql`failing_since`)} AS "failingSince",
    CASE WHEN enabled AND waiting.n > 0 THEN ${iso(sql`due_at`)} END AS "nextAttemptAt",
    least(waiting.n, ${webhookLimits.waiting})::int AS waiting, failed.n AS failed, dropped,
    CASE WHEN old_secret_until > now() THEN ${iso(sql`old_secret_until`)} END AS "oldSecretUntil",
    ${iso(sql`created_at`)} AS "createdAt", version
  FROM webhooks
  CROSS JOIN LATERAL (SELECT count(*)::int AS n FROM webhook_deliveries
    WHERE webhook_id = webhooks.id AND sent_at IS NULL AND failed_at IS NULL) AS waiting
  CROSS JOIN LATERAL (SELECT count(*)::int AS n FROM webhook_deliveries
    WHERE webhook_id = webhooks.id AND failed_at IS NOT NULL) AS failed
  WHERE ${where} ORDER BY id`

export async function listWebhooks(executor: Executor): Promise<Webhook[]> {
  const { rows } = await webhookRows(sql`true`).execute(executor)
  return rows
}

export async function findWebhook(executor: Executor, id: number): Promise<Webhook | undefined> {
  const { rows } = await webhookRows(sql`webhooks.id = ${id}`).execute(executor)
  return rows[0]
}

export async function lockWebhook(transaction: Executor, id: number): Promise<void> {
  await sql`SELECT FROM webhooks WHERE id = ${id} FOR UPDATE`.execute(transaction)
}

/** Locks the table until the transaction ends, because its rows are counted. Events and attempts wait for it. */
export async function countWebhooks(transaction: Executor): Promise<number> {
  await sql`LOCK TABLE webhooks IN SHARE ROW EXCLUSIVE MODE`.execute(transaction)
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM webhooks`.execute(transaction)
  return rows[0]!.n
}

export async function insertWebhook(
  transaction: Executor,
  { url, description, types, enabled }: NewWebhook,
  secret: Buffer,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO webhooks (url, description, types, enabled, secret)
    VALUES (${url}, ${description}, ${types}::text[], ${enabled}, ${secret}) RETURNING id
  `.execute(transaction)
  return rows[0]!.id
}

/** A webhook that is turned on begins anew: what waits is sent at once, and the days without success count from now. */
export async function updateWebhook(
  transaction: Executor,
  id: number,
  { url, description, types, enabled }: NewWebhook,
): Promise<void> {
  await sql`
    UPDATE webhooks SET url = ${url}, description = ${description}, types = ${types}::text[],
      enabled = ${enabled}, disabled_for = NULL, version = version + 1,
      failing_since = CASE WHEN enabled = ${enabled}::boolean AND url = ${url} THEN failing_since END,
      due_at = CASE WHEN enabled = ${enabled}::boolean AND url = ${url} THEN due_at ELSE now() END
    WHERE id = ${id}
  `.execute(transaction)
}

export async function deleteWebhook(transaction: Executor, id: number): Promise<void> {
  await sql`DELETE FROM webhooks WHERE id = ${id}`.execute(transaction)
}

/** The secret of now also signs for a while. */
export async function replaceSecret(transaction: Executor, id: number, secret: Buffer): Promise<void> {
  await sql`
    UPDATE webhooks SET old_secret = secret,
      old_secret_until = now() + make_interval(hours => ${webhookLimits.oldSecretHours}), secret = ${secret},
      version = version + 1
    WHERE id = ${id}
  `.execute(transaction)
}

export async function insertTest(transaction: Executor, id: number): Promise<void> {
  await sql`
    INSERT INTO webhook_deliveries (webhook_id, event_id, type, subject)
    VALUES (${id}, gen_random_uuid(), ${webhookTestType}, '')
  `.execute(transaction)
}

const state = sql`CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN failed_at IS NOT NULL THEN 'failed' ELSE 'waiting' END`

const deliveryColumns = sql`
  id::int, event_id AS "eventId", type, ${state} AS state, attempts, ${iso(sql`created_at`)} AS "createdAt",
  ${iso(sql`coalesce(sent_at, failed_at)`)} AS "endedAt", status, duration_ms AS "durationMs", error`

type DeliveryRow = Omit<WebhookDelivery, 'messageId'> & Pick<Delivery, 'eventId'>

const shown = <Row extends DeliveryRow>({ eventId, ...row }: Row) => ({
  ...row,
  messageId: messageId({ eventId }),
})

export const deliveriesPage = 50

/** Newest first. */
export async function listDeliveries(
  executor: Executor,
  webhookId: number,
  { before, state: wanted }: { before?: number | undefined; state?: WebhookDelivery['state'] | undefined },
): Promise<WebhookDelivery[]> {
  const { rows } = await sql<DeliveryRow>`
    SELECT ${deliveryColumns} FROM webhook_deliveries
    WHERE webhook_id = ${webhookId} ${before === undefined ? sql`` : sql`AND id < ${before}`}
      ${wanted === undefined ? sql`` : sql`AND ${state} = ${wanted}`}
    ORDER BY id DESC LIMIT ${deliveriesPage}
  `.execute(executor)
  return rows.map(shown)
}

export async function findDelivery(
  executor: Executor,
  webhookId: number,
  id: number,
): Promise<{ shown: Omit<WebhookDeliveryDetails, 'body'>; delivery: Delivery } | undefined> {
  const { rows } = await sql<DeliveryRow & { response: string | null; subject: string; at: Date }>`
    SELECT ${deliveryColumns}, response, subject, created_at AS at FROM webhook_deliveries
    WHERE webhook_id = ${webhookId} AND id = ${id}
  `.execute(executor)
  if (rows[0] === undefined) return undefined
  const { subject, at, ...row } = rows[0]
  return { shown: shown(row), delivery: { eventId: row.eventId, type: row.type, subject, createdAt: at } }
}

/** Lets an event that ended wait again, with all attempts; false where it waits already. */
export async function queueAgain(transaction: Executor, webhookId: number, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE webhook_deliveries SET sent_at = NULL, failed_at = NULL, attempts = 0
    WHERE webhook_id = ${webhookId} AND id = ${id} AND (sent_at IS NOT NULL OR failed_at IS NOT NULL)
  `.execute(transaction)
  return numAffectedRows === 1n
}

/** Lets the oldest events that failed wait again, as many as may; returns how many. */
export async function queueFailedAgain(transaction: Executor, webhookId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE webhook_deliveries SET failed_at = NULL, attempts = 0 WHERE id IN (
      SELECT id FROM webhook_deliveries WHERE webhook_id = ${webhookId} AND failed_at IS NOT NULL ORDER BY id
      LIMIT greatest(0, ${webhookLimits.waiting} - (SELECT count(*) FROM webhook_deliveries
        WHERE webhook_id = ${webhookId} AND sent_at IS NULL AND failed_at IS NULL)))
  `.execute(transaction)
  return Number(numAffectedRows ?? 0)
}
