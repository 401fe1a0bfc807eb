import { randomUUID } from 'node:crypto'
import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import { addedUpDays, canLift, canPunish } from '../../../../contract/moderation/punishments.ts'
import type { punishmentEndpoints } from '../../../../contract/moderation/punishments-endpoints.ts'
import type { Punishment } from '../../../../contract/moderation/punishments-schemas.ts'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { accountsOfOneHand, requireNoConflict } from '../../../platform/conflicts.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { conflict, forbidden, invalid, notFound } from '../../../platform/http/errors.ts'
import { queueForGameServers } from '../../../platform/jobs/outbox.ts'
import { englishOf, saidColumn } from '../../../platform/languages/stored-text.ts'
import { notifyStaff } from '../../../platform/live/staff-feed.ts'
import { reasonIn } from '../../content/content.ts'
import type { ContentStore } from '../../content/store.ts'
import { lockIdentitiesShared } from '../../matches/ledger/queries/locks.ts'
import { requireUnclaimedCase } from '../cases.ts'
import { lockPair } from '../lock-pair.ts'
import { appealCode } from './appeal-code.ts'
import { notifyLifted, notifyPunished } from './notify-of-players.ts'
import { punishedLines } from './punished-text.ts'
import {
  findPunishable,
  findPunishment,
  insertChange,
  insertPunishment,
  listOwnPunishments,
  listPunishments,
  mutedMs,
} from './queries.ts'

const written = async (transaction: Executor, id: string): Promise<Punishment> => {
  const punishment = await findPunishment(transaction, id)
  if (punishment === undefined) throw new Error(`punishment ${id} is missing after it was written`)
  return punishment
}

/** Has every game server put a punishment into force, as it is now. */
export async function queuePunishment(transaction: Executor, punishment: Punishment): Promise<void> {
  const { id, userId, kind, reason, until } = punishment
  const code = await appealCode(transaction, id)
  const text = punishedLines({ kind, reason, until: until === null ? null : new Date(until), code })
  await queueForGameServers(transaction, userId, 'punish', {
    id,
    kind,
    reason,
    ...(until !== null && { until }),
    appealCode: code,
    text: englishOf(text),
    said: saidColumn({ text })!,
  })
}

/**
 * Lifts a punishment on the site and in the game, and notifies the member.
 * @throws 409 when it is lifted already
 */
export async function liftPunishment(
  transaction: Executor,
  actor: Viewer,
  before: Punishment,
  reason: string,
): Promise<Punishment> {
  const { id, userId } = before
  if (before.state === 'lifted')
    throw conflict(msg`This punishment is lifted already`, { punishment: before })
  await insertChange(transaction, { punishmentId: id, kind: 'lift', reason, madeBy: actor.id })
  await queueForGameServers(transaction, userId, 'pardon', { id, reason })
  await notifyLifted(transaction, before, reason)
  await recordAudit(transaction, {
    actor,
    action: 'punishment.lift',
    subject: { type: 'player', id: userId },
    before: { kind: before.kind, reason: before.reason, until: before.until },
    after: { reason },
  })
  return written(transaction, id)
}

export function punishmentHandlers(
  context: Pick<Context, 'database' | 'events' | 'live'>,
  content: Pick<ContentStore, 'current'>,
): Handlers<typeof punishmentEndpoints> {
  const { sql } = context.database
  return {
    async list({ member, query }) {
      const target = await findPunishable(sql, query.userId)
      await requireNoConflict(sql, member.id, { accounts: [target?.id ?? null] })
      return listPunishments(sql, query.userId)
    },

    async mine({ member, language }) {
      const words = content.current(language)
      const own = await listOwnPunishments(sql, member.id)
      return own.map(({ reason, ...punishment }) => ({ ...punishment, reason: reasonIn(words, reason) }))
    },

    async create({ member, body }) {
      const given = await sql.transaction().execute(async (transaction) => {
        await requireUnclaimedCase(transaction, member, body.caseId)
        await lockIdentitiesShared(transaction)
        const found = await findPunishable(transaction, body.userId)
        const actor = await lockPair(transaction, member, found?.id ?? null)
        const target = found && (await findPunishable(transaction, found.id))
        if (target === undefined) throw notFound(msg`There is no such player`)
        const at = new Date()
        const until = body.until === null ? null : new Date(body.until)
        if (until !== null && until <= at) throw invalid({ until: msg`The end must be in the future` })
        const earlierMs =
          body.kind === 'mute'
            ? await mutedMs(
                transaction,
                await accountsOfOneHand(transaction, member.id),
                target.id,
                addedUpDays,
              )
            : 0
        const lengthMs = until === null ? null : until.getTime() - at.getTime() + earlierMs
        if (!canPunish(actor, target, { kind: body.kind, lengthMs }))
          throw forbidden(msg`Your rank does not allow this punishment of this player`)
        await requireNoConflict(transaction, member.id, { accounts: [target.id] })
        if (target.identityId === null) throw conflict(msg`This member has no player in the game`)
        if (body.kind === 'ban')
          await context.events.publish(transaction, 'playDecided', { by: member, memberId: target.id })
        const id = randomUUID()
        await insertPunishment(transaction, {
          id,
          identityId: target.identityId,
          kind: body.kind,
          reason: body.reason,
          until,
          serverId: null,
          byName: null,
          madeBy: member.id,
          at,
          appealCode: await appealCode(transaction, id),
        })
        const punishment = await written(transaction, id)
        await queuePunishment(transaction, punishment)
        await notifyPunished(transaction, { userId: target.id, kind: body.kind, reason: body.reason, until })
        await recordAudit(transaction, {
          actor: member,
          action: 'punishment.create',
          subject: { type: 'player', id: target.id },
          before: null,
          after: { kind: body.kind, reason: body.reason, until: until?.toISOString() ?? null },
        })
        return punishment
      })
      await notifyStaff(context, 'moderation', [[given.userId]])
      return given
    },

    async lift({ member, params, body }) {
      const lifted = await sql.transaction().execute(async (transaction) => {
        await lockIdentitiesShared(transaction)
        const before = await findPunishment(transaction, params.id)
        const actor = await lockPair(transaction, member, before?.userId ?? null)
        const target = before && (await findPunishable(transaction, before.userId))
        if (before === undefined || target === undefined) throw notFound(msg`There is no such punishment`)
        if (!canLift(actor, target, { kind: before.kind, isFromGame: before.source === 'game' }))
          throw forbidden(msg`Your rank does not allow lifting this punishment`)
        await requireNoConflict(transaction, member.id, { accounts: [target.id] })
        if (before.kind === 'ban')
          await context.events.publish(transaction, 'playDecided', { by: member, memberId: target.id })
        return liftPunishment(transaction, member, await written(transaction, params.id), body.reason)
      })
      await notifyStaff(context, 'moderation', [[lifted.userId]])
      return lifted
    },
  }
}
