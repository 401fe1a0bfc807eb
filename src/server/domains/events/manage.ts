import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { endsAfterStart, eventAddress, hasEndedTooEarly } from '../../../contract/events/events.ts'
import { eventEndpoints } from '../../../contract/events/events-endpoints.ts'
import type { EventChange, EventRecord, NewEvent } from '../../../contract/events/events-schemas.ts'
import type { Message } from '../../../contract/languages.ts'
import type { Context } from '../../context.ts'
import { auditedRecords } from '../../platform/audited-records.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import type { Executor } from '../../platform/database.ts'
import { type Handlers, setNextPageLink } from '../../platform/endpoints.ts'
import { invalid } from '../../platform/errors.ts'
import { teamOf } from '../../platform/team.ts'
import { registrationGone } from './constraints.ts'
import { requireMayAct, withInterests } from './interest/interest.ts'
import {
  deleteEvent,
  findRecord,
  insertEvent,
  listRecords,
  lockEvent,
  notifyRegistered,
  updateEvent,
} from './queries.ts'

const fieldsOf = ({ title, description, startDate, endDate, rewards, tba }: EventRecord) => ({
  title,
  description,
  startDate,
  endDate,
  rewards,
  tba,
})

const merged = (record: EventRecord, change: EventChange) => ({
  title: change.title ?? record.title,
  description: change.description ?? record.description,
  startDate: change.startDate ?? record.startDate,
  endDate: change.endDate === undefined ? record.endDate : change.endDate,
  rewards: change.rewards ?? record.rewards,
  tba: change.tba ?? record.tba,
})

/** What a change of the date means to members who registered; undefined when it stays. */
function newDate(before: EventRecord, after: EventRecord): Message | undefined {
  const { title } = after
  if (after.tba) return before.tba ? undefined : msg`${title} has no date for now`
  if (!before.tba && before.startDate === after.startDate) return undefined
  const start = `${after.startDate.slice(0, 10)} ${after.startDate.slice(11, 16)} UTC`
  return before.tba ? msg`${title} has a date: ${start}` : msg`${title} was moved to ${start}`
}

/** Changes of events by staff. Each is recorded once in the audit log, and who registered is notified. */
export function eventChanges(config: Context['config']) {
  const { findForChange, findWritten, audit } = auditedRecords({
    type: 'event',
    find: (transaction, id: number) => findRecord(transaction, teamOf(config), id),
    gone: registrationGone,
  })

  return {
    /** Returns what staff are to change; lock it first. @throws 403, 404, and 409 with the record when it is newer */
    async findForChange(transaction: Executor, actor: Viewer, id: number, ifMatch?: number) {
      const record = await findForChange(transaction, id, ifMatch)
      await requireMayAct(transaction, actor.id, id)
      return record
    },

    async create(transaction: Executor, actor: Viewer, event: NewEvent): Promise<EventRecord> {
      const id = await insertEvent(transaction, actor.id, event)
      const record = await findWritten(transaction, id)
      await audit(transaction, actor, 'create', id, { after: fieldsOf(record) })
      return record
    },

    /** The event is locked. */
    async update(
      transaction: Executor,
      actor: Viewer,
      record: EventRecord,
      wanted: NewEvent,
    ): Promise<EventRecord> {
      const { any, before, after } = changedFields(fieldsOf(record), wanted)
      if (!any) return record
      await updateEvent(transaction, record.id, wanted)
      await audit(transaction, actor, 'update', record.id, { before, after })
      const changed = await findWritten(transaction, record.id)
      const title = newDate(record, changed)
      if (title !== undefined && changed.status !== 'past')
        await notifyRegistered(transaction, {
          eventId: record.id,
          eventKey: `event-moved:${record.id}:${changed.version}`,
          title,
          link: eventAddress(record.id),
        })
      return changed
    },

    /** The event is locked. */
    async remove(transaction: Executor, actor: Viewer, record: EventRecord): Promise<void> {
      if (record.status !== 'past')
        await notifyRegistered(transaction, {
          eventId: record.id,
          eventKey: `event-deleted:${record.id}`,
          title: msg`${{ title: record.title }} was cancelled`,
          link: '/events',
        })
      await deleteEvent(transaction, record.id)
      const before = { ...fieldsOf(record), participantCount: record.participantCount }
      await audit(transaction, actor, 'delete', record.id, { before })
    },
  }
}

type ManageHandlers = Pick<Handlers<typeof eventEndpoints>, 'manage' | 'create' | 'update' | 'remove'>

/** Handlers for staff. */
export function manageHandlers({ config, database }: Pick<Context, 'config' | 'database'>): ManageHandlers {
  const changes = eventChanges(config)

  const lockForChange = async (transaction: Executor, actor: Viewer, id: number, ifMatch?: number) => {
    await lockEvent(transaction, id)
    return changes.findForChange(transaction, actor, id, ifMatch)
  }

  return {
    async manage(request) {
      const records = await listRecords(database.sql, teamOf(config), request.query)
      setNextPageLink(request, eventEndpoints.manage, records, request.query.limit)
      return withInterests(database.sql, request.member, records)
    },

    create: ({ member, body }) =>
      database.sql.transaction().execute((transaction) => changes.create(transaction, member, body)),

    update: ({ member, params, body, ifMatch }) =>
      database.sql.transaction().execute(async (transaction) => {
        const record = await lockForChange(transaction, member, params.id, ifMatch)
        const wanted = merged(record, body)
        if (!endsAfterStart(wanted)) throw invalid({ endDate: hasEndedTooEarly })
        return changes.update(transaction, member, record, wanted)
      }),

    remove: ({ member, params, ifMatch }) =>
      database.sql.transaction().execute(async (transaction) => {
        await changes.remove(
          transaction,
          member,
          await lockForChange(transaction, member, params.id, ifMatch),
        )
        return undefined
      }),
  }
}
