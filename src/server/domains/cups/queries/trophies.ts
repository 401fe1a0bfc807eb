import { sql } from 'kysely'
import type { CupTrophy } from '../../../../contract/cups/cups-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { textInLanguage } from '../../../platform/languages/record-words.ts'

/** Stored places 1 to 3 of a player's identities: of each cup the best one; best first, then the newest. */
export async function listTrophies(
  executor: Executor,
  userId: number,
  { limit, language }: { readonly limit: number; readonly language: string },
): Promise<CupTrophy[]> {
  const { rows } = await sql<CupTrophy>`
    SELECT event_id AS "cupId", ${textInLanguage('events', 'title', language)} AS title, format,
      json_build_object('key', kept_mode(mode), 'name', coalesce(modes.name, kept_mode(mode))) AS mode, place,
      to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
      is_place_marked(event_id, identity_ids) AS "isMarked"
    FROM (
      SELECT DISTINCT ON (event_id) event_id, place, identity_ids, at FROM cup_places
      WHERE place <= 3
        AND identity_ids && ARRAY(SELECT id FROM game_identities WHERE user_id = ${userId} AND forgotten_at IS NULL)
      ORDER BY event_id, place
    ) AS own JOIN cups USING (event_id) JOIN events ON events.id = event_id
    LEFT JOIN modes ON modes.key = kept_mode(mode)
    ORDER BY place, at DESC, event_id DESC LIMIT ${limit}
  `.execute(executor)
  return rows
}
