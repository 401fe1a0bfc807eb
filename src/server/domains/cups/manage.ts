import { msg } from '@lingui/core/macro'
import { leavesCheckIn, startTooSoon } from '../../../contract/cups/cup-moves.ts'
import type { cupEndpoints } from '../../../contract/cups/cups-endpoints.ts'
import type { CupFields } from '../../../contract/cups/cups-schemas.ts'
import { formatOf } from '../../../contract/cups/formats.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../../platform/audit.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { requireVersion } from '../../platform/database/record-version.ts'
import type { Handlers } from '../../platform/http/endpoints.ts'
import { conflict, invalid, notFound } from '../../platform/http/errors.ts'
import { requireMayAct } from '../events/interest/interest.ts'
import { requireMove } from '../events/life.ts'
import { lockEvent } from '../events/queries.ts'
import { findListedMode } from '../network/modes/queries.ts'
import { lockCupAsStaff } from './acting.ts'
import { cupGone } from './constraints.ts'
import { cupChannel } from './cup-feed.ts'
import { notifyOfRemoval } from './notify-of-cup.ts'
import { deleteCup, findCup, insertCup, lockCup, type StoredCup, updateCup } from './queries/cups.ts'
import { findEventDates } from './queries/event-dates.ts'
import { recordEarlierRegistrations } from './queries/facts.ts'
import { hasTeams } from './queries/teams.ts'

export const configOf = (cup: StoredCup) => ({
  format: cup.format,
  mode: cup.mode,
  matches: cup.matches,
  size: cup.size,
  seats: cup.seats,
  minimum: cup.minimum,
  bestOf: cup.bestOf,
  finalBestOf: cup.finalBestOf,
  gameMinutes: cup.gameMinutes,
  thirdPlace: cup.thirdPlace,
  cut: cup.cut,
  version: cup.version,
})

/** Fields as the audit log names them. */
export const auditedCup = ({
  mode,
  format,
  size,
  seats,
  minimum,
  bestOf,
  finalBestOf,
  gameMinutes,
  thirdPlace,
  cut,
}: CupFields) => ({
  format,
  gameMode: mode,
  size,
  seats,
  minimum,
  bestOf,
  finalBestOf,
  gameMinutes,
  thirdPlace,
  cut,
})

type ManageHandlers = Pick<Handlers<typeof cupEndpoints>, 'put' | 'remove'>

/** Staff make an event a cup. Each change is recorded once in the audit log. */
export function manageHandlers({ database, live }: Pick<Context, 'database' | 'live'>): ManageHandlers {
  return {
    put: ({ member, params: { id }, body, ifMatch }) =>
      database.sql.transaction().execute(async (transaction) => {
        await lockEvent(transaction, id)
        await requireMayAct(transaction, member.id, id)
        const event = await findEventDates(transaction, id)
        if (event === undefined) throw notFound(msg`This event no longer exists`)
        const mode = await findListedMode(transaction, body.mode)
        if (mode === undefined) throw invalid({ mode: msg`This mode is not listed` })
        if (formatOf(body).hasTable && !event.hasEnd)
          throw invalid({ format: msg`An arena needs an event with an end` })
        const fields = { ...body, mode }
        const before = await lockCup(transaction, id)
        if (before === undefined) {
          // A colleague removed the cup that was changed here.
          if (ifMatch !== undefined && ifMatch > 0) throw cupGone()
          if (event.hasBegun) throw conflict(msg`This event has started, so it cannot become a cup`)
          await insertCup(transaction, id, fields)
          await recordEarlierRegistrations(transaction, id)
        } else {
          requireVersion(before, ifMatch)
          await requireMove(transaction, id, 'changeRules')
          if (
            before.format !== fields.format &&
            !leavesCheckIn({ ...before, format: fields.format }, before.now)
          )
            throw invalid({ format: startTooSoon })
          if (before.size !== fields.size && (await hasTeams(transaction, id)))
            throw conflict(msg`There are teams already, so the number of players a side can no longer change`)
          await updateCup(transaction, id, fields)
        }
        const cup = (await findCup(transaction, id))!
        const changes = before
          ? changedFields(auditedCup(before), auditedCup(cup))
          : { any: true, before: null, after: auditedCup(cup) }
        if (changes.any)
          await recordAudit(transaction, {
            actor: member,
            action: before ? 'cup.update' : 'cup.create',
            subject: { type: 'cup', id },
            before: changes.before,
            after: changes.after,
          })
        await live.publish(cupChannel, {}, transaction)
        return configOf(cup)
      }),

    remove: ({ member, params: { id }, ifMatch }) =>
      database.sql.transaction().execute(async (transaction) => {
        const cup = await lockCupAsStaff(transaction, member, id)
        requireVersion(cup, ifMatch)
        const { stage } = (await requireMove(transaction, id, 'removeCup'))!
        if (stage === 'announced') await notifyOfRemoval(transaction, cup)
        await deleteCup(transaction, id)
        await recordAudit(transaction, {
          actor: member,
          action: 'cup.delete',
          subject: { type: 'cup', id },
          before: auditedCup(cup),
          after: null,
        })
        await live.publish(cupChannel, {}, transaction)
        return { ok: true as const }
      }),
  }
}
