import { type Kysely, sql } from 'kysely'
import type { Rank } from '../../contract/accounts/ranks.ts'
import type { DB } from './schema.ts'

/** One deed of staff. `before` and `after` hold what changed of the record; null where there was or is none. */
export interface AuditRecord {
  readonly actor: { readonly id: number; readonly rank: Rank }
  readonly action: string
  readonly subject: { readonly type: string; readonly id: number | null }
  readonly before: object | null
  readonly after: object | null
}

/** Writes a deed down. Call it in the transaction of the change: either both are stored, or none. */
export async function recordAudit(transaction: Kysely<DB>, entry: AuditRecord): Promise<void> {
  const { actor, action, subject, before, after } = entry
  await sql`
    INSERT INTO audit_log (actor_id, actor_name, actor_rank, action, subject_type, subject_id, before, after)
    SELECT id, shown_name, ${actor.rank}, ${action}, ${subject.type}, ${subject.id},
      ${before && JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb
    FROM users WHERE id = ${actor.id}
  `.execute(transaction)
}

/** The same for the command line, where the owner of the machine acts without an account. */
export async function recordConsoleAudit(
  transaction: Kysely<DB>,
  entry: Omit<AuditRecord, 'actor'>,
): Promise<void> {
  const { action, subject, before, after } = entry
  await sql`
    INSERT INTO audit_log (actor_name, action, subject_type, subject_id, before, after)
    VALUES ('command line', ${action}, ${subject.type}, ${subject.id},
      ${before && JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb)
  `.execute(transaction)
}
