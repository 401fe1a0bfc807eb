import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/database.ts'
import { afterId, type PersonalData } from '../../../platform/personal-data.ts'
import { hideRows } from '../../accounts/personal-data/queries/pending-deletions.ts'

/** Lists of a member's export. */
export const postsData: readonly PersonalData[] = [
  {
    name: 'posts',
    page: (userId, after, limit) => sql`
      SELECT posts.id AS cursor, json_build_object('id', posts.id, 'content', content, 'createdAt', created_at, 'editedAt', edited_at,
        'earlierTexts', (SELECT json_agg(edit.content ORDER BY edit.id) FROM post_edits AS edit WHERE edit.post_id = posts.id),
        'mediaUrl', '/media/' || encode(media_hash, 'hex') || '.webp',
        'likes', (SELECT count(*) FROM post_likes WHERE post_id = posts.id), 'removedAt', removed_at) AS record
      FROM all_posts AS posts LEFT JOIN post_media ON post_media.post_id = posts.id
      WHERE user_id = ${userId} AND posts.id > ${afterId(after)} ORDER BY posts.id LIMIT ${limit}`,
  },
  {
    name: 'comments',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('id', id, 'postId', post_id, 'newsId', news_id, 'parentId', parent_id, 'content', content,
        'createdAt', created_at, 'removedAt', removed_at) AS record
      FROM all_comments WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    // Where others name the member. What they wrote is theirs.
    name: 'mentions',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('postId', post_id, 'commentId', comment_id,
        'times', jsonb_array_length(spans)) AS record
      FROM mentions WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'reactions',
    page: (userId, after, limit) => sql`
      SELECT post_id AS cursor, json_build_object('postId', post_id, 'type', 'like', 'createdAt', created_at) AS record
      FROM post_likes WHERE user_id = ${userId} AND post_id > ${afterId(after)} ORDER BY post_id LIMIT ${limit}`,
  },
]

/** Rows per statement, which keeps each far below the statement timeout. */
const step = 500

export async function deletePostsOf(transaction: Executor, userId: number): Promise<void> {
  for (const table of ['all_comments', 'all_posts', 'mentions'] as const) {
    const rows = sql.table(table)
    let deleted = 0n
    do {
      const { numAffectedRows } = await sql`
        DELETE FROM ${rows} WHERE id IN (SELECT id FROM ${rows} WHERE user_id = ${userId} ORDER BY id LIMIT ${step})
      `.execute(transaction)
      deleted = numAffectedRows ?? 0n
    } while (deleted > 0n)
  }
}

/** Adds a member's posts to the count of all, or takes them off: while the account is hidden they are not in the views. */
export async function countPostsOf(transaction: Executor, userId: number, sign: 1 | -1): Promise<void> {
  await sql`
    SELECT count_rows('posts', ${sign}::int * (SELECT count(*) FROM all_posts WHERE user_id = ${userId} AND removed_at IS NULL))
  `.execute(transaction)
}

/** Posts, comments and mentions stay where they are: the views and `mentionsOf` leave them out. */
export async function hidePostsOf(transaction: Executor, userId: number): Promise<void> {
  await countPostsOf(transaction, userId, -1)
  await hideRows(transaction, userId, 'post_likes', sql`user_id = ${userId}`)
}
