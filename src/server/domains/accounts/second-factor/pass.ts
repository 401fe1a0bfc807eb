import { msg } from '@lingui/core/macro'
import type { Executor } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { confirmMember } from '../recovery/queries.ts'
import { consumeRecoveryCode, consumeStep, findSecret } from './queries.ts'
import { hashOfCode, isRecoveryCode, plainCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

type Taken = 'authenticator' | 'recovery'

/** Consumes a code of the authenticator or a recovery code; undefined when it is wrong or was used before. */
export async function consumeCode(
  transaction: Executor,
  userId: number,
  secret: Buffer,
  typed: string,
): Promise<Taken | undefined> {
  const plain = plainCode(typed)
  if (/^[0-9]{6}$/.test(plain)) {
    const step = stepOf(secret, plain)
    return step !== undefined && (await consumeStep(transaction, userId, step)) ? 'authenticator' : undefined
  }
  if (!isRecoveryCode(plain)) return undefined
  return (await consumeRecoveryCode(transaction, userId, hashOfCode(plain))) ? 'recovery' : undefined
}

/**
 * Completes a sign-in after the right password: an account with a second factor needs a code, which is consumed.
 * @throws 401 `second_factor_required` or `second_factor_wrong`
 */
export async function passSecondFactor(
  transaction: Executor,
  userId: number,
  code: string | null | undefined,
): Promise<void> {
  const secret = await findSecret(transaction, userId)
  if (secret === undefined) return
  if (code == null || code.trim() === '')
    throw new AppError('second_factor_required', msg`Enter the code of your authenticator app`)
  if ((await consumeCode(transaction, userId, secret, code)) === undefined)
    throw new AppError('second_factor_wrong', msg`That code is wrong. Try the next one.`)
  await confirmMember(transaction, userId, 'secondFactor')
}
