import { type RawBuilder, sql } from 'kysely'

interface Row {
  /** Start of the next page. */
  readonly cursor: string
  readonly record: object
}

/**
 * A list of a member's export. `after` is the last cursor, null for the first page. It excludes data of others:
 * reporters, deciders and staff notes.
 */
export interface PersonalData {
  readonly name: string
  readonly page: (userId: number, after: string | null, limit: number) => RawBuilder<Row>
}

/** The last id of a page as a number; 0 before the first. */
export const afterId = (after: string | null): number => Number(after ?? 0)

export const platformData: readonly PersonalData[] = [
  {
    // Actions on the account, without the actor.
    name: 'auditEntries',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('at', at, 'action', action, 'before', before, 'after', after) AS record
      FROM audit_log WHERE subject_type = 'member' AND subject_id = ${userId} AND id > ${afterId(after)}
      ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'storedAnswers',
    page: (userId, after, limit) => sql`
      SELECT operation || ' ' || key AS cursor, json_build_object('operation', operation, 'key', key,
        'createdAt', created_at) AS record
      FROM idempotency_keys WHERE user_id = ${userId} AND operation || ' ' || key > ${after ?? ''}
      ORDER BY operation || ' ' || key LIMIT ${limit}`,
  },
]
