import type { Context } from '../../context.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { isRulingApplied } from '../rankings/ratings/queries/queue.ts'
import { advanceCup, silenceMs } from './advance-cup.ts'
import { cupChannel } from './cup-feed.ts'
import { findRestlessCups, nextDueInMs } from './queries/cups.ts'
import { noteWorkerIsHere } from './queries/views.ts'

/**
 * Brings every cup up to date with clock and ledger. While a ruling on matches is on its way the ledger is between two
 * states, and cups wait as ratings do. Waiting is no outage, whatever a cup waits for.
 */
export async function lookAfterCups(
  { config, database, live }: Pick<Context, 'config' | 'database' | 'live'>,
  stopping?: AbortSignal,
): Promise<void> {
  const ids = await findRestlessCups(database.sql)
  await noteWorkerIsHere(database.sql, ids, silenceMs)
  if (await isRulingApplied(database.sql)) return
  for (const id of ids) {
    if (stopping?.aborted) return
    await database.sql.transaction().execute((transaction) => advanceCup({ config, live }, transaction, id))
    await noteWorkerIsHere(database.sql, ids, silenceMs)
  }
}

/**
 * Looks after cups when time brings something to one of them, when somebody decided something, and when the ledger changed.
 * What no message tells, such as a ban or silent game servers, and what a lost message told is noticed every five seconds.
 */
export const cupsJob = (context: Pick<Context, 'config' | 'database' | 'live'>): Job => ({
  name: 'cups',
  everyMs: 5_000,
  restMs: 1_000,
  wakeOn: [cupChannel, 'stats'],
  work: (stopping) => lookAfterCups(context, stopping),
  dueInMs: () => nextDueInMs(context.database.sql),
})
