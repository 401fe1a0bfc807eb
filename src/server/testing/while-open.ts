import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database, Executor } from '../platform/database/database.ts'

/**
 * Runs `late` while the transaction of `first` is open, which commits as soon as `late` waits for it or is over. Says
 * whether `late` waited, and what it came to: without the lock that it should wait for, it sees what was before `first`.
 */
export async function whileOpen<T>(
  { sql: executor }: Pick<Database, 'sql'>,
  first: (transaction: Executor) => Promise<unknown>,
  late: () => Promise<T>,
): Promise<{ readonly waited: boolean; readonly result: T }> {
  let isOver = false
  const { running, waited } = await executor.transaction().execute(async (transaction) => {
    await first(transaction)
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction)
    const running = late().finally(() => {
      isOver = true
    })
    const isWaitedFor = async () =>
      (
        await sql`SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND ${rows[0]?.pid} = ANY (pg_blocking_pids(pid))`.execute(
          executor,
        )
      ).rows.length > 0
    await expect.poll(async () => isOver || (await isWaitedFor()), { interval: 5 }).toBe(true)
    // Wrapped in an object, because returning the promise would await it, and it may wait for the transaction.
    return { running, waited: !isOver }
  })
  return { waited, result: await running }
}
