import type { Context } from '../../../context.ts'
import type { Database, Executor } from '../../../platform/database.ts'
import type { DomainEventHandlers } from '../../../platform/domain-events.ts'
import { queueForGameServers } from '../../../platform/outbox.ts'
import { QueryDeadline } from '../../../platform/query-deadline.ts'
import { recompute } from './projection.ts'
import {
  anonymizeIdentities,
  anonymizeMatchNames,
  anonymizeNameBatch,
  purgeOutboxOfIdentities,
} from './queries/anonymization.ts'
import { findAccount } from './queries/link.ts'
import { lockIdentitiesExclusive, lockUsers } from './queries/locks.ts'
import { statsKeysOf } from './queries/stats.ts'

/** Anonymizes the player of an account in the transaction that deletes the account. */
export const anonymizeDeletedPlayers: DomainEventHandlers = {
  accountDeletionStarted: lockIdentitiesExclusive,
  accountDeleted: (transaction, { userId, anonymousId }) => anonymizePlayer(transaction, userId, anonymousId),
  accountDeletionCommitted: (_executor, { context }) => startAnonymizingNames(context),
}

/**
 * Moves matches and redirects of a player to an anonymous account. Identities are stored as hashes, names leave matches
 * and leaderboards. The caller holds `lockIdentitiesExclusive` and deletes the account.
 */
async function anonymizePlayer(transaction: Executor, userId: number, anonymousId: number): Promise<void> {
  const account = await findAccount(transaction, userId)
  await lockUsers(transaction, [userId])
  const keys = await statsKeysOf(transaction, [userId])
  const hadRankWaiting = await purgeOutboxOfIdentities(transaction, userId)
  // Also after a demotion that a game server has not fetched. Confirming it removes the identity.
  if (hadRankWaiting || (account !== undefined && account.rank !== 'Member')) {
    await queueForGameServers(transaction, userId, 'rank', { rank: 'Member' })
  }
  for (const { id } of await anonymizeIdentities(transaction, userId, anonymousId)) {
    await anonymizeMatchNames(transaction, id)
  }
  await recompute(transaction, keys)
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
