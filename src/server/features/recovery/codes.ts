import type { Rank } from '../../../contract/ranks.ts'
import { recoveryCodeLength, recoveryMinutes } from '../../../contract/recovery.ts'
import { hashOneTime, makeCode } from '../../platform/one-time.ts'
import { type Executor, storeToken } from './queries.ts'

export interface IssuedCode {
  /** In groups of four, as it is read out. Kept nowhere. */
  readonly code: string
  readonly expiresAt: Date
}

/** A code for a new password; an earlier one of the account is void. `issuerRank`: null for the command line. */
export async function issueCode(
  transaction: Executor,
  userId: number,
  issuerRank: Rank | null,
): Promise<IssuedCode> {
  const code = makeCode(recoveryCodeLength)
  const expiresAt = await storeToken(transaction, {
    userId,
    kind: 'staff',
    hash: hashOneTime(code),
    issuerRank,
    orderedAt: new Date(),
    minutes: recoveryMinutes,
  })
  if (expiresAt === undefined) throw new Error('a recovery code was given out at the same moment')
  return { code: code.replace(/.{4}(?=.)/g, '$&-'), expiresAt }
}
