import type { Executor } from '../../platform/database/database.ts'

/** Codes that the game shows a player, as the ledger in `matches` implements them: accounts may not import it. */
export interface LinkCodes {
  /** Returns the account of the player who was shown a code, ready to be claimed. @throws 400 or 409 */
  claimPlayer(transaction: Executor, code: string): Promise<number>
  /** The member whose linked player was shown this code in game, while it is valid. */
  findOwner(executor: Executor, code: string): Promise<number | undefined>
  /** Consumes the code; false when it is not that member's, or is no longer valid. Locks the account. */
  take(transaction: Executor, code: string, userId: number): Promise<boolean>
}
