import { sql } from 'kysely'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { Comment } from '../../../../contract/posts/comments-schemas.ts'
import { avatarPath } from '../../../platform/avatar-path.ts'
import type { Executor, Row } from '../../../platform/database.ts'

interface CommentRow extends Pick<Row<'comments'>, 'id' | 'post_id' | 'user_id' | 'content' | 'created_at'> {
  shown_name: string
  avatar_path: string | null
  rank: Rank
}

const commentOf = (row: CommentRow): Comment => ({
  id: row.id,
  postId: row.post_id,
  userId: row.user_id,
  content: row.content,
  createdAt: row.created_at.toISOString(),
  user: { id: row.user_id, username: row.shown_name, avatarUrl: row.avatar_path, rank: row.rank },
})

const selectComments = sql`
  SELECT comments.id, comments.post_id, comments.user_id, comments.content, comments.created_at,
    ${avatarPath} AS avatar_path, users.rank, users.shown_name
  FROM comments JOIN users ON users.id = comments.user_id`

export interface CommentsPage {
  readonly postId: number
  readonly after?: number | undefined
  readonly limit: number
}

/** Oldest first, starting after the id `after`. Undefined when the post does not exist. */
export async function listComments(
  executor: Executor,
  { postId, after = 0, limit }: CommentsPage,
): Promise<Comment[] | undefined> {
  const { rows } = await sql<CommentRow>`
    ${selectComments} WHERE comments.post_id = ${postId} AND comments.id > ${after}
    ORDER BY comments.id LIMIT ${limit}
  `.execute(executor)
  if (rows.length > 0) return rows.map(commentOf)
  const { rows: posts } = await sql`SELECT FROM posts WHERE id = ${postId}`.execute(executor)
  return posts.length === 0 ? undefined : []
}

export async function findComment(executor: Executor, id: number): Promise<Comment | undefined> {
  const { rows } = await sql<CommentRow>`${selectComments} WHERE comments.id = ${id}`.execute(executor)
  return rows[0] && commentOf(rows[0])
}

/** @throws a foreign key error when the post does not exist */
export async function insertComment(
  transaction: Executor,
  comment: { readonly postId: number; readonly userId: number; readonly content: string },
): Promise<Comment> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO comments (post_id, user_id, content) VALUES (${comment.postId}, ${comment.userId}, ${comment.content})
    RETURNING id
  `.execute(transaction)
  const stored = await findComment(transaction, rows[0]!.id)
  if (stored === undefined) throw new Error('a comment is missing after its insert')
  return stored
}

/** Returns the post that it belonged to; undefined when it was deleted already. */
export async function deleteComment(executor: Executor, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ post_id: number }>`
    DELETE FROM comments WHERE id = ${id} RETURNING post_id
  `.execute(executor)
  return rows[0]?.post_id
}

export async function countComments(executor: Executor, postId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM comments WHERE post_id = ${postId}
  `.execute(executor)
  return rows[0]!.n
}
