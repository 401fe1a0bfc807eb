import { staffLists } from '../../../../contract/staff-lists.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { notifyStaff } from '../../../platform/live/staff-feed.ts'
import { keepRestriction } from '../restrictions/queries.ts'
import { deletedAccountsChannel } from './deleted-accounts.ts'
import { recordDeletedAccount } from './queries/deleted-accounts.ts'
import { deleteAccount, deleteNameLimits, insertAnonymousUser, recordDeletion } from './queries/deletion.ts'

/**
 * Deletes an account and its data. The caller has published `accountDeletionStarted` in this transaction. `isRecorded`:
 * the audit log has it.
 */
export async function removeAccount(
  { events }: Pick<Context, 'events'>,
  transaction: Executor,
  userId: number,
  isRecorded = false,
): Promise<void> {
  await recordDeletedAccount(transaction, userId)
  const anonymousId = await insertAnonymousUser(transaction)
  await events.publish(transaction, 'accountDeleted', { userId, anonymousId })
  await keepRestriction(transaction, userId, anonymousId)
  if (!isRecorded) await recordDeletion(transaction, userId)
  await deleteAccount(transaction, userId, anonymousId)
}

/**
 * Deletes a member's account and what only its name leads to. `isRecorded`: the audit log has it. The caller calls
 * `announceRemoval` after the commit.
 */
export async function removeMember(
  context: Pick<Context, 'events' | 'live'>,
  transaction: Executor,
  {
    userId,
    username,
    isRecorded = false,
  }: { readonly userId: number; readonly username: string; readonly isRecorded?: boolean },
): Promise<void> {
  await removeAccount(context, transaction, userId, isRecorded)
  await deleteNameLimits(transaction, username)
  await context.live.publish(deletedAccountsChannel, {}, transaction)
}

/** Begins to anonymize the names in matches, and has the lists of staff read again. */
export async function announceRemoval(context: Context, userId: number): Promise<void> {
  await context.events.publish(context.database.sql, 'accountDeletionCommitted', { userId, context })
  for (const list of staffLists) await notifyStaff(context, list)
}
