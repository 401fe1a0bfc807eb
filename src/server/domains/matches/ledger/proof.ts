import { findCodeOwner, spendCodes } from './queries/codes.ts'
import type { Executor } from './queries/executor.ts'
import { findAccount } from './queries/link.ts'
import { lockIdentitiesShared, lockUsers } from './queries/locks.ts'

/** The member whose linked player was shown this code in game, while it is live. */
export async function findLinkedOwner(executor: Executor, code: string): Promise<number | undefined> {
  const id = await findCodeOwner(executor, code)
  const account = id === undefined ? undefined : await findAccount(executor, id)
  return account?.isMember && account.isLinked ? account.id : undefined
}

/** Uses up such a code as the proof of who somebody is; false when it is not that member's, or not any more. */
export async function takeLinkCode(transaction: Executor, code: string, memberId: number): Promise<boolean> {
  await lockIdentitiesShared(transaction)
  await lockUsers(transaction, [memberId])
  if ((await findLinkedOwner(transaction, code)) !== memberId) return false
  await spendCodes(transaction, memberId)
  return true
}
