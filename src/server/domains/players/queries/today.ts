import { sql } from 'kysely'
import { openEndHours } from '../../../../contract/events/events.ts'
import type { Today } from '../../../../contract/players/today-schemas.ts'
import type { Ladder } from '../../../../contract/rankings/ratings.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { textInLanguage } from '../../../platform/languages/record-words.ts'

const today = sql`date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`

/** What the rated matches of today changed. */
export async function findRatingGained(
  executor: Executor,
  userId: number,
  { mode, ladder, season }: { mode: string; ladder: Ladder; season: number | null },
): Promise<number> {
  const { rows } = await sql<{ gained: number }>`
    SELECT (coalesce(sum(history.rating - history.rating_before), 0) / 100.0)::float8 AS gained
    FROM match_players AS played JOIN rating_history AS history USING (match_id, identity_id)
    JOIN rating_tracks AS tracks ON tracks.id = track_id
    WHERE played.identity_id IN (SELECT id FROM game_identities WHERE user_id = ${userId} AND forgotten_at IS NULL)
      AND played.ended_at >= ${today} AND tracks.mode = ${mode} AND ladder = ${ladder}
      AND CASE WHEN season_id > 0 THEN season_id END IS NOT DISTINCT FROM ${season}::int
  `.execute(executor)
  return rows[0]!.gained
}

export async function findRunningSeason(executor: Executor): Promise<Today['season']> {
  const { rows } = await sql<{ name: string; endsAt: Date }>`
    SELECT name, ends_at AS "endsAt" FROM seasons WHERE starts_at <= now() AND now() < ends_at
  `.execute(executor)
  const [row] = rows
  return row === undefined ? null : { name: row.name, endsAt: row.endsAt.toISOString() }
}

/** The event that is on, or the next one; events without a fixed date are left out. */
export async function findNextEvent(executor: Executor, language: string): Promise<Today['event']> {
  const { rows } = await sql<{ id: number; title: string; startDate: Date; endDate: Date | null }>`
    SELECT id, ${textInLanguage('events', 'title', language)} AS title, start_date AS "startDate", end_date AS "endDate" FROM events
    WHERE NOT tba AND now() < coalesce(end_date, start_date + ${openEndHours}::int * interval '1 hour')
    ORDER BY start_date, id LIMIT 1
  `.execute(executor)
  const [row] = rows
  return row === undefined
    ? null
    : {
        ...row,
        startDate: row.startDate.toISOString(),
        endDate: row.endDate?.toISOString() ?? null,
      }
}
