import { sql } from 'kysely'
import type { PushSubscription } from '../../../../contract/notifications/notification-settings-schemas.ts'
import { pushLimits } from '../../../../contract/notifications/notifications.ts'
import type { PushKeys } from '../../../gateways/push.ts'
import type { Executor } from '../../../platform/database/database.ts'

export async function findPushKeys(executor: Executor): Promise<PushKeys | undefined> {
  const { rows } = await sql<PushKeys>`
    SELECT public_key AS "publicKey", private_key AS "privateKey" FROM push_keys
  `.execute(executor)
  return rows[0]
}

/** Without effect where another process was faster. */
export async function insertPushKeys(executor: Executor, keys: PushKeys): Promise<void> {
  await sql`
    INSERT INTO push_keys (public_key, private_key) VALUES (${keys.publicKey}, ${keys.privateKey}) ON CONFLICT DO NOTHING
  `.execute(executor)
}

/** Where the pushes of the session with this id go, or null without a browser with push. */
export async function findEndpoint(executor: Executor, sessionId: number): Promise<string | null> {
  const { rows } = await sql<{ endpoint: string }>`
    SELECT endpoint FROM push_subscriptions WHERE session_id = ${sessionId}
  `.execute(executor)
  return rows[0]?.endpoint ?? null
}

/**
 * Stores the browser of a session, instead of what the session or an earlier session of this browser had. The oldest
 * browsers of a member who has too many are removed.
 */
export async function storeSubscription(
  transaction: Executor,
  member: { readonly userId: number; readonly sessionId: number },
  { endpoint, p256dh, auth }: PushSubscription,
): Promise<void> {
  const { userId, sessionId } = member
  await sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(transaction)
  const isSame = sql`endpoint = ${endpoint} AND session_id = ${sessionId} AND p256dh = ${p256dh} AND auth = ${auth}`
  await sql`
    DELETE FROM push_subscriptions WHERE (endpoint = ${endpoint} OR session_id = ${sessionId}) AND NOT (${isSame})
  `.execute(transaction)
  await sql`
    INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
    SELECT ${userId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}
    WHERE NOT EXISTS (SELECT FROM push_subscriptions WHERE ${isSame})
  `.execute(transaction)
  await sql`
    DELETE FROM push_subscriptions WHERE user_id = ${userId} AND id NOT IN (
      SELECT id FROM push_subscriptions WHERE user_id = ${userId} ORDER BY id DESC LIMIT ${pushLimits.perMember})
  `.execute(transaction)
}

export async function deleteSubscriptionOfSession(executor: Executor, sessionId: number): Promise<void> {
  await sql`DELETE FROM push_subscriptions WHERE session_id = ${sessionId}`.execute(executor)
}

/** Undefined when the member turned push off in that browser, or its session ended. */
export async function findSubscription(
  executor: Executor,
  id: number,
): Promise<PushSubscription | undefined> {
  const { rows } = await sql<PushSubscription>`
    SELECT endpoint, p256dh, auth FROM push_subscriptions WHERE id = ${id}
  `.execute(executor)
  return rows[0]
}

/** Removes a browser that its push service does not know any more. */
export async function deleteSubscription(executor: Executor, id: number): Promise<void> {
  await sql`DELETE FROM push_subscriptions WHERE id = ${id}`.execute(executor)
}
