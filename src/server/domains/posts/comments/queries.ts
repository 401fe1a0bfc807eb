import { type RawBuilder, sql } from 'kysely'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { Comment } from '../../../../contract/posts/comments-schemas.ts'
import type { Mention } from '../../../../contract/posts/mentions-schemas.ts'
import type { Executor, Row } from '../../../platform/database/database.ts'
import { isHeldBackFrom } from '../../accounts/blocks/queries.ts'
import { avatarPath } from '../../accounts/users/avatar/queries.ts'
import { mentionsOf } from '../mentions/queries.ts'
import type { Removed } from '../queries.ts'

/** The post or the news item that comments are on; the other one is null. */
export interface CommentedOn {
  readonly postId: number | null
  readonly newsId: number | null
}

interface CommentRow
  extends Pick<Row<'all_comments'>, 'id' | 'post_id' | 'parent_id' | 'user_id' | 'content' | 'created_at'> {
  news_slug: string | null
  shown_name: string
  avatar_path: string | null
  rank: Rank
  mentions: Mention[] | null
}

const commentOf = (row: CommentRow): Comment => ({
  id: row.id,
  postId: row.post_id,
  newsSlug: row.news_slug,
  ...(row.parent_id !== null && { parentId: row.parent_id }),
  userId: row.user_id,
  content: row.content,
  createdAt: row.created_at.toISOString(),
  ...(row.mentions !== null && { mentions: row.mentions }),
  user: { id: row.user_id, username: row.shown_name, avatarUrl: row.avatar_path, rank: row.rank },
})

/** Joined news are published ones. */
const selectComments = sql`
  SELECT comments.id, comments.post_id, comments.parent_id, news.slug AS news_slug, comments.user_id, comments.content,
    comments.created_at, ${avatarPath} AS avatar_path, users.rank, users.shown_name,
    ${mentionsOf('comment_id', 'comments.id')} AS mentions
  FROM comments JOIN users ON users.id = comments.user_id
    LEFT JOIN news ON news.id = comments.news_id AND news.published_at IS NOT NULL`

const isOn = ({ postId, newsId }: CommentedOn): RawBuilder<boolean> =>
  newsId === null ? sql`comments.post_id = ${postId}` : sql`comments.news_id = ${newsId}`

export interface CommentsPage {
  readonly after?: number | undefined
  readonly limit: number
}

/** Oldest first, starting after the id `after`. */
async function pageOf(executor: Executor, on: CommentedOn, { after = 0, limit }: CommentsPage) {
  const { rows } = await sql<CommentRow>`
    ${selectComments} WHERE ${isOn(on)} AND comments.id > ${after} ORDER BY comments.id LIMIT ${limit}
  `.execute(executor)
  return rows.map(commentOf)
}

/** Undefined when the post does not exist. */
export async function listComments(
  executor: Executor,
  postId: number,
  page: CommentsPage,
): Promise<Comment[] | undefined> {
  const comments = await pageOf(executor, { postId, newsId: null }, page)
  if (comments.length > 0) return comments
  const { rows: posts } = await sql`SELECT FROM posts WHERE id = ${postId}`.execute(executor)
  return posts.length === 0 ? undefined : comments
}

/** Undefined when no published news item has this slug. */
export async function listCommentsOnNews(
  executor: Executor,
  slug: string,
  page: CommentsPage,
): Promise<Comment[] | undefined> {
  const newsId = await findPublishedNews(executor, slug)
  return newsId === undefined ? undefined : pageOf(executor, { postId: null, newsId }, page)
}

/** Returns the id of the published news item with this slug. */
export async function findPublishedNews(executor: Executor, slug: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM news WHERE slug = ${slug} AND published_at IS NOT NULL
  `.execute(executor)
  return rows[0]?.id
}

export async function findComment(executor: Executor, id: number): Promise<Comment | undefined> {
  const { rows } = await sql<CommentRow>`${selectComments} WHERE comments.id = ${id}`.execute(executor)
  return rows[0] && commentOf(rows[0])
}

/** Whether the author of the post blocked the member, who is held back by it. News have no author who blocks. */
export async function hasPostOfBlocker(
  executor: Executor,
  { postId }: CommentedOn,
  memberId: number,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM posts WHERE id = ${postId} AND ${isHeldBackFrom(sql`posts.user_id`, sql`${memberId}::int`)}
  `.execute(executor)
  return rows.length > 0
}

/** Returns the id; undefined when the post or the news item does not exist. */
export async function insertComment(
  transaction: Executor,
  {
    postId,
    newsId,
    parentId,
    userId,
    content,
  }: CommentedOn & {
    readonly parentId: number | null
    readonly userId: number
    readonly content: string
  },
): Promise<number | undefined> {
  // Locked against a removal of the post at this moment, which would leave the comment behind.
  const subject = newsId === null ? sql`posts WHERE id = ${postId}` : sql`news WHERE id = ${newsId}`
  const { rows } = await sql<{ id: number }>`
    INSERT INTO comments (post_id, news_id, parent_id, user_id, content)
    SELECT ${postId}::int, ${newsId}::int, ${parentId}::int, ${userId}::int, ${content} FROM ${subject} FOR SHARE
    RETURNING id
  `.execute(transaction)
  return rows[0]?.id
}

/**
 * Locks a comment on the subject against its removal at this moment, which would leave a reply behind. Undefined when
 * there is none. Call it after the insert of the reply, as posts are locked before their comments.
 */
export async function lockParent(
  transaction: Executor,
  on: CommentedOn,
  parentId: number,
): Promise<{ readonly userId: number; readonly parentId: number | null } | undefined> {
  const { rows } = await sql<{ userId: number; parentId: number | null }>`
    SELECT user_id AS "userId", parent_id AS "parentId" FROM comments WHERE id = ${parentId} AND ${isOn(on)} FOR SHARE
  `.execute(transaction)
  return rows[0]
}

/** Returns what it was on; undefined when it was deleted already. */
export async function deleteComment(executor: Executor, id: number): Promise<CommentedOn | undefined> {
  const { rows } = await sql<CommentedOn>`
    DELETE FROM comments WHERE id = ${id} RETURNING post_id AS "postId", news_id AS "newsId"
  `.execute(executor)
  return rows[0]
}

/**
 * Hides any author's comment and its replies for a moderator, until it is restored or purged. Undefined when it was
 * removed already.
 */
export async function removeComment(transaction: Executor, id: number): Promise<CommentedOn | undefined> {
  const { rows } = await sql<CommentedOn>`
    UPDATE all_comments SET removed_at = now() WHERE id = ${id} AND removed_at IS NULL
    RETURNING post_id AS "postId", news_id AS "newsId"
  `.execute(transaction)
  if (rows[0] === undefined) return undefined
  await sql`UPDATE all_comments SET removed_at = now() WHERE parent_id = ${id} AND removed_at IS NULL`.execute(
    transaction,
  )
  await sql`
    DELETE FROM notifications WHERE comment_id IN (SELECT id FROM all_comments WHERE id = ${id} OR parent_id = ${id})
  `.execute(transaction)
  return rows[0]
}

/**
 * Brings a removed comment back, with the replies that went with it; where what it is on is removed too, they come back
 * with that. Undefined when it is not removed, or purged.
 */
export async function restoreComment(
  transaction: Executor,
  id: number,
): Promise<(CommentedOn & Removed) | undefined> {
  const { rows } = await sql<CommentedOn & Removed>`
    WITH removed AS (SELECT removed_at FROM all_comments WHERE id = ${id} AND removed_at IS NOT NULL FOR UPDATE)
    UPDATE all_comments SET removed_at = coalesce(
      (SELECT parent.removed_at FROM all_comments AS parent WHERE parent.id = all_comments.parent_id),
      (SELECT all_posts.removed_at FROM all_posts WHERE all_posts.id = post_id))
    FROM removed WHERE id = ${id}
    RETURNING post_id AS "postId", news_id AS "newsId", user_id AS "userId", removed.removed_at::text AS "removedAt"
  `.execute(transaction)
  const [restored] = rows
  if (restored === undefined) return undefined
  await sql`
    UPDATE all_comments SET removed_at = parent.removed_at FROM all_comments AS parent
    WHERE parent.id = ${id} AND all_comments.parent_id = ${id}
      AND all_comments.removed_at = ${restored.removedAt}::timestamptz
  `.execute(transaction)
  return restored
}

/** Undefined for a news item that is not published. */
export async function countComments(
  executor: Executor,
  on: CommentedOn,
): Promise<(Pick<Comment, 'postId' | 'newsSlug'> & { readonly commentCount: number }) | undefined> {
  const { rows } = await sql<{ commentCount: number; newsSlug: string | null }>`
    SELECT count(*)::int AS "commentCount",
      (SELECT slug FROM news WHERE id = ${on.newsId} AND published_at IS NOT NULL) AS "newsSlug"
    FROM comments WHERE ${isOn(on)}
  `.execute(executor)
  const { commentCount, newsSlug } = rows[0]!
  return on.newsId !== null && newsSlug === null ? undefined : { postId: on.postId, newsSlug, commentCount }
}
