import { msg } from '@lingui/core/macro'
import type { cupEndpoints } from '../../../contract/cups/cups-endpoints.ts'
import type { CupFields } from '../../../contract/cups/cups-schemas.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../../platform/audit.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import type { Handlers } from '../../platform/endpoints.ts'
import { conflict, invalid, notFound } from '../../platform/errors.ts'
import { requireVersion } from '../../platform/record-version.ts'
import { requireMayAct } from '../events/interest/interest.ts'
import { lockEvent } from '../events/queries.ts'
import { findListedMode } from '../network/modes/queries.ts'
import { lockCupAsStaff } from './acting.ts'
import { cupStands } from './constraints.ts'
import { cupChannel } from './look-after-cups.ts'
import {
  deleteCup,
  doesCupStand,
  findCup,
  insertCup,
  lockCup,
  type StoredCup,
  updateCup,
} from './queries/cups.ts'
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
        if (body.format === 'arena' && !event.hasEnd)
          throw invalid({ format: msg`An arena needs an event with an end` })
        const fields = { ...body, mode }
        const before = await lockCup(transaction, id)
        if (before === undefined) {
          if (event.hasBegun) throw conflict(msg`This event has started, so it cannot become a cup`)
          await insertCup(transaction, id, fields)
          await recordEarlierRegistrations(transaction, id)
        } else {
          requireVersion(before, ifMatch)
          if (await doesCupStand(transaction, id)) throw cupStands()
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
        if (await doesCupStand(transaction, id)) throw cupStands()
        await deleteCup(transaction, id)
        await recordAudit(transaction, {
          actor: member,
          action: 'cup.delete',
          subject: { type: 'cup', id },
          before: auditedCup(cup),
          after: null,
        })
        return { ok: true as const }
      }),
  }
}
