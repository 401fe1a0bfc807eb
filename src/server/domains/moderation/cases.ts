import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { canDecideCase } from '../../../contract/moderation/moderation.ts'
import type { CaseClaim, DecidedCase } from '../../../contract/moderation/moderation-schemas.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { Executor } from '../../platform/database.ts'
import { conflict, forbidden, notFound } from '../../platform/errors.ts'
import {
  findDecision,
  findReportedUser,
  lockDecidedReports,
  lockOpenReports,
  lockRanks,
  type OpenReport,
  reopenReports,
  type Subject,
} from './queries/cases.ts'
import { deleteClaim, findClaim, storeClaim } from './queries/claims.ts'

/** The locked open reports about a subject, with the person they are about. */
export interface OpenCase {
  readonly reports: readonly OpenReport[]
  /** Null when that account was deleted. */
  readonly subjectUserId: number | null
}

/**
 * Locks an open case that this member may decide. `caseId`: the newest report that they have seen.
 * @throws 403 when it is about them, about an equal or higher rank, or reported by them; 404 when the subject has no
 * reports; 409 with a concurrent decision or claim
 */
export async function lockCase(
  transaction: Executor,
  member: Viewer,
  subject: Subject,
  caseId?: number | undefined,
): Promise<OpenCase> {
  const subjectUserId = await findReportedUser(transaction, subject)
  if (subjectUserId === undefined) throw await notOpen(transaction, member, subject)
  const ranks = await lockRanks(
    transaction,
    subjectUserId === null ? [member.id] : [member.id, subjectUserId],
  )
  const reports = await lockOpenReports(transaction, subject)
  if (!reports.some(({ id }) => id <= (caseId ?? id))) throw await notOpen(transaction, member, subject)
  requireDecidable(member, { reports, subjectUserId }, ranks)
  await requireUnclaimed(transaction, member, subject)
  return { reports, subjectUserId }
}

type Ranks = Awaited<ReturnType<typeof lockRanks>>

/** @throws 403 */
export function requireDecidable(member: Viewer, { reports, subjectUserId }: OpenCase, ranks: Ranks): void {
  // Uses both ranks under the lock, so that a member who was just demoted is rejected.
  const viewer = { ...member, rank: ranks.get(member.id) ?? 'Member' }
  const rank = subjectUserId === null ? undefined : ranks.get(subjectUserId)
  const subject = rank === undefined ? null : { rank }
  const viewerReported = reports.some(({ reporterId }) => reporterId === member.id)
  if (canDecideCase(viewer, { subject, viewerReported })) return
  if (viewerReported) throw forbidden('You reported this yourself. Another staff member has to decide it.')
  if (subjectUserId === member.id)
    throw forbidden('This is about you. Another staff member has to decide it.')
  throw forbidden('You can only decide about members below your own rank')
}

/** @throws 409 with the claim of somebody else */
export async function requireUnclaimed(
  transaction: Executor,
  member: Viewer,
  subject: Subject,
): Promise<void> {
  const claim = await findClaim(transaction, subject)
  if (claim === undefined || claim.id === member.id) return
  throw conflict(`${claim.username} is working on this case`, { claim })
}

async function notOpen(executor: Executor, member: Viewer, subject: Subject): Promise<Error> {
  const decision = await findDecision(executor, subject)
  if (decision === undefined) return notFound('There is no such case')
  const { deciderId, subjectUserId: _subjectUserId, ...decided } = decision
  const who = deciderId === member.id ? 'You have' : `${decided.decidedBy ?? 'Somebody else'} has`
  return conflict(`${who} already decided this`, { decided } satisfies { decided: DecidedCase })
}

/** @throws as `lockCase` */
export async function claimCase(
  transaction: Executor,
  member: Viewer,
  subject: Subject,
  caseId?: number | undefined,
): Promise<CaseClaim> {
  await lockCase(transaction, member, subject, caseId)
  await storeClaim(transaction, subject, member.id)
  const claim = await findClaim(transaction, subject)
  if (claim === undefined) throw new Error('a claim is missing after it was stored')
  return claim
}

/**
 * Opens the last decided case about a subject again; returns the number of its reports.
 * @throws 403 as for a decision; 404 when nothing was decided; 409 when a case is open
 */
export async function reopenCase(
  transaction: Executor,
  {
    member,
    subject,
    reason,
  }: { readonly member: Viewer; readonly subject: Subject; readonly reason: string },
): Promise<number> {
  const isOpen = conflict('This case is open already')
  // In this order: between the two a colleague may open the case.
  const decision = await findDecision(transaction, subject)
  if ((await findReportedUser(transaction, subject)) !== undefined) throw isOpen
  if (decision === undefined) throw notFound('There is no such case')
  const { subjectUserId } = decision
  const ranks = await lockRanks(
    transaction,
    subjectUserId === null ? [member.id] : [member.id, subjectUserId],
  )
  const decided = await lockDecidedReports(transaction, subject)
  // A colleague opened it while this one waited for the lock.
  if (decided.length === 0) throw isOpen
  requireDecidable(member, { reports: decided, subjectUserId }, ranks)
  const ids = decided.map(({ id }) => id)
  await reopenReports(transaction, ids, { by: member.id, reason })
  await recordAudit(transaction, {
    actor: member,
    action: 'moderation.reopen',
    subject: { type: subject.subjectType, id: subject.subjectId },
    before: null,
    after: { status: 'open', reason, reports: ids.length },
  })
  return ids.length
}

/** @throws 404 when this member has not claimed the case */
export async function releaseCase(executor: Executor, member: Viewer, subject: Subject): Promise<void> {
  if (!(await deleteClaim(executor, subject, member.id))) throw notFound('You have not claimed this case')
}
