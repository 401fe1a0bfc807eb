import { maxAuditFileRows } from '../../contract/admin/admin.ts'
import type { AuditEntry } from '../../contract/admin/admin-schemas.ts'
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

/**
 * Formats a CSV field. Spreadsheets evaluate text that begins with certain characters as a formula, so an apostrophe is
 * prepended to such user input.
 */
export function csvField(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const plain = /^[\s]*[=+\-@\t\r\n|%＝＋－＠]/u.test(text) ? `'${text}` : text
  return `"${plain.replaceAll('"', '""')}"`
}

const csvLine = (values: readonly unknown[]) => `${values.map(csvField).join(',')}\r\n`

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
