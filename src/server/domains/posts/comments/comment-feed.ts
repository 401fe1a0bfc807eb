import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { Sockets } from '../../../platform/live/sockets.ts'
import { type CommentedOn, countComments } from './queries.ts'

const channel = 'comments'

/** Publishes to all processes that the comments on a post or news item changed. Call it in the transaction of the change. */
export const publishComments = (
  { live }: Pick<Context, 'live'>,
  transaction: Executor,
  { postId, newsId }: CommentedOn,
): Promise<void> => live.publish(channel, { postId, newsId }, transaction)

/**
 * Sends the count to subscribed browsers. Counts one after the other, so that the last message has the last count.
 * Returns a function that stops.
 */
export function startCommentFeed(
  { database, live, log }: Pick<Context, 'database' | 'live' | 'log'>,
  sockets: Pick<Sockets, 'broadcast'>,
): () => void {
  let counting = Promise.resolve()
  return live.listen(channel, (payload) => {
    counting = counting
      .then(async () => {
        const counted = await countComments(database.sql, payload as CommentedOn)
        if (counted !== undefined) sockets.broadcast(channel, { type: 'comments_update', ...counted })
      })
      .catch((error: unknown) => log.warn({ err: error }, 'comments could not be counted'))
  })
}
