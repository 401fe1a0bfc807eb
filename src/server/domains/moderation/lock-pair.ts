import type { Viewer } from '../../../contract/accounts/ranks.ts'
import type { Executor } from '../../platform/database/database.ts'
import { findGrantedRank } from '../../platform/granted-rank.ts'
import { lockUsers } from '../matches/ledger/queries/locks.ts'

/**
 * Locks the account that decides and the one it decides about, in id order, until the transaction ends. Returns the first
 * with the rank it is granted then: a demotion or restriction that came in between counts. Read the other rank afterwards.
 */
export async function lockPair(
  transaction: Executor,
  member: Viewer,
  userId: number | null,
): Promise<Viewer> {
  await lockUsers(transaction, [member.id, ...(userId === null ? [] : [userId])])
  return { ...member, rank: await findGrantedRank(transaction, member.id) }
}
