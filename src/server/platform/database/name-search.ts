import { type RawBuilder, sql } from 'kysely'
import { codePoints, foldedName } from '../../../contract/text.ts'

/** Length of indexed name parts (`name_parts` in the schema). */
const partLength = 3

/** Whether a text is shorter than an indexed part, and finds the beginning of names only. */
const isShort = (text: string) => codePoints(foldedName(text)) < partLength

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
  if (isShort(text)) return nameBegins(column, text)
  return sql<boolean>`(name_parts(folded(${column})) @> name_parts(folded(${text}::text))
    AND ${nameHas(column, text)})`
}

/** Who searches. Members who hide their presence are found by a former name by staff only. */
interface Searcher {
  readonly isStaff: boolean
}

/** SQL for players, rows of `users`, who once bore a name in game that contains a text. By index, as `nameContains`. */
export const hadName = (text: string, { isStaff }: Searcher = { isStaff: false }): RawBuilder<boolean> =>
  sql<boolean>`(former_names <> '{}' ${isStaff ? sql`` : sql`AND NOT hide_presence`}
    AND former_name_parts(former_names) @> name_parts(${isShort(text) ? sql`'  ' || ` : sql``}folded(${text}::text))
    AND EXISTS (SELECT FROM unnest(former_names) AS former (name)
      WHERE ${(isShort(text) ? nameBegins : nameHas)(sql`former.name`, text)}))`

/** The same for those who once bore exactly this name. */
export const hadExactName = (text: string): RawBuilder<boolean> =>
  sql<boolean>`(former_names <> '{}' AND NOT hide_presence
    AND former_name_parts(former_names) @> name_parts('  ' || folded(${text}::text) || '  ')
    AND EXISTS (SELECT FROM unnest(former_names) AS former (name) WHERE folded(former.name) = folded(${text})))`

/**
 * SQL conditions of players, rows of `users`: those whose name of today contains a text, and the others who had such a
 * name. By index each; joined by OR, the parts of all names of each row found would be computed.
 */
export const playerNameConditions = (text: string, searcher?: Searcher): readonly RawBuilder<boolean>[] => [
  nameContains(sql`shown_name`, text),
  sql<boolean>`${hadName(text, searcher)} AND NOT ${(isShort(text) ? nameBegins : nameHas)(sql`shown_name`, text)}`,
]

/** SELECT of `id` of players whose name of today, or else a former one, contains a text. */
export const playersNamed = (text: string, searcher?: Searcher): RawBuilder<unknown> =>
  sql.join(
    playerNameConditions(text, searcher).map((condition) => sql`SELECT id FROM users WHERE ${condition}`),
    sql` UNION ALL `,
  )

/** SQL for rows of `users` that have such a name, compared one by one. */
export const playerNameHas = (
  text: string,
  { isStaff }: Searcher = { isStaff: false },
): RawBuilder<boolean> =>
  sql<boolean>`(${nameHas(sql`shown_name`, text)} OR former_names <> '{}' ${isStaff ? sql`` : sql`AND NOT hide_presence`}
    AND EXISTS (SELECT FROM unnest(former_names) AS former (name) WHERE ${nameHas(sql`former.name`, text)}))`

/** SQL for the former name by which a text found a row of `users`; null where today's name contains the text. */
export const formerNameFound = (text: string): RawBuilder<string | null> => sql<string | null>`
  CASE WHEN users.former_names <> '{}' AND NOT ${nameHas(sql`users.shown_name`, text)} THEN (
    SELECT former.name FROM unnest(users.former_names) WITH ORDINALITY AS former (name, place)
    WHERE ${nameHas(sql`former.name`, text)} ORDER BY folded(former.name) <> folded(${text}), former.place LIMIT 1) END`
