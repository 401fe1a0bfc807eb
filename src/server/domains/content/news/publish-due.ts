import type { Context } from '../../../context.ts'
import { recordConsoleAudit } from '../../../platform/audit.ts'
import { teamOf } from '../../../platform/team.ts'
import { announceNews } from './announce.ts'
import { findNews, lockDueNews, publishNews } from './queries.ts'

const lookEveryMs = 5_000

type Needed = Pick<Context, 'config' | 'database'>

/** Publishes scheduled items whose time has come; each once, in however many processes. Returns how many. */
export async function publishDueNews({ config, database }: Needed): Promise<number> {
  for (let count = 0; ; count += 1) {
    const isDone = await database.sql.transaction().execute(async (transaction) => {
      const id = await lockDueNews(transaction)
      if (id === undefined) return true
      const isFirst = await publishNews(transaction, id)
      const record = await findNews(transaction, teamOf(config), id)
      if (record === undefined) throw new Error(`news item ${id} is missing after it was published`)
      if (isFirst) await announceNews(transaction, config, record)
      await recordConsoleAudit(
        transaction,
        {
          action: 'news.publish',
          subject: { type: 'news', id },
          before: { state: 'scheduled' },
          after: { state: 'published' },
        },
        'schedule',
      )
      return false
    })
    if (isDone) return count
  }
}

/** Looks for scheduled items that are due, now and every few seconds. */
export function startPublishingNews(context: Needed & Pick<Context, 'log'>): { close(): Promise<void> } {
  let round: Promise<void> | undefined
  const look = () => {
    round ??= publishDueNews(context)
      .then(() => undefined)
      .catch((error: unknown) =>
        context.log.warn({ err: error }, 'scheduled news could not be published; the next round comes soon'),
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
