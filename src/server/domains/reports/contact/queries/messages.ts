import { sql } from 'kysely'
import type { Executor } from '../../../../platform/database/database.ts'

interface NewRow {
  readonly userId: number | null
  readonly name: string
  readonly email: string
  readonly subject: string
  readonly message: string
  readonly flagged: boolean
  /** Of the page that it was sent from; null where it asked for none. */
  readonly language: string | null
}

export async function insertMessage(transaction: Executor, row: NewRow): Promise<{ id: number }> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO contact_messages (user_id, name, email, subject, message, flagged, language)
    VALUES (${row.userId}, ${row.name}, ${row.email}, ${row.subject}, ${row.message}, ${row.flagged},
      ${row.language})
    RETURNING id
  `.execute(transaction)
  return rows[0]!
}

/** Purges messages older than this many days and returns their number. */
export async function purgeOldMessages(executor: Executor, olderThanDays: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM contact_messages WHERE created_at < now() - make_interval(days => ${olderThanDays})
  `.execute(executor)
  return Number(numAffectedRows ?? 0)
}
