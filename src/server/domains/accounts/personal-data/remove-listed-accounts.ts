import type { Executor } from '../../../platform/database.ts'
import type { DeletedEntry } from './queries/deleted-accounts.ts'
import { findListedAccounts } from './queries/deleted-accounts.ts'
import { type AnonymizePlayer, removeAccount } from './remove-account.ts'

/** Operations of the ledger. */
interface Parts {
  readonly lockIdentities: (transaction: Executor) => Promise<void>
  readonly anonymizePlayer: AnonymizePlayer
  /** Accounts that own identities with these hashes, members or not. */
  readonly findOwnersByHash: (transaction: Executor, hashes: ReadonlySet<string>) => Promise<number[]>
  /** Moves a member's player to an account of its own. */
  readonly unlinkAccount: (transaction: Executor, userId: number) => Promise<unknown>
  /** Removes names from matches that `anonymizePlayer` left; false when none is left. */
  readonly anonymizeNameBatch: (transaction: Executor) => Promise<boolean>
}

/** The snapshot's clock and a concurrent deletion's may differ by the duration of a transaction. */
const slackMs = 60_000

/**
 * Deletes listed accounts that a restore brought back; returns their number. An identity counts only if it was
 * anonymized
 * after the backup: one that was linked again with /link before it is a new account.
 */
export async function removeListedAccounts(
  transaction: Executor,
  entries: readonly DeletedEntry[],
  takenAt: Date,
  parts: Parts,
): Promise<number> {
  const hashes = (kind: DeletedEntry['kind'], since = 0) =>
    new Set(entries.filter((one) => one.kind === kind && one.at.getTime() >= since).map(({ hash }) => hash))
  await parts.lockIdentities(transaction)
  const accounts = await findListedAccounts(transaction, hashes('account'))
  for (const id of accounts) await removeAccount(transaction, id, parts.anonymizePlayer)
  // The player may have been linked after the backup, and belonged to nobody or another account at its time.
  const identities = hashes('identity', takenAt.getTime() - slackMs)
  for (const id of await parts.findOwnersByHash(transaction, identities))
    await parts.unlinkAccount(transaction, id)
  const players = await parts.findOwnersByHash(transaction, identities)
  for (const id of players) await removeAccount(transaction, id, parts.anonymizePlayer)
  while (await parts.anonymizeNameBatch(transaction));
  return accounts.length + players.length
}
