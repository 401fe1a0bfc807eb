import { type RawBuilder, sql } from 'kysely'
import type { Executor } from './database.ts'

/** Rows per page, which bounds memory. */
const pageRows = 1_000

/** Reads a SELECT through a cursor of this name, a page at a time, within one transaction. */
export async function* readPages<Row>(
  transaction: Executor,
  name: string,
  select: RawBuilder<Row>,
): AsyncGenerator<Row[]> {
  await sql`DECLARE ${sql.id(name)} NO SCROLL CURSOR FOR ${select}`.execute(transaction)
  for (;;) {
    const { rows } = await sql<Row>`FETCH ${sql.lit(pageRows)} FROM ${sql.id(name)}`.execute(transaction)
    if (rows.length === 0) break
    yield rows
  }
  await sql`CLOSE ${sql.id(name)}`.execute(transaction)
}
