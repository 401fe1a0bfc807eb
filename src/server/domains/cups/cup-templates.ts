import { msg, select } from '@lingui/core/macro'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { moveRefusal } from '../../../contract/cups/cup-moves.ts'
import { templateLimits } from '../../../contract/cups/cup-templates.ts'
import type { cupTemplateEndpoints } from '../../../contract/cups/cup-templates-endpoints.ts'
import { type CupTemplate, NewCupTemplate } from '../../../contract/cups/cup-templates-schemas.ts'
import { formatOf } from '../../../contract/cups/formats.ts'
import type { EventRecord } from '../../../contract/events/events-schemas.ts'
import { wrongZone } from '../../../contract/notifications/notification-settings-schemas.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../../platform/audit.ts'
import { auditedRecords } from '../../platform/audited-records.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/endpoints.ts'
import { conflict, invalid, notFound } from '../../platform/http/errors.ts'
import { parsePart } from '../../platform/http/validation.ts'
import { eventChanges } from '../events/manage.ts'
import { findStagedCup } from '../events/queries.ts'
import { findListedMode } from '../network/modes/queries.ts'
import { isTimeZone } from '../notifications/queries/quiet-hours.ts'
import { cupOfTemplate, eventOf, makeDueCups } from './make-cups.ts'
import { auditedCup } from './manage.ts'
import {
  type ComingDate,
  countTemplates,
  deleteTemplate,
  findForeignDates,
  findStart,
  findTemplate,
  findToday,
  insertTemplate,
  isoDay,
  listComingDates,
  listTemplates,
  lockMadeEvents,
  lockTemplate,
  lockTemplates,
  moveDate,
  noteMade,
  skipDate,
  unskipDate,
  updateTemplate,
} from './queries/cup-templates.ts'
import { lockCup, updateCup } from './queries/cups.ts'
import { hasTeams } from './queries/teams.ts'

/** Fields as the audit log names them. */
const auditedTemplate = (template: NewCupTemplate) => ({
  title: template.title,
  description: template.description,
  rewards: template.rewards,
  weekday: template.weekday,
  time: template.time,
  timeZone: template.timeZone,
  minutes: template.minutes,
  skippedDates: template.skippedDates,
  ...auditedCup(template),
})

const minutesOf = ({ startDate, endDate }: EventRecord) =>
  endDate === null ? null : (Date.parse(endDate) - Date.parse(startDate)) / 60_000

const earliestFirst = (dates: readonly string[]) => [...new Set(dates)].sort()

/** Templates of cups for staff. Each change is recorded once in the audit log, and so is each that it makes in cups. */
export function cupTemplateHandlers({
  config,
  database,
  live,
}: Pick<Context, 'config' | 'database' | 'live'>): Handlers<typeof cupTemplateEndpoints> {
  const events = eventChanges(config)
  const { findForChange, findWritten, audit } = auditedRecords({
    type: 'template',
    find: findTemplate,
    gone: () => notFound(msg`There is no such template`),
  })

  /** @throws 400 where the site knows no such mode or zone */
  async function checked(transaction: Executor, template: NewCupTemplate): Promise<NewCupTemplate> {
    const mode = await findListedMode(transaction, template.mode)
    if (mode === undefined) throw invalid({ mode: msg`This mode is not listed` })
    if (!(await isTimeZone(transaction, template.timeZone))) throw invalid({ timeZone: wrongZone })
    return { ...template, mode, skippedDates: earliestFirst(template.skippedDates) }
  }

  /** Changes the event and the cup of a date as the template is now. */
  async function changeMade(
    transaction: Executor,
    actor: Viewer,
    template: CupTemplate,
    { date, number, eventId }: { readonly date: string; readonly number: number; readonly eventId: number },
    start: Date,
  ): Promise<void> {
    const record = await events.findForChange(transaction, actor, eventId)
    const before = (await lockCup(transaction, eventId))!
    const wanted = cupOfTemplate(template)
    // Teams have as many players as the cup said when they were made.
    const stays = before.size !== wanted.size && (await hasTeams(transaction, eventId))
    const changes = changedFields(auditedCup(before), auditedCup(stays ? before : wanted))
    if (changes.any) {
      await updateCup(transaction, eventId, wanted)
      await recordAudit(transaction, {
        actor,
        action: 'cup.update',
        subject: { type: 'cup', id: eventId },
        before: changes.before,
        after: changes.after,
      })
    }
    // A cup with a table needs an end.
    const minutes = template.minutes ?? (stays && formatOf(before).hasTable ? minutesOf(record) : null)
    await events.update(transaction, actor, record, eventOf({ ...template, minutes }, number, start))
    await noteMade(transaction, template.id, { date, number, eventId })
  }

  /**
   * Brings stored dates to the template as it is now: those of another weekday move within their week, where that day is
   * ahead and free. What has begun check-in stays, and so does what would be too soon or was edited.
   */
  async function changeDates(
    transaction: Executor,
    actor: Viewer,
    template: CupTemplate,
    oldWeekday: number,
    coming: readonly ComingDate[],
  ): Promise<void> {
    const days = isoDay(template.weekday) - oldWeekday
    for (const { date, isoWeekday, number, eventId, isEdited } of coming) {
      const made = eventId === null ? undefined : await findStagedCup(transaction, eventId)
      if (made !== undefined && moveRefusal('removeCup', made.stage) !== null) continue
      const moveBy = async (by: number) => {
        const start = await findStart(transaction, { ...template, date }, by)
        if (start === undefined) return undefined
        const moved = by === 0 ? date : await moveDate(transaction, template.id, date, by)
        return moved === undefined ? undefined : { date: moved, start }
      }
      const place = (await moveBy(isoWeekday === oldWeekday ? days : 0)) ?? (await moveBy(0))
      if (place === undefined || eventId === null || number === null || isEdited) continue
      await changeMade(transaction, actor, template, { date: place.date, number, eventId }, place.start)
    }
  }

  /** Deletes the cup of a date that is skipped. @throws 400 when somebody edited it, 409 when check-in has begun */
  async function skip(transaction: Executor, actor: Viewer, id: number, date: string): Promise<void> {
    const made = (await listComingDates(transaction, id)).find((one) => one.date === date)
    if (made !== undefined && made.eventId !== null) {
      if (made.isEdited)
        throw invalid({
          skippedDates: msg`The cup of ${date} was changed by hand. Delete or cancel it instead.`,
        })
      const record = await events.findForChange(transaction, actor, made.eventId)
      await events.remove(transaction, actor, record)
    }
    await skipDate(transaction, id, date)
  }

  async function changeSkipped(
    transaction: Executor,
    actor: Viewer,
    template: CupTemplate,
    wanted: readonly string[],
  ): Promise<void> {
    const { id, skippedDates, weekday } = template
    const today = await findToday(transaction, id)
    const coming = wanted.filter((date) => date >= today)
    const [foreign] = await findForeignDates(transaction, id, coming)
    if (foreign !== undefined)
      throw invalid({
        skippedDates: msg`${select(weekday, {
          monday: `${foreign} is not a Monday`,
          tuesday: `${foreign} is not a Tuesday`,
          wednesday: `${foreign} is not a Wednesday`,
          thursday: `${foreign} is not a Thursday`,
          friday: `${foreign} is not a Friday`,
          saturday: `${foreign} is not a Saturday`,
          other: `${foreign} is not a Sunday`,
        })}`,
      })
    for (const date of skippedDates.filter((one) => !coming.includes(one)))
      await unskipDate(transaction, id, date)
    for (const date of coming.filter((one) => !skippedDates.includes(one)))
      await skip(transaction, actor, id, date)
  }

  return {
    list: () => listTemplates(database.sql),

    create: ({ member, body }) =>
      database.sql.transaction().execute(async (transaction) => {
        const wanted = await checked(transaction, body)
        await lockTemplates(transaction)
        if ((await countTemplates(transaction)) >= templateLimits.templates)
          throw conflict(msg`There are ${{ most: templateLimits.templates }} templates at most`)
        const id = await insertTemplate(transaction, wanted)
        await changeSkipped(transaction, member, await findWritten(transaction, id), wanted.skippedDates)
        const template = await findWritten(transaction, id)
        await audit(transaction, member, 'create', id, { after: auditedTemplate(template) })
        await makeDueCups({ live }, transaction, template)
        return findWritten(transaction, id)
      }),

    update: ({ member, params: { id }, body, ifMatch }) =>
      database.sql.transaction().execute(async (transaction) => {
        await lockTemplate(transaction, id)
        const before = await findForChange(transaction, id, ifMatch)
        const wanted = await checked(transaction, parsePart(NewCupTemplate, { ...before, ...body }))
        const { any } = changedFields(auditedTemplate(before), auditedTemplate(wanted))
        if (!any && !before.isBroken) return before
        await lockMadeEvents(transaction, id)
        const coming = await listComingDates(transaction, id)
        await updateTemplate(transaction, id, wanted)
        const changed = await findWritten(transaction, id)
        await changeDates(transaction, member, changed, isoDay(before.weekday), coming)
        if (body.skippedDates !== undefined)
          await changeSkipped(transaction, member, await findWritten(transaction, id), wanted.skippedDates)
        const after = await findWritten(transaction, id)
        const changes = changedFields(auditedTemplate(before), auditedTemplate(after))
        if (changes.any) await audit(transaction, member, 'update', id, changes)
        await makeDueCups({ live }, transaction, after)
        return findWritten(transaction, id)
      }),

    remove: ({ member, params: { id }, ifMatch }) =>
      database.sql.transaction().execute(async (transaction) => {
        await lockTemplate(transaction, id)
        const template = await findForChange(transaction, id, ifMatch)
        await deleteTemplate(transaction, id)
        await audit(transaction, member, 'delete', id, { before: auditedTemplate(template) })
        return undefined
      }),
  }
}
