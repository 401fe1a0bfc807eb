import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import { undoServerSeconds } from '../../../../contract/list-filters.ts'
import { hasDuration } from '../../../../contract/moderation/punishments.ts'
import { recordAudit } from '../../../platform/audit.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { conflict } from '../../../platform/http/errors.ts'
import { insertNotice, withdrawNotice } from '../../notifications/queries/notices.ts'
import { findPunishment, restorePunishment } from '../punishments/queries.ts'
import { queuePunishment } from '../punishments/routes.ts'
import {
  type AppealRow,
  findDecisionNotices,
  findOwnDecision,
  reopenAppeal,
  restoreRestriction,
} from './queries.ts'

const changedSince = () => conflict(msg`This was changed since. Give a new punishment instead`)

/**
 * Takes the member's own decision about a locked appeal back: what it lifted or shortened is in force again, on the site
 * and in the game. A player who did not read of it never reads it.
 * @throws 409 when it is too late, or what was appealed was changed since
 */
export async function undoAppealDecision(
  transaction: Executor,
  member: Viewer,
  { id, state, punishmentId, restrictionId, player }: AppealRow,
): Promise<void> {
  const at = await findOwnDecision(transaction, id, { by: member.id, seconds: undoServerSeconds })
  if (at === undefined) throw conflict(msg`It is too late to undo this. Give a new punishment instead`)
  if (state !== 'upheld') {
    if (restrictionId !== null && !(await restoreRestriction(transaction, { appealId: id, restrictionId })))
      throw changedSince()
    if (punishmentId !== null) {
      if (!(await restorePunishment(transaction, { punishmentId, madeBy: member.id, at })))
        throw changedSince()
      const punishment = await findPunishment(transaction, punishmentId)
      // A kick or warning lasts no time: the game would do it once more.
      if (punishment !== undefined && hasDuration(punishment.kind))
        await queuePunishment(transaction, punishment)
    }
  }
  await reopenAppeal(transaction, id)
  if (player !== null) {
    let hasReached = false
    for (const notice of await findDecisionNotices(transaction, player.id, at))
      hasReached = (await withdrawNotice(transaction, notice)) || hasReached
    if (hasReached)
      await insertNotice(transaction, { userId: player.id, kind: 'appeal_answered', text: tookBack })
  }
  await recordAudit(transaction, {
    actor: member,
    action: 'appeal.undo',
    subject: { type: 'appeal', id },
    before: { state },
    after: { state: 'in_review' },
  })
}

const tookBack = msg`Staff undid the decision. They review your appeal again, and nothing has changed yet.`
