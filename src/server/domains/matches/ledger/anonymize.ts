import type { Context } from '../../../context.ts'
import type { Database, Executor } from '../../../platform/database.ts'
import { queueForGameServers } from '../../../platform/outbox.ts'
import { QueryDeadline } from '../../../platform/query-deadline.ts'
import { recompute } from './projection.ts'
import {
  anonymizeIdentities,
  anonymizeMatchNames,
  anonymizeNameBatch,
  insertAnonymousUser,
  purgeOutboxOfIdentities,
} from './queries/anonymization.ts'
import { findAccount } from './queries/link.ts'
import { lockUsers } from './queries/locks.ts'
import { positionsOf } from './queries/stats.ts'

/**
 * Creates an anonymous account that takes over matches and redirects of the player; returns its id. Identities are
 * stored
 * as hashes, names leave matches and leaderboards. The caller holds `lockIdentitiesExclusive` and deletes the account.
 */
export async function anonymizePlayer(transaction: Executor, userId: number): Promise<number> {
  const account = await findAccount(transaction, userId)
  await lockUsers(transaction, [userId])
  const places = await positionsOf(transaction, [userId])
  await purgeOutboxOfIdentities(transaction, userId)
  // The only message that game servers still need. Confirming it removes the identity.
  if (account !== undefined && account.rank !== 'Member') {
    await queueForGameServers(transaction, userId, 'rank', { rank: 'Member' })
  }
  const anonymousId = await insertAnonymousUser(transaction)
  for (const { id } of await anonymizeIdentities(transaction, userId, anonymousId)) {
    await anonymizeMatchNames(transaction, id)
  }
  await recompute(transaction, places)
  return anonymousId
}

/** Removes the remaining names from matches in short transactions. Names of such matches are not shown meanwhile. */
export async function anonymizeRemainingNames(database: Database): Promise<void> {
  while (await database.sql.transaction().execute(anonymizeNameBatch));
}

/** Runs in the background after the response; the next sweep retries failures. */
export function startAnonymizingNames({ database, log }: Pick<Context, 'database' | 'log'>): void {
  QueryDeadline.without(() => anonymizeRemainingNames(database)).catch((error: unknown) => {
    log.warn({ err: error }, 'anonymizing names failed; the next sweep retries')
  })
}
