import { maxAuditFileRows } from '../../contract/admin/admin.ts'
import type { AuditEntry } from '../../contract/admin/admin-schemas.ts'
import { csvLine } from '../platform/csv.ts'
import { type AuditPage, listAudit } from './queries.ts'

/** Rows per query, which bounds memory. */
const pageRows = 500

const columns = [
  'id',
  'at',
  'actorId',
  'actorName',
  'actorRank',
  'action',
  'subjectType',
  'subjectId',
  'subjectName',
  'before',
  'after',
] as const satisfies readonly (keyof AuditEntry)[]

/** Streams the audit log as CSV (RFC 4180); nothing is held open between pieces. */
export async function* auditFile(
  executor: Parameters<typeof listAudit>[0],
  filters: Omit<AuditPage, 'before' | 'limit'>,
): AsyncGenerator<string> {
  yield csvLine(columns)
  let before: number | undefined
  for (let left = maxAuditFileRows; left > 0; ) {
    const limit = Math.min(pageRows, left)
    const entries = await listAudit(executor, { ...filters, before, limit })
    if (entries.length > 0)
      yield entries.map((entry) => csvLine(columns.map((column) => entry[column]))).join('')
    if (entries.length < limit) return
    left -= limit
    before = entries.at(-1)?.id
  }
}
