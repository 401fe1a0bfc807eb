import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database.ts'
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
import type { Executor } from './queries/executor.ts'
import { findAccount } from './queries/link.ts'
import { lockUsers } from './queries/locks.ts'
import { positionsOf } from './queries/stats.ts'

/**
 * Makes an account without a name that stands for somebody from now on, and returns its id. It takes their matches and
 * the pages of earlier ids along; their identities are kept as hashes, their names leave the matches and their figures
 * the boards. Whoever calls it holds the identities (`lockIdentities`) and removes the account itself.
 */
export async function anonymizePlayer(transaction: Executor, userId: number): Promise<number> {
  const account = await findAccount(transaction, userId)
  await lockUsers(transaction, [userId])
  const places = await positionsOf(transaction, [userId])
  await purgeOutboxOfIdentities(transaction, userId)
  // The one thing that game servers must still hear. Their confirmation takes the identity out of it.
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

/**
 * Takes the remaining names out of matches, each step in a transaction of its own that nothing waits for. No page and
 * no answer shows the name of a match: what waits here is only kept.
 */
export async function anonymizeRemainingNames(database: Database): Promise<void> {
  while (await database.sql.transaction().execute(anonymizeNameBatch));
}

/** The same at once, behind an answer; what fails here is done by the next sweep. */
export function startAnonymizingNames({ database, log }: Pick<Context, 'database' | 'log'>): void {
  QueryDeadline.without(() => anonymizeRemainingNames(database)).catch((error: unknown) => {
    log.warn({ err: error }, 'names of deleted players are left for the next sweep')
  })
}
