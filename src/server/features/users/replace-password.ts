import type { Context } from '../../context.ts'
import { hashPassword, resetSignInTries } from './passwords.ts'
import { type Executor, setPasswordHash } from './queries.ts'

/** A new password without the old one, for whoever proved in another way that the account is theirs. */
export const passwordReplacing = (context: Context) => ({
  hash: (password: string, network: string) =>
    hashPassword(context, password, context.config.rateLimits ? network : undefined),

  /** Stores a password and ends every session. */
  async replace(transaction: Executor, userId: number, passwordHash: string): Promise<void> {
    await setPasswordHash(transaction, userId, passwordHash)
    await context.sessions.endAll(transaction, userId)
  },

  forgetTries: (username: string, network: string) => resetSignInTries(context, username, network),
})
