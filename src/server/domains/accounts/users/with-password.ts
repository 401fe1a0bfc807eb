import type { Context } from '../../../context.ts'
import type { RequestScope } from '../../../platform/endpoints.ts'
import { invalid } from '../../../platform/errors.ts'
import { limitKey } from '../../../platform/limit-key.ts'
import { networkOf } from '../../../platform/network.ts'
import { checkPassword, countSessionTry, resetSessionTries } from './passwords.ts'
import { findCredentials, findOwnUser, type Open, passwordUnchanged } from './queries.ts'

const wrongPassword = () => invalid({ password: 'Your password is not right' })

/** What a member types to do more than their session alone may. */
export interface Proof {
  readonly password: string
  /** A second factor code. `work` checks it; here it only counts as a try. */
  readonly code?: string
}

/**
 * Lets a signed-in member do what their session alone may not: counts the tries, checks the password, and does `work`
 * with the account locked. The counts are cleared when the work is done, so what it refuses counts as well. `before` is
 * for what must be locked before the account is.
 */
export const withPassword =
  (context: Context) =>
  async <T>(
    { member, address }: Pick<RequestScope, 'member' | 'address'>,
    { password, code }: Proof,
    work: (transaction: Open, username: string) => Promise<T>,
    before?: (transaction: Open) => Promise<void>,
  ): Promise<T> => {
    const { config, database, limits } = context
    const network = networkOf(address)
    await countSessionTry(context, member.id, network)
    const credentials = await findCredentials(database.sql, member.id)
    const waiting = config.rateLimits ? network : undefined
    const matches = await checkPassword(context, credentials?.passwordHash, password, waiting)
    if (!matches || credentials === undefined) throw wrongPassword()
    if (code !== undefined) await limits.takeTry('sessionCode', limitKey({ member: member.id }))
    const done = await database.sql.transaction().execute(async (transaction) => {
      await before?.(transaction)
      // A password that was changed while it was checked opens nothing any more.
      if (!(await passwordUnchanged(transaction, credentials))) throw wrongPassword()
      const user = await findOwnUser(transaction, member.id)
      if (user === undefined) throw wrongPassword()
      return work(transaction, user.username)
    })
    await resetSessionTries(context, member.id, network)
    return done
  }
