import { type RawBuilder, sql } from 'kysely'
import type { ListFilters } from '../../../contract/list-filters-schemas.ts'
import type { Executor } from './database.ts'
import { nameContains, nameHas, playerNameHas, playersNamed } from './name-search.ts'

/** Newest rows of a list that are compared with a searched text one by one. */
const maxScannedRows = 2_000

interface FilteredList {
  /** A table with an `id` that rises with its time. */
  readonly table: 'contact_messages' | 'reports' | 'staff_applications'
  readonly time: 'created_at' | 'submitted_at'
  /** Accounts that have it or dealt with it. */
  readonly assigneeColumns: readonly string[]
  /** The searched text, as it is indexed. */
  readonly text: RawBuilder<string>
  /** The account whose name is searched as well. */
  readonly authorColumn?: string
}

export interface FilteredPage extends ListFilters {
  readonly viewerId: number
  readonly before?: number | undefined
  readonly limit: number
}

/** Whether a column names the assignee: `me`, `nobody`, or an account with that name. */
export function assigneeCondition(
  columns: readonly string[],
  assignee: string,
  viewerId: number,
): RawBuilder<unknown> {
  if (assignee === 'nobody')
    return sql`num_nonnulls(${sql.join(columns.map((column) => sql.ref(column)))}) = 0`
  const person =
    assignee === 'me'
      ? sql`${viewerId}::int`
      : sql`ANY (ARRAY(SELECT id FROM users WHERE lower(shown_name) = lower(${assignee}) LIMIT 10))`
  return sql`(${sql.join(
    columns.map((column) => sql`${sql.ref(column)} = ${person}`),
    sql` OR `,
  )})`
}

/** By the indexes of the text and of names. Collected first: the planner would rather read the list until it is full. */
function indexedHitCondition({ table, text, authorColumn }: FilteredList, q: string): RawBuilder<unknown> {
  const ids = sql`SELECT id FROM ${sql.table(table)} WHERE`
  const ofAuthors =
    authorColumn === undefined
      ? sql``
      : sql`UNION ALL ${ids} ${sql.ref(authorColumn)} = ANY (ARRAY(
          ${playersNamed(q, { isStaff: true })} LIMIT 100))`
  return sql`id = ANY (ARRAY(${ids} ${nameContains(text, q)} ${ofAuthors}))`
}

/** The same, comparing texts one by one. */
function scannedHitCondition({ text, authorColumn }: FilteredList, q: string): RawBuilder<unknown> {
  if (authorColumn === undefined) return nameHas(text, q)
  return sql`(${nameHas(text, q)}
    OR EXISTS (SELECT FROM users WHERE users.id = ${sql.ref(authorColumn)} AND ${playerNameHas(q, { isStaff: true })}))`
}

/**
 * The statement of a page, newest first.
 * @param where further conditions
 * @param select completes the statement: `FROM ${rows}` is the table with the page's rows
 * @param isScan compares the newest rows with the searched text, instead of asking the index of the text
 */
export function pageStatement<Row>(
  list: FilteredList,
  page: FilteredPage,
  where: readonly RawBuilder<unknown>[],
  select: (rows: RawBuilder<unknown>) => RawBuilder<Row>,
  isScan = false,
): RawBuilder<Row> {
  const table = sql.table(list.table)
  const { before, limit, viewerId, assignee, days, q } = page
  const conditions = [sql`id < ${before ?? 2_147_483_647}`, ...where]
  if (assignee !== undefined && assignee !== '')
    conditions.push(assigneeCondition(list.assigneeColumns, assignee, viewerId))
  if (days !== undefined) {
    const time = sql.ref(list.time)
    const until = sql`now() - make_interval(days => ${days})`
    // Said of the id as well: the list is read by it.
    conditions.push(sql`${time} <= ${until} AND id <= (
      SELECT id FROM ${table} WHERE ${time} <= ${until} ORDER BY ${time} DESC LIMIT 1)`)
  }
  if (q !== undefined && !isScan) conditions.push(indexedHitCondition(list, q))
  const rows = sql`SELECT * FROM ${table} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY id DESC`
  const chosen =
    q !== undefined && isScan
      ? sql`SELECT * FROM (${rows} LIMIT ${maxScannedRows}) AS newest
        WHERE ${scannedHitCondition(list, q)} ORDER BY id DESC LIMIT ${limit}`
      : sql`${rows} LIMIT ${limit}`
  return sql<Row>`${select(sql`(${chosen}) AS ${table}`)} ORDER BY ${sql.ref(`${list.table}.id`)} DESC`
}

/**
 * The rows of a page. A searched text is looked for among the newest rows first, where a frequent one fills the page;
 * a rare one is found by the index of the text.
 */
export async function rowsOfPage<Row>(
  executor: Executor,
  { q, limit }: FilteredPage,
  statement: (isScan: boolean) => RawBuilder<Row>,
): Promise<readonly Row[]> {
  if (q !== undefined) {
    const { rows } = await statement(true).execute(executor)
    if (rows.length === limit) return rows
  }
  return (await statement(false).execute(executor)).rows
}
