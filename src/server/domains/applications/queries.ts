import { type RawBuilder, sql } from 'kysely'
import { positionAnswers } from '../../../contract/applications/application-answers-schemas.ts'
import type { NewApplication } from '../../../contract/applications/application-form-schemas.ts'
import type {
  ApplicationFilter,
  ApplicationReceipt,
  ApplicationUpdate,
  StaffApplication,
} from '../../../contract/applications/applications-schemas.ts'
import { ownValue } from '../../../contract/own-value.ts'
import type { Executor } from '../../platform/database/database.ts'
import { type FilteredPage, pageStatement, rowsOfPage } from '../../platform/database/list-filters.ts'

interface ApplicationRow {
  readonly submitted_at: Date
  readonly handled_at: Date | null
  /** Name of the account `handled_by`. */
  readonly handler: string | null
  readonly position_answers: object
}

/** Null for every question that only some positions have. */
const unasked = Object.fromEntries(
  Object.values(positionAnswers)
    .flatMap((questions) => Object.keys(questions))
    .map((name) => [name, null]),
)

// Stored values are checked against the contract when the response is parsed.
const applicationOf = ({ position_answers, submitted_at, handled_at, handler, ...row }: ApplicationRow) =>
  ({
    ...unasked,
    ...row,
    ...position_answers,
    submitted_at: submitted_at.toISOString(),
    handled_by: handler,
    handled_at: handled_at?.toISOString() ?? null,
  }) as unknown as StaffApplication

/** Answers to position-specific questions, stored as one document. */
function answersOf(application: NewApplication): string {
  const given = application as Readonly<Record<string, unknown>>
  const names = Object.keys(positionAnswers[application.position])
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, ownValue(given, name) ?? null])))
}

/** Undefined when the member has an open application for this position. `userId` null: it came from outside. */
export async function insertApplication(
  executor: Executor,
  userId: number | null,
  application: NewApplication,
): Promise<ApplicationReceipt | undefined> {
  const given = application
  const { rows } = await sql<Omit<ApplicationReceipt, 'submitted_at'> & { submitted_at: Date }>`
    INSERT INTO staff_applications (user_id, minecraft_username, age, discord_username, email, timezone, position,
      hours_per_week, previous_experience, past_server_names, past_positions, past_duration, current_server_names,
      current_position, current_duration, why_join, how_handle_conflict, additional_questions, position_answers)
    VALUES (${userId}, ${given.minecraft_username}, ${given.age}, ${given.discord_username}, ${given.email},
      ${given.timezone}, ${given.position}, ${given.hours_per_week}, ${given.previous_experience},
      ${given.past_server_names ?? null}, ${given.past_positions ?? null}, ${given.past_duration ?? null},
      ${given.current_server_names ?? null}, ${given.current_position ?? null}, ${given.current_duration ?? null},
      ${given.why_join}, ${given.how_handle_conflict}, ${given.additional_questions ?? null},
      ${answersOf(given)}::jsonb)
    ON CONFLICT (user_id, position) WHERE status IN ('pending', 'reviewing', 'interview', 'onhold') DO NOTHING
    RETURNING id, minecraft_username, position, status, submitted_at, answer
  `.execute(executor)
  const [row] = rows
  return row && { ...row, submitted_at: row.submitted_at.toISOString() }
}

/** A member's own applications, newest first: open ones, of which a position has one, and the newest others. */
export async function listOwnApplications(
  executor: Executor,
  userId: number,
  limit: number,
): Promise<ApplicationReceipt[]> {
  const { rows } = await sql<Omit<ApplicationReceipt, 'submitted_at'> & { submitted_at: Date }>`
    SELECT * FROM (
      SELECT id, minecraft_username, position, status, submitted_at, answer FROM staff_applications
      WHERE user_id = ${userId}
      ORDER BY status IN ('pending', 'reviewing', 'interview', 'onhold') DESC, id DESC LIMIT ${limit}) AS listed
    ORDER BY id DESC
  `.execute(executor)
  return rows.map((row) => ({ ...row, submitted_at: row.submitted_at.toISOString() }))
}

const withHandler = (applications: RawBuilder<unknown>) => sql<ApplicationRow>`
  SELECT staff_applications.*, handlers.shown_name AS handler
  FROM ${applications} LEFT JOIN users AS handlers ON handlers.id = staff_applications.handled_by`

export interface ApplicationsPage extends FilteredPage {
  readonly status: ApplicationFilter
}

const list = {
  table: 'staff_applications',
  time: 'submitted_at',
  assigneeColumns: ['handled_by'],
  text: sql<string>`(minecraft_username || E'\\n' || discord_username || E'\\n' || email || E'\\n'
    || left(why_join, 1000))`,
  authorColumn: 'user_id',
} as const

/** Newest first, starting before the id `before`. Exported as a statement, so that tests can check its plan. */
export const applicationList = (page: ApplicationsPage, isScan = false): RawBuilder<ApplicationRow> =>
  pageStatement(list, page, page.status === 'all' ? [] : [sql`status = ${page.status}`], withHandler, isScan)

export async function listApplications(
  executor: Executor,
  page: ApplicationsPage,
): Promise<StaffApplication[]> {
  const rows = await rowsOfPage(executor, page, (isScan) => applicationList(page, isScan))
  return rows.map(applicationOf)
}

const oneApplication = (id: number) => sql<ApplicationRow>`
  ${withHandler(sql`staff_applications`)} WHERE staff_applications.id = ${id}`

export async function findApplication(executor: Executor, id: number): Promise<StaffApplication | undefined> {
  const { rows } = await oneApplication(id).execute(executor)
  return rows[0] && applicationOf(rows[0])
}

/** Returns the application, locked until the transaction ends. */
export async function lockApplication(
  transaction: Executor,
  id: number,
): Promise<StaffApplication | undefined> {
  const { rows } = await sql<ApplicationRow>`
    ${oneApplication(id)} FOR UPDATE OF staff_applications
  `.execute(transaction)
  return rows[0] && applicationOf(rows[0])
}

interface ApplicationChange {
  readonly status: ApplicationUpdate['status']
  readonly notes: string | null
  /** Undefined leaves the last one. */
  readonly answer: string | undefined
  readonly by: number
}

/** Sets status and notes of a locked application, and a reply if there is one. */
export async function changeApplication(
  transaction: Executor,
  id: number,
  { status, notes, answer, by }: ApplicationChange,
): Promise<StaffApplication> {
  await sql`
    UPDATE staff_applications SET status = ${status}, admin_notes = ${notes},
      answer = coalesce(${answer ?? null}, answer), handled_by = ${by}, handled_at = now(), version = version + 1
    WHERE id = ${id}
  `.execute(transaction)
  const changed = await lockApplication(transaction, id)
  if (changed === undefined) throw new Error(`application ${id} is missing after it was changed`)
  return changed
}

/** Returns the applicant; null for an application from outside. */
export async function deleteApplication(transaction: Executor, id: number): Promise<number | null> {
  const { rows } = await sql<{ user_id: number | null }>`
    DELETE FROM staff_applications WHERE id = ${id} RETURNING user_id
  `.execute(transaction)
  return rows[0]?.user_id ?? null
}

/** Claims a delivery once; a concurrent claim waits and gets false unless the first one rolled back. */
export async function claimDelivery(transaction: Executor, deliveryId: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO application_deliveries (delivery_id) VALUES (${deliveryId})
    ON CONFLICT DO NOTHING RETURNING delivery_id
  `.execute(transaction)
  return rows.length > 0
}

/** Records the application of a claimed delivery. */
export async function settleDelivery(
  transaction: Executor,
  deliveryId: string,
  applicationId: number,
): Promise<void> {
  await sql`
    UPDATE application_deliveries SET application_id = ${applicationId} WHERE delivery_id = ${deliveryId}
  `.execute(transaction)
}

/** Returns the application of a delivery; it may be deleted. */
export async function findDelivered(executor: Executor, deliveryId: string): Promise<number> {
  const { rows } = await sql<{ application_id: number }>`
    SELECT application_id FROM application_deliveries WHERE delivery_id = ${deliveryId}
  `.execute(executor)
  return rows[0]!.application_id
}

/** Purges applications of any status, and deliveries, older than this many days. */
export async function purgeOldApplications(executor: Executor, olderThanDays: number): Promise<void> {
  const since = sql`now() - make_interval(days => ${olderThanDays})`
  await sql`DELETE FROM staff_applications WHERE submitted_at < ${since}`.execute(executor)
  await sql`DELETE FROM application_deliveries WHERE received_at < ${since}`.execute(executor)
}

/** Stores what the next change of a locked application overwrites. */
export async function storeUndo(
  transaction: Executor,
  id: number,
  { by, noticeId }: { readonly by: number; readonly noticeId: number | null },
): Promise<void> {
  await sql`
    INSERT INTO application_undos (application_id, changed_by, version, notice_id, status, admin_notes, answer,
      handled_by, handled_at)
    SELECT id, ${by}, version + 1, ${noticeId}::int, status, admin_notes, answer, handled_by, handled_at
    FROM staff_applications WHERE id = ${id}
    ON CONFLICT (application_id, changed_by) DO UPDATE SET changed_at = now(), version = excluded.version,
      notice_id = excluded.notice_id, status = excluded.status, admin_notes = excluded.admin_notes,
      answer = excluded.answer, handled_by = excluded.handled_by, handled_at = excluded.handled_at
  `.execute(transaction)
}

interface Undo {
  /** The version that the change made. */
  readonly version: number
  readonly noticeId: number | null
}

/** A member's own change of an application in the last `seconds`. */
export async function findUndo(
  transaction: Executor,
  id: number,
  { by, seconds }: { readonly by: number; readonly seconds: number },
): Promise<Undo | undefined> {
  const { rows } = await sql<Undo>`
    SELECT version, notice_id AS "noticeId" FROM application_undos
    WHERE application_id = ${id} AND changed_by = ${by} AND changed_at > now() - make_interval(secs => ${seconds})
  `.execute(transaction)
  return rows[0]
}

/** Gives a locked application what this member's change overwrote, and uses the undo up. */
export async function restoreApplication(transaction: Executor, id: number, by: number): Promise<void> {
  await sql`
    WITH undo AS (DELETE FROM application_undos WHERE application_id = ${id} AND changed_by = ${by} RETURNING *)
    UPDATE staff_applications AS kept SET status = undo.status, admin_notes = undo.admin_notes, answer = undo.answer,
      handled_by = undo.handled_by, handled_at = undo.handled_at, version = kept.version + 1
    FROM undo WHERE kept.id = ${id}
  `.execute(transaction)
}

/** Purges what nobody can undo any more. */
export async function purgeApplicationUndos(executor: Executor): Promise<void> {
  await sql`DELETE FROM application_undos WHERE changed_at < now() - interval '1 day'`.execute(executor)
}
