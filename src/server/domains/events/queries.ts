import { type RawBuilder, sql } from 'kysely'
import {
  type EventStatus,
  eventLimits,
  openEndHours,
  reminderMinutes,
} from '../../../contract/events/events.ts'
import type { Event, EventRecord, NewEvent, Participant } from '../../../contract/events/events-schemas.ts'
import type { Message } from '../../../contract/languages.ts'
import type { Executor } from '../../platform/database.ts'
import { englishOf, saidColumn } from '../../platform/languages/stored-text.ts'
import { avatarPath } from '../accounts/users/avatar/queries.ts'

interface EventRow {
  id: number
  title: string
  description: string
  status: EventStatus
  start_date: Date
  end_date: Date | null
  rewards: string[]
  tba: boolean
  version: number
  created_at: Date
  modified_at: Date
  creator: string | null
  participant_count: number
  is_cup: boolean
}

interface ListedRow extends EventRow {
  participants: Participant[]
}

/** A cup that is still played is active, whatever end its event was announced with. */
const status = sql`
  CASE WHEN tba THEN 'tba'
    WHEN now() < start_date THEN 'upcoming'
    WHEN now() < coalesce(end_date, start_date + ${openEndHours}::int * interval '1 hour') THEN 'active'
    WHEN EXISTS (SELECT FROM cup_views WHERE event_id = events.id AND state IN ('running', 'paused', 'closing'))
      THEN 'active'
    ELSE 'past' END`

const columns = sql`
  events.id, events.title, events.description, ${status} AS status, events.start_date, events.end_date,
  events.rewards, events.tba, events.version, events.created_at, events.modified_at, users.shown_name AS creator,
  (SELECT count(*)::int FROM event_registrations WHERE event_id = events.id) AS participant_count,
  EXISTS (SELECT FROM cups WHERE event_id = events.id) AS is_cup`

const common = (row: EventRow, team: string) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  status: row.status,
  startDate: row.start_date.toISOString(),
  endDate: row.end_date?.toISOString() ?? null,
  rewards: row.rewards,
  creator: { username: row.creator ?? team },
  participantCount: row.participant_count,
})

const recordOf = (row: EventRow, team: string): EventRecord => ({
  ...common(row, team),
  tba: row.tba,
  version: row.version,
  createdAt: row.created_at.toISOString(),
})

export interface EventListOptions {
  readonly viewerId: number | null
  /** Creator of events that no account created. */
  readonly team: string
}

/** Events with participants: the viewer, then by time of registration. An index avoids reading all registrations. */
const eventRows = (viewerId: number | null, which: RawBuilder<unknown>) => sql<ListedRow>`
  SELECT ${columns}, people.participants
  FROM events
  LEFT JOIN users ON users.id = events.creator_id
  CROSS JOIN LATERAL (
    SELECT coalesce(jsonb_agg(jsonb_build_object('userId', users.id, 'status', one.status,
      'user', jsonb_build_object('username', users.shown_name, 
        'avatarUrl', CASE WHEN one.place <= ${eventLimits.faces} THEN ${avatarPath} END))
      ORDER BY one.own DESC, one.created_at, users.id), '[]') AS participants
    FROM (
      SELECT *, row_number() OVER (ORDER BY own DESC, created_at, user_id) AS place FROM (
        (SELECT user_id, status, created_at, true AS own FROM event_registrations
          WHERE event_id = events.id AND user_id = ${viewerId}::int)
        UNION ALL
        (SELECT user_id, status, created_at, false AS own FROM event_registrations
          WHERE event_id = events.id AND user_id IS DISTINCT FROM ${viewerId}::int
          ORDER BY created_at, user_id LIMIT ${eventLimits.participants})
      ) AS listed ORDER BY own DESC, created_at, user_id LIMIT ${eventLimits.participants}
    ) AS one
    JOIN users ON users.id = one.user_id
    WHERE one.place <= CASE WHEN ${status} = 'past' THEN ${eventLimits.faces}::int ELSE ${eventLimits.participants}::int END
  ) AS people
  ${which}
`

interface Page {
  readonly before?: number | undefined
  readonly limit: number
}

interface ListedPage extends Page {
  /** Those that ended long ago, instead of all others. */
  readonly older?: 'true' | undefined
}

const page = ({ before, limit }: Page, which = sql`true`) =>
  sql`WHERE events.id < ${before ?? 2_147_483_647} AND ${which} ORDER BY events.id DESC LIMIT ${limit}`

const isOlder = sql`
  (NOT tba AND coalesce(end_date, start_date + ${openEndHours}::int * interval '1 hour')
    < now() - ${eventLimits.recentDays}::int * interval '1 day')`

/** A page of the list as a statement, so that tests can check its plan. */
export const eventListing = (viewerId: number | null, query: ListedPage) =>
  eventRows(viewerId, page(query, query.older ? isOlder : sql`NOT ${isOlder}`))

const eventOf = (row: ListedRow, team: string): Event => ({
  ...common(row, team),
  participants: row.participants,
  ...(row.is_cup && { isCup: true as const }),
})

/** Newest first, starting before the id `before`. */
export async function listEvents(
  executor: Executor,
  { viewerId, team }: EventListOptions,
  query: ListedPage,
): Promise<Event[]> {
  const { rows } = await eventListing(viewerId, query).execute(executor)
  return rows.map((row) => eventOf(row, team))
}

export async function findEvent(
  executor: Executor,
  { viewerId, team }: EventListOptions,
  id: number,
): Promise<Event | undefined> {
  const { rows } = await eventRows(viewerId, sql`WHERE events.id = ${id}`).execute(executor)
  return rows[0] && eventOf(rows[0], team)
}

/** An event without its participants. */
async function findRow(executor: Executor, id: number): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    SELECT ${columns} FROM events LEFT JOIN users ON users.id = events.creator_id WHERE events.id = ${id}
  `.execute(executor)
  return rows[0]
}

/** An event with the fields by which calendar programs distinguish its versions. */
export type CalendarEvent = EventRecord & { readonly modifiedAt: string; readonly isCup: boolean }

export async function findCalendarEvent(
  executor: Executor,
  team: string,
  id: number,
): Promise<CalendarEvent | undefined> {
  const row = await findRow(executor, id)
  return row && { ...recordOf(row, team), modifiedAt: row.modified_at.toISOString(), isCup: row.is_cup }
}

export async function listRecords(executor: Executor, team: string, query: Page): Promise<EventRecord[]> {
  const { rows } = await sql<EventRow>`
    SELECT ${columns} FROM events LEFT JOIN users ON users.id = events.creator_id ${page(query)}
  `.execute(executor)
  return rows.map((row) => recordOf(row, team))
}

/** Locks the event until the transaction ends, without blocking registrations. */
export const lockEvent = (transaction: Executor, id: number) =>
  sql`SELECT FROM events WHERE id = ${id} FOR NO KEY UPDATE`.execute(transaction)

export async function findRecord(
  executor: Executor,
  team: string,
  id: number,
): Promise<EventRecord | undefined> {
  const row = await findRow(executor, id)
  return row && recordOf(row, team)
}

/** `creatorId` is null for seeded events. */
export async function insertEvent(
  transaction: Executor,
  creatorId: number | null,
  event: NewEvent,
): Promise<number> {
  const { id } = await transaction
    .insertInto('events')
    .values({
      title: event.title,
      description: event.description,
      start_date: event.startDate,
      end_date: event.endDate,
      rewards: event.rewards,
      tba: event.tba,
      creator_id: creatorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateEvent(transaction: Executor, id: number, event: NewEvent): Promise<void> {
  await sql`
    UPDATE events SET title = ${event.title}, description = ${event.description},
      start_date = ${event.startDate}, end_date = ${event.endDate}, rewards = ${event.rewards},
      tba = ${event.tba}, version = version + 1
    WHERE id = ${id}
  `.execute(transaction)
}

export async function deleteEvent(transaction: Executor, id: number): Promise<void> {
  await transaction.deleteFrom('events').where('id', '=', id).execute()
}

/**
 * Registers a member in one idempotent statement, so that concurrent requests leave one row. Returns the
 * event's status; `past` means that nothing was stored. Undefined when the event does not exist.
 */
export async function insertRegistration(
  executor: Executor,
  eventId: number,
  userId: number,
): Promise<EventStatus | undefined> {
  const { rows } = await sql<{ status: EventStatus }>`
    WITH event AS (SELECT id, ${status} AS status FROM events WHERE id = ${eventId}), made AS (
      INSERT INTO event_registrations (event_id, user_id)
      SELECT id, ${userId}::int FROM event WHERE status <> 'past'
      ON CONFLICT DO NOTHING
    )
    SELECT status FROM event
  `.execute(executor)
  return rows[0]?.status
}

/** Removes a registration; returns the same as `insertRegistration`. */
export async function removeRegistration(
  executor: Executor,
  eventId: number,
  userId: number,
): Promise<EventStatus | undefined> {
  const { rows } = await sql<{ status: EventStatus }>`
    WITH event AS (SELECT id, ${status} AS status FROM events WHERE id = ${eventId}), gone AS (
      DELETE FROM event_registrations USING event
      WHERE event_id = event.id AND user_id = ${userId} AND event.status <> 'past'
    )
    SELECT status FROM event
  `.execute(executor)
  return rows[0]?.status
}

/**
 * Notifies members of events that start within an hour and within ten minutes, if they had registered by then. At most
 * `limit` of them; returns how many. A moved event is notified again.
 */
export async function remindRegistered(executor: Executor, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO notifications (user_id, kind, event_key, event_id)
    SELECT registered.user_id, 'event', due.event_key, due.id
    FROM (
      SELECT id, start_date - minutes * interval '1 minute' AS due_at,
        format('event:%s:%s:%s', id, extract(epoch FROM start_date)::bigint, minutes) AS event_key
      FROM events CROSS JOIN (VALUES (${reminderMinutes[0]}::int, ${reminderMinutes[1]}::int), (${reminderMinutes[1]}, 0)) AS reminder (minutes, next)
      WHERE NOT tba AND start_date > now() + next * interval '1 minute'
        AND start_date <= now() + minutes * interval '1 minute'
    ) AS due
    JOIN event_registrations AS registered ON registered.event_id = due.id AND registered.created_at <= due_at
    WHERE NOT EXISTS (SELECT FROM notifications AS sent
        WHERE sent.user_id = registered.user_id AND sent.event_key = due.event_key)
      AND wanted_channels(registered.user_id, 'event') <> '{}'
    LIMIT ${limit}
    ON CONFLICT (user_id, event_key) DO NOTHING
  `.execute(executor)
  return Number(numAffectedRows ?? 0)
}

interface EventNotice {
  readonly eventId: number
  /** Names the change: the same again notifies nobody twice. */
  readonly eventKey: string
  readonly title: Message
  /** Path of the site. */
  readonly link: string
}

/**
 * Notifies everybody who registered for an event. The rows do not belong to the event, so that they say what happened
 * after it was deleted. Call it in the transaction of the change, and before a deletion.
 */
export async function notifyRegistered(
  transaction: Executor,
  { eventId, eventKey, title, link }: EventNotice,
): Promise<void> {
  await sql`
    INSERT INTO notifications (user_id, kind, event_key, title, said, link)
    SELECT user_id, 'event', ${eventKey}, ${englishOf(title)}, ${saidColumn({ title })}::jsonb, ${link}
    FROM event_registrations WHERE event_id = ${eventId}
    ON CONFLICT (user_id, event_key) DO NOTHING
  `.execute(transaction)
}
