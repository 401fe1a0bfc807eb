import type { Executor } from '../../../platform/database.ts'
import { recordDeletedAccount } from './queries/deleted-accounts.ts'
import { deleteAccount, deleteTraces, recordDeletion } from './queries/deletion.ts'

/** Creates an anonymous account that owns the matches; returns its id. */
export type AnonymizePlayer = (transaction: Executor, userId: number) => Promise<number>

/** Deletes an account and its data. The caller must hold the ledger's identity lock (`lockIdentitiesExclusive`). */
export async function removeAccount(
  transaction: Executor,
  userId: number,
  anonymizePlayer: AnonymizePlayer,
): Promise<void> {
  await recordDeletedAccount(transaction, userId)
  const anonymousId = await anonymizePlayer(transaction, userId)
  await deleteTraces(transaction, userId)
  await recordDeletion(transaction, userId)
  await deleteAccount(transaction, userId, anonymousId)
}
