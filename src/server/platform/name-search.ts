import { type RawBuilder, sql } from 'kysely'
import { codePoints, foldedName } from '../../contract/text.ts'

/** Length of indexed name parts (`name_parts` in the schema). */
const partLength = 3

/** A typed text as the part of a pattern of LIKE that is compared with `folded(…)`. */
const foldedPattern = (text: string) =>
  sql`regexp_replace(folded(${text}::text), '([\\\\%_])', '\\\\\\1', 'g')`

/** SQL for what begins with a text, by one folding of both. The column needs an index on `folded(…)`. */
export const nameBegins = (column: RawBuilder<string>, text: string): RawBuilder<boolean> =>
  sql<boolean>`folded(${column}) LIKE ${foldedPattern(text)} || '%'`

/** The same for what contains it, compared one by one. */
export const nameHas = (column: RawBuilder<string>, text: string): RawBuilder<boolean> =>
  sql<boolean>`folded(${column}) LIKE '%' || ${foldedPattern(text)} || '%'`

/**
 * The same by an index on `name_parts(folded(…))`. Text shorter than an indexed part matches the beginning of names only,
 * by an index on `folded(…)`.
 */
export function nameContains(column: RawBuilder<string>, text: string): RawBuilder<boolean> {
  if (codePoints(foldedName(text)) < partLength) return nameBegins(column, text)
  return sql<boolean>`(name_parts(folded(${column})) @> name_parts(folded(${text}::text))
    AND ${nameHas(column, text)})`
}
