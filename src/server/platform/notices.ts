import { sql } from 'kysely'
import type { Notice } from '../../contract/moderation/moderation-schemas.ts'
import type { Executor } from './database.ts'

interface NewNotice {
  readonly userId: number
  readonly kind: Notice['kind']
  readonly text: string
  /** Reason in the words of staff. */
  readonly reason?: string | null
  /** End of a restriction; null when permanent. */
  readonly until?: Date | null
}

/** Stores a notice for the member's profile page. Call it in the transaction of the change. */
export async function insertNotice(
  transaction: Executor,
  { userId, kind, text, reason = null, until = null }: NewNotice,
): Promise<void> {
  await sql`
    INSERT INTO notices (user_id, kind, text, reason, until) VALUES (${userId}, ${kind}, ${text}, ${reason}, ${until})
  `.execute(transaction)
}
