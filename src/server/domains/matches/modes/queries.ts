import { type RawBuilder, sql } from 'kysely'
import { modeLimits } from '../../../../contract/network/modes.ts'
import type { Mode } from '../../../../contract/network/modes-schemas.ts'
import type { Database, Executor } from '../../../platform/database/database.ts'
import { readWaiting, type Waiting } from '../../../platform/jobs/waiting.ts'
import { modePlace, queuedPlayers } from '../../network/modes/queries.ts'
import { isRunning } from '../ledger/queries/boards.ts'
import { lockNames } from '../ledger/queries/locks.ts'
import { withPresentPlayers } from '../presence/queries.ts'

/** Modes that pages show: with a board, or with a card on the minigames page. Game servers say a key or a name. */
export async function listShownModes(executor: Executor): Promise<Mode[]> {
  const shown = (present: RawBuilder<unknown>) => sql<Mode>`
    WITH queued AS MATERIALIZED (${queuedPlayers}), present AS MATERIALIZED (${present}),
    placed AS (
      SELECT modes.*, ${modePlace} AS place, practice_modes.id AS card,
        ARRAY[key, lower(modes.name), lower(practice_modes.name)] AS called
      FROM modes LEFT JOIN practice_modes ON practice_modes.mode = key
    )
    SELECT key, name, category, icon, listed AS ranked, listed, listed AND in_overall AS "inOverall", place AS position,
      CASE WHEN EXISTS (SELECT FROM present)
        THEN (SELECT coalesce(sum(players), 0)::int FROM present WHERE said = ANY(called)) END AS players,
      (SELECT least(sum(players), 2147483647)::int FROM queued WHERE said = ANY(called) HAVING count(*) > 0) AS queue
    FROM placed WHERE merged_into IS NULL AND (listed OR card IS NOT NULL)
    ORDER BY place LIMIT ${modeLimits.modes}
  `
  const { rows } = await withPresentPlayers((present) => shown(present).execute(executor))
  return rows
}

/** Game types with what they count for: the mode, and whether it counts in overall. An alias is resolved once. */
export const countedModes = sql`(
  SELECT modes.key AS game_type, kept.key AS mode, kept.name AS mode_name, kept.listed AND kept.in_overall AS in_overall
  FROM modes JOIN modes AS kept ON kept.key = coalesce(modes.merged_into, modes.key))`

/** What a game type counts for. */
export interface CountedMode {
  readonly mode: string
  readonly inOverall: boolean
}

export async function findCountedModes(
  executor: Executor,
  gameTypes: readonly string[],
): Promise<ReadonlyMap<string, CountedMode>> {
  if (gameTypes.length === 0) return new Map()
  const { rows } = await sql<CountedMode & { gameType: string }>`
    SELECT game_type AS "gameType", mode, in_overall AS "inOverall" FROM ${countedModes} AS counted
    WHERE game_type = ANY(${[...new Set(gameTypes)]}::text[])
  `.execute(executor)
  return new Map(rows.map(({ gameType, ...counted }) => [gameType, counted]))
}

/** Stores unknown game types as unlisted modes, as many as there is room for. One writer at a time counts the room. */
export const insertGameModes = ({ sql: database }: Pick<Database, 'sql'>, keys: readonly string[]) =>
  database.transaction().execute(async (transaction) => {
    await lockNames(transaction, ['modes that matches made'])
    await sql`
      INSERT INTO modes (key, name, position, made_by)
      SELECT key, initcap(replace(key, '_', ' ')), (SELECT coalesce(max(position), 0) FROM modes) + ordinality, 'game'
      FROM unnest(${keys}::text[]) WITH ORDINALITY AS new (key, ordinality)
      WHERE NOT EXISTS (SELECT FROM modes WHERE modes.key = new.key)
      ORDER BY ordinality
      LIMIT greatest(0, ${modeLimits.madeByGame} - (
        SELECT count(*) FROM modes WHERE made_by = 'game' AND NOT listed AND merged_into IS NULL))
    `.execute(transaction)
  })

/** Makes the running boards on which a mode's matches count from now on: for each of its periods, of its target and overall. */
export async function insertBoardsOf(transaction: Executor, mode: string): Promise<void> {
  await sql`
    INSERT INTO boards (game_type, period, starts_on)
    SELECT DISTINCT counted.shown, period, starts_on FROM boards
    CROSS JOIN LATERAL (VALUES (kept_mode(game_type)), ('overall')) AS counted (shown)
    WHERE game_type = ${mode} AND ${isRunning}
    ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING
  `.execute(transaction)
}

/** Makes the running boards of a mode whose matches counted for another one until now. */
export async function insertBoardsLike(transaction: Executor, mode: string, other: string): Promise<void> {
  await sql`
    INSERT INTO boards (game_type, period, starts_on)
    SELECT ${mode}, period, starts_on FROM boards WHERE game_type = ${other} AND ${isRunning}
    ORDER BY 2, 3 ON CONFLICT DO NOTHING
  `.execute(transaction)
}

/** Every player with a ranked match that counts for this mode has a row on its board of all time. */
const playersOf = (mode: string) => sql`
  SELECT user_id FROM player_stats
  WHERE board_id = (SELECT id FROM boards WHERE game_type = ${mode} AND period = 'all')`

/** Has the players of a mode computed again; nothing to do without any. */
export async function insertRebuild(transaction: Executor, mode: string): Promise<void> {
  await sql`
    INSERT INTO mode_rebuilds (mode, total)
    SELECT ${mode}, count(*) FROM (${playersOf(mode)}) AS players HAVING count(*) > 0
  `.execute(transaction)
}

export interface Rebuild {
  readonly id: number
  readonly mode: string
  readonly lastUserId: number
}

/** The oldest rebuild that no other process is at, locked until the transaction ends. */
export async function lockRebuild(transaction: Executor): Promise<Rebuild | undefined> {
  const { rows } = await sql<Rebuild>`
    SELECT id, mode, last_user_id AS "lastUserId" FROM mode_rebuilds ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
  `.execute(transaction)
  return rows[0]
}

export async function nextPlayers(
  transaction: Executor,
  { mode, lastUserId }: Rebuild,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    ${playersOf(mode)} AND user_id > ${lastUserId} ORDER BY user_id LIMIT ${limit}
  `.execute(transaction)
  return rows.map((row) => row.user_id)
}

export async function storeProgress(
  transaction: Executor,
  { id }: Rebuild,
  players: readonly number[],
): Promise<void> {
  await sql`
    UPDATE mode_rebuilds SET done = least(total, done + ${players.length}), last_user_id = ${players.at(-1)}
    WHERE id = ${id}
  `.execute(transaction)
}

export async function deleteRebuild(transaction: Executor, { id }: Rebuild): Promise<void> {
  await sql`DELETE FROM mode_rebuilds WHERE id = ${id}`.execute(transaction)
}

/** A rebuild of the whole ledger leaves nothing to compute again. */
export async function deleteRebuilds(transaction: Executor): Promise<void> {
  await sql`DELETE FROM mode_rebuilds`.execute(transaction)
}

export const readWaitingRebuilds = (executor: Executor): Promise<Waiting> =>
  readWaiting(executor, sql`SELECT created_at AS since FROM mode_rebuilds ORDER BY id`)

export async function countRebuilds(executor: Executor): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM mode_rebuilds`.execute(executor)
  return rows[0]!.n
}
