import { sql } from 'kysely'
import { visitMinutes } from '../../../../contract/players/players.ts'
import type { Executor } from '../../../platform/database/database.ts'

/** Where a member stood on the board of all modes. */
export interface Standing {
  readonly position: number
  readonly points: number
  /** Players just behind, the nearest first. */
  readonly behind: readonly number[]
}

const isOver = sql`visits.seen_at < now() - make_interval(mins => ${visitMinutes})`

/** How the visit before this one ended; undefined on the first, and for who was on no board then. */
export async function findLastVisit(
  executor: Executor,
  userId: number,
): Promise<(Standing & { readonly at: Date }) | undefined> {
  const { rows } = await sql<Standing & { at: Date }>`
    SELECT * FROM (
      SELECT CASE WHEN ${isOver} THEN seen_at ELSE last_seen_at END AS at,
        CASE WHEN ${isOver} THEN position ELSE last_position END AS position,
        CASE WHEN ${isOver} THEN points ELSE last_points END AS points,
        CASE WHEN ${isOver} THEN behind ELSE last_behind END AS behind
      FROM visits WHERE user_id = ${userId}
    ) AS last WHERE at IS NOT NULL AND position IS NOT NULL
  `.execute(executor)
  return rows[0]
}

/** Stores where a member stands now. Where the visit before is over, what it ended with is what this one compares with. */
export async function storeVisit(
  executor: Executor,
  userId: number,
  standing: Standing | undefined,
): Promise<void> {
  await sql`
    INSERT INTO visits (user_id, position, points, behind)
    VALUES (${userId}, ${standing?.position ?? null}, ${standing?.points ?? null}, ${standing?.behind ?? []}::integer[])
    ON CONFLICT (user_id) DO UPDATE SET
      last_seen_at = CASE WHEN ${isOver} THEN visits.seen_at ELSE visits.last_seen_at END,
      last_position = CASE WHEN ${isOver} THEN visits.position ELSE visits.last_position END,
      last_points = CASE WHEN ${isOver} THEN visits.points ELSE visits.last_points END,
      last_behind = CASE WHEN ${isOver} THEN visits.behind ELSE visits.last_behind END,
      seen_at = now(), position = excluded.position, points = excluded.points, behind = excluded.behind
  `.execute(executor)
}
