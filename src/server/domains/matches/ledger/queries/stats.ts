import { sql } from 'kysely'
import type { Executor } from '../../../../platform/database/database.ts'
import type { Totals } from '../totals.ts'
import { isRunning } from './boards.ts'
import { computedStatsQuery } from './computed-stats.ts'
import { excludedFigures, figureColumns, figureKeys, figuresByKey, typedFigureKeys } from './figure-table.ts'

/** A player on a leaderboard. */
export interface StatsKey {
  readonly boardId: number
  readonly userId: number
}

/** A player's bucket in the histogram of a leaderboard. */
export interface Bucket {
  readonly boardId: number
  readonly bucket: number
}

export type StoredTotals = StatsKey & Totals & Bucket

/** Of `player_stats`. */
export const totalsColumns = sql`board_id, user_id, ${figureColumns}, last_ended_at, last_match_id`

const totals = sql`board_id AS "boardId", user_id AS "userId", ${figuresByKey}, last_ended_at AS "lastEndedAt",
  last_match_id AS "lastMatchId"`

export const keysTable = (
  keys: readonly StatsKey[],
) => sql`(SELECT unnest(${keys.map((key) => key.boardId)}::int[]) AS board_id,
  unnest(${keys.map((key) => key.userId)}::int[]) AS user_id) AS keys`

export async function readTotals(transaction: Executor, keys: readonly StatsKey[]): Promise<StoredTotals[]> {
  const { rows } = await sql<StoredTotals>`
    SELECT ${totals}, bucket
    FROM player_stats JOIN ${keysTable(keys)} USING (board_id, user_id)
  `.execute(transaction)
  return rows
}

/** Recomputes totals from all matches of the players; positions without counting matches are omitted. */
export async function computeTotals(
  transaction: Executor,
  keys: readonly StatsKey[],
): Promise<(StatsKey & Totals)[]> {
  const users = [...new Set(keys.map((key) => key.userId))]
  const boards = [...new Set(keys.map((key) => key.boardId))]
  const { rows } = await sql<StatsKey & Totals>`
    SELECT ${totals}
    FROM (${computedStatsQuery({ players: sql`identities.user_id = ANY(${users}::int[])`, boards: sql`boards.id = ANY(${boards}::int[])` })}) AS truth
    JOIN ${keysTable(keys)} USING (board_id, user_id)
  `.execute(transaction)
  return rows
}

/** Stores totals and returns how players moved between buckets. */
export async function writeTotals(
  transaction: Executor,
  written: readonly (StatsKey & Totals)[],
): Promise<Bucket[]> {
  if (written.length === 0) return []
  const { rows } = await sql<Bucket>`
    INSERT INTO player_stats (${totalsColumns})
    SELECT "boardId", "userId", ${figureKeys}, "lastEndedAt", "lastMatchId"
    FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb) AS written ("boardId" int, "userId" int,
      ${typedFigureKeys}, "lastEndedAt" timestamptz, "lastMatchId" uuid)
    ORDER BY "boardId", "userId"
    ON CONFLICT (board_id, user_id) DO UPDATE SET ${excludedFigures},
      last_ended_at = excluded.last_ended_at, last_match_id = excluded.last_match_id
    RETURNING board_id AS "boardId", bucket
  `.execute(transaction)
  return rows
}

export async function deleteTotals(transaction: Executor, keys: readonly StatsKey[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    DELETE FROM player_stats USING ${keysTable(keys)}
    WHERE player_stats.board_id = keys.board_id AND player_stats.user_id = keys.user_id
  `.execute(transaction)
}

/**
 * All running leaderboards with these players, and those on which the same matches count since a mode was merged, a merge was
 * undone, or a mode began to count in overall.
 */
export async function statsKeysOf(executor: Executor, userIds: readonly number[]): Promise<StatsKey[]> {
  const { rows } = await sql<StatsKey>`
    SELECT DISTINCT target.id AS "boardId", user_id AS "userId"
    FROM player_stats JOIN boards ON boards.id = board_id AND ${isRunning}
    JOIN boards AS target ON (target.period, target.starts_on) = (boards.period, boards.starts_on)
      AND (target.game_type IN (boards.game_type, kept_mode(boards.game_type), 'overall')
        OR target.game_type IN (SELECT mode FROM mode_merges WHERE into_mode = boards.game_type AND undone_at IS NOT NULL))
    WHERE user_id = ANY(${userIds}::int[])
  `.execute(executor)
  return rows
}

/** An account on every board that is written. */
export async function runningKeysOf(executor: Executor, userId: number): Promise<StatsKey[]> {
  const { rows } = await sql<StatsKey>`
    SELECT id AS "boardId", ${userId}::int AS "userId" FROM boards WHERE ${isRunning}
  `.execute(executor)
  return rows
}

/** Histogram levels of a bucket, as number of dropped bits. From ±1,024 points on there are only the first two. */
const shiftsOf = (bucket: number) => (Math.abs(bucket) >= 1024 * 65_536 ? [22, 16] : [22, 16, 8, 0])

/** Moves players between buckets. These few rows are contended, so they come last in a transaction. */
export async function countBuckets(
  transaction: Executor,
  left: readonly Bucket[],
  entered: readonly Bucket[],
): Promise<void> {
  const changes = new Map<string, { boardId: number; shift: number; node: number; by: number }>()
  const count = ({ boardId, bucket }: Bucket, by: number) => {
    for (const shift of shiftsOf(bucket)) {
      const node = bucket >> shift
      const key = `${boardId} ${shift} ${node}`
      const change = changes.get(key) ?? { boardId, shift, node, by: 0 }
      change.by += by
      changes.set(key, change)
    }
  }
  for (const bucket of left) count(bucket, -1)
  for (const bucket of entered) count(bucket, 1)
  const rows = [...changes.values()].filter(({ by }) => by !== 0)
  if (rows.length === 0) return
  await sql`
    INSERT INTO board_counts AS old (board_id, shift, node, players)
    SELECT "boardId", shift, node, by
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS changes ("boardId" int, shift smallint, node int, by int)
    ORDER BY 1, 2, 3
    ON CONFLICT (board_id, shift, node) DO UPDATE SET players = old.players + excluded.players
  `.execute(transaction)
}
