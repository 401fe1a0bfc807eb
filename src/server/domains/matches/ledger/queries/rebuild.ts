import { sql } from 'kysely'
import type { Executor } from '../../../../platform/database/database.ts'
import { countedModes } from '../../modes/queries.ts'
import { isRunning, runningSince } from './boards.ts'
import { computedStatsQuery, shownModes, spansOfMatch } from './computed-stats.ts'
import { countsNowhere } from './matches.ts'
import { totalsColumns } from './stats.ts'

/** Accounts per statement, which keeps each far below the statement timeout. */
const step = 1_000

/** Ranges of account ids that cover all accounts. */
export async function userRanges(executor: Executor): Promise<[from: number, to: number][]> {
  const { rows } = await sql<{ most: number }>`SELECT coalesce(max(id), 0) AS most FROM users`.execute(
    executor,
  )
  const ranges: [number, number][] = []
  for (let from = 1; from <= (rows[0]?.most ?? 0); from += step) ranges.push([from, from + step - 1])
  return ranges
}

export async function runningBoardIds(executor: Executor): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM boards WHERE ${isRunning} ORDER BY id`.execute(
    executor,
  )
  return rows.map((row) => row.id)
}

/** Running leaderboards on which a match counts. */
const wantedBoards = sql`
  SELECT DISTINCT shown.mode AS game_type, spans.period, spans.starts_on
  FROM matches JOIN ${countedModes} AS counted USING (game_type) ${shownModes} ${spansOfMatch}
  WHERE ranked AND NOT ${countsNowhere} AND shown.mode IS NOT NULL AND spans.starts_on >= ${runningSince(sql`spans.period`)}`

export async function makeBoards(transaction: Executor): Promise<void> {
  await sql`INSERT INTO boards (game_type, period, starts_on) ${wantedBoards} ON CONFLICT DO NOTHING`.execute(
    transaction,
  )
}

export async function countMissingBoards(executor: Executor): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (${wantedBoards} EXCEPT SELECT game_type, period, starts_on FROM boards) AS missing
  `.execute(executor)
  return rows[0]?.n ?? 0
}

/**
 * Plans the statements of this transaction by the accounts that each is about. After five of them PostgreSQL would take
 * one plan for any range of accounts, which costs a third more where a site has many modes (npm run bench modes).
 */
export const planEachRange = (transaction: Executor) =>
  sql`SET LOCAL plan_cache_mode = force_custom_plan`.execute(transaction)

const statsOf = ([from, to]: readonly [number, number]) =>
  computedStatsQuery({ players: sql`identities.user_id BETWEEN ${from} AND ${to}`, boards: isRunning })

/** Recomputes the stats of a range of accounts; returns the number of rows. */
export async function rewriteUsers(transaction: Executor, range: readonly [number, number]): Promise<number> {
  const [from, to] = range
  await sql`DELETE FROM player_stats WHERE user_id BETWEEN ${from} AND ${to}`.execute(transaction)
  const { numAffectedRows } = await sql`
    INSERT INTO player_stats (${totalsColumns}) ${statsOf(range)}
  `.execute(transaction)
  return Number(numAffectedRows ?? 0)
}

/** Histograms of leaderboards, computed from their players. One statement: a network may have 200 boards. */
const histograms = (boardIds: readonly number[]) => sql`
  SELECT board_id, shift::smallint, bucket >> shift AS node, count(*)::int AS players
  FROM player_stats, unnest(CASE WHEN abs(points) < 1024 THEN ARRAY[22, 16, 8, 0] ELSE ARRAY[22, 16] END) AS shift
  WHERE board_id = ANY(${boardIds}::int[]) GROUP BY 1, 2, 3`

/** Counts the players of leaderboards again; equal counts stay untouched. */
export async function recountBoards(transaction: Executor, boardIds: readonly number[]): Promise<void> {
  await sql`
    WITH truth AS MATERIALIZED (${histograms(boardIds)}), stray AS (
      DELETE FROM board_counts AS kept WHERE board_id = ANY(${boardIds}::int[]) AND NOT EXISTS (
        SELECT FROM truth WHERE (truth.board_id, truth.shift, truth.node) = (kept.board_id, kept.shift, kept.node))
    )
    INSERT INTO board_counts (board_id, shift, node, players)
    SELECT board_id, shift, node, truth.players FROM truth LEFT JOIN board_counts AS kept USING (board_id, shift, node)
    WHERE kept.players IS DISTINCT FROM truth.players
    ON CONFLICT (board_id, shift, node) DO UPDATE SET players = excluded.players
  `.execute(transaction)
}

export interface Compared {
  readonly rows: number
  readonly differences: number
  /** The first difference, in readable form. */
  readonly example: string | null
}

export async function compareUsers(executor: Executor, range: readonly [number, number]): Promise<Compared> {
  const [from, to] = range
  const { rows } = await sql<Compared>`
    WITH compared AS (
      SELECT board_id, user_id, row(truth.*)::text AS computed, row(stored.*)::text AS kept
      FROM (${statsOf(range)}) AS truth
      FULL JOIN (SELECT ${totalsColumns} FROM player_stats JOIN boards ON boards.id = board_id AND ${isRunning}
        WHERE user_id BETWEEN ${from} AND ${to}) AS stored USING (board_id, user_id)
    )
    SELECT count(*)::int AS rows, (count(*) FILTER (WHERE computed IS DISTINCT FROM kept))::int AS differences,
      min('player ' || user_id || ' on board ' || board_id || ': ledger ' || computed || ', stored ' || kept)
        FILTER (WHERE computed IS DISTINCT FROM kept) AS example
    FROM compared
  `.execute(executor)
  return rows[0]!
}

export async function compareBoards(executor: Executor, boardIds: readonly number[]): Promise<Compared> {
  const { rows } = await sql<Compared>`
    WITH compared AS (
      SELECT board_id, shift, node, coalesce(counted.players, 0) AS counted, coalesce(kept.players, 0) AS kept
      FROM (${histograms(boardIds)}) AS counted
      FULL JOIN (SELECT * FROM board_counts WHERE board_id = ANY(${boardIds}::int[])) AS kept
        USING (board_id, shift, node)
    )
    SELECT count(*)::int AS rows, (count(*) FILTER (WHERE counted <> kept))::int AS differences,
      min('board ' || board_id || ' node ' || shift || '/' || node || ': players ' || counted
        || ', stored ' || kept) FILTER (WHERE counted <> kept) AS example
    FROM compared
  `.execute(executor)
  return rows[0]!
}
