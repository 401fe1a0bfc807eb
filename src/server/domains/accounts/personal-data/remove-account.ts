import { recordDeletedAccount } from './queries/deleted-accounts.ts'
import { deleteAccount, deleteTraces, type Open, recordDeletion } from './queries/deletion.ts'

/** Makes an account without a name that keeps the matches; returns its id. */
export type AnonymizePlayer = (transaction: Open, userId: number) => Promise<number>

/** Deletes an account and its data. The caller has locked the ledger's identities before (`lockIdentities`). */
export async function removeAccount(
  transaction: Open,
  userId: number,
  anonymizePlayer: AnonymizePlayer,
): Promise<void> {
  await recordDeletedAccount(transaction, userId)
  const anonymousId = await anonymizePlayer(transaction, userId)
  await deleteTraces(transaction, userId)
  await recordDeletion(transaction, userId)
  await deleteAccount(transaction, userId, anonymousId)
}
