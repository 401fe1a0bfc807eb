import { sql } from 'kysely'
import type { QuietHours } from '../../../../contract/notifications/notification-settings-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { rescheduleDeliveries } from './deliveries.ts'

export async function readQuietHours(executor: Executor, userId: number): Promise<QuietHours | null> {
  const { rows } = await sql<QuietHours>`
    SELECT to_char(starts_at, 'HH24:MI') AS "startsAt", to_char(ends_at, 'HH24:MI') AS "endsAt", time_zone AS "timeZone"
    FROM quiet_hours WHERE user_id = ${userId}
  `.execute(executor)
  return rows[0] ?? null
}

/** Whether the database computes times in this zone. It writes names as the IANA does. */
export async function isTimeZone(executor: Executor, name: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    SELECT EXISTS (SELECT FROM pg_timezone_names WHERE name = ${name}) AS known
  `.execute(executor)
  return rows[0]!.known
}

export async function storeQuietHours(
  transaction: Executor,
  userId: number,
  { startsAt, endsAt, timeZone }: QuietHours,
): Promise<void> {
  await sql`
    INSERT INTO quiet_hours (user_id, starts_at, ends_at, time_zone)
    VALUES (${userId}, ${startsAt}, ${endsAt}, ${timeZone})
    ON CONFLICT (user_id) DO UPDATE
      SET starts_at = excluded.starts_at, ends_at = excluded.ends_at, time_zone = excluded.time_zone
  `.execute(transaction)
  await rescheduleDeliveries(transaction, userId)
}

export async function deleteQuietHours(transaction: Executor, userId: number): Promise<void> {
  await sql`DELETE FROM quiet_hours WHERE user_id = ${userId}`.execute(transaction)
  await rescheduleDeliveries(transaction, userId)
}
