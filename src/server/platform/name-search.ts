import { type RawBuilder, sql } from 'kysely'
import { codePoints } from '../../contract/text.ts'

/** The parts of a name are this long (`name_parts` of the schema). */
const partLength = 3

/** Escapes what LIKE takes for a pattern. */
export const escapeLikePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * Whether a name contains `text`, without case. A text that is shorter than a part is in no index of parts: names that
 * begin with it are meant then. The column needs an index on both, `name_parts(lower(…))` and `lower(…)`.
 */
export function nameHas(column: RawBuilder<string>, text: string): RawBuilder<boolean> {
  const pattern = escapeLikePattern(text)
  if (codePoints(text) < partLength) return sql<boolean>`lower(${column}) LIKE lower(${`${pattern}%`})`
  return sql<boolean>`(name_parts(lower(${column})) @> name_parts(lower(${text}))
    AND lower(${column}) LIKE lower(${`%${pattern}%`}))`
}
