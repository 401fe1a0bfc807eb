import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { notifyOfMentions } from '../../notifications/queries/notify.ts'
import { namesIn } from './names-in.ts'
import { findMentions, type MentionedIn, storeMentions } from './queries.ts'

/**
 * Stores whom a text names, and notifies who is named in it for the first time. Call it in the transaction that stores
 * the text, after other notifications of it: nobody is notified of one text twice.
 */
export async function mention(
  transaction: Executor,
  author: Viewer,
  subject: MentionedIn,
  text: string,
): Promise<void> {
  const named = await storeMentions(transaction, subject, await findMentions(transaction, namesIn(text)))
  await notifyOfMentions(transaction, subject, named, author.id)
}
