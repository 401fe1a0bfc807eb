import type { Context } from '../../context.ts'
import { recordConsoleAudit } from '../../platform/audit.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { publishItem } from './publish.ts'
import { lockDueNews } from './queries.ts'

type Needed = Pick<Context, 'config' | 'database'>

/** Publishes scheduled items whose time has come; each once, in however many processes. Returns how many. */
export async function publishDueNews({ config, database }: Needed): Promise<number> {
  for (let count = 0; ; count += 1) {
    const isDone = await database.sql.transaction().execute(async (transaction) => {
      const id = await lockDueNews(transaction)
      if (id === undefined) return true
      const record = await publishItem(transaction, config, id)
      await recordConsoleAudit(
        transaction,
        {
          action: 'news.publish',
          subject: { type: 'news', id },
          before: { state: 'scheduled' },
          after: { state: 'published', toSubscribers: record.toSubscribers },
        },
        'schedule',
      )
      return false
    })
    if (isDone) return count
  }
}

/** Looks for scheduled items that are due. */
export const publishNewsJob = (context: Needed): Job => ({
  name: 'scheduled news',
  everyMs: 5_000,
  work: () => publishDueNews(context),
})
