import { msg } from '@lingui/core/macro'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { RequestScope } from '../../../platform/http/endpoints.ts'
import { invalid } from '../../../platform/http/errors.ts'
import { limitKey } from '../../../platform/http/limit-key.ts'
import { networkOf } from '../../../platform/http/network.ts'
import { checkPassword, countSessionAttempt, resetSessionAttempts } from './passwords.ts'
import { findCredentials, findOwnUser, passwordUnchanged } from './queries.ts'

type Requester = Pick<RequestScope, 'member' | 'address'>

/** Credentials for actions that a session alone may not do. */
interface Proof {
  readonly password: string
  /** Second factor code. It is counted as an attempt here and checked by `work`. */
  readonly code?: string
}

interface Steps<T, P> {
  /** Slow work between the check of the password and the transaction. */
  readonly prepare: (account: { readonly rank: Rank }) => Promise<P>
  /** Takes locks that must precede the account's. */
  readonly before?: (transaction: Executor) => Promise<void>
  readonly work: (transaction: Executor, username: string, prepared: P) => Promise<T>
  /** The error for a wrong password. */
  readonly refuse?: () => Error
}

const wrongPassword = () => invalid({ password: msg`Your password is wrong` })

/**
 * Runs `work` with the account locked, after counting the attempt and checking the password. Attempts are reset only
 * after `work` succeeds.
 */
export const withPassword = <T>(
  context: Context,
  request: Requester,
  proof: Proof,
  work: Steps<T, unknown>['work'],
  before?: (transaction: Executor) => Promise<void>,
): Promise<T> =>
  withPasswordSteps(context, request, proof, {
    prepare: async () => undefined,
    work,
    ...(before !== undefined && { before }),
  })

/** The same with slow work before the transaction, or an error of its own. */
export async function withPasswordSteps<T, P>(
  context: Context,
  { member, address }: Requester,
  { password, code }: Proof,
  { prepare, before, work, refuse = wrongPassword }: Steps<T, P>,
): Promise<T> {
  const { config, database, limits } = context
  const network = networkOf(address)
  await countSessionAttempt(context, member.id, network)
  const credentials = await findCredentials(database.sql, member.id)
  const waiting = config.rateLimits ? network : undefined
  const matches = await checkPassword(context, credentials?.passwordHash, password, waiting)
  if (!matches || credentials === undefined) throw refuse()
  if (code !== undefined) await limits.takeAttempt('sessionCode', limitKey({ member: member.id }))
  const prepared = await prepare(credentials)
  const done = await database.sql.transaction().execute(async (transaction) => {
    await before?.(transaction)
    // The password may have changed while it was checked.
    if (!(await passwordUnchanged(transaction, credentials))) throw refuse()
    const user = await findOwnUser(transaction, member.id, config)
    if (user === undefined) throw refuse()
    return work(transaction, user.username, prepared)
  })
  await resetSessionAttempts(context, member.id, network)
  return done
}
