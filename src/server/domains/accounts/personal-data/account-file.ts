import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { makeAvatarsAbsolute } from '../../../platform/http/avatar-path.ts'
import { unauthorized } from '../../../platform/http/errors.ts'
import type { PersonalData } from '../../../platform/personal-data.ts'
import { readAccount } from './queries/export.ts'

/** Rows per query; bounds memory however much the member has played. */
const pageRows = 500

/**
 * Streams a member's data as one JSON document. No transaction or connection is open between pieces, so slow clients
 * block nothing.
 * @throws 401 when the account was deleted
 */
export async function accountFile(
  { config, database }: Pick<Context, 'config' | 'database'>,
  lists: readonly PersonalData[],
  userId: number,
): Promise<AsyncIterable<string>> {
  const account = await readAccount(database.sql, userId)
  if (account === undefined) throw unauthorized()
  makeAvatarsAbsolute(config, account)
  return pieces(database.sql, { lists, userId, account })
}

async function* pieces(
  executor: Executor,
  {
    lists,
    userId,
    account,
  }: { readonly lists: readonly PersonalData[]; readonly userId: number; readonly account: object },
): AsyncGenerator<string> {
  const head = { exportedAt: new Date().toISOString(), account }
  yield JSON.stringify(head).slice(0, -1)
  for (const { name, page } of lists) {
    let text = `,\n${JSON.stringify(name)}: [`
    let separator = '\n'
    let after: string | null = null
    do {
      const { rows } = await page(userId, after, pageRows).execute(executor)
      for (const { record } of rows) {
        text += separator + JSON.stringify(record)
        separator = ',\n'
      }
      yield text
      text = ''
      after = rows.length < pageRows ? null : String(rows.at(-1)?.cursor)
    } while (after !== null)
    yield ']'
  }
  yield '}\n'
}
