import type { Context } from '../../context.ts'
import type { Job } from '../../platform/jobs.ts'
import { isRulingApplied } from '../rankings/ratings/queries/queue.ts'
import { advanceCup } from './advance-cup.ts'
import { findRestlessCups } from './queries/cups.ts'

/** Live channel whose messages wake the job: somebody decided something. */
export const cupChannel = 'cups'

/**
 * Brings every cup up to date with clock and ledger. While a ruling on matches is on its way the ledger is between two
 * states, and cups wait as ratings do.
 */
export async function lookAfterCups(
  { config, database, live }: Pick<Context, 'config' | 'database' | 'live'>,
  stopping?: AbortSignal,
): Promise<void> {
  if (await isRulingApplied(database.sql)) return
  for (const id of await findRestlessCups(database.sql)) {
    if (stopping?.aborted) return
    await database.sql.transaction().execute((transaction) => advanceCup({ config, live }, transaction, id))
  }
}

/** Looks after cups every second, and as soon as somebody checked in, said ready or ruled. */
export const cupsJob = (context: Pick<Context, 'config' | 'database' | 'live'>): Job => ({
  name: 'cups',
  everyMs: 1_000,
  wakeOn: cupChannel,
  work: (stopping) => lookAfterCups(context, stopping),
})
