import type { Context } from '../context.ts'
import type { DeletedAccounts } from '../domains/accounts/personal-data/deleted-accounts.ts'
import { hideAccount, showAccount } from '../domains/accounts/personal-data/hide-account.ts'
import type { DeletedEntry } from '../domains/accounts/personal-data/queries/deleted-accounts.ts'
import { findListedAccounts } from '../domains/accounts/personal-data/queries/deleted-accounts.ts'
import { recordDeletion } from '../domains/accounts/personal-data/queries/deletion.ts'
import {
  isDeletionPending,
  readPending,
} from '../domains/accounts/personal-data/queries/pending-deletions.ts'
import { removeAccount } from '../domains/accounts/personal-data/remove-account.ts'
import { unlinkAccount } from '../domains/matches/ledger/linking.ts'
import { anonymizeNameBatch, findOwnersByHash } from '../domains/matches/ledger/queries/anonymization.ts'
import { lockIdentitiesExclusive } from '../domains/matches/ledger/queries/locks.ts'
import { domainEventHandlers } from '../domains.ts'
import type { Executor } from '../platform/database/database.ts'
import { DomainEventBus } from '../platform/live/domain-events.ts'

/** The snapshot's clock and a concurrent deletion's may differ by the duration of a transaction. */
const slackMs = 60_000

/**
 * Deletes or hides listed accounts that came back with a restore; returns their number. An identity counts only if it was
 * anonymized after the backup: one that was linked again with /link before it is a new account.
 */
export async function removeListedAccounts(
  transaction: Executor,
  lists: readonly DeletedAccounts[],
  takenAt: Date,
): Promise<number> {
  const events = new DomainEventBus(domainEventHandlers)
  const entries = lists.flatMap((list) => list.entries)
  const hashes = (kind: DeletedEntry['kind'], since = 0) =>
    new Set(entries.filter((one) => one.kind === kind && one.at.getTime() >= since).map(({ hash }) => hash))
  await lockIdentitiesExclusive(transaction)
  const accounts = await findListedAccounts(transaction, hashes('account'))
  for (const id of accounts.values()) await removeAccount({ events }, transaction, id)
  const again = await repeatPending({ events }, transaction, lists, takenAt)
  // The player may have been linked after the backup, and belonged to nobody or another account at its time.
  const identities = hashes('identity', takenAt.getTime() - slackMs)
  for (const id of await findOwnersByHash(transaction, identities)) await unlinkAccount(transaction, id)
  const players = await findOwnersByHash(transaction, identities)
  for (const id of players) await removeAccount({ events }, transaction, id)
  while (await anonymizeNameBatch(transaction));
  return accounts.size + again + players.length
}

/** The list that is complete until the latest moment. */
export const newestList = <List extends DeletedAccounts>(lists: readonly List[]): List | undefined =>
  lists.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0]

/**
 * Brings the accounts that could be restored to what the newest list says: hidden, deleted when their days are over, and
 * shown again when their members restored them after the backup. Returns how many are hidden or deleted again.
 */
async function repeatPending(
  context: Pick<Context, 'events'>,
  transaction: Executor,
  lists: readonly DeletedAccounts[],
  takenAt: Date,
): Promise<number> {
  const newest = newestList(lists)
  if (newest === undefined) return 0
  const pending = newest.entries.filter(({ kind }) => kind === 'pending')
  const found = await findListedAccounts(transaction, new Set(pending.map(({ hash }) => hash)))
  const inBackup = new Map((await readPending(transaction)).map((one) => [one.id, one]))
  let again = 0
  for (const { hash, at } of pending) {
    const id = found.get(hash)
    if (id === undefined) continue
    if (at <= new Date()) await removeAccount(context, transaction, id, inBackup.has(id))
    else if (inBackup.has(id)) continue
    else {
      await hideAccount(context, transaction, id, { deletesAt: at })
      await recordDeletion(transaction, id)
    }
    again += 1
  }
  const listed = new Set(found.values())
  if (newest.until > takenAt)
    for (const [id, account] of inBackup)
      if (!listed.has(id) && (await isDeletionPending(transaction, id)))
        await showAccount(context, transaction, account)
  return again
}
