import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import { staffLists } from '../../../../contract/staff-lists.ts'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../../platform/audit.ts'
import type { Executor } from '../../../platform/database.ts'
import { notifyStaff } from '../../../platform/staff-feed.ts'
import { keepRestriction } from '../restrictions/queries.ts'
import { deletedAccountsChannel } from './deleted-accounts.ts'
import { recordDeletedAccount } from './queries/deleted-accounts.ts'
import { deleteAccount, deleteNameLimits, insertAnonymousUser, recordDeletion } from './queries/deletion.ts'

/**
 * Deletes an account and its data. The caller has published `accountDeletionStarted` in this transaction. `by`: who did
 * it for them.
 */
export async function removeAccount(
  { events }: Pick<Context, 'events'>,
  transaction: Executor,
  userId: number,
  by: Viewer | null = null,
): Promise<void> {
  await recordDeletedAccount(transaction, userId)
  const anonymousId = await insertAnonymousUser(transaction)
  await events.publish(transaction, 'accountDeleted', { userId, anonymousId })
  await keepRestriction(transaction, userId, anonymousId)
  if (by === null) await recordDeletion(transaction, userId)
  else
    await recordAudit(transaction, {
      actor: by,
      action: 'member.delete',
      subject: { type: 'member', id: userId },
      before: null,
      after: null,
    })
  await deleteAccount(transaction, userId, anonymousId)
}

/** Deletes a member's account and what only its name leads to. The caller calls `announceRemoval` after the commit. */
export async function removeMember(
  context: Pick<Context, 'events' | 'live'>,
  transaction: Executor,
  {
    userId,
    username,
    by = null,
  }: { readonly userId: number; readonly username: string; readonly by?: Viewer | null },
): Promise<void> {
  await removeAccount(context, transaction, userId, by)
  await deleteNameLimits(transaction, username)
  await context.live.publish(deletedAccountsChannel, {}, transaction)
}

/** Begins to anonymize the names in matches, and has the lists of staff read again. */
export async function announceRemoval(context: Context, userId: number): Promise<void> {
  await context.events.publish(context.database.sql, 'accountDeletionCommitted', { userId, context })
  for (const list of staffLists) await notifyStaff(context, list)
}
