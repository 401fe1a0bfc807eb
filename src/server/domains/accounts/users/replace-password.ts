import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database.ts'
import { makePassword, type StoredPassword } from './new-password.ts'
import { resetSignInAttempts } from './passwords.ts'
import { storePassword } from './queries.ts'

/** Sets a new password without the old one, after another proof of ownership. */
export const passwordReplacing = (context: Context) => ({
  /** @throws 400 for the field `newPassword` */
  make: (password: string, rank: Rank, network: string) =>
    makePassword(context, password, {
      rank,
      field: 'newPassword',
      network: context.config.rateLimits ? network : undefined,
    }),

  /** Stores a password and ends every session. */
  async replace(transaction: Executor, userId: number, password: StoredPassword): Promise<void> {
    await storePassword(transaction, userId, password)
    await context.sessions.endAll(transaction, userId)
  },

  resetAttempts: (username: string, network: string) => resetSignInAttempts(context, username, network),
})
