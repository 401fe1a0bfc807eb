import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database.ts'
import type { Sockets } from '../../../platform/sockets.ts'
import { countComments } from './queries.ts'

const channel = 'comments'

/** Publishes to all processes that the comments on a post changed. Call it in the transaction of the change. */
export const publishComments = (
  { live }: Pick<Context, 'live'>,
  transaction: Executor,
  postId: number,
): Promise<void> => live.publish(channel, { postId }, transaction)

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
    const { postId } = payload as { readonly postId: number }
    counting = counting
      .then(async () => {
        const commentCount = await countComments(database.sql, postId)
        sockets.broadcast(channel, { type: 'comments_update', postId, commentCount })
      })
      .catch((error: unknown) => log.warn({ err: error }, 'the comments on a post could not be counted'))
  })
}
