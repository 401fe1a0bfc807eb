import type { Executor } from '../../../platform/database/database.ts'
import type { LinkCodes } from '../../accounts/link-codes.ts'
import { claimPlayer } from './linking.ts'
import { consumeCodes, findCodeOwner } from './queries/codes.ts'
import { findAccount } from './queries/link.ts'
import { lockIdentitiesShared, lockUsers } from './queries/locks.ts'

/** The member whose linked player was shown this code in game, while it is valid. */
async function findLinkedOwner(executor: Executor, code: string): Promise<number | undefined> {
  const owner = await findCodeOwner(executor, code)
  const account = owner && (await findAccount(executor, owner.userId))
  return account?.isMember && account.isLinked ? account.id : undefined
}

/** Consumes the code as proof of ownership; false when it is not that member's, or is no longer valid. */
async function consumeLinkCode(transaction: Executor, code: string, memberId: number): Promise<boolean> {
  await lockIdentitiesShared(transaction)
  await lockUsers(transaction, [memberId])
  if ((await findLinkedOwner(transaction, code)) !== memberId) return false
  await consumeCodes(transaction, memberId)
  return true
}

/** What accounts may ask the ledger about codes. */
export const linkCodes: LinkCodes = { claimPlayer, findOwner: findLinkedOwner, take: consumeLinkCode }
