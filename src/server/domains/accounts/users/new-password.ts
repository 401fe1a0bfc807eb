import { msg } from '@lingui/core/macro'
import { isStaffRank, type Rank } from '../../../../contract/accounts/ranks.ts'
import type { Text } from '../../../../contract/languages.ts'
import { textLimits } from '../../../../contract/limits.ts'
import { codePoints } from '../../../../contract/text.ts'
import type { Context } from '../../../context.ts'
import { invalid } from '../../../platform/http/errors.ts'
import { commonPasswords } from './common-passwords.ts'
import { hashPassword, normalizePassword } from './passwords.ts'

/** Stored form of a password. */
export interface StoredPassword {
  readonly passwordHash: string
  /** Too short for staff. The exact length is not stored. */
  readonly isShort: boolean
}

/** Whether a password is too short for staff. */
export const isShortPassword = (password: string) =>
  codePoints(normalizePassword(password)) < textLimits.staffPassword.min

/** Returns why this rank may not choose this password; undefined when it may. */
export function passwordRefusal(password: string, rank: Rank): Text | undefined {
  if (commonPasswords.has(normalizePassword(password).toLowerCase())) return msg`This password is too common`
  if (isStaffRank(rank) && isShortPassword(password))
    return msg`Staff passwords must be at least ${{ min: textLimits.staffPassword.min }} characters`
  return undefined
}

/** Hashes a new password. @throws 400 for the field `field` when it is not allowed */
export async function makePassword(
  context: Pick<Context, 'hashLimiter' | 'passwordCost'>,
  password: string,
  { rank, field, network }: { rank: Rank; field: string; network: string | undefined },
): Promise<StoredPassword> {
  const refusal = passwordRefusal(password, rank)
  if (refusal !== undefined) throw invalid({ [field]: refusal })
  return {
    passwordHash: await hashPassword(context, password, network),
    isShort: isShortPassword(password),
  }
}
