import { type RawBuilder, sql } from 'kysely'
import {
  type templateDateStates,
  templateLimits,
  type Weekday,
  weekdays,
} from '../../../../contract/cups/cup-templates.ts'
import type { CupTemplate, NewCupTemplate } from '../../../../contract/cups/cup-templates-schemas.ts'
import { CupFields } from '../../../../contract/cups/cups-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'

/** ISO 8601 counts from Monday, which is 1. */
export const isoDay = (weekday: Weekday) => weekdays.indexOf(weekday) + 1

/**
 * When a date begins. A time that the clocks of the zone skip that day counts as many minutes later; of a time that they
 * show twice it is the second.
 */
const startOf = (date: RawBuilder<unknown>, time: RawBuilder<unknown>, zone: RawBuilder<unknown>) =>
  sql`((${date}) + (${time})) AT TIME ZONE (${zone})`

/**
 * The templates, with a `zone` to compute in: UTC where the database no longer knows theirs, as its time zone data changes
 * with updates. Without it one such template would stop all. PostgreSQL reads a file for each zone it knows: OFFSET keeps
 * it to once a statement, and to never while there are no templates.
 */
const templates = sql`(
  SELECT *, CASE WHEN is_zone_known THEN time_zone ELSE 'UTC' END AS zone FROM (
    SELECT *, time_zone IN (SELECT name FROM pg_timezone_names) AS is_zone_known FROM cup_templates OFFSET 0
  ) AS known
)`

const templateStart = startOf(sql`date`, sql`time_of_day`, sql`zone`)

/** Today on the calendar of the zone. */
const today = sql`(now() AT TIME ZONE zone)::date`

/** Check-in would be open: such a date is not made, and a made cup is not moved there. */
const soonest = sql`now() + interval '30 minutes'`

/** Serializes who adds templates, until the transaction ends. */
export async function lockTemplates(transaction: Executor): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('vulx: cup templates', 0))`.execute(transaction)
}

/** Locks a template until the transaction ends: its dates are made and changed by one process at a time. */
export async function lockTemplate(transaction: Executor, id: number): Promise<void> {
  await sql`SELECT FROM cup_templates WHERE id = ${id} FOR UPDATE`.execute(transaction)
}

/** Locks the events that a template made and that have not begun, in id order: nobody edits them meanwhile. */
export async function lockMadeEvents(transaction: Executor, id: number): Promise<void> {
  await sql`
    SELECT FROM events WHERE start_date > now()
      AND id IN (SELECT event_id FROM cup_template_dates WHERE template_id = ${id})
    ORDER BY id FOR NO KEY UPDATE
  `.execute(transaction)
}

export async function countTemplates(executor: Executor): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM cup_templates`.execute(executor)
  return rows[0]!.n
}

interface TemplateRow extends Omit<CupTemplate, 'weekday' | 'isBroken' | 'dates' | keyof CupFields> {
  readonly isoWeekday: number
  readonly isZoneKnown: boolean
  readonly cup: unknown
}

interface DateRow {
  readonly templateId: number
  readonly date: string
  readonly startDate: Date
  readonly state: (typeof templateDateStates)[number]
  readonly eventId: number | null
  readonly participantCount: number
}

/** Dates of templates from now on. */
async function listDates(executor: Executor, id: number | null): Promise<DateRow[]> {
  const { rows } = await sql<DateRow>`
    WITH listed AS (
      SELECT id, ${today} + n AS date FROM ${templates} AS template,
        generate_series(0, ${7 * templateLimits.listedWeeks - 1}::int) AS n
      WHERE extract(isodow FROM ${today} + n) = weekday
      UNION
      SELECT id, date FROM cup_template_dates JOIN ${templates} AS template ON id = template_id WHERE date >= ${today}
    )
    SELECT listed.id AS "templateId", to_char(listed.date, 'YYYY-MM-DD') AS date, start_at AS "startDate",
      CASE kept.state WHEN 'skipped' THEN 'skipped'
        WHEN 'made' THEN CASE WHEN events.id IS NULL THEN 'deleted'
          WHEN (events.version, cups.version) IS DISTINCT FROM (event_version, cup_version) THEN 'edited' ELSE 'made' END
        ELSE 'planned' END AS state,
      kept.event_id AS "eventId",
      (SELECT count(*)::int FROM event_registrations WHERE event_registrations.event_id = events.id)
        AS "participantCount"
    FROM listed JOIN ${templates} AS template USING (id)
    LEFT JOIN cup_template_dates AS kept ON template_id = id AND kept.date = listed.date
    LEFT JOIN events ON events.id = kept.event_id LEFT JOIN cups ON cups.event_id = events.id
    CROSS JOIN LATERAL (SELECT coalesce(events.start_date,
      ${startOf(sql`listed.date`, sql`time_of_day`, sql`zone`)}) AS start_at) AS start
    WHERE (${id}::int IS NULL OR listed.id = ${id})
      AND start_at > CASE WHEN kept.state IN ('made', 'skipped') THEN now() ELSE ${soonest} END
    ORDER BY listed.id, listed.date
  `.execute(executor)
  return rows
}

/** Rules that stand in for stored ones that are no longer valid. Without a mode nobody saves them unseen. */
const standIn: CupFields = {
  ...CupFields.parse({ format: 'single', mode: 'unknown', seats: 32, minimum: 4 }),
  mode: '',
}

/** Templates with their dates; one of them, or all. */
async function readTemplates(executor: Executor, id: number | null): Promise<CupTemplate[]> {
  const { rows } = await sql<TemplateRow>`
    SELECT id, title, description, rewards, weekday AS "isoWeekday", to_char(time_of_day, 'HH24:MI') AS time,
      time_zone AS "timeZone", minutes, cup, version, is_zone_known AS "isZoneKnown",
      EXISTS (SELECT FROM modes WHERE key = kept_mode(cup ->> 'mode') AND listed) AS "isModeListed",
      (SELECT coalesce(max(number), 0) + 1 FROM cup_template_dates WHERE template_id = id) AS "nextNumber",
      ARRAY(SELECT to_char(date, 'YYYY-MM-DD') FROM cup_template_dates
        WHERE template_id = id AND state = 'skipped' AND date >= ${today} ORDER BY date) AS "skippedDates"
    FROM ${templates} AS template WHERE ${id}::int IS NULL OR id = ${id} ORDER BY id
  `.execute(executor)
  const dates = await listDates(executor, id)
  return rows.map(({ isoWeekday, isZoneKnown, cup, ...row }) => {
    const rules = CupFields.safeParse(cup)
    const isBroken = !isZoneKnown || !rules.success
    return {
      ...row,
      ...(rules.success ? rules.data : standIn),
      weekday: weekdays[isoWeekday - 1]!,
      isBroken,
      dates: dates
        .filter(({ templateId, state }) => templateId === row.id && !(isBroken && state === 'planned'))
        .map((date) => ({ ...date, startDate: date.startDate.toISOString() })),
    }
  })
}

export const listTemplates = (executor: Executor) => readTemplates(executor, null)

export async function findTemplate(executor: Executor, id: number): Promise<CupTemplate | undefined> {
  const [template] = await readTemplates(executor, id)
  return template
}

export async function insertTemplate(transaction: Executor, template: NewCupTemplate): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO cup_templates (title, description, rewards, weekday, time_of_day, time_zone, minutes, cup)
    VALUES (${template.title}, ${template.description}, ${template.rewards}, ${isoDay(template.weekday)},
      ${template.time}, ${template.timeZone}, ${template.minutes}, ${JSON.stringify(CupFields.parse(template))}::jsonb)
    RETURNING id
  `.execute(transaction)
  return rows[0]!.id
}

export async function updateTemplate(
  transaction: Executor,
  id: number,
  template: NewCupTemplate,
): Promise<void> {
  await sql`
    UPDATE cup_templates SET title = ${template.title}, description = ${template.description},
      rewards = ${template.rewards}, weekday = ${isoDay(template.weekday)}, time_of_day = ${template.time},
      time_zone = ${template.timeZone}, minutes = ${template.minutes},
      cup = ${JSON.stringify(CupFields.parse(template))}::jsonb, version = version + 1
    WHERE id = ${id}
  `.execute(transaction)
}

export async function deleteTemplate(transaction: Executor, id: number): Promise<void> {
  await sql`DELETE FROM cup_templates WHERE id = ${id}`.execute(transaction)
}

/** Dates that are near enough to be made. */
const near = sql`${templateStart} > ${soonest}
  AND ${templateStart} <= now() + ${templateLimits.aheadDays}::int * interval '1 day'`

const nearDates = sql`
  SELECT id, date, time_of_day, zone, cup FROM (
    SELECT *, ${today} + n AS date FROM ${templates} AS template, generate_series(0, ${templateLimits.aheadDays + 1}::int) AS n
  ) AS days
  WHERE is_zone_known AND extract(isodow FROM date) = weekday AND ${near}`

/** Templates with a date that is near, and not made or skipped. */
export async function findDueTemplates(executor: Executor): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT id FROM (${nearDates}) AS near
    LEFT JOIN cup_template_dates AS kept ON template_id = id AND kept.date = near.date
    WHERE coalesce(kept.state, 'due') = 'due'
      AND EXISTS (SELECT FROM modes WHERE key = kept_mode(cup ->> 'mode') AND listed)
    ORDER BY id
  `.execute(executor)
  return rows.map(({ id }) => id)
}

export interface DueDate {
  readonly date: string
  readonly startDate: Date
  /** Of a cup that was made before. */
  readonly number: number | null
}

/** Near dates of a locked template that are to be made. */
export async function takeDueDates(transaction: Executor, id: number): Promise<DueDate[]> {
  await sql`
    INSERT INTO cup_template_dates (template_id, date) SELECT id, date FROM (${nearDates}) AS near WHERE id = ${id}
    ON CONFLICT DO NOTHING
  `.execute(transaction)
  const { rows } = await sql<DueDate>`
    SELECT to_char(date, 'YYYY-MM-DD') AS date, ${templateStart} AS "startDate", number
    FROM cup_template_dates JOIN ${templates} AS template ON id = template_id
    WHERE id = ${id} AND state = 'due' AND ${near} ORDER BY date
  `.execute(transaction)
  return rows
}

/** Notes which cup was made or changed, and its versions, so that changes by hand are seen. */
export async function noteMade(
  transaction: Executor,
  templateId: number,
  { date, number, eventId }: { readonly date: string; readonly number: number; readonly eventId: number },
): Promise<void> {
  await sql`
    UPDATE cup_template_dates SET state = 'made', number = ${number}, event_id = ${eventId},
      event_version = (SELECT version FROM events WHERE id = ${eventId}),
      cup_version = (SELECT version FROM cups WHERE cups.event_id = ${eventId})
    WHERE template_id = ${templateId} AND date = ${date}
  `.execute(transaction)
}

export interface ComingDate {
  readonly date: string
  readonly isoWeekday: number
  readonly number: number | null
  readonly eventId: number | null
  readonly isEdited: boolean
}

/** Stored dates of a template that have not begun. */
export async function listComingDates(transaction: Executor, id: number): Promise<ComingDate[]> {
  const { rows } = await sql<ComingDate>`
    SELECT to_char(date, 'YYYY-MM-DD') AS date, extract(isodow FROM date)::int AS "isoWeekday", number,
      kept.event_id AS "eventId",
      (events.version, cups.version) IS DISTINCT FROM (event_version, cup_version) AS "isEdited"
    FROM cup_template_dates AS kept JOIN ${templates} AS template ON template.id = template_id
    LEFT JOIN events ON events.id = kept.event_id LEFT JOIN cups ON cups.event_id = events.id
    WHERE template_id = ${id} AND coalesce(events.start_date, ${templateStart}) > now() ORDER BY date
  `.execute(transaction)
  return rows
}

/** Where a date of another weekday, time or zone begins, `days` later; undefined where check-in would be open. */
export async function findStart(
  executor: Executor,
  { date, time, timeZone }: { readonly date: string; readonly time: string; readonly timeZone: string },
  days = 0,
): Promise<Date | undefined> {
  const start = startOf(sql`${date}::date + ${days}::int`, sql`${time}::time`, sql`${timeZone}::text`)
  const { rows } = await sql<{ startDate: Date }>`
    SELECT start_at AS "startDate" FROM (SELECT ${start} AS start_at) AS start WHERE start_at > ${soonest}
  `.execute(executor)
  return rows[0]?.startDate
}

/** Moves a stored date; undefined when the template has the other one already. Returns the other one. */
export async function moveDate(
  transaction: Executor,
  id: number,
  date: string,
  days: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ date: string }>`
    UPDATE cup_template_dates AS moved SET date = date + ${days}::int
    WHERE template_id = ${id} AND date = ${date} AND NOT EXISTS (SELECT FROM cup_template_dates AS other
      WHERE other.template_id = ${id} AND other.date = moved.date + ${days}::int)
    RETURNING to_char(date, 'YYYY-MM-DD') AS date
  `.execute(transaction)
  return rows[0]?.date
}

/** Those of the dates that are no days of the template: neither on its weekday nor stored. */
export async function findForeignDates(
  executor: Executor,
  id: number,
  dates: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    SELECT to_char(date, 'YYYY-MM-DD') AS date
    FROM cup_templates, unnest(${[...dates]}::date[]) AS said (date)
    WHERE id = ${id} AND extract(isodow FROM date) <> weekday
      AND NOT EXISTS (SELECT FROM cup_template_dates AS kept WHERE template_id = id AND kept.date = said.date)
  `.execute(executor)
  return rows.map(({ date }) => date)
}

export async function skipDate(transaction: Executor, id: number, date: string): Promise<void> {
  await sql`
    INSERT INTO cup_template_dates (template_id, date, state) VALUES (${id}, ${date}, 'skipped')
    ON CONFLICT (template_id, date) DO UPDATE SET state = 'skipped'
  `.execute(transaction)
}

/** A skipped date is made again, with the number that it had. One without is stored no longer. */
export async function unskipDate(transaction: Executor, id: number, date: string): Promise<void> {
  await sql`
    DELETE FROM cup_template_dates
    WHERE template_id = ${id} AND date = ${date} AND state = 'skipped' AND number IS NULL
  `.execute(transaction)
  await sql`
    UPDATE cup_template_dates SET state = 'due' WHERE template_id = ${id} AND date = ${date} AND state = 'skipped'
  `.execute(transaction)
}

/** Today's date in the zone of a template. */
export async function findToday(executor: Executor, id: number): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    SELECT to_char(${today}, 'YYYY-MM-DD') AS today FROM ${templates} AS template WHERE id = ${id}
  `.execute(executor)
  return rows[0]!.today
}
