import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { needsNote, noteNeeded } from '../../../contract/moderation/moderation.ts'
import { isVisible } from '../../../contract/text.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { Executor } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import { lockCase } from './cases.ts'
import { decideReports, type Subject } from './queries/cases.ts'
import { removeAndNotify } from './remove-written.ts'
import { isWritten } from './written.ts'

export const onlyWritten = msg`Only a post or a comment can be removed`

const statusOf = {
  remove: 'removed',
  dismiss: 'dismissed',
  action: 'actioned',
  insufficient: 'insufficient',
  duplicate: 'duplicate',
} as const

interface CaseDecision {
  readonly member: Viewer
  readonly subject: Subject
  /** A report of the case that the member means. */
  readonly caseId?: number | undefined
  readonly decision: keyof typeof statusOf
  readonly note?: string | null | undefined
  /** Read by the author of a removed post or comment. */
  readonly reason?: string | null | undefined
}

/** @throws 400 where a decision ends something for a person, and nobody says why */
export function requireWords({
  decision,
  note,
  reason,
}: Pick<CaseDecision, 'decision' | 'note' | 'reason'>): void {
  const isSaid = isVisible(note ?? '') || (decision === 'remove' && isVisible(reason ?? ''))
  if (needsNote(decision) && !isSaid) throw invalid({ note: noteNeeded })
}

/**
 * Decides all open reports about a subject; returns their number.
 * @throws 400 without the words that the decision needs, and as `lockCase`
 */
export async function decideCase(
  context: Context,
  transaction: Executor,
  { member, subject, caseId, decision, ...words }: CaseDecision,
): Promise<number> {
  requireWords({ decision, ...words })
  const { subjectType, subjectId } = subject
  const { reports, subjectUserId } = await lockCase(transaction, member, subject, caseId)
  const status = statusOf[decision]
  const note = words.note?.trim() || null
  const reason = words.reason?.trim() || null
  const ids = reports.map(({ id }) => id)
  await decideReports(transaction, subject, { ids, status, by: member.id, note })
  if (decision === 'remove' && isWritten(subjectType)) {
    const text = reports.at(-1)?.excerpt ?? ''
    const removal = { type: subjectType, id: subjectId, authorId: subjectUserId, text, reason }
    await removeAndNotify(context, transaction, removal)
  }
  await recordAudit(transaction, {
    actor: member,
    action: 'moderation.decide',
    subject: { type: subjectType, id: subjectId },
    before: { status: 'open' },
    after: { status, note, ...(reason !== null && { reason }), reports: reports.length },
  })
  return reports.length
}
