import type { Context } from '../../context.ts'
import { invalid, unauthorized } from '../../platform/errors.ts'
import { networkOf } from '../../platform/network.ts'
import { checkPassword, countPasswordTry, forgetPasswordTries } from './passwords.ts'
import { type Credentials, findCredentials, holdsPassword } from './queries.ts'

/** What the caller does last, in its transaction: the account is locked, and the password still the one that was given. */
export type HoldConfirmed = (transaction: Parameters<typeof holdsPassword>[0]) => Promise<void>

const wrong = () => invalid({ password: 'Your password is not right' })

/**
 * Has a signed-in member prove once more who they are, with the limits of a sign-in.
 * @throws 400 naming `password`, 429
 */
export async function confirmPassword(
  context: Context,
  memberId: number,
  password: string,
  address: string,
): Promise<HoldConfirmed> {
  const network = networkOf(address)
  await countPasswordTry(context, `#${memberId}`, network, true)
  const credentials = await findCredentials(context.database.sql, { id: memberId })
  // Gone between the session's check and this read.
  if (credentials === undefined) throw unauthorized()
  const waiting = context.config.rateLimits ? network : undefined
  if (!(await checkPassword(context, credentials.passwordHash, password, waiting))) throw wrong()
  await forgetPasswordTries(context, `#${memberId}`, network)
  return (transaction) => hold(transaction, credentials)
}

async function hold(transaction: Parameters<typeof holdsPassword>[0], credentials: Credentials) {
  if (!(await holdsPassword(transaction, credentials))) throw wrong()
}
