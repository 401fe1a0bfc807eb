import { type RawBuilder, sql } from 'kysely'
import { codePoints } from '../../contract/text.ts'

/** Length of indexed name parts (`name_parts` in the schema). */
const partLength = 3

/** Escapes LIKE wildcards. */
export const escapeLikePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * SQL for a case-insensitive substring search. Text shorter than an indexed part matches the beginning of
 * names only. The column needs indexes on `name_parts(lower(…))` and `lower(…)`.
 */
export function nameContains(column: RawBuilder<string>, text: string): RawBuilder<boolean> {
  const pattern = escapeLikePattern(text)
  if (codePoints(text) < partLength) return sql<boolean>`lower(${column}) LIKE lower(${`${pattern}%`})`
  return sql<boolean>`(name_parts(lower(${column})) @> name_parts(lower(${text}))
    AND lower(${column}) LIKE lower(${`%${pattern}%`}))`
}
