import { type RawBuilder, sql } from 'kysely'
import type { RemovalKind } from '../../../contract/admin/removals.ts'
import type { RemovalCounts } from '../../../contract/admin/removals-schemas.ts'
import type { Executor } from '../../platform/database/database.ts'

const count = (rows: RawBuilder<unknown>) => sql`(SELECT count(*)::int ${rows})`

/** One row with the counts, or none. `one` is the record that would be deleted. */
const queries: Readonly<Record<RemovalKind, RawBuilder<RemovalCounts>>> = {
  comment: sql`SELECT ${count(sql`FROM comments WHERE parent_id = one.id`)} AS replies FROM comments AS one`,
  post: sql`
    SELECT ${count(sql`FROM comments WHERE post_id = one.id`)} AS comments,
      ${count(sql`FROM post_likes WHERE post_id = one.id`)} AS likes FROM posts AS one`,
  news: sql`SELECT ${count(sql`FROM comments WHERE news_id = one.id`)} AS comments FROM news AS one`,
  event: sql`
    SELECT ${count(sql`FROM event_registrations WHERE event_id = one.id`)} AS registrations,
      ${count(sql`FROM cup_teams WHERE event_id = one.id`)} AS teams FROM events AS one`,
  cup: sql`
    SELECT ${count(sql`FROM cup_teams WHERE event_id = one.id`)} AS teams,
      ${count(sql`FROM cup_entrants WHERE event_id = one.id AND one.size = 1 AND NOT is_waiting`)} AS seats
    FROM (SELECT event_id AS id, size FROM cups) AS one`,
  // Once it is a day old, a season with matches is not deleted.
  season: sql`
    SELECT ${count(sql`FROM matches WHERE ranked AND starts_at > now() - interval '24 hours' AND ended_at >= starts_at
      AND ended_at < ends_at`)} AS "seasonMatches" FROM seasons AS one`,
  member: sql`
    SELECT ${count(sql`FROM posts WHERE user_id = one.id`)} AS posts,
      ${count(sql`FROM (
        SELECT id FROM comments WHERE user_id = one.id
        UNION SELECT id FROM comments WHERE post_id IN (SELECT id FROM posts WHERE user_id = one.id)
        UNION SELECT id FROM comments WHERE parent_id IN (SELECT id FROM comments WHERE user_id = one.id)
      ) AS deleted`)} AS comments,
      ${count(sql`FROM post_likes WHERE user_id = one.id`)} AS likes,
      ${count(sql`FROM post_media JOIN posts ON posts.id = post_id WHERE posts.user_id = one.id`)} AS pictures,
      ${count(sql`FROM follows WHERE follower_id = one.id OR player_id = one.id`)} AS follows,
      ${count(sql`FROM event_registrations WHERE user_id = one.id`)} AS registrations,
      ${count(sql`FROM match_players WHERE identity_id IN (SELECT id FROM game_identities WHERE user_id = one.id)`)} AS matches
    FROM (SELECT id FROM users WHERE username IS NOT NULL) AS one`,
}

/** Undefined when there is no such record. */
export async function countRemoval(
  executor: Executor,
  kind: RemovalKind,
  id: number,
): Promise<RemovalCounts | undefined> {
  const { rows } = await sql<RemovalCounts>`${queries[kind]} WHERE one.id = ${id}`.execute(executor)
  return rows[0]
}
