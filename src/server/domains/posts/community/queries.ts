import { sql } from 'kysely'
import type { CommunityFigures } from '../../../../contract/posts/community-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'

/** Members seen in the last 5 minutes, posts (a database trigger counts them), and posts commented on in the last 7 days. */
export async function communityFigures(executor: Executor): Promise<CommunityFigures> {
  const { rows } = await sql<CommunityFigures>`
    SELECT
      (SELECT count(*)::int FROM users WHERE last_seen_at > now() - interval '5 minutes') AS "membersOnline",
      (SELECT coalesce(sum(total), 0)::int FROM row_counts WHERE kind = 'posts') AS posts,
      (SELECT count(DISTINCT post_id)::int FROM comments
        WHERE created_at > now() - interval '7 days') AS "activeThreads"
  `.execute(executor)
  return rows[0]!
}
