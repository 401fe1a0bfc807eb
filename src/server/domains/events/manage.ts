import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { leavesCheckIn, startTooSoon } from '../../../contract/cups/cup-moves.ts'
import { endsAfterStart, eventAddress, hasEndedTooEarly } from '../../../contract/events/events.ts'
import { eventEndpoints } from '../../../contract/events/events-endpoints.ts'
import type {
  EventChange,
  EventRecord,
  EventWords,
  NewEvent,
} from '../../../contract/events/events-schemas.ts'
import { type Message, saidWith } from '../../../contract/languages.ts'
import type { Context } from '../../context.ts'
import { auditedRecords } from '../../platform/audited-records.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import type { Executor } from '../../platform/database/database.ts'
import { type Handlers, setNextPageLink } from '../../platform/http/endpoints.ts'
import { invalid } from '../../platform/http/errors.ts'
import { mergeWords, textOfRecord, withoutEmpty } from '../../platform/languages/record-words.ts'
import { teamOf } from '../../platform/team.ts'
import { registrationGone } from './constraints.ts'
import { requireMayAct, withInterests } from './interest/interest.ts'
import { requireMove } from './life.ts'
import {
  deleteEvent,
  findRecord,
  insertEvent,
  listRecords,
  lockEvent,
  notifyRegistered,
  updateEvent,
} from './queries.ts'

const fieldsOf = ({ title, description, startDate, endDate, rewards, tba, words }: EventRecord) => ({
  title,
  description,
  startDate,
  endDate,
  rewards,
  tba,
  words,
})

/** Rewards are translated one by one: those of another number are translations of others. */
const withoutOtherRewards = (words: EventWords, { length }: readonly string[]): EventWords =>
  withoutEmpty(
    Object.fromEntries(
      Object.entries(words).map(([tag, { rewards, ...texts }]) => [
        tag,
        rewards?.length === length ? { ...texts, rewards } : texts,
      ]),
    ),
  )

/** @throws 400 */
function requireAsManyRewards(words: EventWords = {}, { length }: readonly string[]): void {
  const [other] =
    Object.entries(words).find(([, { rewards }]) => (rewards?.length ?? length) !== length) ?? []
  if (other !== undefined)
    throw invalid({ [`words.${other}.rewards`]: msg`Write as many rewards as in the default language` })
}

const merged = (record: EventRecord, change: EventChange, languages: readonly string[]) => ({
  title: change.title ?? record.title,
  description: change.description ?? record.description,
  startDate: change.startDate ?? record.startDate,
  endDate: change.endDate === undefined ? record.endDate : change.endDate,
  rewards: change.rewards ?? record.rewards,
  tba: change.tba ?? record.tba,
  words: mergeWords(record.words, change.words, languages),
})

/** What a change of the date means to members who registered; undefined when it stays. */
function newDate(before: EventRecord, after: EventRecord): Message | undefined {
  const title = saidWith(textOfRecord(after, 'title'))
  if (after.tba) return before.tba ? undefined : msg`${title} has no date for now`
  if (!before.tba && before.startDate === after.startDate) return undefined
  const start = `${after.startDate.slice(0, 10)} ${after.startDate.slice(11, 16)} UTC`
  return before.tba ? msg`${title} has a date: ${start}` : msg`${title} was moved to ${start}`
}

/** @throws 400 and 409 for dates with which the event's cup would end, or nobody could check in */
async function requireMovable(transaction: Executor, record: EventRecord, wanted: NewEvent): Promise<void> {
  const dates = changedFields(datesOf(record), datesOf(wanted))
  if (!dates.any) return
  const cup = await requireMove(transaction, record.id, 'moveDate')
  if (cup === undefined || (record.startDate === wanted.startDate && record.tba === wanted.tba)) return
  const startAt = wanted.tba ? null : Date.parse(wanted.startDate)
  if (!leavesCheckIn({ ...cup, startAt }, cup.now)) throw invalid({ startDate: startTooSoon })
}

const datesOf = ({ startDate, endDate, tba }: NewEvent) => ({ startDate, endDate, tba })

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
      change: NewEvent,
    ): Promise<EventRecord> {
      const wanted = { ...change, words: withoutOtherRewards(change.words ?? record.words, change.rewards) }
      const { any, before, after } = changedFields(fieldsOf(record), wanted)
      if (!any) return record
      await requireMovable(transaction, record, wanted)
      await updateEvent(transaction, record.id, wanted)
      await audit(transaction, actor, 'update', record.id, { before, after })
      const changed = await findWritten(transaction, record.id)
      const title = newDate(record, changed)
      if (title !== undefined && changed.status !== 'past')
        await notifyRegistered(transaction, record.id, {
          kind: 'event',
          eventKey: `event-moved:${record.id}:${changed.version}`,
          title,
          link: eventAddress(record.id),
        })
      return changed
    },

    /** The event is locked. */
    async remove(transaction: Executor, actor: Viewer, record: EventRecord): Promise<void> {
      await requireMove(transaction, record.id, 'deleteEvent')
      if (record.status !== 'past')
        await notifyRegistered(transaction, record.id, {
          kind: 'event',
          eventKey: `event-deleted:${record.id}`,
          title: msg`${{ title: saidWith(textOfRecord(record, 'title')) }} was cancelled`,
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
export function manageHandlers({
  config,
  database,
  languages,
  live,
}: Pick<Context, 'config' | 'database' | 'languages' | 'live'>): ManageHandlers {
  const changes = eventChanges(config)

  const lockForChange = async (transaction: Executor, actor: Viewer, id: number, ifMatch?: number) => {
    await lockEvent(transaction, id)
    return changes.findForChange(transaction, actor, id, ifMatch)
  }

  const changing = <T>(work: (transaction: Executor) => Promise<T>): Promise<T> =>
    database.sql.transaction().execute(async (transaction) => {
      const result = await work(transaction)
      await live.publishChange(transaction)
      return result
    })

  return {
    async manage(request) {
      const records = await listRecords(database.sql, teamOf(config), request.query)
      setNextPageLink(request, eventEndpoints.manage, records, request.query.limit)
      return withInterests(database.sql, request.member, records)
    },

    create({ member, body }) {
      const words = mergeWords({}, body.words, languages.tags)
      requireAsManyRewards(words, body.rewards)
      return changing((transaction) => changes.create(transaction, member, { ...body, words }))
    },

    update: ({ member, params, body, ifMatch }) =>
      changing(async (transaction) => {
        const record = await lockForChange(transaction, member, params.id, ifMatch)
        const wanted = merged(record, body, languages.tags)
        requireAsManyRewards(body.words, wanted.rewards)
        if (!endsAfterStart(wanted)) throw invalid({ endDate: hasEndedTooEarly })
        return changes.update(transaction, member, record, wanted)
      }),

    remove: ({ member, params, ifMatch }) =>
      changing(async (transaction) => {
        await changes.remove(
          transaction,
          member,
          await lockForChange(transaction, member, params.id, ifMatch),
        )
        return undefined
      }),
  }
}
