import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database.ts'
import { startRounds } from '../../platform/rounds.ts'
import { fanOutStep } from './queries/fanout.ts'

const lookEveryMs = 2_000

/** Members notified in one transaction, so that a large audience locks nothing for long. */
const stepMembers = 1_000

/** Makes the notifications of all queued events, `members` of them in one transaction. */
export async function fanOut(database: Pick<Database, 'sql'>, members = stepMembers): Promise<void> {
  while (await fanOutStep(database, members));
}

/** Looks for queued events every two seconds. */
export const startFanout = (context: Pick<Context, 'database' | 'log'>) =>
  startRounds({
    everyMs: lookEveryMs,
    work: () => fanOut(context.database),
    onFailure: (error) =>
      context.log.warn({ err: error }, 'members could not be notified; the next round comes soon'),
  })
