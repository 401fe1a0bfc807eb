import type { Context } from '../../context.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { remindRegistered } from './queries.ts'

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

/** Looks for events that start soon. */
export const eventRemindersJob = (context: Pick<Context, 'database'>): Job => ({
  name: 'event reminders',
  everyMs: 30_000,
  work: () => remindOfEvents(context),
})
