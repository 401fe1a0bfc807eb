import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { canDecideCase, canTakeOver } from '../../../contract/moderation/moderation.ts'
import type { CaseClaim, DecidedCase } from '../../../contract/moderation/moderation-schemas.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../../platform/audit.ts'
import { requireNoConflict } from '../../platform/conflicts.ts'
import type { Executor } from '../../platform/database/database.ts'
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts'
import {
  type CasePeople,
  findDecision,
  findReportedPeople,
  hasReports,
  lockDecidedReports,
  lockOpenReports,
  lockRanks,
  type OpenReport,
  reopenReports,
  type Subject,
} from './queries/cases.ts'
import { deleteClaim, findClaim, storeClaim } from './queries/claims.ts'
import { findPeople, findSubject } from './queries/queue.ts'
import { restoreWritten } from './written.ts'

/** The locked open reports about a subject, with the people they are about. */
interface OpenCase extends CasePeople {
  readonly reports: readonly OpenReport[]
}

const idsOf = ({ subjectUserId, otherUserId }: CasePeople) =>
  [subjectUserId, otherUserId].filter((id) => id !== null)

/**
 * Locks an open case that this member may decide. `caseId`: the newest report that they have seen.
 * @throws 403 when it is about them, about an equal or higher rank, or reported by them; 404 when the subject has no
 * reports; 409 with a concurrent decision or claim, or while it is opened again
 */
export async function lockCase(
  transaction: Executor,
  member: Viewer,
  subject: Subject,
  caseId?: number | undefined,
  takeover?: string | undefined,
): Promise<OpenCase> {
  const people = await findReportedPeople(transaction, subject)
  if (people === undefined) throw await notOpen(transaction, member, subject)
  const ranks = await lockRanks(transaction, member.id, idsOf(people))
  const reports = await lockOpenReports(transaction, subject)
  if (!reports.some(({ id }) => id <= (caseId ?? id))) throw await notOpen(transaction, member, subject)
  await requireDecidable(transaction, member, { reports, ...people }, ranks)
  await requireUnclaimed(transaction, member, subject, takeover)
  return { reports, ...people }
}

type Ranks = Awaited<ReturnType<typeof lockRanks>>

function rankedPerson(ranks: Ranks, id: number | null) {
  const rank = id === null ? undefined : ranks.get(id)
  return rank === undefined ? null : { rank }
}

/** @throws 403 */
export async function requireDecidable(
  transaction: Executor,
  member: Viewer,
  { reports, subjectUserId, otherUserId }: OpenCase,
  ranks: Ranks,
): Promise<void> {
  await requireNoConflict(transaction, member.id, {
    accounts: [subjectUserId, otherUserId],
    reporters: reports.map(({ reporterId }) => reporterId),
  })
  // Uses both ranks under the lock, so that a member who was just demoted or restricted is rejected.
  const viewer = { ...member, rank: ranks.get(member.id) ?? 'Member' }
  const [subject, other] = [rankedPerson(ranks, subjectUserId), rankedPerson(ranks, otherUserId)]
  if (canDecideCase(viewer, { subject, other, viewerReported: false })) return
  throw forbidden(msg`You can only decide about members below your own rank`)
}

/** `takeover`: why a higher rank ends the claim of somebody else. @throws 409 with that claim */
export async function requireUnclaimed(
  transaction: Executor,
  member: Viewer,
  subject: Subject,
  takeover?: string | undefined,
): Promise<void> {
  const claim = await findClaim(transaction, subject)
  if (claim === undefined || claim.id === member.id) return
  if (takeover !== undefined && canTakeOver(member, 'case', claim))
    return recordAudit(transaction, {
      actor: member,
      action: 'moderation.takeover',
      subject: { type: subject.subjectType, id: subject.subjectId },
      before: { claimedBy: claim.id },
      after: { claimedBy: member.id, reason: takeover },
    })
  throw conflict(msg`${{ username: claim.username }} is working on this case`, { claim })
}

/** The subject of a case by one of its reports. @throws 404 */
export async function subjectOf(executor: Executor, caseId: number): Promise<Subject> {
  const subject = await findSubject(executor, caseId)
  if (subject === undefined) throw notFound(msg`There is no such case`)
  return subject
}

/**
 * For what staff do about a person from an open case. Whom the case is about does not learn who claimed it.
 * @throws 403 when it is about them, 404, 409 with the claim of somebody else
 */
export async function requireUnclaimedCase(
  transaction: Executor,
  member: Viewer,
  caseId: number | undefined,
): Promise<void> {
  if (caseId === undefined) return
  const subject = await subjectOf(transaction, caseId)
  await requireNoConflict(transaction, member.id, { accounts: await findPeople(transaction, caseId) })
  await requireUnclaimed(transaction, member, subject)
}

/** A decision was there a moment ago, and its maker took it back. */
const reopenedJustNow = msg`This case was opened again just now. Try again`

async function notOpen(executor: Executor, member: Viewer, subject: Subject): Promise<Error> {
  const decision = await findDecision(executor, subject)
  if (decision === undefined)
    return (await hasReports(executor, subject))
      ? conflict(reopenedJustNow)
      : notFound(msg`There is no such case`)
  const { deciderId, subjectUserId, otherUserId, ...decided } = decision
  // Who decided about the own person, and why, is for others.
  await requireNoConflict(executor, member.id, { accounts: [subjectUserId, otherUserId] })
  const { decidedBy: name } = decided
  const text =
    deciderId === member.id
      ? msg`You have already decided this`
      : name === null
        ? msg`Somebody else has already decided this`
        : msg`${name} has already decided this`
  return conflict(text, { decided } satisfies { decided: DecidedCase })
}

/** @throws as `lockCase` */
export async function claimCase(
  transaction: Executor,
  member: Viewer,
  subject: Subject,
  { caseId, takeover }: { readonly caseId?: number; readonly takeover?: string | undefined } = {},
): Promise<CaseClaim> {
  await lockCase(transaction, member, subject, caseId, takeover)
  await storeClaim(transaction, subject, member.id)
  const claim = await findClaim(transaction, subject)
  if (claim === undefined) throw new Error('a claim is missing after it was stored')
  return claim
}

/**
 * Opens the last decided case about a subject again, and brings back what it removed; returns the number of its reports.
 * @throws 403 as for a decision; 404 when nothing was decided; 409 when a case is open
 */
export async function reopenCase(
  context: Pick<Context, 'live'>,
  transaction: Executor,
  {
    member,
    subject,
    reason,
  }: { readonly member: Viewer; readonly subject: Subject; readonly reason: string },
): Promise<number> {
  const isOpen = conflict(msg`This case is open already`)
  // In this order: between the two a colleague may open the case.
  const decision = await findDecision(transaction, subject)
  if ((await findReportedPeople(transaction, subject)) !== undefined) throw isOpen
  if (decision === undefined) throw notFound(msg`There is no such case`)
  const ranks = await lockRanks(transaction, member.id, idsOf(decision))
  const decided = await lockDecidedReports(transaction, subject)
  // A colleague opened it while this one waited for the lock.
  if (decided.length === 0) throw isOpen
  await requireDecidable(transaction, member, { ...decision, reports: decided }, ranks)
  const ids = decided.map(({ id }) => id)
  await reopenReports(transaction, ids, { by: member.id, reason })
  const isRestored = decision.status === 'removed' && (await restoreWritten(context, transaction, subject))
  await recordAudit(transaction, {
    actor: member,
    action: 'moderation.reopen',
    subject: { type: subject.subjectType, id: subject.subjectId },
    before: null,
    after: { status: 'open', reason, reports: ids.length, ...(isRestored && { restored: true }) },
  })
  return ids.length
}

/** @throws 404 when this member has not claimed the case */
export async function releaseCase(executor: Executor, member: Viewer, subject: Subject): Promise<void> {
  if (!(await deleteClaim(executor, subject, member.id))) throw notFound(msg`You have not claimed this case`)
}
