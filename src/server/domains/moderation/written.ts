import type { ModerationSubject } from '../../../contract/moderation/moderation-schemas.ts'
import type { Context } from '../../context.ts'
import type { Executor } from '../../platform/database/database.ts'
import { publishComments } from '../posts/comments/comment-feed.ts'
import { restoreComment } from '../posts/comments/queries.ts'
import { type Removed, restorePost } from '../posts/queries.ts'
import type { Subject } from './queries/cases.ts'
import { takeRemovalBack } from './queries/undo.ts'

type Live = Pick<Context, 'live'>

/** What members write, and staff may remove. */
export type WrittenType = 'post' | 'comment'

export const isWritten = (subjectType: ModerationSubject): subjectType is WrittenType =>
  subjectType === 'post' || subjectType === 'comment'

async function showWritten(
  context: Live,
  transaction: Executor,
  type: WrittenType,
  id: number,
): Promise<Removed | undefined> {
  if (type === 'post') return restorePost(transaction, id)
  const comment = await restoreComment(transaction, id)
  if (comment !== undefined) await publishComments(context, transaction, comment)
  return comment
}

/**
 * Brings back what the decision removed, with likes and comments, and takes the author's notification of it back where
 * they have not read it. False when it was not removed, or purged.
 */
export async function restoreWritten(
  context: Live,
  transaction: Executor,
  { subjectType: type, subjectId: id }: Subject,
): Promise<boolean> {
  if (!isWritten(type)) return false
  const removed = await showWritten(context, transaction, type, id)
  if (removed === undefined) return false
  await takeRemovalBack(transaction, { type, id, ...removed })
  return true
}
