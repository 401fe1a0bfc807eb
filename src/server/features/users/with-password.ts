import type { Context } from '../../context.ts'
import type { RequestScope } from '../../platform/endpoints.ts'
import { invalid } from '../../platform/errors.ts'
import { networkOf } from '../../platform/network.ts'
import { checkPassword, countPasswordTry, forgetPasswordTries } from './passwords.ts'
import { findCredentials, findOwnUser, holdsPassword, type Open } from './queries.ts'

const wrongPassword = () => invalid({ password: 'Your password is not right' })

/**
 * Lets a signed-in member do what their session alone may not: counts a password try, checks the password, and does
 * `work` with the account held. The count ends when the work is done, so what it refuses counts as well. `before` is for
 * what must be locked before the account is.
 */
export const withPassword =
  (context: Context) =>
  async <T>(
    { member, address }: Pick<RequestScope, 'member' | 'address'>,
    password: string,
    work: (transaction: Open, username: string) => Promise<T>,
    before?: (transaction: Open) => Promise<void>,
  ): Promise<T> => {
    const { config, database } = context
    const network = networkOf(address)
    const account = `#${member.id}`
    await countPasswordTry(context, account, network, true)
    const credentials = await findCredentials(database.sql, member.id)
    const waiting = config.rateLimits ? network : undefined
    const matches = await checkPassword(context, credentials?.passwordHash, password, waiting)
    if (!matches || credentials === undefined) throw wrongPassword()
    const done = await database.sql.transaction().execute(async (transaction) => {
      await before?.(transaction)
      // A password that was changed while it was checked opens nothing any more.
      if (!(await holdsPassword(transaction, credentials))) throw wrongPassword()
      const user = await findOwnUser(transaction, member.id)
      if (user === undefined) throw wrongPassword()
      return work(transaction, user.username)
    })
    await forgetPasswordTries(context, account, network)
    return done
  }
