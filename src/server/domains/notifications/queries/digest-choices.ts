import { sql } from 'kysely'
import { kindRules, notificationKinds } from '../../../../contract/notifications/notification-kinds.ts'
import type { Digest } from '../../../../contract/notifications/notification-settings-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { storeChoice } from './choices.ts'
import { rescheduleDeliveries } from './deliveries.ts'

export async function readDigest(executor: Executor, userId: number): Promise<Digest | null> {
  const { rows } = await sql<Digest>`
    SELECT hour, time_zone AS "timeZone" FROM digest_choices WHERE user_id = ${userId}
  `.execute(executor)
  return rows[0] ?? null
}

/** Mails that are not sent yet wait for the digest from now on. */
export async function storeDigest(
  transaction: Executor,
  userId: number,
  { hour, timeZone }: Digest,
): Promise<void> {
  await sql`
    INSERT INTO digest_choices (user_id, hour, time_zone, due_at)
    VALUES (${userId}, ${hour}, ${timeZone}, next_digest(${hour}, ${timeZone}, now()))
    ON CONFLICT (user_id) DO UPDATE SET hour = excluded.hour, time_zone = excluded.time_zone, due_at = excluded.due_at
  `.execute(transaction)
  await rescheduleDeliveries(transaction, userId)
}

/** Mails that waited for the digest are sent by themselves. */
export async function deleteDigest(transaction: Executor, userId: number): Promise<void> {
  await sql`DELETE FROM digest_choices WHERE user_id = ${userId}`.execute(transaction)
  await rescheduleDeliveries(transaction, userId)
}

/** Ends the digest and all mails that would be part of it: without it, they would come one by one. */
export async function unsubscribeFromDigest(transaction: Executor, userId: number): Promise<void> {
  for (const kind of notificationKinds.filter((one) => !kindRules[one].isMailedAtOnce))
    await storeChoice(transaction, userId, { kind, mail: false })
  await deleteDigest(transaction, userId)
}
