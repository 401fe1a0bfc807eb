import type { Context } from '../../context.ts'
import { startRounds } from '../../platform/rounds.ts'
import { remindRegistered } from './queries.ts'

const lookEveryMs = 30_000

/** Rows of one statement, so that a large event locks nothing for long. */
const stepRows = 2_000

/** Reminds members of events that they registered for; once each, in however many processes. */
export async function remindOfEvents(
  { database }: Pick<Context, 'database'>,
  rows = stepRows,
): Promise<number> {
  let total = 0
  for (;;) {
    const reminded = await remindRegistered(database.sql, rows)
    total += reminded
    if (reminded < rows) return total
  }
}

/** Looks for events that start soon, now and every half minute. */
export const startEventReminders = (context: Pick<Context, 'database' | 'log'>) =>
  startRounds({
    everyMs: lookEveryMs,
    work: () => remindOfEvents(context),
    onFailure: (error) =>
      context.log.warn({ err: error }, 'members could not be reminded of events; the next round comes soon'),
  })
