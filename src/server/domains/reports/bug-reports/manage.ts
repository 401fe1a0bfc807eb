import { msg } from '@lingui/core/macro'
import type * as z from 'zod/mini'
import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import { statusSentences } from '../../../../contract/reports/reports.ts'
import type { AdminReport, StatusChange } from '../../../../contract/reports/reports-schemas.ts'
import { recordAudit } from '../../../platform/audit.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { requireVersion } from '../../../platform/database/record-version.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { insertNotice } from '../../notifications/queries/notices.ts'
import { deleteReport, findReporter, lockReport, storeStatus } from './queries/manage.ts'
import { storeUndo } from './queries/undo.ts'

/** Actor and report of a change; `ifMatch` is the version they saw, undefined for any. */
export interface ReportAudit {
  readonly actor: Viewer
  readonly id: number
  readonly ifMatch: number | undefined
}

export const reportGone = () => notFound(msg`This report no longer exists`)

/**
 * Sets a status, replies to the reporter, and records it in the audit log. The current status without a reply changes
 * nothing. What it overwrites is stored for `undoStatus`.
 * @throws 404 for a deleted report, 409 with the current one for an outdated version
 */
export async function changeStatus(
  transaction: Executor,
  entry: ReportAudit,
  { status, answer }: z.infer<typeof StatusChange>,
): Promise<AdminReport> {
  const held = await lockAsSeen(transaction, entry)
  if (held.status === status && answer === undefined) return held
  const noticeId = await notifyReporter(transaction, { ...held, status }, answer)
  await storeUndo(transaction, held.id, { by: entry.actor.id, noticeId })
  await storeStatus(transaction, held.id, { status, answer, by: entry.actor.id })
  await recordAudit(transaction, {
    actor: entry.actor,
    action: 'report.status',
    subject: { type: 'report', id: held.id },
    before: { status: held.status },
    // The log is permanent, so it does not store the reply.
    after: { status, ...(answer !== undefined && { answered: true }) },
  })
  const changed = await lockReport(transaction, held.id)
  if (changed === undefined) throw new Error(`report ${held.id} is missing after it was changed`)
  return changed
}

/**
 * Deletes a report. The log is permanent, so it stores reporter and status, but no content.
 * @throws 404 for a deleted report, 409 with the current one for an outdated version
 */
export async function removeReport(transaction: Executor, entry: ReportAudit): Promise<void> {
  const { id, gameMode, severity, status } = await lockAsSeen(transaction, entry)
  const userId = await deleteReport(transaction, id)
  await recordAudit(transaction, {
    actor: entry.actor,
    action: 'report.delete',
    subject: { type: 'report', id },
    before: { userId, gameMode, severity, status },
    after: null,
  })
}

/** @throws 404 for a deleted report, 409 with the current one for an outdated version */
export async function lockAsSeen(transaction: Executor, { id, ifMatch }: ReportAudit): Promise<AdminReport> {
  const held = await lockReport(transaction, id)
  if (held === undefined) throw reportGone()
  requireVersion(held, ifMatch)
  return held
}

/** Returns the id of the notice; null without a reporter, and where they want no such notices. */
export async function notifyReporter(
  transaction: Executor,
  { id, status, reason }: Pick<AdminReport, 'id' | 'status' | 'reason'>,
  answer?: string,
): Promise<number | null> {
  const userId = await findReporter(transaction, id)
  if (userId === null) return null
  const text = [statusSentences[status], answer, msg`You reported: ${reason}`].filter(
    (line) => line !== undefined,
  )
  return insertNotice(transaction, { userId, kind: 'bug_report_changed', text })
}
