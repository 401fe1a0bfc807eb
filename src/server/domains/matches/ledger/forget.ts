import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database.ts'
import { tellGameServers } from '../../../platform/outbox.ts'
import { Patience } from '../../../platform/patience.ts'
import { recompute } from './projection.ts'
import type { Executor } from './queries/executor.ts'
import {
  forgetIdentities,
  forgetMatchNames,
  forgetOutbox,
  forgetSomeNames,
  insertNobody,
} from './queries/forgotten.ts'
import { findAccount } from './queries/link.ts'
import { lockUsers } from './queries/locks.ts'
import { placesOf } from './queries/stats.ts'

/**
 * Makes an account without a name that stands for somebody from now on, and returns its id. It takes their matches and
 * the pages of earlier ids along; their identities are kept as hashes, their names leave the matches and their figures
 * the boards. Whoever calls it holds the identities (`holdIdentities`) and removes the account itself.
 */
export async function forgetPlayer(transaction: Executor, userId: number): Promise<number> {
  const account = await findAccount(transaction, userId)
  await lockUsers(transaction, [userId])
  const places = await placesOf(transaction, [userId])
  await forgetOutbox(transaction, userId)
  // The one thing that game servers must still hear. Their confirmation takes the identity out of it.
  if (account !== undefined && account.rank !== 'Member') {
    await tellGameServers(transaction, userId, 'rank', { rank: 'Member' })
  }
  const nobodyId = await insertNobody(transaction)
  for (const { id } of await forgetIdentities(transaction, userId, nobodyId)) {
    await forgetMatchNames(transaction, id)
  }
  await recompute(transaction, places)
  return nobodyId
}

/**
 * Takes the remaining names out of matches, each step in a transaction of its own that nothing waits for. No page and
 * no answer shows the name of a match: what waits here is only kept.
 */
export async function forgetRemainingNames(database: Database): Promise<void> {
  while (await database.sql.transaction().execute(forgetSomeNames));
}

/** The same at once, behind an answer; what fails here is done by the next sweep. */
export function beginForgettingNames({ database, log }: Pick<Context, 'database' | 'log'>): void {
  Patience.without(() => forgetRemainingNames(database)).catch((error: unknown) => {
    log.warn({ err: error }, 'names of deleted players are left for the next sweep')
  })
}
