import { msg } from '@lingui/core/macro'
import { canIssueRecovery } from '../../../../contract/accounts/members.ts'
import { findRank } from '../../../../contract/accounts/ranks.ts'
import type { Context } from '../../../context.ts'
import { type AuditRecord, recordAudit, recordConsoleAudit } from '../../../platform/audit.ts'
import { requireNoConflict } from '../../../platform/conflicts.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findGrantedRank } from '../../../platform/granted-rank.ts'
import type { RequestScope } from '../../../platform/http/endpoints.ts'
import { forbidden, notFound, unauthorized } from '../../../platform/http/errors.ts'
import { recordHand } from '../hands/queries/hands.ts'
import { type IssuedCode, issueCode } from './codes.ts'
import { findAccount, lockAccounts } from './queries.ts'

/** Issues an admin a code for a member of lower rank, and records it in the audit log. @throws 403, 404 */
export const issueRecoveryCode = (
  context: Pick<Context, 'database' | 'events' | 'sessions'>,
  { member, sessionToken }: Pick<RequestScope, 'member' | 'sessionToken'>,
  id: number,
): Promise<{ code: string; expiresAt: string }> =>
  context.database.sql.transaction().execute(async (transaction) => {
    const held = await lockAccounts(transaction, [member.id, id])
    const target = held.find((account) => account.id === id)
    if (target === undefined) throw notFound(msg`There is no such member`)
    // Reads both ranks under the lock, so that an actor who was just demoted or restricted is rejected.
    const actor = { rank: await findGrantedRank(transaction, member.id) }
    if (!canIssueRecovery(actor, target))
      throw forbidden(
        findRank(actor.rank)?.areas
          ? msg`You can only give recovery codes to members of a lower rank that holds no area which yours lacks`
          : msg`You can only give recovery codes to members of a lower rank`,
      )
    await requireNoConflict(transaction, member.id, { accounts: [id] })
    const sessionId = await context.sessions.lock(transaction, sessionToken)
    if (sessionId === undefined) throw unauthorized()
    const { code, expiresAt } = await issueCode(transaction, id, { rank: actor.rank, sessionId })
    await recordAudit(transaction, { actor: member, ...auditEntryFor(id, expiresAt) })
    await recordHand(context, transaction, { byId: member.id, memberId: id, kind: 'recovery_code' })
    return { code, expiresAt: expiresAt.toISOString() }
  })

/** Issues a code on the command line, for any rank. Undefined when the member does not exist. */
export const issueCodeOnConsole = (
  { sql }: Pick<Database, 'sql'>,
  username: string,
): Promise<IssuedCode | undefined> =>
  sql.transaction().execute(async (transaction) => {
    const account = await findAccount(transaction, { username })
    if (account === undefined) return undefined
    await lockAccounts(transaction, [account.id])
    const issued = await issueCode(transaction, account.id, null)
    await recordConsoleAudit(transaction, auditEntryFor(account.id, issued.expiresAt))
    return issued
  })

/** The audit entry does not contain the code. */
const auditEntryFor = (id: number, expiresAt: Date): Omit<AuditRecord, 'actor'> => ({
  action: 'member.recovery_code',
  subject: { type: 'member', id },
  before: null,
  after: { expiresAt: expiresAt.toISOString() },
})
