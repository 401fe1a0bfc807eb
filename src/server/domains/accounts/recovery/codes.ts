import { recoveryCodeLength, recoveryMinutes } from '../../../../contract/accounts/accounts.ts'
import { canIssueRecovery } from '../../../../contract/accounts/ranks.ts'
import { hashOneTimeToken, makeCode } from '../../../platform/one-time-tokens.ts'
import type { Sessions } from '../../../platform/sessions.ts'
import { type Executor, findToken, type NewToken, storeToken } from './queries.ts'

export interface IssuedCode {
  /** In groups of four, as it is read out. Kept nowhere. */
  readonly code: string
  readonly expiresAt: Date
}

/** Makes a code for a new password; an earlier one of the account is void. `issuer`: null for the command line. */
export async function issueCode(
  transaction: Executor,
  userId: number,
  issuer: NewToken['issuer'],
): Promise<IssuedCode> {
  const code = makeCode(recoveryCodeLength)
  const expiresAt = await storeToken(transaction, {
    userId,
    kind: 'staff',
    hash: hashOneTimeToken(code),
    issuer,
    orderedAt: new Date(),
    minutes: recoveryMinutes,
  })
  if (expiresAt === undefined) throw new Error('a recovery code was given out at the same moment')
  return { code: code.replace(/.{4}(?=.)/g, '$&-'), expiresAt }
}

/**
 * Returns whose code this is. A code of staff lasts no longer than the session it was given out in, and works only while
 * that session's member may still give one to this account: both ranks are read anew.
 */
export async function findCodeOwner(
  sessions: Pick<Sessions, 'viewerOf'>,
  executor: Executor,
  code: string,
): Promise<number | undefined> {
  const token = await findToken(executor, 'staff', hashOneTimeToken(code))
  if (token === undefined) return undefined
  // Only the command line has no rank.
  if (token.issuerRank === null) return token.userId
  if (token.issuerSessionId === null) return undefined
  const issuer = await sessions.viewerOf(executor, token.issuerSessionId)
  return canIssueRecovery(issuer, token) ? token.userId : undefined
}
