import { sql } from 'kysely'
import { closingHours } from '../../../../../contract/rankings/seasons.ts'
import type { NewSeason, Season } from '../../../../../contract/rankings/seasons-schemas.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { memberJson } from '../../../accounts/users/avatar/queries.ts'

const state = sql`CASE WHEN closed_at IS NOT NULL THEN 'closed' WHEN ends_at <= now() THEN 'closing'
  WHEN starts_at <= now() THEN 'running' ELSE 'coming' END`

/** Ended early and not closed yet. */
const isEndUndoable = sql`closed_at IS NULL AND ends_at <= now() AND planned_ends_at > now()`

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** First of each board at the end of a season, of listed modes. */
const champions = sql`(
  SELECT coalesce(json_agg(json_build_object('mode', tracks.mode, 'ladder', ladder,
    'user', ${memberJson},
    'rating', (standing.rating / 100.0)::float8, 'tier', tier, 'tierColour', tier_colour)
    ORDER BY modes.position, ladder), '[]')
  FROM season_standings AS standing JOIN rating_tracks AS tracks ON tracks.id = track_id
  JOIN modes ON modes.key = tracks.mode AND listed
  JOIN game_identities AS identities ON identities.id = identity_id JOIN users ON users.id = user_id
  WHERE standing.season_id = seasons.id AND standing.position = 1)`

const shown = sql`id, name, ${iso('starts_at')} AS "startsAt", ${iso('ends_at')} AS "endsAt", ${state} AS state, version,
  CASE WHEN ${isEndUndoable} THEN ${iso('planned_ends_at')} END AS "plannedEnd"`

type SeasonRow = Omit<Season, 'plannedEnd'> & { readonly plannedEnd: string | null }

const seasonOf = ({ plannedEnd, ...season }: SeasonRow): Season => ({
  ...season,
  ...(plannedEnd !== null && { plannedEnd }),
})

/** Newest first. */
export async function listSeasons(executor: Executor): Promise<Season[]> {
  const { rows } = await sql<SeasonRow>`
    SELECT ${shown}, ${champions} AS champions FROM seasons ORDER BY seasons.starts_at DESC
  `.execute(executor)
  return rows.map(seasonOf)
}

export async function findSeason(executor: Executor, id: number): Promise<Season | undefined> {
  const { rows } = await sql<SeasonRow>`
    SELECT ${shown}, ${champions} AS champions FROM seasons WHERE id = ${id}
  `.execute(executor)
  return rows[0] && seasonOf(rows[0])
}

/**
 * Waits for the rating worker, and keeps it from using the seasons until the transaction ends. A worker that has read
 * them before begins again. Returns the time of the transaction.
 */
export async function lockSeasons(transaction: Executor): Promise<Date> {
  await sql`UPDATE rating_board_day SET as_of = as_of`.execute(transaction)
  const { rows } = await sql<{ now: Date }>`SELECT now() AS now`.execute(transaction)
  return rows[0]!.now
}

/** In the worker's transaction: fails (40001) when the seasons changed since its snapshot. */
export async function lockSeasonsShared(transaction: Executor): Promise<void> {
  await sql`SELECT FROM rating_board_day FOR SHARE`.execute(transaction)
}

export async function countSeasons(executor: Executor): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM seasons`.execute(executor)
  return rows[0]!.n
}

export async function insertSeason(
  transaction: Executor,
  { name, startsAt, endsAt }: NewSeason,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO seasons (name, starts_at, ends_at) VALUES (${name}, ${startsAt}, ${endsAt}) RETURNING id
  `.execute(transaction)
  return rows[0]!.id
}

export async function updateSeason(
  transaction: Executor,
  id: number,
  { name, startsAt, endsAt }: NewSeason,
): Promise<void> {
  await sql`
    UPDATE seasons SET name = ${name}, starts_at = ${startsAt}, ends_at = ${endsAt}, version = version + 1,
      planned_ends_at = CASE WHEN starts_at <= now() AND ${endsAt}::timestamptz < ends_at
        THEN greatest(planned_ends_at, ends_at) WHEN ${endsAt}::timestamptz < planned_ends_at THEN planned_ends_at END
    WHERE id = ${id}
  `.execute(transaction)
}

/** Returns whether members had been told that it began. */
export async function deleteSeason(transaction: Executor, id: number): Promise<boolean> {
  const { rows } = await sql<{ opened: boolean }>`
    DELETE FROM seasons WHERE id = ${id} RETURNING opened_at IS NOT NULL AS opened
  `.execute(transaction)
  return rows[0]?.opened ?? false
}

export async function hasMatchesSince(executor: Executor, moment: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM matches WHERE ended_at >= ${moment} LIMIT 1`.execute(executor)
  return rows.length > 0
}

/** Has the modes rated again whose matches end after a moment: clocks of game servers may be ahead. */
export async function queueModesSince(transaction: Executor, moment: Date | null): Promise<void> {
  await sql`
    INSERT INTO rating_queue (mode)
    SELECT DISTINCT game_type FROM matches WHERE ranked AND ended_at >= coalesce(${moment}::timestamptz, '-infinity')
  `.execute(transaction)
}

const isDue = sql`(opened_at IS NULL AND starts_at <= now()
  OR closed_at IS NULL AND ends_at <= now() - make_interval(hours => ${closingHours}::int))`

/** Whether a season is to be opened or closed. */
export async function hasDueSeason(executor: Executor): Promise<boolean> {
  const { rows } = await sql`SELECT FROM seasons WHERE ${isDue} LIMIT 1`.execute(executor)
  return rows.length > 0
}

/** Opens the seasons that have begun. Returns their ids. */
export async function openSeasons(transaction: Executor): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE seasons SET opened_at = now() WHERE opened_at IS NULL AND starts_at <= now() RETURNING id
  `.execute(transaction)
  return rows.map(({ id }) => id)
}

/** Closes the seasons that ended a day ago. Returns their ids. */
export async function closeSeasons(transaction: Executor): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE seasons SET closed_at = now(), version = version + 1
    WHERE closed_at IS NULL AND ends_at <= now() - make_interval(hours => ${closingHours}::int) RETURNING id
  `.execute(transaction)
  return rows.map(({ id }) => id)
}
