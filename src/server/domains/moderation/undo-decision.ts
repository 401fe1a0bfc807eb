import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { undoServerSeconds } from '../../../contract/list-filters.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../../platform/audit.ts'
import { requireNoConflict } from '../../platform/conflicts.ts'
import type { Executor } from '../../platform/database/database.ts'
import { conflict } from '../../platform/http/errors.ts'
import { findDecision, findReportedPeople, type Subject } from './queries/cases.ts'
import { lockOwnDecision, takeDecisionBack } from './queries/undo.ts'
import { restoreWritten } from './written.ts'

/**
 * Takes the member's own newest decision about a subject back; who has not read the outcome never reads it.
 * @throws 409 when it is too late, somebody else decided, or a case is open
 */
export async function undoDecision(
  context: Pick<Context, 'live'>,
  transaction: Executor,
  { member, subject }: { readonly member: Viewer; readonly subject: Subject },
): Promise<void> {
  const ids = await lockOwnDecision(transaction, subject, member.id, undoServerSeconds)
  if (ids.length === 0) throw conflict(msg`It is too late to undo this. Reopen the case with a reason`)
  if ((await findReportedPeople(transaction, subject)) !== undefined)
    throw conflict(msg`This case is open already`)
  const decision = await findDecision(transaction, subject)
  await requireNoConflict(transaction, member.id, {
    accounts: [decision?.subjectUserId ?? null, decision?.otherUserId ?? null],
  })
  await takeDecisionBack(transaction, ids)
  const isRestored = decision?.status === 'removed' && (await restoreWritten(context, transaction, subject))
  await recordAudit(transaction, {
    actor: member,
    action: 'moderation.undo',
    subject: { type: subject.subjectType, id: subject.subjectId },
    before: null,
    after: { status: 'open', reports: ids.length, ...(isRestored && { restored: true }) },
  })
}
