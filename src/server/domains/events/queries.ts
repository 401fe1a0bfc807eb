import { type RawBuilder, sql } from 'kysely'
import { type CupStage, cupPlayerState, cupStage } from '../../../contract/cups/cup-moves.ts'
import type { CupState } from '../../../contract/cups/cups.ts'
import type { CupFormat } from '../../../contract/cups/formats.ts'
import {
  type EventStatus,
  eventLimits,
  openEndHours,
  reminderMinutes,
} from '../../../contract/events/events.ts'
import type {
  Event,
  EventRecord,
  EventWords,
  NewEvent,
  Participant,
} from '../../../contract/events/events-schemas.ts'
import type { Executor } from '../../platform/database/database.ts'
import { inLanguage, type Reader } from '../../platform/languages/record-words.ts'
import { hideRows } from '../accounts/personal-data/queries/pending-deletions.ts'
import { avatarPath } from '../accounts/users/avatar/queries.ts'
import { notifyMembers, type TitledNotification } from '../notifications/queries/notify.ts'

interface EventRow {
  id: number
  title: string
  description: string
  status: EventStatus
  start_date: Date
  end_date: Date | null
  rewards: string[]
  words: EventWords
  tba: boolean
  version: number
  created_at: Date
  modified_at: Date
  creator: string | null
  participant_count: number
  is_cup: boolean
  is_cancelled: boolean
}

interface ListedRow extends EventRow {
  participants: Participant[]
  cup: (CupLife & CupOfViewer) | null
}

const isCancelledCup = sql`
  EXISTS (SELECT FROM cup_views WHERE event_id = events.id AND state = 'cancelled')`

/**
 * A cup that is still played is active, whatever end its event was announced with. A cancelled one has no date, and is
 * past once it would have started.
 */
const status = sql`
  CASE WHEN tba AND now() >= start_date AND ${isCancelledCup} THEN 'past'
    WHEN tba THEN 'tba'
    WHEN now() < start_date THEN 'upcoming'
    WHEN now() < coalesce(end_date, start_date + ${openEndHours}::int * interval '1 hour') THEN 'active'
    WHEN EXISTS (SELECT FROM cup_views WHERE event_id = events.id AND state IN ('running', 'paused', 'closing'))
      THEN 'active'
    ELSE 'past' END`

const columns = sql`
  events.id, events.title, events.description, ${status} AS status, events.start_date, events.end_date,
  events.rewards, events.words, events.tba, events.version, events.created_at, events.modified_at, users.shown_name AS creator,
  (SELECT count(*)::int FROM event_registrations WHERE event_id = events.id) AS participant_count,
  EXISTS (SELECT FROM cups WHERE event_id = events.id) AS is_cup, ${isCancelledCup} AS is_cancelled`

/** Where the cup of an event is, in milliseconds of the database's clock. */
interface CupLife {
  readonly format: CupFormat
  readonly size: number
  readonly state: CupState
  readonly hasStarted: boolean
  /** Null while the date is to be announced. */
  readonly startAt: number | null
  readonly endAt: number | null
  readonly madeAt: number
  readonly now: number
}

interface CupOfViewer {
  readonly isRegistered: boolean
  readonly entrant: { readonly isWaiting: boolean; readonly isOut: boolean } | null
}

const ms = (moment: RawBuilder<unknown>) => sql`(extract(epoch FROM ${moment}) * 1000)::float8`

const cupLife = sql`
  format, size, coalesce(state, 'open') AS state,
  EXISTS (SELECT FROM cup_facts WHERE cup_facts.event_id = cups.event_id AND key = 'started') AS "hasStarted",
  CASE WHEN NOT tba THEN ${ms(sql`start_date`)} END AS "startAt",
  ${ms(sql`end_date`)} AS "endAt", ${ms(sql`made_at`)} AS "madeAt",
  ${ms(sql`clock_timestamp()`)} AS now`

/** The stage of an event's cup at the moment it was read, with what that follows from. */
export interface StagedCup extends CupLife {
  readonly stage: CupStage
}

const staged = (cup: CupLife): StagedCup => ({ ...cup, stage: cupStage(cup, cup.now) })

/** The cup of an event; undefined when it has none. */
export async function findStagedCup(executor: Executor, eventId: number): Promise<StagedCup | undefined> {
  const { rows } = await sql<CupLife>`
    SELECT ${cupLife} FROM cups JOIN events ON events.id = cups.event_id
    LEFT JOIN cup_views ON cup_views.event_id = cups.event_id WHERE cups.event_id = ${eventId}
  `.execute(executor)
  return rows[0] && staged(rows[0])
}

/** Locks the cup of an event until the transaction ends, as `lockCup` does, so that it stays in its stage. */
export async function lockStagedCup(transaction: Executor, eventId: number): Promise<StagedCup | undefined> {
  const { rows } = await sql`SELECT FROM cups WHERE event_id = ${eventId} FOR NO KEY UPDATE`.execute(
    transaction,
  )
  return rows.length === 0 ? undefined : findStagedCup(transaction, eventId)
}

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
  words: row.words,
  tba: row.tba,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  ...(row.is_cancelled && { isCancelled: true as const }),
})

export interface EventListOptions {
  readonly viewerId: number | null
  /** Creator of events that no account created. */
  readonly team: string
  readonly reader: Reader
}

const texts = ['title', 'description', 'rewards'] as const

/**
 * Events with participants: the viewer, then at most `others` by time of registration. An index avoids reading all
 * registrations.
 */
const eventRows = (
  viewerId: number | null,
  which: RawBuilder<unknown>,
  others: number = eventLimits.participants,
) => sql<ListedRow>`
  SELECT ${columns}, people.participants, cup.cup
  FROM events
  LEFT JOIN users ON users.id = events.creator_id AND users.deleted_at IS NULL
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
          ORDER BY created_at, user_id LIMIT ${others})
      ) AS listed ORDER BY own DESC, created_at, user_id LIMIT ${eventLimits.participants}
    ) AS one
    JOIN users ON users.id = one.user_id
    WHERE one.place <= CASE WHEN ${status} = 'past' THEN ${eventLimits.faces}::int ELSE ${eventLimits.participants}::int END
  ) AS people
  LEFT JOIN LATERAL (
    SELECT to_jsonb(life) AS cup FROM (
      SELECT ${cupLife}, EXISTS (SELECT FROM event_registrations AS own
          WHERE own.event_id = events.id AND own.user_id = ${viewerId}::int) AS "isRegistered",
        (SELECT jsonb_build_object('isWaiting', is_waiting, 'isOut', is_out) FROM cup_entrants
          WHERE cup_entrants.event_id = cups.event_id AND entrant = CASE size WHEN 1 THEN ${viewerId}::int
            ELSE (SELECT team_id FROM cup_team_players AS own
              WHERE own.event_id = cups.event_id AND own.user_id = ${viewerId}::int) END) AS entrant
      FROM cups LEFT JOIN cup_views ON cup_views.event_id = cups.event_id WHERE cups.event_id = events.id
    ) AS life
  ) AS cup ON true
  ${which}
`

interface Page {
  readonly before?: number | undefined
  readonly limit: number
}

interface ListedPage extends Page {
  /** Those that ended long ago, instead of all others. */
  readonly older?: 'true' | undefined
  /** Those that are on or next, instead. */
  readonly soon?: 'true' | undefined
}

const page = ({ before, limit }: Page, which = sql`true`) =>
  sql`WHERE events.id < ${before ?? 2_147_483_647} AND ${which} ORDER BY events.id DESC LIMIT ${limit}`

const isOlder = sql`
  ((NOT tba OR ${isCancelledCup}) AND coalesce(end_date, start_date + ${openEndHours}::int * interval '1 hour')
    < now() - ${eventLimits.recentDays}::int * interval '1 day')`

const isSoon = sql`
  (NOT tba AND start_date < now() + ${eventLimits.soonDays}::int * interval '1 day'
    AND ${status} IN ('active', 'upcoming'))`

/** A page of the list as a statement, so that tests can check its plan. */
export const eventListing = (viewerId: number | null, query: ListedPage) =>
  query.soon
    ? eventRows(viewerId, page(query, isSoon), 0)
    : eventRows(viewerId, page(query, query.older ? isOlder : sql`NOT ${isOlder}`))

function eventOf(row: ListedRow, { team, reader }: EventListOptions): Event {
  const said = inLanguage(row, texts, reader)
  return {
    ...common(said, team),
    participants: row.participants,
    ...(said.untranslated && { untranslated: said.untranslated }),
    ...(row.is_cup && { isCup: true as const }),
    ...(row.cup && { cup: shownCup(row.cup) }),
  }
}

function shownCup(cup: CupLife & CupOfViewer): NonNullable<Event['cup']> {
  const { stage, size } = staged(cup)
  return { stage, size, state: cupPlayerState(cup, stage) }
}

/** Newest first, starting before the id `before`. */
export async function listEvents(
  executor: Executor,
  options: EventListOptions,
  query: ListedPage,
): Promise<Event[]> {
  const { rows } = await eventListing(options.viewerId, query).execute(executor)
  return rows.map((row) => eventOf(row, options))
}

export async function findEvent(
  executor: Executor,
  options: EventListOptions,
  id: number,
): Promise<Event | undefined> {
  const { rows } = await eventRows(options.viewerId, sql`WHERE events.id = ${id}`).execute(executor)
  return rows[0] && eventOf(rows[0], options)
}

/** An event without its participants. */
async function findRow(executor: Executor, id: number): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    SELECT ${columns} FROM events LEFT JOIN users ON users.id = events.creator_id AND users.deleted_at IS NULL WHERE events.id = ${id}
  `.execute(executor)
  return rows[0]
}

/** An event with the fields by which calendar programs distinguish its versions. */
export type CalendarEvent = Omit<EventRecord, 'words'> & {
  readonly modifiedAt: string
  readonly isCup: boolean
}

export async function findCalendarEvent(
  executor: Executor,
  { team, reader }: Omit<EventListOptions, 'viewerId'>,
  id: number,
): Promise<CalendarEvent | undefined> {
  const row = await findRow(executor, id)
  return (
    row && {
      ...recordOf(inLanguage(row, texts, reader), team),
      modifiedAt: row.modified_at.toISOString(),
      isCup: row.is_cup,
    }
  )
}

export async function listRecords(executor: Executor, team: string, query: Page): Promise<EventRecord[]> {
  const { rows } = await sql<EventRow>`
    SELECT ${columns} FROM events LEFT JOIN users ON users.id = events.creator_id AND users.deleted_at IS NULL ${page(query)}
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
      words: JSON.stringify(event.words ?? {}),
      tba: event.tba,
      creator_id: creatorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateEvent(
  transaction: Executor,
  id: number,
  event: NewEvent & { readonly words: EventWords },
): Promise<void> {
  await sql`
    UPDATE events SET title = ${event.title}, description = ${event.description},
      start_date = ${event.startDate}, end_date = ${event.endDate}, rewards = ${event.rewards},
      words = ${JSON.stringify(event.words)}::jsonb, tba = ${event.tba}, version = version + 1
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

export async function isRegistered(executor: Executor, eventId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM event_registrations WHERE event_id = ${eventId} AND user_id = ${userId}
  `.execute(executor)
  return rows.length > 0
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

/**
 * Notifies everybody who registered for an event. The rows do not belong to the event, so that they say what happened
 * after it was deleted. Call it in the transaction of the change, and before a deletion.
 */
export const notifyRegistered = (
  transaction: Executor,
  eventId: number,
  notification: TitledNotification,
): Promise<void> =>
  notifyMembers(
    transaction,
    sql`SELECT user_id FROM event_registrations WHERE event_id = ${eventId}`,
    notification,
  )

export const hideRegistrationsOf = (transaction: Executor, userId: number): Promise<void> =>
  hideRows(transaction, userId, 'event_registrations', sql`user_id = ${userId}`)

/** Before an account is restored: it does not come back into events that began meanwhile, nor into cups that have begun. */
export async function dropBegunRegistrations(transaction: Executor, userId: number): Promise<void> {
  await sql`
    DELETE FROM hidden_rows USING pending_deletions AS pending, events
    WHERE hidden_rows.user_id = ${userId} AND pending.user_id = ${userId} AND table_name = 'event_registrations'
      AND events.id = (content ->> 'event_id')::int AND start_date <= now()
      AND (start_date > requested_at OR EXISTS (SELECT FROM cups WHERE event_id = events.id))
  `.execute(transaction)
}
