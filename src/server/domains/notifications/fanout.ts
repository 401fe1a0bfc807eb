import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { areFanoutsDue, fanOutStep, readWaitingFanouts } from './queries/fanout.ts'

/** Members notified in one transaction, so that a large audience locks nothing for long. */
const stepMembers = 1_000

/** Makes the notifications of all queued events, `members` of them in one transaction. */
export async function fanOut(database: Pick<Database, 'sql'>, members = stepMembers): Promise<void> {
  while (await fanOutStep(database, members));
}

/** Looks for queued events. */
export const fanoutJob = ({ database }: Pick<Context, 'database'>): Job => ({
  name: 'notifications of many members',
  everyMs: 2_000,
  due: areFanoutsDue,
  work: () => fanOut(database),
  waits: () => readWaitingFanouts(database),
})
