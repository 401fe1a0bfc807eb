import { sql } from 'kysely'
import type { FairPlayContent } from '../../../../contract/content/fair-play-schemas.ts'
import type { Executor } from '../../../platform/database.ts'

/** Takes matches out of the queue. Other processes skip them. */
export async function takeQueued(transaction: Executor, limit: number): Promise<string[]> {
  const { rows } = await sql<{ match_id: string }>`
    DELETE FROM detector_queue WHERE match_id IN (
      SELECT match_id FROM detector_queue LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) RETURNING match_id
  `.execute(transaction)
  return rows.map((row) => row.match_id)
}

/** Queues the ranked matches that ended at a moment or later, and returns their number. */
export async function queueSince(executor: Executor, since: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO detector_queue SELECT match_id FROM matches WHERE ranked AND ended_at >= ${since}
    ON CONFLICT DO NOTHING
  `.execute(executor)
  return Number(numAffectedRows ?? 0)
}

/** Id of the newest report or case; 0 without any. */
export async function findNewestCase(executor: Executor): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`SELECT coalesce(max(id), 0) AS id FROM moderation_reports`.execute(executor)
  return rows[0]!.id
}

export async function countCasesAfter(executor: Executor, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int FROM moderation_reports WHERE id > ${id} AND pattern IS NOT NULL
  `.execute(executor)
  return rows[0]!.count
}

export async function refreshModeDurations(executor: Executor): Promise<void> {
  await sql`SELECT refresh_mode_durations()`.execute(executor)
}

/**
 * Opens cases about what is suspicious in these matches, and returns their number. The caller holds
 * `lockIdentitiesShared`, so that no player changes the account meanwhile.
 */
export async function openCases(
  transaction: Executor,
  matchIds: readonly string[],
  limits: FairPlayContent['detector'],
): Promise<number> {
  const { numAffectedRows } = await sql`
    WITH found AS MATERIALIZED (
      SELECT DISTINCT ON (pattern, low, high) found.*
      FROM find_match_patterns(${matchIds}::uuid[], ${JSON.stringify(limits)}::jsonb) AS found
      CROSS JOIN LATERAL (
        SELECT least(subject_id, other_id) AS low, greatest(subject_id, other_id) AS high
      ) AS pair
      ORDER BY pattern, low, high, cardinality(match_ids) DESC
    ), numbered AS MATERIALIZED (
      SELECT nextval(pg_get_serial_sequence('moderation_reports', 'id'))::int AS id, found.* FROM found
    )
    INSERT INTO moderation_reports (id, subject_type, subject_id, subject_user_id, other_user_id, pattern, reason,
      class, excerpt, evidence)
    OVERRIDING SYSTEM VALUE
    SELECT id, 'pattern', id, subject_id, other_id, pattern, reason, 'boosting',
      -- Staff search reports by the reported text: here it finds the second person.
      coalesce((SELECT shown_name FROM users WHERE users.id = other_id), ''),
      pattern_evidence(subject_id, other_id, match_ids)
    FROM numbered ON CONFLICT DO NOTHING
  `.execute(transaction)
  return Number(numAffectedRows ?? 0)
}
