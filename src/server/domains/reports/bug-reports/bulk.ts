import { msg } from '@lingui/core/macro'
import type * as z from 'zod/mini'
import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import { undoServerSeconds } from '../../../../contract/list-filters.ts'
import type { reportSchemas } from '../../../../contract/reports/reports-schemas.ts'
import { recordAudit } from '../../../platform/audit.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { requireVersion } from '../../../platform/database/record-version.ts'
import { conflict } from '../../../platform/http/errors.ts'
import type { Say } from '../../../platform/languages/say.ts'
import { oneByOne, refusedRow } from '../../../platform/one-by-one.ts'
import { withdrawNotice } from '../../notifications/queries/notices.ts'
import { changeStatus, lockAsSeen, notifyReporter } from './manage.ts'
import { findUndo, restoreReport } from './queries/undo.ts'

// Both calls lock the reports in the order of their ids, and refuse one before they write anything about it.

/** Sets one status of many reports, each unless a colleague changed it since the member saw it. */
export async function changeStatuses(
  transaction: Executor,
  actor: Viewer,
  { reports, status }: z.infer<typeof reportSchemas.setStatuses.body>,
  say: Say,
): Promise<z.infer<typeof reportSchemas.setStatuses.response>> {
  const seen = new Map(reports.map(({ id, version }) => [id, version]))
  const changed: number[] = []
  const { refused } = await oneByOne(inOrder([...seen.keys()]), async (id) => {
    const ifMatch = seen.get(id)
    const { version } = await changeStatus(transaction, { actor, id, ifMatch }, { status })
    if (version !== ifMatch) changed.push(id)
  })
  return { changed, refused: refused.map(refusedRow(say)) }
}

/** Takes the member's own changes of reports back, made one by one or together. */
export async function undoStatuses(
  transaction: Executor,
  actor: Viewer,
  ids: readonly number[],
  say: Say,
): Promise<z.infer<typeof reportSchemas.undoStatuses.response>> {
  const { done, refused } = await oneByOne(inOrder(ids), (id) => undoStatus(transaction, actor, id))
  return { restored: done, refused: refused.map(refusedRow(say)) }
}

const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

/**
 * Restores a report as it was before the member's newest change. A reporter who did not read that change never
 * reads it; one whom it reached is notified of the status that it has again.
 * @throws 404 for a deleted report, 409 when it is too late or somebody changed the report since
 */
async function undoStatus(transaction: Executor, actor: Viewer, id: number): Promise<void> {
  const held = await lockAsSeen(transaction, { actor, id, ifMatch: undefined })
  const undo = await findUndo(transaction, id, { by: actor.id, seconds: undoServerSeconds })
  if (undo === undefined) throw conflict(msg`It is too late to undo this. Set the status again`)
  requireVersion(held, undo.version)
  const { status, noticeId } = undo
  await restoreReport(transaction, id, actor.id)
  const hasReached = noticeId !== null && (await withdrawNotice(transaction, noticeId))
  if (hasReached) await notifyReporter(transaction, { ...held, status })
  await recordAudit(transaction, {
    actor,
    action: 'report.undo',
    subject: { type: 'report', id },
    before: { status: held.status },
    after: { status },
  })
}
