import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { punishmentKindLabels } from '../../../contract/labels.ts'
import { undoServerSeconds } from '../../../contract/list-filters.ts'
import { canModerate } from '../../../contract/moderation/moderation.ts'
import { canLift, hasDuration } from '../../../contract/moderation/punishments.ts'
import type { Punishment } from '../../../contract/moderation/punishments-schemas.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../../platform/audit.ts'
import { requireNoConflict } from '../../platform/conflicts.ts'
import type { Executor } from '../../platform/database/database.ts'
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts'
import { lockMember, takeLiftBack } from '../accounts/restrictions/queries.ts'
import { lockIdentitiesShared } from '../matches/ledger/queries/locks.ts'
import { findNoticesOf, insertNotice, withdrawNotice } from '../notifications/queries/notices.ts'
import { isDecisionOfAppeal } from './appeals/queries.ts'
import { lockPair } from './lock-pair.ts'
import { findOwnLift, findPunishable, findPunishment, restorePunishment } from './punishments/queries.ts'
import { queuePunishment } from './punishments/routes.ts'

const tooLate = () => conflict(msg`It is too late to undo this. Give a new punishment instead`)

/**
 * Takes the member's own lift of a punishment back: it is in force again, on the site and in the game. A player who did
 * not read of the lift never reads it.
 * @throws 403 as for the lift, 404, 409 when it is too late or an appeal was decided by it
 */
export async function undoLift(
  { events }: Pick<Context, 'events'>,
  transaction: Executor,
  member: Viewer,
  id: string,
): Promise<Punishment> {
  await lockIdentitiesShared(transaction)
  const before = await findPunishment(transaction, id)
  const actor = await lockPair(transaction, member, before?.userId ?? null)
  const target = before && (await findPunishable(transaction, before.userId))
  if (before === undefined || target === undefined) throw notFound(msg`There is no such punishment`)
  if (!canLift(actor, target, { kind: before.kind, isFromGame: before.source === 'game' }))
    throw forbidden(msg`Your rank does not allow lifting this punishment`)
  await requireNoConflict(transaction, member.id, { accounts: [target.id] })
  if (before.kind === 'ban')
    await events.publish(transaction, 'playDecided', { by: member, memberId: target.id })
  const at = await findOwnLift(transaction, {
    punishmentId: id,
    madeBy: member.id,
    seconds: undoServerSeconds,
  })
  if (at === undefined || (await isDecisionOfAppeal(transaction, id, at))) throw tooLate()
  if (!(await restorePunishment(transaction, { punishmentId: id, madeBy: member.id, at }))) throw tooLate()
  const punishment = await findPunishment(transaction, id)
  if (punishment === undefined) throw new Error(`punishment ${id} is missing after it was restored`)
  // A kick or warning lasts no time: the game would do it once more.
  if (hasDuration(punishment.kind)) await queuePunishment(transaction, punishment)
  const { userId, kind, reason, until } = punishment
  if (await withdrawAll(transaction, { userId, kind: 'punishment_lifted', at }))
    await insertNotice(transaction, {
      userId,
      kind: 'punished',
      text: punishmentKindLabels[kind],
      reason,
      until: until === null ? null : new Date(until),
    })
  await recordAudit(transaction, {
    actor: member,
    action: 'punishment.undo',
    subject: { type: 'player', id: userId },
    before: null,
    after: { kind, reason, until },
  })
  return punishment
}

/** Takes the member's own lift of a restriction back. @throws as `undoLift` */
export async function undoRestrictionLift(
  { events }: Pick<Context, 'events'>,
  transaction: Executor,
  member: Viewer,
  userId: number,
) {
  const actor = await lockPair(transaction, member, userId)
  const target = await lockMember(transaction, userId)
  if (target === undefined) throw notFound(msg`There is no such member`)
  if (!canModerate(actor, target)) throw forbidden(msg`You can only do this for members below your own rank`)
  await requireNoConflict(transaction, member.id, { accounts: [target.id] })
  await events.publish(transaction, 'playDecided', { by: member, memberId: target.id })
  const restored = await takeLiftBack(transaction, { userId, by: member.id, seconds: undoServerSeconds })
  if (restored === undefined) throw tooLate()
  const { reason, until, at } = restored
  if (await withdrawAll(transaction, { userId, kind: 'restriction_lifted', at }))
    await insertNotice(transaction, { userId, kind: 'restricted', text: reason, until })
  const after = { reason, until: until?.toISOString() ?? null }
  await recordAudit(transaction, {
    actor: member,
    action: 'member.undo-unrestrict',
    subject: { type: 'member', id: userId },
    before: null,
    after,
  })
  return { userId, ...after }
}

/** Whether one of the notices of that moment had reached the member. */
async function withdrawAll(transaction: Executor, of: Parameters<typeof findNoticesOf>[1]): Promise<boolean> {
  let hasReached = false
  for (const notice of await findNoticesOf(transaction, of))
    hasReached = (await withdrawNotice(transaction, notice)) || hasReached
  return hasReached
}
