import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { canModerate } from '../../../contract/moderation/moderation.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { Executor } from '../../platform/database.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { insertNotice } from '../../platform/notices.ts'
import { findPost, removePost } from '../posts/queries.ts'
import { requireDecidable, requireUnclaimed } from './cases.ts'
import { decideReports, lockOpenReports, lockRanks } from './queries/cases.ts'

const gone = () => notFound('This post no longer exists')

/**
 * Removes a post and notifies its author with the reason. This decides open reports about it.
 * @throws 403 for an own post, an own report and an equal or higher rank; 404; 409 while a colleague has claimed its
 * case
 */
export async function removePostOf(
  transaction: Executor,
  { member, id, reason }: { readonly member: Viewer; readonly id: number; readonly reason: string },
): Promise<void> {
  const post = await findPost(transaction, null, id)
  if (post === undefined) throw gone()
  const ranks = await lockRanks(transaction, [member.id, post.userId])
  const author = { rank: ranks.get(post.userId) ?? 'Member' }
  if (!canModerate({ ...member, rank: ranks.get(member.id) ?? 'Member' }, author))
    throw forbidden('You can only remove posts of members below your own rank')
  const subject = { subjectType: 'post', subjectId: id } as const
  const reports = await lockOpenReports(transaction, subject)
  if (reports.length > 0) {
    requireDecidable(member, { reports, subjectUserId: post.userId }, ranks)
    await requireUnclaimed(transaction, member, subject)
    const ids = reports.map((report) => report.id)
    await decideReports(transaction, subject, { ids, status: 'removed', by: member.id, note: null })
  }
  if (!(await removePost(transaction, id))) throw gone()
  await insertNotice(transaction, { userId: post.userId, kind: 'post_removed', text: post.content, reason })
  await recordAudit(transaction, {
    actor: member,
    action: 'post.remove',
    subject: { type: 'post', id },
    before: null,
    after: { author: post.userId, reason, reports: reports.length },
  })
}
