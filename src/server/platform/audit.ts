import { sql } from 'kysely'
import type { Rank } from '../../contract/accounts/ranks.ts'
import type { AuditAction, AuditFields, AuditSubject, auditActors } from '../../contract/admin/audit.ts'
import type { Executor } from './database/database.ts'

/** An audit log entry. `before` and `after` contain the changed fields; null where there was or is no record. */
export interface AuditRecord {
  readonly actor: { readonly id: number; readonly rank: Rank }
  readonly action: AuditAction
  readonly subject: { readonly type: AuditSubject; readonly id: number | null }
  readonly before: AuditFields | null
  readonly after: AuditFields | null
}

/** Call it in the transaction of the change, so that both are stored or neither. */
export async function recordAudit(transaction: Executor, entry: AuditRecord): Promise<void> {
  const { actor, action, subject, before, after } = entry
  await sql`
    INSERT INTO audit_log (actor_id, actor_name, actor_rank, action, subject_type, subject_id, before, after)
    SELECT id, shown_name, ${actor.rank}, ${action}, ${subject.type}, ${subject.id},
      ${before && JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb
    FROM users WHERE id = ${actor.id}
  `.execute(transaction)
}

/** What members do with their own account. The log is permanent, so it stores no name that would outlive the account. */
export const recordOwnAudit = (
  transaction: Executor,
  userId: number,
  { action, before, after }: Pick<AuditRecord, 'action' | 'before' | 'after'>,
): Promise<void> =>
  recordConsoleAudit(
    transaction,
    { action, subject: { type: 'member', id: userId }, before, after },
    'the member',
  )

/** For the command line and game servers, which have no account. */
export async function recordConsoleAudit(
  transaction: Executor,
  entry: Omit<AuditRecord, 'actor'>,
  actorName: keyof typeof auditActors | `game server ${string}` = 'command line',
): Promise<void> {
  const { action, subject, before, after } = entry
  await sql`
    INSERT INTO audit_log (actor_name, action, subject_type, subject_id, before, after)
    VALUES (${actorName}, ${action}, ${subject.type}, ${subject.id},
      ${before && JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb)
  `.execute(transaction)
}
