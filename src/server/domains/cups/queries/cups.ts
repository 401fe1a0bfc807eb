import { sql } from 'kysely'
import { type CupState, cupStates } from '../../../../contract/cups/cups.ts'
import type { CupFields } from '../../../../contract/cups/cups-schemas.ts'
import { type CupFormat, formatOf } from '../../../../contract/cups/formats.ts'
import type { Text } from '../../../../contract/languages.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { type RecordWords, textInLanguage, textOfRecord } from '../../../platform/languages/record-words.ts'
import type { Cup } from '../engine/cup.ts'

/** Milliseconds since 1970, as the engine counts time. */
const ms = (column: string) => sql`(extract(epoch FROM ${sql.ref(column)}) * 1000)::float8`

export interface StoredCup extends Cup {
  readonly version: number
  /** For readers of any language. */
  readonly title: Text
  readonly eventVersion: number
  /** The clock of the database, after the cup was locked. */
  readonly now: number
}

interface CupRow extends Omit<Cup, 'startAt' | 'endAt' | 'matches'> {
  readonly startAt: number
  readonly endAt: number | null
  readonly tba: boolean
  readonly version: number
  readonly title: string
  readonly words: RecordWords
  readonly eventVersion: number
  readonly now: number
}

const cupRow = sql`
  SELECT event_id AS id, format, kept_mode(mode) AS mode, size, seats, minimum, best_of AS "bestOf",
    final_best_of AS "finalBestOf", game_minutes AS "gameMinutes", third_place AS "thirdPlace", cut,
    ${ms('made_at')} AS "madeAt", ${ms('start_date')} AS "startAt", ${ms('end_date')} AS "endAt", tba,
    cups.version, title, words, events.version AS "eventVersion",
    (extract(epoch FROM date_trunc('milliseconds', clock_timestamp())) * 1000)::float8 AS now
  FROM cups JOIN events ON events.id = event_id`

const cupOfRow = ({ tba, startAt, endAt, words, ...row }: CupRow): StoredCup => ({
  ...row,
  title: textOfRecord({ title: row.title, words }, 'title'),
  matches: formatOf(row).matches,
  startAt: tba ? null : startAt,
  endAt: formatOf(row).hasTable ? endAt : null,
})

export async function findCup(executor: Executor, id: number): Promise<StoredCup | undefined> {
  const { rows } = await sql<CupRow>`${cupRow} WHERE event_id = ${id}`.execute(executor)
  return rows[0] && cupOfRow(rows[0])
}

/**
 * Locks a cup until the transaction ends: facts that depend on how it stands are appended one after the other. With
 * `skipLocked` also undefined while another process has it.
 */
export async function lockCup(
  transaction: Executor,
  id: number,
  { skipLocked = false } = {},
): Promise<StoredCup | undefined> {
  const { rows } = await sql`
    SELECT FROM cups WHERE event_id = ${id} FOR NO KEY UPDATE ${skipLocked ? sql`SKIP LOCKED` : sql``}
  `.execute(transaction)
  return rows.length === 0 ? undefined : findCup(transaction, id)
}

export async function insertCup(transaction: Executor, id: number, fields: CupFields): Promise<void> {
  await sql`
    INSERT INTO cups (event_id, format, mode, seats, minimum, best_of, final_best_of, game_minutes, third_place,
      size, cut)
    VALUES (${id}, ${fields.format}, ${fields.mode}, ${fields.seats}, ${fields.minimum}, ${fields.bestOf},
      ${fields.finalBestOf}, ${fields.gameMinutes}, ${fields.thirdPlace}, ${fields.size},
      ${fields.cut})
  `.execute(transaction)
}

/** A check-in of players counts from when it opens: what they did in another format was none. */
export async function updateCup(transaction: Executor, id: number, fields: CupFields): Promise<void> {
  await sql`
    UPDATE cups SET format = ${fields.format}, mode = ${fields.mode}, seats = ${fields.seats},
      minimum = ${fields.minimum}, best_of = ${fields.bestOf}, final_best_of = ${fields.finalBestOf},
      game_minutes = ${fields.gameMinutes}, third_place = ${fields.thirdPlace}, size = ${fields.size},
      cut = ${fields.cut}, version = version + 1
    WHERE event_id = ${id}
  `.execute(transaction)
  if (formatOf(fields).hasCheckIn)
    await sql`
      UPDATE cup_team_players SET is_checked_in = false WHERE event_id = ${id} AND is_checked_in
    `.execute(transaction)
}

export async function deleteCup(transaction: Executor, id: number): Promise<void> {
  await transaction.deleteFrom('cups').where('event_id', '=', id).execute()
}

/** What the worker looks at: cups under way, those that time brings something to, and those that were changed. */
export async function findRestlessCups(executor: Executor): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT cups.event_id AS id FROM cups JOIN events ON events.id = cups.event_id
    LEFT JOIN cup_views AS view ON view.event_id = cups.event_id
    WHERE view.event_id IS NULL OR view.state IN ('running', 'paused', 'closing')
      OR view.state = 'open' AND (view.due_at <= now() OR view.event_version <> events.version
        OR view.last_fact_id < (SELECT max(id) FROM cup_facts WHERE cup_facts.event_id = cups.event_id)
        OR is_check_in_open(cups, events))
    ORDER BY cups.event_id
  `.execute(executor)
  return rows.map(({ id }) => id)
}

/** How long until time brings something to a cup; null: to none. */
export async function nextDueInMs(executor: Executor): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM min(due_at) - clock_timestamp()) * 1000)::float8 AS ms FROM cup_views
  `.execute(executor)
  return rows[0]!.ms
}

export async function listCupIds(executor: Executor): Promise<number[]> {
  const rows = await executor.selectFrom('cups').select('event_id').orderBy('event_id').execute()
  return rows.map(({ event_id }) => event_id)
}

export interface ListedCup {
  readonly id: number
  readonly title: string
  readonly format: CupFormat
  readonly mode: string
  readonly modeName: string
  readonly state: CupState
  readonly startAt: number
  readonly endAt: number | null
  readonly madeAt: number
  readonly tba: boolean
  readonly size: number
  readonly seats: number
  readonly entrantCount: number
  readonly registeredCount: number
  readonly championId: number | null
  readonly championName: string | null
  /** Null without a champion. */
  readonly isChampionMarked: boolean | null
}

const listed = (language: string) => sql`
  SELECT cups.event_id AS id, ${textInLanguage('events', 'title', language)} AS title, format, kept_mode(cups.mode) AS mode,
    coalesce(modes.name, kept_mode(cups.mode)) AS "modeName", coalesce(view.state, 'open') AS state,
    ${ms('start_date')} AS "startAt", ${ms('end_date')} AS "endAt", ${ms('made_at')} AS "madeAt", tba, size,
    seats, (SELECT count(*)::int FROM cup_entrants WHERE cup_entrants.event_id = cups.event_id AND NOT is_waiting)
      AS "entrantCount",
    (SELECT count(*)::int FROM event_registrations WHERE event_registrations.event_id = cups.event_id) AS "registeredCount",
    champion.id AS "championId", champion.name AS "championName",
    CASE WHEN champion.identity_ids IS NOT NULL THEN is_place_marked(cups.event_id, champion.identity_ids) END
      AS "isChampionMarked"
  FROM cups JOIN events ON events.id = cups.event_id
  LEFT JOIN cup_views AS view ON view.event_id = cups.event_id
  LEFT JOIN modes ON modes.key = kept_mode(cups.mode)
  LEFT JOIN LATERAL (
    SELECT CASE WHEN forgotten_at IS NULL AND team.id IS NULL THEN users.id END AS id,
      coalesce(team.name, CASE WHEN forgotten_at IS NULL THEN users.shown_name END) AS name,
      identity_ids
    FROM cup_places LEFT JOIN game_identities ON game_identities.id = cup_places.identity_ids[1]
    LEFT JOIN users ON users.id = game_identities.user_id
    LEFT JOIN cup_teams AS team ON team.event_id = cup_places.event_id AND team.id = cup_places.entrant
    WHERE cup_places.event_id = cups.event_id AND place = 1 LIMIT 1
  ) AS champion ON view.state = 'final'`

/** What a list of cups is ordered by, before their ids. */
const moments = {
  start: sql`CASE WHEN tba THEN timestamptz 'infinity' ELSE start_date END`,
  end: sql`coalesce(end_date, start_date)`,
  made: sql`timestamptz 'epoch'`,
}

/**
 * Those under way or to come, the soonest first; those that ended, what ended last first; or all, newest first.
 * @param filter `before`: the last of the page before
 */
export async function listCups(
  executor: Executor,
  {
    state,
    season,
    before,
  }: {
    readonly state?: 'running' | 'open' | 'past' | undefined
    readonly season?: number | undefined
    readonly before?: number | undefined
  },
  { limit, language }: { readonly limit: number; readonly language: string },
): Promise<ListedCup[]> {
  const states =
    state === undefined
      ? cupStates
      : (
          { running: ['running', 'paused', 'closing'], open: ['open'], past: ['final', 'cancelled'] } as const
        )[state]
  const isAhead = state === 'running' || state === 'open'
  const moment = moments[isAhead ? 'start' : state === 'past' || season !== undefined ? 'end' : 'made']
  const [beyond, direction] = isAhead ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`]
  const { rows } = await sql<ListedCup>`
    ${listed(language)} WHERE coalesce(view.state, 'open') = ANY(${[...states]}::text[])
      ${before === undefined ? sql`` : sql`AND (${moment}, events.id) ${beyond} (SELECT ${moment}, id FROM events WHERE id = ${before})`}
      AND (${season ?? null}::int IS NULL OR view.state = 'final' AND EXISTS (SELECT FROM seasons
        WHERE seasons.id = ${season ?? null}::int AND end_date >= starts_at AND end_date < ends_at))
    ORDER BY ${moment} ${direction}, events.id ${direction} LIMIT ${limit}
  `.execute(executor)
  return rows
}

export async function findListedCup(
  executor: Executor,
  id: number,
  language: string,
): Promise<ListedCup | undefined> {
  const { rows } = await sql<ListedCup>`${listed(language)} WHERE cups.event_id = ${id}`.execute(executor)
  return rows[0]
}

/** The event as its cup leaves it: its end, or no date at all when it was cancelled before its start. */
export async function endEvent(transaction: Executor, id: number, end: Date | 'unknown'): Promise<void> {
  if (end === 'unknown')
    await sql`UPDATE events SET tba = true, version = version + 1 WHERE id = ${id} AND NOT tba`.execute(
      transaction,
    )
  else
    await sql`
      UPDATE events SET end_date = ${end}, version = version + 1
      WHERE id = ${id} AND start_date < ${end} AND end_date IS DISTINCT FROM ${end}
    `.execute(transaction)
}

/** Gives an event a new version, so that calendar programs read it again. */
export async function touchEvent(transaction: Executor, id: number): Promise<void> {
  await sql`UPDATE events SET version = version + 1 WHERE id = ${id}`.execute(transaction)
}

export interface WatchedCup extends ListedCup {
  readonly minimum: number
  readonly bestOf: number
  readonly finalBestOf: number
  readonly gameMinutes: number
  readonly cut: number | null
  readonly waiting: number
  readonly questioned: number
  readonly disputed: number
}

/** Cups that are not over: first those with questioned or disputed results, then the soonest; without a date last. */
export async function listWatchedCups(
  executor: Executor,
  { limit, language }: { readonly limit: number; readonly language: string },
): Promise<WatchedCup[]> {
  const { rows } = await sql<WatchedCup>`
    SELECT listed.*, cups.minimum, cups.best_of AS "bestOf", cups.final_best_of AS "finalBestOf",
      cups.game_minutes AS "gameMinutes", cups.cut, waiting, questioned, disputed
    FROM (${listed(language)} WHERE coalesce(view.state, 'open') NOT IN ('final', 'cancelled')) AS listed
    JOIN cups ON cups.event_id = listed.id
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE node ? 'questioned')::int AS questioned,
        count(*) FILTER (WHERE node ? 'disputed')::int AS disputed
      FROM cup_views, jsonb_path_query(rounds, '$[*].nodes[*]') AS node WHERE cup_views.event_id = listed.id
    ) AS asked
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS waiting FROM cup_entrants WHERE cup_entrants.event_id = listed.id AND is_waiting
    ) AS queue
    ORDER BY questioned + disputed > 0 DESC, tba, "startAt", listed.id LIMIT ${limit}
  `.execute(executor)
  return rows
}
