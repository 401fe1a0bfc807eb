import { sql } from 'kysely'
import type { Executor } from '../../../../platform/database.ts'
import { countedModes } from '../../../matches/modes/queries.ts'

/** Changes of the ledger per step of the worker. */
const maxItems = 10_000

/** What ratings follow from: filled by triggers of matches, match_voids, game_identities and modes (migration 0046). */
export interface QueueItem {
  readonly id: string
  readonly matchId: string | null
  readonly userId: number | null
  readonly mode: string | null
  readonly since: Date | null
}

export async function readQueue(executor: Executor): Promise<QueueItem[]> {
  const { rows } = await sql<QueueItem>`
    SELECT id::text, match_id AS "matchId", user_id AS "userId", mode, since FROM rating_queue ORDER BY id LIMIT ${maxItems}
  `.execute(executor)
  return rows
}

export async function deleteItems(transaction: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await sql`DELETE FROM rating_queue WHERE id = ANY(${ids}::bigint[])`.execute(transaction)
}

export async function isQueueEmpty(executor: Executor): Promise<boolean> {
  const { rows } = await sql`SELECT FROM rating_queue LIMIT 1`.execute(executor)
  return rows.length === 0
}

/** Has ratings of a mode computed again from a moment on; from the start without one. */
export async function queueMode(executor: Executor, mode: string, since: Date | null): Promise<void> {
  await sql`INSERT INTO rating_queue (mode, since) VALUES (${mode}, ${since})`.execute(executor)
}

/** Modes with ratings: those with ranked matches, except the reserved one. */
export async function listRatedModes(executor: Executor): Promise<string[]> {
  const { rows } = await sql<{ mode: string }>`
    SELECT DISTINCT counted.mode FROM modes JOIN ${countedModes} AS counted ON counted.game_type = modes.key
    WHERE made_by <> 'reserved' AND EXISTS (SELECT FROM matches WHERE matches.game_type = modes.key AND ranked)
    ORDER BY 1
  `.execute(executor)
  return rows.map(({ mode }) => mode)
}

/** A mode, and the moment from which its ratings are computed again; null for all of them. */
export interface ReplayStart {
  readonly mode: string
  readonly since: Date | null
}

/** Where the replays for these items begin, one for each mode. */
export async function findReplayStarts(
  executor: Executor,
  items: readonly QueueItem[],
): Promise<ReplayStart[]> {
  const matchIds = items.flatMap(({ matchId }) => matchId ?? [])
  const userIds = items.flatMap(({ userId }) => userId ?? [])
  const modes = items.flatMap(({ mode, since }) => (mode === null ? [] : { mode, since }))
  const { rows } = await sql<ReplayStart>`
    WITH starts AS (
      SELECT game_type, min(ended_at) AS since FROM matches WHERE match_id = ANY(${matchIds}::uuid[]) GROUP BY 1
      UNION ALL
      SELECT mode, coalesce(since, '-infinity')
      FROM jsonb_to_recordset(${JSON.stringify(modes)}::jsonb) AS modes (mode text, since timestamptz)
      UNION ALL
      -- Two identities of one account: from the later beginning on they share their rating.
      SELECT mode, max(first) FROM (
        SELECT user_id, mode, ladder, identity_id, min(ended_at) AS first
        FROM game_identities AS identities
        JOIN rating_history ON identity_id = identities.id JOIN rating_tracks ON rating_tracks.id = track_id
        WHERE user_id = ANY(${userIds}::int[]) GROUP BY 1, 2, 3, 4
      ) AS begun GROUP BY user_id, mode, ladder HAVING count(*) > 1
    )
    SELECT counted.mode, nullif(min(since), '-infinity') AS since
    FROM starts JOIN ${countedModes} AS counted USING (game_type) JOIN modes ON modes.key = game_type
    WHERE made_by <> 'reserved' GROUP BY 1 ORDER BY 1
  `.execute(executor)
  return rows
}

/** True for one transaction at a time, in all processes. */
export async function lockWorker(transaction: Executor): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('vulx: ratings', 0)) AS locked
  `.execute(transaction)
  return rows[0]?.locked === true
}
