import type { Viewer } from '../../contract/accounts/ranks.ts'
import type { AuditAction, AuditFields, AuditSubject } from '../../contract/admin/audit.ts'
import { recordAudit } from './audit.ts'
import type { Executor } from './database/database.ts'
import { requireVersion } from './database/record-version.ts'
import type { AppError } from './http/errors.ts'

type ActionOf<Type extends AuditSubject> = AuditAction extends infer Action
  ? Action extends `${Type}.${infer Verb}`
    ? Verb
    : never
  : never

interface AuditedRecordsOptions<Type, Key, Row> {
  /** Type of the audit log's subject. */
  readonly type: Type
  readonly find: (transaction: Executor, key: Key) => Promise<Row | undefined>
  readonly gone: () => AppError
}

/** Finds records that staff change, before and after the change, and writes it to the audit log. */
export function auditedRecords<Type extends AuditSubject, Key, Row extends { id: number; version: number }>({
  type,
  find,
  gone,
}: AuditedRecordsOptions<Type, Key, Row>) {
  return {
    /** Returns what is to be changed; lock it first. @throws 404, and 409 with the record when it is newer */
    async findForChange(transaction: Executor, key: Key, ifMatch: number | undefined): Promise<Row> {
      const record = await find(transaction, key)
      if (record === undefined) throw gone()
      requireVersion(record, ifMatch)
      return record
    },

    async findWritten(transaction: Executor, key: Key): Promise<Row> {
      const record = await find(transaction, key)
      if (record === undefined) throw new Error(`${type} ${key} is missing after it was written`)
      return record
    },

    audit: (
      transaction: Executor,
      actor: Viewer,
      action: ActionOf<Type>,
      id: number,
      { before = null, after = null }: { before?: AuditFields | null; after?: AuditFields | null },
    ): Promise<void> =>
      recordAudit(transaction, {
        actor,
        action: `${type}.${action}` as AuditAction,
        subject: { type, id },
        before,
        after,
      }),
  }
}
