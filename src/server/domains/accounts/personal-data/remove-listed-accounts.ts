import type { DeletedEntry } from './queries/deleted-accounts.ts'
import { findListedAccounts } from './queries/deleted-accounts.ts'
import type { Open } from './queries/deletion.ts'
import { type AnonymizePlayer, removeAccount } from './remove-account.ts'

/** What the ledger knows of identities. */
interface Parts {
  readonly lockIdentities: (transaction: Open) => Promise<void>
  readonly anonymizePlayer: AnonymizePlayer
  /** Accounts that own identities with these hashes, members or not. */
  readonly findOwnersByHash: (transaction: Open, hashes: ReadonlySet<string>) => Promise<number[]>
  /** Gives a member's player an account of its own. */
  readonly unlinkAccount: (transaction: Open, userId: number) => Promise<unknown>
  /** Takes names out of matches that `anonymizePlayer` left for later; false when there is none. */
  readonly anonymizeNameBatch: (transaction: Open) => Promise<boolean>
}

/** The clock of a snapshot and that of a deletion beside it may differ by the time that a transaction takes. */
const slackMs = 60_000

/**
 * Deletes the accounts of the list that a restore has brought back; returns how many there were. An identity counts when
 * it was anonymized after the backup: somebody who began anew with /link before it is somebody else now.
 */
export async function removeListedAccounts(
  transaction: Open,
  entries: readonly DeletedEntry[],
  takenAt: Date,
  parts: Parts,
): Promise<number> {
  const hashes = (kind: DeletedEntry['kind'], since = 0) =>
    new Set(entries.filter((one) => one.kind === kind && one.at.getTime() >= since).map(({ hash }) => hash))
  await parts.lockIdentities(transaction)
  const accounts = await findListedAccounts(transaction, hashes('account'))
  for (const id of accounts) await removeAccount(transaction, id, parts.anonymizePlayer)
  // The player may have been linked to that account only after the backup, and was alone or somebody else's at its time.
  const identities = hashes('identity', takenAt.getTime() - slackMs)
  for (const id of await parts.findOwnersByHash(transaction, identities))
    await parts.unlinkAccount(transaction, id)
  const players = await parts.findOwnersByHash(transaction, identities)
  for (const id of players) await removeAccount(transaction, id, parts.anonymizePlayer)
  while (await parts.anonymizeNameBatch(transaction));
  return accounts.length + players.length
}
