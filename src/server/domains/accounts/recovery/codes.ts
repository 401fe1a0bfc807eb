import { recoveryCodeLength, recoveryMinutes } from '../../../../contract/accounts/accounts.ts'
import { canIssueRecovery } from '../../../../contract/accounts/members.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { Sessions } from '../../../platform/http/sessions.ts'
import { hashOneTimeToken, makeCode } from '../../../platform/one-time-tokens.ts'
import { findToken, type NewToken, storeToken } from './queries.ts'

export interface IssuedCode {
  /** In groups of four for reading aloud. Not stored. */
  readonly code: string
  readonly expiresAt: Date
}

/** Creates a recovery code and invalidates the account's earlier one. `issuer`: null for the command line. */
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
  if (expiresAt === undefined) throw new Error('a recovery code was issued concurrently')
  return { code: code.replace(/.{4}(?=.)/g, '$&-'), expiresAt }
}

export interface CodeOwner {
  readonly userId: number
  /** Who issued it; null for the command line. */
  readonly issuerId: number | null
}

/**
 * Returns the owner of a code. A staff member's code is valid only while their session exists and their
 * current rank may still issue one to this account.
 */
export async function findCodeOwner(
  sessions: Pick<Sessions, 'viewerOf'>,
  executor: Executor,
  code: string,
): Promise<CodeOwner | undefined> {
  const token = await findToken(executor, 'staff', hashOneTimeToken(code))
  if (token === undefined) return undefined
  // Codes of the command line have no issuer rank.
  const { userId } = token
  if (token.issuerRank === null) return { userId, issuerId: null }
  if (token.issuerSessionId === null) return undefined
  const issuer = await sessions.viewerOf(executor, token.issuerSessionId)
  return issuer !== null && canIssueRecovery(issuer, token) ? { userId, issuerId: issuer.id } : undefined
}
