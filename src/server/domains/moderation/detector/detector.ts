import { randomUUID } from 'node:crypto'
import type { FairPlayContent } from '../../../../contract/content/fair-play-schemas.ts'
import type { Context } from '../../../context.ts'
import { recordConsoleAudit } from '../../../platform/audit.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { notifyStaff, type People } from '../../../platform/live/staff-feed.ts'
import type { ContentStore } from '../../content/store.ts'
import { notifyOfStaffWork } from '../../notifications/queries/notify.ts'
import {
  countCasesAfter,
  findNewestCase,
  findNewestPeople,
  queueSince,
  readWaitingMatches,
  refreshModeDurations,
  scanQueued,
} from './queries.ts'

/** Matches per call, so that linking and deleting accounts wait only briefly. */
const step = 20

/** Between looks at the queue when no message says that matches came. Usual durations are refreshed as often. */
const lookEveryMs = 5_000

type Limits = FairPlayContent['detector']

/** Looks at all queued matches, and returns the number of new cases. */
export async function scanUntilDone(
  { database, live }: Pick<Context, 'database' | 'live'>,
  limits: Limits,
): Promise<number> {
  const cases: People[] = []
  for (let taken = step; taken === step; ) {
    const opened = await database.sql.transaction().execute(async (transaction) => {
      const scanned = await scanQueued(transaction, step, limits)
      taken = scanned.taken
      const opened = await findNewestPeople(transaction, scanned.opened)
      for (const concerns of opened)
        await notifyOfStaffWork(transaction, 'moderation', {
          eventKey: `patterns:${randomUUID()}`,
          actorId: null,
          concerns,
        })
      return opened
    })
    cases.push(...opened)
  }
  if (cases.length > 0) await notifyStaff({ database, live }, 'moderation', cases)
  return cases.length
}

/**
 * Looks again at the ranked matches from a moment on, for the command line. Counts what a running site finds in them
 * meanwhile.
 */
export async function scanSince(
  { database, live }: Pick<Context, 'database' | 'live'>,
  limits: Limits,
  since: Date,
): Promise<{ readonly matches: number; readonly cases: number }> {
  const newest = await findNewestCase(database.sql)
  const matches = await queueSince(database.sql, since)
  await refreshModeDurations(database.sql)
  await scanUntilDone({ database, live }, limits)
  return database.sql.transaction().execute(async (transaction) => {
    const opened = await countCasesAfter(transaction, newest)
    await recordConsoleAudit(transaction, {
      action: 'fair.scan',
      subject: { type: 'ledger', id: null },
      before: null,
      after: { since: since.toISOString(), matches, cases: opened },
    })
    return { matches, cases: opened }
  })
}

/** Looks for patterns soon after matches were stored. */
export const detectorJob = (
  { database, live }: Pick<Context, 'database' | 'live'>,
  content: Pick<ContentStore, 'current'>,
): Job => {
  let durationsAt = Number.NEGATIVE_INFINITY
  return {
    name: 'patterns in matches',
    everyMs: lookEveryMs,
    wakeOn: 'stats',
    async work() {
      if (performance.now() - durationsAt >= lookEveryMs) {
        await refreshModeDurations(database.sql)
        durationsAt = performance.now()
      }
      await scanUntilDone({ database, live }, content.current()['fair-play'].detector)
    },
    waits: () => readWaitingMatches(database.sql),
  }
}
