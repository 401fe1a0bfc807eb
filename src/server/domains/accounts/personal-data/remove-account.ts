import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database.ts'
import { recordDeletedAccount } from './queries/deleted-accounts.ts'
import { deleteAccount, deleteTraces, insertAnonymousUser, recordDeletion } from './queries/deletion.ts'

/** Deletes an account and its data. The caller has published `accountDeletionStarted` in this transaction. */
export async function removeAccount(
  { events }: Pick<Context, 'events'>,
  transaction: Executor,
  userId: number,
): Promise<void> {
  await recordDeletedAccount(transaction, userId)
  const anonymousId = await insertAnonymousUser(transaction)
  await events.publish(transaction, 'accountDeleted', { userId, anonymousId })
  await deleteTraces(transaction, userId)
  await recordDeletion(transaction, userId)
  await deleteAccount(transaction, userId, anonymousId)
}
