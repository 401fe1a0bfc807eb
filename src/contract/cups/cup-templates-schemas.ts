import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { NewEvent } from '../events/events-schemas.ts'
import { Id, IdParams, Timestamp } from '../ids-schemas.ts'
import { TimeOfDay, TimeZone } from '../notifications/notification-settings-schemas.ts'
import { sentence } from '../sentences.ts'
import { codePoints } from '../text.ts'
import { numberedTitle, templateDateStates, templateLimits, weekdays } from './cup-templates.ts'
import { CupFields } from './cups-schemas.ts'
import { formatOf } from './formats.ts'

const { title, description, rewards } = NewEvent.shape

const minutesError = sentence(
  msg`The length must be ${{ min: templateLimits.minutes.min }} to ${{ max: templateLimits.minutes.max }} minutes`,
)
const dateError = sentence(msg`Must be a date such as 2026-01-31`)

const CalendarDate = z
  .string({ error: dateError })
  .check(z.regex(/^20\d\d-/, { error: dateError }), z.iso.date({ error: dateError }))

const skippedDates = z.array(CalendarDate, { error: sentence(msg`Must be a list of dates`) }).check(
  z.maxLength(templateLimits.skippedDates, {
    error: sentence(msg`At most ${{ skippedDates: templateLimits.skippedDates }} dates`),
  }),
)

/** What staff say of a template: of its events, of when they are, and of their cups. */
export const NewCupTemplate = z
  .extend(CupFields, {
    title,
    description,
    rewards,
    weekday: z.enum(weekdays, {
      error: sentence(msg`Weekday must be one of ${{ weekdays: weekdays.join(', ') }}`),
    }),
    time: TimeOfDay,
    timeZone: TimeZone,
    minutes: z._default(
      z.nullable(
        z
          .int({ error: minutesError })
          .check(
            z.minimum(templateLimits.minutes.min, { error: minutesError }),
            z.maximum(templateLimits.minutes.max, { error: minutesError }),
          ),
      ),
      null,
    ),
    skippedDates: z._default(skippedDates, []),
  })
  .check(
    z.refine(
      (template) =>
        codePoints(numberedTitle(template.title, 1)) >= 3 &&
        codePoints(numberedTitle(template.title, 99_999)) <= 100,
      { error: sentence(msg`Title must be 3 to 100 characters with its number`), path: ['title'] },
    ),
    z.refine((template) => !formatOf(template).hasTable || template.minutes !== null, {
      error: sentence(msg`An arena needs a length`),
      path: ['minutes'],
    }),
  )

export type NewCupTemplate = z.infer<typeof NewCupTemplate>

const changeable = (schema: z.core.$ZodType) =>
  z.optional(schema instanceof z.ZodMiniDefault ? schema.def.innerType : schema)

/** An absent field is unchanged. What fields say together is checked after they are merged with the stored ones. */
const CupTemplateChange = z.object(
  Object.fromEntries(
    Object.entries(NewCupTemplate.shape).map(([name, schema]) => [name, changeable(schema)]),
  ),
) as unknown as z.ZodMiniType<Partial<NewCupTemplate>, Partial<z.input<typeof NewCupTemplate>>>

export type CupTemplateChange = Partial<NewCupTemplate>

const TemplateDate = z.object({
  /** On the calendar of the zone. */
  date: z.iso.date(),
  startDate: Timestamp,
  state: z.enum(templateDateStates),
  /** The event that was made, while there is one. */
  eventId: z.nullable(Id),
  /** Who registered for it. */
  participantCount: z.int(),
})

export type TemplateDate = z.infer<typeof TemplateDate>

export const CupTemplate = z.object({
  ...NewCupTemplate.shape,
  /** Empty while the stored rules are no longer valid. */
  mode: z.string(),
  id: Id,
  version: z.int(),
  /** False: no cups are made until the mode is listed again. */
  isModeListed: z.boolean(),
  /** True: its zone is no longer known, or its rules are no longer valid. No cups are made until it is edited. */
  isBroken: z.boolean(),
  /** The number of the cup that is made next. */
  nextNumber: z.int(),
  /** From now on, by date: those of the next weeks, and all that are skipped or made. */
  dates: z.array(TemplateDate),
})

export type CupTemplate = z.infer<typeof CupTemplate>

export const cupTemplateSchemas = {
  list: { response: z.array(CupTemplate) },
  create: { body: NewCupTemplate, response: CupTemplate },
  update: { versioned: true, params: IdParams, body: CupTemplateChange, response: CupTemplate },
  remove: { versioned: true, params: IdParams },
}
