import { sql } from 'kysely'
import type { FairPlayContent } from '../../../../contract/content/fair-play-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { readWaiting, type Waiting } from '../../../platform/jobs/waiting.ts'

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

/** The people of so many cases that this transaction opened. */
export async function findNewestPeople(transaction: Executor, count: number): Promise<(number | null)[][]> {
  const { rows } = await sql<{ subject: number | null; other: number | null }>`
    SELECT subject_user_id AS subject, other_user_id AS other FROM moderation_reports
    WHERE pattern IS NOT NULL ORDER BY id DESC LIMIT ${count}
  `.execute(transaction)
  return rows.map(({ subject, other }) => [subject, other])
}

/** Computes how long matches of each mode usually take, when that is due. */
export async function refreshModeDurations(executor: Executor): Promise<void> {
  await sql`SELECT refresh_mode_durations()`.execute(executor)
}

/**
 * Takes up to so many matches out of the queue and opens cases about what is suspicious in them. Other processes skip
 * these matches.
 */
export async function scanQueued(
  executor: Executor,
  limit: number,
  limits: FairPlayContent['detector'],
): Promise<{ readonly taken: number; readonly opened: number }> {
  const { rows } = await sql<{ taken: number; opened: number }>`
    SELECT taken, opened FROM scan_queued_matches(${limit}, ${JSON.stringify(limits)}::jsonb)
  `.execute(executor)
  return rows[0]!
}

export const readWaitingMatches = (executor: Executor): Promise<Waiting> =>
  readWaiting(executor, sql`SELECT received_at AS since FROM detector_queue JOIN matches USING (match_id)`)
