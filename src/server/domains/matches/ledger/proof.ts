import type { Executor } from '../../../platform/database.ts'
import { consumeCodes, findCodeOwner } from './queries/codes.ts'
import { findAccount } from './queries/link.ts'
import { lockIdentitiesShared, lockUsers } from './queries/locks.ts'

/** The member whose linked player was shown this code in game, while it is valid. */
export async function findLinkedOwner(executor: Executor, code: string): Promise<number | undefined> {
  const id = await findCodeOwner(executor, code)
  const account = id === undefined ? undefined : await findAccount(executor, id)
  return account?.isMember && account.isLinked ? account.id : undefined
}

/** Consumes the code as proof of ownership; false when it is not that member's, or is no longer valid. */
export async function consumeLinkCode(
  transaction: Executor,
  code: string,
  memberId: number,
): Promise<boolean> {
  await lockIdentitiesShared(transaction)
  await lockUsers(transaction, [memberId])
  if ((await findLinkedOwner(transaction, code)) !== memberId) return false
  await consumeCodes(transaction, memberId)
  return true
}
