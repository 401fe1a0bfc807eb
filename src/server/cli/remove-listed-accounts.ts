import type { DeletedEntry } from '../domains/accounts/personal-data/queries/deleted-accounts.ts'
import { findListedAccounts } from '../domains/accounts/personal-data/queries/deleted-accounts.ts'
import { removeAccount } from '../domains/accounts/personal-data/remove-account.ts'
import { unlinkAccount } from '../domains/matches/ledger/linking.ts'
import { anonymizeNameBatch, findOwnersByHash } from '../domains/matches/ledger/queries/anonymization.ts'
import { lockIdentitiesExclusive } from '../domains/matches/ledger/queries/locks.ts'
import { domainEventHandlers } from '../domains.ts'
import type { Executor } from '../platform/database.ts'
import { DomainEventBus } from '../platform/domain-events.ts'

/** The snapshot's clock and a concurrent deletion's may differ by the duration of a transaction. */
const slackMs = 60_000

/**
 * Deletes listed accounts that came back with a restore; returns their number. An identity counts only if it was
 * anonymized after the backup: one that was linked again with /link before it is a new account.
 */
export async function removeListedAccounts(
  transaction: Executor,
  entries: readonly DeletedEntry[],
  takenAt: Date,
): Promise<number> {
  const events = new DomainEventBus(domainEventHandlers)
  const hashes = (kind: DeletedEntry['kind'], since = 0) =>
    new Set(entries.filter((one) => one.kind === kind && one.at.getTime() >= since).map(({ hash }) => hash))
  await lockIdentitiesExclusive(transaction)
  const accounts = await findListedAccounts(transaction, hashes('account'))
  for (const id of accounts) await removeAccount({ events }, transaction, id)
  // The player may have been linked after the backup, and belonged to nobody or another account at its time.
  const identities = hashes('identity', takenAt.getTime() - slackMs)
  for (const id of await findOwnersByHash(transaction, identities)) await unlinkAccount(transaction, id)
  const players = await findOwnersByHash(transaction, identities)
  for (const id of players) await removeAccount({ events }, transaction, id)
  while (await anonymizeNameBatch(transaction));
  return accounts.length + players.length
}
