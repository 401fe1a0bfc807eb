import { sql } from 'kysely'
import type { Message } from '../../../../../contract/languages.ts'
import type { ReratedCause } from '../../../../../contract/rankings/ratings.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { englishOf, saidColumn } from '../../../../platform/languages/stored-text.ts'
import { countedModes } from '../../../matches/modes/queries.ts'
import type { Rerated } from '../reratings.ts'

/** The match because of which others are rated again. */
export interface Cause {
  readonly kind: ReratedCause
  readonly matchId: string
  readonly endedAt: Date
  /** As boards show the mode. */
  readonly modeName: string
}

/** The earliest queued match of a mode; undefined where the replay has another reason. */
export async function findCause(executor: Executor, mode: string): Promise<Cause | undefined> {
  const { rows } = await sql<Cause>`
    SELECT match_id AS "matchId", ended_at AS "endedAt", named.name AS "modeName",
      CASE WHEN EXISTS (SELECT FROM match_voids AS void WHERE (void.match_id, void.server_id) = (matches.match_id, matches.server_id))
          THEN 'void'
        WHEN EXISTS (SELECT FROM excluded_matches WHERE excluded_matches.match_id = matches.match_id) THEN 'excluded'
        WHEN EXISTS (SELECT FROM ruling_matches WHERE ruling_matches.match_id = matches.match_id) THEN 'restored'
        ELSE 'late' END AS kind
    FROM rating_queue JOIN matches USING (match_id) JOIN ${countedModes} AS counted USING (game_type)
    JOIN modes AS named ON named.key = counted.mode
    WHERE counted.mode = ${mode} ORDER BY ended_at, match_id LIMIT 1
  `.execute(executor)
  return rows[0]
}

/** Notes why these ratings are others now; the last reason stays. */
export async function storeRerated(
  transaction: Executor,
  { kind, matchId }: Cause,
  rows: readonly Rerated[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    INSERT INTO rerated_matches (match_id, identity_id, rating_was, cause, cause_match_id)
    SELECT "matchId", "identityId", was, ${kind}, ${matchId}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS rows ("matchId" uuid, "identityId" int, was int)
    ON CONFLICT (match_id, identity_id) DO UPDATE SET rating_was = excluded.rating_was, cause = excluded.cause,
      cause_match_id = excluded.cause_match_id, rerated_at = excluded.rerated_at
  `.execute(transaction)
}

/** Notifies members, once each. Players without an account are left out. */
export async function insertReratedNotices(
  transaction: Executor,
  notices: readonly { readonly userId: number; readonly text: Message }[],
): Promise<void> {
  if (notices.length === 0) return
  const rows = notices.map(({ userId, text }) => ({
    userId,
    text: englishOf(text),
    said: saidColumn({ text }),
  }))
  await sql`
    INSERT INTO notifications (user_id, type, text, said)
    SELECT id, 'rerated', text, said::jsonb
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS rows ("userId" int, text text, said text)
    JOIN users ON users.id = "userId" WHERE username IS NOT NULL AND deleted_at IS NULL
  `.execute(transaction)
}

/** Why a row of rating_history was rated again, as JSON; null where it was not. */
export const reratedOfRow = (row: string) => {
  const iso = (column: string) =>
    sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return sql`
    (SELECT json_build_object('was', (rating_was / 100.0)::float8, 'cause', cause, 'matchId', cause_match_id,
        'endedAt', ${iso('cause_match.ended_at')}, 'at', ${iso('rerated_at')})
      FROM rerated_matches AS rerated JOIN matches AS cause_match ON cause_match.match_id = cause_match_id
      WHERE (rerated.match_id, rerated.identity_id) = (${sql.ref(`${row}.match_id`)}, ${sql.ref(`${row}.identity_id`)}))`
}
