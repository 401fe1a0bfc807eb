import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { canModerate } from '../../../contract/moderation/moderation.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../../platform/audit.ts'
import { requireNoConflict } from '../../platform/conflicts.ts'
import type { Executor } from '../../platform/database/database.ts'
import { forbidden, notFound } from '../../platform/http/errors.ts'
import { insertNotice } from '../notifications/queries/notices.ts'
import { publishComments } from '../posts/comments/comment-feed.ts'
import { findComment, removeComment } from '../posts/comments/queries.ts'
import { findPost, removePost } from '../posts/queries.ts'
import { requireDecidable, requireUnclaimed } from './cases.ts'
import { decideReports, lockOpenReports, lockRanks } from './queries/cases.ts'
import type { WrittenType } from './written.ts'

const findWritten = (executor: Executor, type: WrittenType, id: number) =>
  type === 'post' ? findPost(executor, null, id) : findComment(executor, id)

async function hideWritten(context: Live, transaction: Executor, type: WrittenType, id: number) {
  if (type === 'post') return removePost(transaction, id)
  const subject = await removeComment(transaction, id)
  if (subject !== undefined) await publishComments(context, transaction, subject)
  return subject !== undefined
}

type Live = Pick<Context, 'live'>

interface Removal {
  readonly type: WrittenType
  readonly id: number
  readonly authorId: number | null
  readonly text: string
  readonly reason: string | null
}

/** Removes a post or comment and notifies its author. False when it was removed already. */
export async function removeAndNotify(
  context: Live,
  transaction: Executor,
  { type, id, authorId, text, reason }: Removal,
): Promise<boolean> {
  if (!(await hideWritten(context, transaction, type, id))) return false
  if (authorId === null) return true
  const eventKey = type === 'comment' ? `removed:${id}` : null
  await insertNotice(transaction, { userId: authorId, kind: `${type}_removed`, text, reason, eventKey })
  return true
}

/**
 * Removes a post or comment and notifies its author with the reason. This decides open reports about it.
 * @throws 403 for an own one, an own report and an equal or higher rank; 404; 409 while a colleague has claimed its case
 */
export async function removeWritten(
  context: Live,
  transaction: Executor,
  {
    member,
    type,
    id,
    reason,
  }: { readonly member: Viewer; readonly type: WrittenType; readonly id: number; readonly reason: string },
): Promise<void> {
  const gone = () => notFound(msg`This ${type} no longer exists`)
  const written = await findWritten(transaction, type, id)
  if (written === undefined) throw gone()
  const ranks = await lockRanks(transaction, member.id, [written.userId])
  const author = { rank: ranks.get(written.userId) ?? 'Member' }
  if (!canModerate({ ...member, rank: ranks.get(member.id) ?? 'Member' }, author))
    throw forbidden(msg`You can only remove ${type}s of members below your own rank`)
  await requireNoConflict(transaction, member.id, { accounts: [written.userId] })
  const subject = { subjectType: type, subjectId: id }
  const reports = await lockOpenReports(transaction, subject)
  if (reports.length > 0) {
    await requireDecidable(
      transaction,
      member,
      { reports, subjectUserId: written.userId, otherUserId: null },
      ranks,
    )
    await requireUnclaimed(transaction, member, subject)
    const ids = reports.map((report) => report.id)
    await decideReports(transaction, subject, { ids, status: 'removed', by: member.id, note: null })
  }
  const removal = { type, id, authorId: written.userId, text: written.content, reason }
  if (!(await removeAndNotify(context, transaction, removal))) throw gone()
  await recordAudit(transaction, {
    actor: member,
    action: `${type}.remove`,
    subject: { type, id },
    before: null,
    after: { author: written.userId, reason, reports: reports.length },
  })
}
