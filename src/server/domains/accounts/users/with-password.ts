import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database.ts'
import type { RequestScope } from '../../../platform/endpoints.ts'
import { invalid } from '../../../platform/errors.ts'
import { limitKey } from '../../../platform/limit-key.ts'
import { networkOf } from '../../../platform/network.ts'
import { checkPassword, countSessionAttempt, resetSessionAttempts } from './passwords.ts'
import { findCredentials, findOwnUser, passwordUnchanged } from './queries.ts'

const wrongPassword = () => invalid({ password: 'Your password is wrong' })

/** Credentials for actions that a session alone may not do. */
export interface Proof {
  readonly password: string
  /** Second factor code. It is counted as an attempt here and checked by `work`. */
  readonly code?: string
}

/**
 * Runs `work` with the account locked after counting the attempt and checking the password. Attempts are reset only
 * after
 * `work` succeeds. `before` takes locks that must precede the account's.
 */
export const withPassword =
  (context: Context) =>
  async <T>(
    { member, address }: Pick<RequestScope, 'member' | 'address'>,
    { password, code }: Proof,
    work: (transaction: Executor, username: string) => Promise<T>,
    before?: (transaction: Executor) => Promise<void>,
  ): Promise<T> => {
    const { config, database, limits } = context
    const network = networkOf(address)
    await countSessionAttempt(context, member.id, network)
    const credentials = await findCredentials(database.sql, member.id)
    const waiting = config.rateLimits ? network : undefined
    const matches = await checkPassword(context, credentials?.passwordHash, password, waiting)
    if (!matches || credentials === undefined) throw wrongPassword()
    if (code !== undefined) await limits.takeAttempt('sessionCode', limitKey({ member: member.id }))
    const done = await database.sql.transaction().execute(async (transaction) => {
      await before?.(transaction)
      // The password may have changed while it was checked.
      if (!(await passwordUnchanged(transaction, credentials))) throw wrongPassword()
      const user = await findOwnUser(transaction, member.id)
      if (user === undefined) throw wrongPassword()
      return work(transaction, user.username)
    })
    await resetSessionAttempts(context, member.id, network)
    return done
  }
