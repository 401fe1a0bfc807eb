import { sql } from 'kysely'
import type { CommunityFigures } from '../../../../contract/posts/community-schemas.ts'
import type { Executor } from '../../../platform/database.ts'

/** Members seen in the last 5 minutes, and the number of posts, which a database trigger counts. */
export async function communityFigures(executor: Executor): Promise<CommunityFigures> {
  const { rows } = await sql<CommunityFigures>`
    SELECT
      (SELECT count(*)::int FROM users WHERE last_seen_at > now() - interval '5 minutes') AS "membersOnline",
      (SELECT coalesce(sum(total), 0)::int FROM row_counts WHERE kind = 'posts') AS posts
  `.execute(executor)
  return rows[0]!
}
