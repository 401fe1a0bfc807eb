import { numberedTitle } from '../../../contract/cups/cup-templates.ts'
import type { CupTemplate } from '../../../contract/cups/cup-templates-schemas.ts'
import { CupFields } from '../../../contract/cups/cups-schemas.ts'
import type { NewEvent } from '../../../contract/events/events-schemas.ts'
import type { Context } from '../../context.ts'
import { recordConsoleAudit } from '../../platform/audit.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { insertEvent } from '../events/queries.ts'
import { findListedMode } from '../network/modes/queries.ts'
import { cupChannel } from './cup-feed.ts'
import { auditedCup } from './manage.ts'
import {
  type DueDate,
  findDueTemplates,
  findTemplate,
  lockTemplate,
  noteMade,
  takeDueDates,
} from './queries/cup-templates.ts'
import { insertCup } from './queries/cups.ts'

const minuteMs = 60_000

/** The event of a template that starts then. */
export const eventOf = (
  { title, description, rewards, minutes }: CupTemplate,
  number: number,
  start: Date,
): NewEvent => ({
  title: numberedTitle(title, number),
  description,
  rewards,
  startDate: start.toISOString(),
  endDate: minutes === null ? null : new Date(start.getTime() + minutes * minuteMs).toISOString(),
  tba: false,
})

/** The cup of a template. */
export const cupOfTemplate = (template: CupTemplate): CupFields => CupFields.parse(template)

/** Makes the event of a date and its cup. Nobody in person did it, so the event is the team's. */
async function makeCup(transaction: Executor, template: CupTemplate, due: DueDate, number: number) {
  const event = eventOf(template, number, due.startDate)
  const cup = cupOfTemplate(template)
  const eventId = await insertEvent(transaction, null, event)
  await insertCup(transaction, eventId, cup)
  await noteMade(transaction, template.id, { date: due.date, number, eventId })
  const entries = [
    { action: 'event.create', subject: { type: 'event', id: eventId }, after: event },
    { action: 'cup.create', subject: { type: 'cup', id: eventId }, after: auditedCup(cup) },
  ] as const
  for (const entry of entries)
    await recordConsoleAudit(transaction, { ...entry, before: null }, 'cup template')
}

/** Makes the cups of a locked template that are due; none while it is broken or its mode is not listed. */
export async function makeDueCups(
  { live }: Pick<Context, 'live'>,
  transaction: Executor,
  template: CupTemplate,
): Promise<void> {
  const mode = await findListedMode(transaction, template.mode)
  if (mode === undefined || template.isBroken) return
  let { nextNumber } = template
  for (const due of await takeDueDates(transaction, template.id))
    await makeCup(transaction, { ...template, mode }, due, due.number ?? nextNumber++)
  await live.publish(cupChannel, {}, transaction)
}

/** Makes the cups of all templates that are due. A template that fails holds no other back. */
export async function makeCups(
  { database, live }: Pick<Context, 'database' | 'live'>,
  stopping?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  for (const id of await findDueTemplates(database.sql)) {
    if (stopping?.aborted) return
    try {
      await database.sql.transaction().execute(async (transaction) => {
        await lockTemplate(transaction, id)
        const template = await findTemplate(transaction, id)
        if (template !== undefined) await makeDueCups({ live }, transaction, template)
      })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Looks every minute which cups of templates are due. */
export const cupTemplatesJob = (context: Pick<Context, 'database' | 'live'>): Job => ({
  name: 'cup templates',
  everyMs: 60_000,
  work: (stopping) => makeCups(context, stopping),
})
