import { sql } from 'kysely'
import { mergeUndoHours, modeLimits } from '../../../../contract/network/modes.ts'
import type { ModeRecord, NewMode } from '../../../../contract/network/modes-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'

/** Queued players by the key or name that game servers gave. Heartbeats are valid for three of their intervals. */
export const queuedPlayers = sql`
  SELECT kept_mode(lower(queue.key)) AS said, least(sum(queue.value::int), 2147483647)::int AS players
  FROM heartbeats
  JOIN game_servers ON game_servers.id = heartbeats.server_id
  CROSS JOIN LATERAL jsonb_each_text(heartbeats.queues) AS queue
  WHERE game_servers.revoked_at IS NULL
    AND heartbeats.received_at > now() - 3 * heartbeats.next_poll_ms * interval '1 millisecond'
  GROUP BY 1`

/** Zero-based place among all modes. */
export const modePlace = sql`(row_number() OVER (ORDER BY modes.position, modes.id) - 1)::int`

/** Listed modes in their order. */
export async function listBoardNames(executor: Executor): Promise<{ key: string; name: string }[]> {
  const { rows } = await sql<{ key: string; name: string }>`
    SELECT key, name FROM modes WHERE listed ORDER BY position, id LIMIT ${modeLimits.listed}
  `.execute(executor)
  return rows
}

/** The listed mode that a game type counts for; undefined when it has no board. `overall` stands for itself. */
export async function findListedMode(executor: Executor, gameType: string): Promise<string | undefined> {
  if (gameType === 'overall') return gameType
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM modes WHERE key = kept_mode(${gameType}) AND listed
  `.execute(executor)
  return rows[0]?.key
}

const undoSpan = sql`make_interval(hours => ${mergeUndoHours}::int)`

const isUndoable = sql`undone_at IS NULL AND merged_at > now() - ${undoSpan}`

const records = sql`
  SELECT modes.id, key, name, category, icon, listed, in_overall AS "inOverall",
    ${modePlace} AS position,
    merged_into AS "mergedInto",
    (SELECT to_char((merged_at + ${undoSpan}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM mode_merges
      WHERE ${isUndoable} AND mode_merges.mode = key AND into_mode = merged_into ORDER BY merged_at DESC LIMIT 1)
      AS "undoMergeUntil", made_by AS "madeBy", version,
    coalesce((SELECT sum(players) FROM board_counts JOIN boards ON boards.id = board_id
      WHERE game_type = key AND period = 'all' AND shift = 22), 0)::int AS ranked,
    coalesce((SELECT sum(total) FROM match_totals JOIN modes AS counted ON counted.key = game_type
      WHERE coalesce(counted.merged_into, counted.key) = modes.key), 0)::float8 AS matches,
    (SELECT json_build_object('done', sum(done), 'total', sum(total)) FROM mode_rebuilds
      WHERE mode = key HAVING count(*) > 0) AS rebuild
  FROM modes`

export async function listModeRecords(executor: Executor): Promise<ModeRecord[]> {
  const { rows } = await sql<ModeRecord>`
    SELECT * FROM (${records}) AS record ORDER BY position LIMIT ${2 * modeLimits.modes}
  `.execute(executor)
  return rows
}

export async function findModeRecord(executor: Executor, key: string): Promise<ModeRecord | undefined> {
  const { rows } = await sql<ModeRecord>`SELECT * FROM (${records}) AS record WHERE key = ${key}`.execute(
    executor,
  )
  return rows[0]
}

/** Locks all modes until the transaction ends, because they are counted and moved. Readers do not wait. */
export const lockModes = (transaction: Executor) =>
  sql`LOCK TABLE modes IN SHARE ROW EXCLUSIVE MODE`.execute(transaction)

export async function countModes(executor: Executor): Promise<{ all: number; listed: number }> {
  const { rows } = await sql<{ all: number; listed: number }>`
    SELECT count(*)::int AS all, (count(*) FILTER (WHERE listed))::int AS listed FROM modes
  `.execute(executor)
  return rows[0]!
}

/** A key that exists violates `modes_pkey`. Set the position afterwards. */
export async function insertMode(transaction: Executor, mode: NewMode): Promise<void> {
  const { key, name, category, icon, listed, inOverall } = mode
  await transaction
    .insertInto('modes')
    .values({ key, name, category, icon, listed, in_overall: inOverall, made_by: 'staff' })
    .execute()
}

export async function updateMode(
  transaction: Executor,
  key: string,
  mode: Pick<ModeRecord, 'name' | 'category' | 'icon' | 'listed' | 'inOverall'>,
): Promise<void> {
  await sql`
    UPDATE modes SET name = ${mode.name}, category = ${mode.category}, icon = ${mode.icon}, listed = ${mode.listed},
      in_overall = ${mode.inOverall}, version = version + 1
    WHERE key = ${key}
  `.execute(transaction)
}

/** Moves a mode to a zero-based position; the modes behind move down. */
export async function moveMode(transaction: Executor, key: string, position: number): Promise<void> {
  await sql`
    WITH others AS (
      SELECT key, row_number() OVER (ORDER BY position, id) - 1 AS place FROM modes WHERE key <> ${key}
    ), placed AS (
      SELECT key, CASE WHEN place < ${position}::int THEN place ELSE place + 1 END AS place FROM others
      UNION ALL SELECT ${key}::text, ${position}::int
    )
    UPDATE modes SET position = placed.place FROM placed
    WHERE modes.key = placed.key AND modes.position <> placed.place
  `.execute(transaction)
}

/** Lets a mode, and those merged into it before, count for another. */
export async function storeMerge(transaction: Executor, key: string, into: string): Promise<void> {
  await sql`
    INSERT INTO mode_merges (mode, into_mode, was_listed, aliases)
    SELECT key, ${into}, listed, ARRAY(SELECT alias.key FROM modes AS alias WHERE alias.merged_into = modes.key)
    FROM modes WHERE key = ${key}
  `.execute(transaction)
  await sql`
    UPDATE modes SET merged_into = ${into}, listed = false, version = version + 1
    WHERE key = ${key} OR merged_into = ${key}
  `.execute(transaction)
}

export interface Merge {
  readonly id: number
  readonly into: string
  readonly wasListed: boolean
  readonly aliases: readonly string[]
}

/** The merge of a mode into the one that it counts for now, while it can be undone. */
export async function findUndoableMerge(executor: Executor, key: string): Promise<Merge | undefined> {
  const { rows } = await sql<Merge>`
    SELECT mode_merges.id, into_mode AS into, was_listed AS "wasListed", aliases
    FROM mode_merges JOIN modes ON key = mode AND merged_into = into_mode
    WHERE mode = ${key} AND ${isUndoable} ORDER BY merged_at DESC LIMIT 1
  `.execute(executor)
  return rows[0]
}

/** Lets a mode, and those that had been merged into it, count for itself again. */
export async function undoMerge(
  transaction: Executor,
  key: string,
  { id, into, wasListed, aliases }: Merge,
): Promise<void> {
  await sql`
    UPDATE modes SET merged_into = CASE WHEN key = ${key} THEN NULL ELSE ${key} END,
      listed = key = ${key} AND ${wasListed}::boolean, version = version + 1
    WHERE merged_into = ${into} AND (key = ${key} OR key = ANY(${[...aliases]}::text[]))
  `.execute(transaction)
  await sql`UPDATE mode_merges SET undone_at = now() WHERE id = ${id}`.execute(transaction)
}

/** Gives the modes that ship their names from content, once in the life of a site. */
export async function seedShippedNames(
  transaction: Executor,
  names: Readonly<Record<string, string>>,
): Promise<void> {
  const marked = await sql`
    INSERT INTO content_seeds (table_name) VALUES ('modes') ON CONFLICT DO NOTHING RETURNING 1
  `.execute(transaction)
  if (marked.rows.length === 0) return
  await sql`
    UPDATE modes SET name = value FROM jsonb_each_text(${JSON.stringify(names)}::jsonb)
    WHERE modes.key = jsonb_each_text.key AND made_by = 'release'
  `.execute(transaction)
}
