import type { Context } from '../../../context.ts'
import { type Job, whileFull } from '../../../platform/jobs/jobs.ts'
import { moveMergedMembers } from './queries/ranks.ts'
import { rankChannel } from './rank-store.ts'

const batch = 1_000

/** Moves the members of merged ranks, in short transactions. Starts again when a process wrote an old key meanwhile. */
export const mergedRanksJob = ({ database }: Pick<Context, 'database'>): Job => ({
  name: 'members of merged ranks',
  everyMs: 60_000,
  wakeOn: rankChannel,
  work: (stopping) =>
    whileFull(stopping, batch, () =>
      database.sql.transaction().execute((transaction) => moveMergedMembers(transaction, batch)),
    ),
})
