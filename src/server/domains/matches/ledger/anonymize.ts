import type { Context } from '../../../context.ts'
import type { Database, Executor } from '../../../platform/database/database.ts'
import { QueryDeadline } from '../../../platform/database/query-deadline.ts'
import { queueForGameServers } from '../../../platform/jobs/outbox.ts'
import type { DomainEventHandlers } from '../../../platform/live/domain-events.ts'
import { insertAnonymousUser } from '../../accounts/personal-data/queries/deletion.ts'
import { queueRank } from '../../accounts/ranks/queries/sent-ranks.ts'
import { recompute } from './projection.ts'
import {
  anonymizeIdentities,
  anonymizeMatchNames,
  anonymizeNameBatch,
  hasHashedIdentities,
  hideIdentities,
  moveHashedIdentities,
  purgeOutboxOfIdentities,
  restoreIdentities,
} from './queries/anonymization.ts'
import { findAccount } from './queries/link.ts'
import { lockIdentitiesExclusive, lockUsers } from './queries/locks.ts'
import { runningKeysOf, statsKeysOf } from './queries/stats.ts'

/** Anonymizes the player of an account in the transaction that deletes or hides the account. */
export const anonymizeDeletedPlayers: DomainEventHandlers = {
  accountDeletionStarted: lockIdentitiesExclusive,
  accountDeleted: (transaction, { userId, anonymousId }) => anonymizePlayer(transaction, userId, anonymousId),
  accountHidden: (transaction, { userId }) => hidePlayer(transaction, userId),
  accountRestored: (transaction, { userId }) => restorePlayer(transaction, userId),
  accountDeletionCommitted: (_executor, { context }) => startAnonymizingNames(context),
}

/**
 * Moves matches and redirects of a player to an anonymous account. Identities are stored as hashes, names leave matches
 * and leaderboards. The caller holds `lockIdentitiesExclusive` and deletes the account.
 */
async function anonymizePlayer(transaction: Executor, userId: number, anonymousId: number): Promise<void> {
  await lockUsers(transaction, [userId])
  const keys = await statsKeysOf(transaction, [userId])
  await takeRankBack(transaction, userId)
  for (const { id } of await anonymizeIdentities(transaction, userId, anonymousId)) {
    await anonymizeMatchNames(transaction, id)
  }
  await recompute(transaction, keys)
}

/** Tells game servers the rank Member. Confirming it removes the identity. */
async function takeRankBack(transaction: Executor, userId: number): Promise<void> {
  const account = await findAccount(transaction, userId)
  const hadRankWaiting = await purgeOutboxOfIdentities(transaction, userId)
  // Also after a demotion that a game server has not fetched.
  if (hadRankWaiting || (account !== undefined && account.rank !== 'Member'))
    await queueForGameServers(transaction, userId, 'rank', { rank: 'Member' })
}

/** Has the ledger treat a player as that of a deleted account, until `restorePlayer`. The caller holds `lockIdentitiesExclusive`. */
async function hidePlayer(transaction: Executor, userId: number): Promise<void> {
  await lockUsers(transaction, [userId])
  const keys = await statsKeysOf(transaction, [userId])
  await takeRankBack(transaction, userId)
  await hideIdentities(transaction, userId)
  await recompute(transaction, keys)
}

async function restorePlayer(transaction: Executor, userId: number): Promise<void> {
  await restoreIdentities(transaction, userId)
  // Of a player with whom somebody started over: left here, the member could link no other one.
  if (await hasHashedIdentities(transaction, userId)) {
    const anonymousId = await insertAnonymousUser(transaction)
    for (const id of await moveHashedIdentities(transaction, userId, anonymousId))
      await anonymizeMatchNames(transaction, id)
  }
  await recompute(transaction, await runningKeysOf(transaction, userId))
  await queueRank(transaction, userId)
}

/** Removes the remaining names from matches in short transactions. Names of such matches are not shown meanwhile. */
export async function anonymizeRemainingNames(
  database: Pick<Database, 'sql'>,
  stopping?: AbortSignal,
): Promise<void> {
  while (!stopping?.aborted && (await database.sql.transaction().execute(anonymizeNameBatch)));
}

/** Runs in the background after the response; the next sweep retries failures. */
export function startAnonymizingNames({ database, log }: Pick<Context, 'database' | 'log'>): void {
  QueryDeadline.without(() => anonymizeRemainingNames(database)).catch((error: unknown) => {
    log.warn({ err: error }, 'anonymizing names failed; the next sweep retries')
  })
}
