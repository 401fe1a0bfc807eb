import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { whileMailIsSetUp } from '../../../platform/jobs/outbox.ts'
import { areNewslettersDue, queueIssueMails, readWaitingIssues } from './queries/issues.ts'
import { countWaitingMails, queueConfirmations } from './queries/subscribers.ts'

/** Newsletter mails in the outbox at once: other mails wait behind this many at most. */
const maxWaiting = 50

/** A mail that failed this often makes room for others; the outbox still sends it later. */
const attemptsInLine = 3

/** Queues the mails that are due, as far as the outbox has room, and returns how many. */
export async function queueNewsletter({ sql }: Pick<Database, 'sql'>): Promise<number> {
  const room = maxWaiting - (await countWaitingMails(sql, attemptsInLine))
  if (room <= 0) return 0
  // First those who wait for it with their mail program open.
  let queued = await queueConfirmations(sql, room)
  while (queued < room) {
    const count = await queueIssueMails(sql, room - queued)
    if (count === undefined) break
    queued += count
  }
  return queued
}

/** Looks for newsletter mails that are due. Without mail set up they wait. */
export const newsletterJob = ({ config, database }: Pick<Context, 'config' | 'database'>): Job =>
  whileMailIsSetUp(config, {
    name: 'newsletter',
    everyMs: 2_000,
    due: areNewslettersDue,
    work: () => queueNewsletter(database),
    waits: () => readWaitingIssues(database.sql),
  })
