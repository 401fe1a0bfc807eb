import { sql } from 'kysely'
import { afterId, type PersonalData } from '../../../platform/personal-data.ts'

/** Lists of a member's export. */
export const contentData: readonly PersonalData[] = [
  {
    name: 'settings',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('scope', scope, 'value', value, 'at', at) AS record
      FROM settings_revisions WHERE by = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'formerAddresses',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('path', path, 'at', created_at) AS record
      FROM redirects WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
]
