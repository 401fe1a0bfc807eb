import { csvLine } from '../../../platform/csv.ts'
import type { Executor } from '../../../platform/database.ts'
import { listConfirmed } from './queries/addresses.ts'

/** Rows per query, which bounds memory. */
const pageRows = 500

/** Streams the confirmed addresses as CSV; nothing is held open between pieces. */
export async function* addressFile(executor: Executor): AsyncGenerator<string> {
  yield csvLine(['email', 'confirmedAt'])
  for (let after = 0; ; ) {
    const rows = await listConfirmed(executor, after, pageRows)
    yield rows.map(({ email, confirmedAt }) => csvLine([email, confirmedAt.toISOString()])).join('')
    if (rows.length < pageRows) return
    after = rows.at(-1)!.id
  }
}
