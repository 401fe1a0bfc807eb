import { msg } from '@lingui/core/macro'
import type * as z from 'zod/mini'
import type { Login } from '../../../../contract/accounts/users-schemas.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { limitKey } from '../../../platform/http/limit-key.ts'
import { networkOf } from '../../../platform/http/network.ts'
import { checkPassword, countSignInAttempt } from './passwords.ts'
import { type Credentials, findSignIn } from './queries.ts'

export const wrongCredentials = () =>
  new AppError('wrong_credentials', msg`Login failed. Please check your credentials.`)

/** An account whose password was right. */
export interface CheckedSignIn {
  readonly credentials: Credentials
  readonly network: string
  /** When the account will be deleted; null for one that is not. */
  readonly deletesAt: Date | null
}

/** Counts an attempt to sign in and checks the password. The second factor is left to the caller. @throws 401, 429 */
export async function checkSignIn(
  context: Context,
  {
    body,
    address,
    isCounted = false,
  }: {
    readonly body: z.infer<typeof Login>
    readonly address: string
    /** This attempt was counted before. */
    readonly isCounted?: boolean
  },
): Promise<CheckedSignIn> {
  const network = networkOf(address)
  const { credentials, isKnown, deletesAt } = await findSignIn(context.database.sql, body.username, network)
  if (!isCounted) await countSignInAttempt(context, body.username, network, isKnown)
  // Without rate limits, as in a benchmark, a network may use all slots.
  const waiting = context.config.rateLimits ? network : undefined
  const matches = await checkPassword(context, credentials?.passwordHash, body.password, waiting)
  if (!matches || credentials === undefined) throw wrongCredentials()
  // With the right password, code attempts could come from many addresses, so all of them share a small limit.
  if (body.code && !isKnown)
    await context.limits.takeAttempt('strangerCode', limitKey({ member: credentials.id }))
  return { credentials, network, deletesAt }
}
