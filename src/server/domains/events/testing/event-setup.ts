import { sql } from 'kysely'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { TestApp } from '../../../testing/test-app.ts'

/** Inserts an event with dates relative to the database clock: `start` is like `-2 hours`. */
export async function createEvent(
  site: TestApp,
  { start = '1 day', end = null as string | null, tba = false, title = 'Bridge Cup' } = {},
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO events (title, description, start_date, end_date, tba)
    VALUES (${title}, 'Two against two.', now() + ${start}::interval, now() + ${end}::interval, ${tba})
    RETURNING id
  `.execute(site.database.sql)
  return rows[0]!.id
}

export const registrationsOf = async (site: TestApp, eventId: number) => {
  const { rows } = await sql<{ user_id: number; status: string }>`
    SELECT user_id, status FROM event_registrations WHERE event_id = ${eventId} ORDER BY created_at, user_id
  `.execute(site.database.sql)
  return rows
}

/** A member with this rank. */
export async function memberWithRank(site: TestApp, rank: Rank, name?: string) {
  const browser = await site.member(name)
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(site.database.sql)
  return browser
}

/** Audit entries about a type of record. */
export const auditEntriesOf = async (site: TestApp, type: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT actor_name, action, subject_id, before, after FROM audit_log
    WHERE subject_type = ${type} ORDER BY id
  `.execute(site.database.sql)
  return rows
}
