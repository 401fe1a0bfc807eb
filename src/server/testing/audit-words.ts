import { sql } from 'kysely'
import { auditActions, auditFields, auditSubjects, auditValueLabels } from '../../contract/admin/audit.ts'
import type { Executor } from '../platform/database/database.ts'

interface Entry {
  readonly action: string
  readonly subject_type: string
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

const labels: Readonly<Record<string, object>> = auditValueLabels

/** Groups of actions that tests of the log itself make up. */
const madeUp = ['day', 'csv', 'many']

function missingIn({ action, subject_type, before, after }: Entry): string[] {
  const missing: string[] = []
  if (!Object.hasOwn(auditActions, action)) missing.push(`the action ${action}`)
  if (!Object.hasOwn(auditSubjects, subject_type)) missing.push(`the subject ${subject_type}`)
  for (const [field, value] of [...Object.entries(before ?? {}), ...Object.entries(after ?? {})]) {
    if (!Object.hasOwn(auditFields, field)) missing.push(`the field ${field} of ${action}`)
    const words = Object.hasOwn(labels, field) ? labels[field]! : undefined
    for (const one of [value].flat())
      if (words !== undefined && typeof one === 'string' && !Object.hasOwn(words, one))
        missing.push(`the value ${one} of ${field}`)
  }
  return missing
}

/** What entries of the audit log say without words in `src/contract/admin/audit.ts`. */
export async function wordlessInAudit(executor: Executor): Promise<string[]> {
  const { rows } = await sql<Entry>`
    SELECT action, subject_type, before, after FROM audit_log WHERE split_part(action, '.', 1) <> ALL (${madeUp})
  `.execute(executor)
  return [...new Set(rows.flatMap(missingIn))]
}
