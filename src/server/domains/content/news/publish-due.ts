import type { Context } from '../../../context.ts'
import { recordConsoleAudit } from '../../../platform/audit.ts'
import { startRounds } from '../../../platform/rounds.ts'
import { publishItem } from './publish.ts'
import { lockDueNews } from './queries.ts'

const lookEveryMs = 5_000

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

/** Looks for scheduled items that are due, now and every few seconds. */
export const startPublishingNews = (context: Needed & Pick<Context, 'log'>) =>
  startRounds({
    everyMs: lookEveryMs,
    work: () => publishDueNews(context),
    onFailure: (error) =>
      context.log.warn({ err: error }, 'scheduled news could not be published; the next round comes soon'),
  })
