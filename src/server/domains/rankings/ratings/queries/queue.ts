import { sql } from 'kysely'
import { readPages } from '../../../../platform/database/cursor.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { readWaiting, type Waiting } from '../../../../platform/jobs/waiting.ts'
import { countedModes } from '../../../matches/modes/queries.ts'

// rating_queue is filled by the triggers of sql/rankings/queue_*_ratings.sql.

export async function isQueueEmpty(executor: Executor): Promise<boolean> {
  const { rows } = await sql`SELECT FROM rating_queue LIMIT 1`.execute(executor)
  return rows.length === 0
}

/** Modes and members that are rated again have no time of their own. */
export const readWaitingRatings = (executor: Executor): Promise<Waiting> =>
  readWaiting(
    executor,
    sql`SELECT received_at AS since FROM rating_queue LEFT JOIN matches USING (match_id) ORDER BY id`,
  )

/**
 * Whether a ruling is on its way through its matches: rated when it is done, all of it changes ratings once. One that
 * takes longer than ten minutes is not waited for.
 */
export async function isRulingApplied(executor: Executor): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ruling_work JOIN ruling_decisions ON ruling_decisions.id = decision_id
    WHERE ruling_decisions.created_at > now() - interval '10 minutes' LIMIT 1
  `.execute(executor)
  return rows.length > 0
}

/** Has everything of a mode computed again. */
export async function queueMode(executor: Executor, mode: string): Promise<void> {
  await sql`INSERT INTO rating_queue (mode) VALUES (${mode})`.execute(executor)
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

/** Where the replays for the queue begin, one for each mode. `moved`: accounts whose identities changed. */
export async function findReplayStarts(executor: Executor, moved: readonly number[]): Promise<ReplayStart[]> {
  const { rows } = await sql<ReplayStart>`
    WITH starts AS (
      SELECT game_type, min(ended_at) AS since FROM rating_queue JOIN matches USING (match_id) GROUP BY 1
      UNION ALL
      SELECT mode, '-infinity' FROM rating_queue WHERE mode IS NOT NULL
      UNION ALL
      -- Two identities of one account: from the later beginning on they share their rating.
      SELECT mode, max(first) FROM (
        SELECT user_id, mode, ladder, identity_id, min(part.ended_at) AS first
        FROM game_identities AS identities JOIN match_players AS part ON part.identity_id = identities.id
        JOIN rating_history USING (match_id, identity_id) JOIN rating_tracks ON rating_tracks.id = track_id
        WHERE user_id = ANY(${moved}::int[]) GROUP BY 1, 2, 3, 4
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

/** Accounts whose identities changed. */
export async function findMovedUsers(executor: Executor): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT user_id AS id FROM rating_queue WHERE user_id IS NOT NULL
  `.execute(executor)
  return rows.map(({ id }) => id)
}

/** In a repeatable read transaction: deletes what it sees, which is what it has worked off. */
export async function clearQueue(transaction: Executor): Promise<void> {
  await sql`DELETE FROM rating_queue`.execute(transaction)
}

/** Modes of which everything is computed again. */
export async function readQueuedModes(executor: Executor): Promise<string[]> {
  const { rows } = await sql<{ mode: string }>`
    SELECT DISTINCT mode FROM rating_queue WHERE mode IS NOT NULL ORDER BY 1
  `.execute(executor)
  return rows.map(({ mode }) => mode)
}

/** Reads the ranked matches that were stored or count differently, as they ended, a page at a time. */
export const readQueuedMatches = (transaction: Executor) =>
  readPages(
    transaction,
    'queued_matches',
    sql<{ matchId: string }>`
      SELECT match_id AS "matchId" FROM matches WHERE match_id IN (SELECT match_id FROM rating_queue)
      ORDER BY ended_at, match_id
    `,
  )
