import { type Kysely, sql, type Transaction } from 'kysely'
import type { Notice } from '../../contract/moderation/moderation-schemas.ts'
import type { DB } from './schema.ts'

interface NewNotice {
  readonly userId: number
  readonly kind: Notice['kind']
  readonly text: string
  /** Why staff did it, in their words. */
  readonly reason?: string | null
  /** Of a restriction; null for good. */
  readonly until?: Date | null
}

/** Stores what a member reads on their profile. Call it in the transaction of the change. */
export async function insertNotice(
  transaction: Kysely<DB> | Transaction<DB>,
  { userId, kind, text, reason = null, until = null }: NewNotice,
): Promise<void> {
  await sql`
    INSERT INTO notices (user_id, kind, text, reason, until) VALUES (${userId}, ${kind}, ${text}, ${reason}, ${until})
  `.execute(transaction)
}
