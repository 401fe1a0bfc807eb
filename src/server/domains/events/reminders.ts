import type { Context } from '../../context.ts'
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
export function startEventReminders(context: Pick<Context, 'database' | 'log'>): { close(): Promise<void> } {
  let round: Promise<void> | undefined
  const look = () => {
    round ??= remindOfEvents(context)
      .then(() => undefined)
      .catch((error: unknown) =>
        context.log.warn(
          { err: error },
          'members could not be reminded of events; the next round comes soon',
        ),
      )
      .finally(() => {
        round = undefined
      })
  }
  look()
  const timer = setInterval(look, lookEveryMs)
  return {
    async close() {
      clearInterval(timer)
      await round
    },
  }
}
