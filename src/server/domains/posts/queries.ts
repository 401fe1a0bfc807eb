import { sql } from 'kysely'
import type { Rank } from '../../../contract/accounts/ranks.ts'
import type { Mention } from '../../../contract/posts/mentions-schemas.ts'
import { editMinutes } from '../../../contract/posts/posts.ts'
import type { Post } from '../../../contract/posts/posts-schemas.ts'
import type { Executor, Row } from '../../platform/database/database.ts'
import type { StoredImage } from '../../platform/media/image.ts'
import { avatarPath } from '../accounts/users/avatar/queries.ts'
import { mentionsOf } from './mentions/queries.ts'

interface PostRow extends Pick<Row<'all_posts'>, 'id' | 'user_id' | 'content' | 'created_at' | 'edited_at'> {
  media_hash: string | null
  width: number | null
  height: number | null
  shown_name: string
  avatar_path: string | null
  rank: Rank
  likes: number
  liked: boolean
  comments: number
  mentions: Mention[] | null
}

const postOf = (row: PostRow): Post => ({
  id: row.id,
  userId: row.user_id,
  content: row.content,
  mediaUrl: row.media_hash === null ? null : `/media/${row.media_hash}.webp`,
  mediaType: row.media_hash === null ? null : 'image',
  mediaWidth: row.width,
  mediaHeight: row.height,
  createdAt: row.created_at.toISOString(),
  ...(row.edited_at !== null && { editedAt: row.edited_at.toISOString() }),
  ...(row.mentions !== null && { mentions: row.mentions }),
  user: { id: row.user_id, username: row.shown_name, avatarUrl: row.avatar_path, rank: row.rank },
  reactionCounts: { like: row.likes },
  commentCount: row.comments,
  viewerHasLiked: row.liked,
})

const selectPosts = (viewerId: number | null) => sql`
  SELECT posts.id, posts.user_id, posts.content, posts.created_at, posts.edited_at, encode(media.hash, 'hex') AS media_hash,
    media.width, media.height, ${avatarPath} AS avatar_path, users.rank, users.shown_name,
    (SELECT count(*)::int FROM post_likes WHERE post_likes.post_id = posts.id) AS likes,
    (SELECT count(*)::int FROM comments WHERE comments.post_id = posts.id) AS comments,
    EXISTS (SELECT FROM post_likes WHERE post_likes.post_id = posts.id AND post_likes.user_id = ${viewerId}) AS liked,
    ${mentionsOf('post_id', 'posts.id')} AS mentions
  FROM posts
  JOIN users ON users.id = posts.user_id
  LEFT JOIN post_media ON post_media.post_id = posts.id
  LEFT JOIN media ON media.hash = post_media.media_hash`

/** The feed, newest first, starting before the id `before`. */
export async function listPosts(
  executor: Executor,
  viewerId: number | null,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<Post[]> {
  const { rows } = await sql<PostRow>`
    ${selectPosts(viewerId)} WHERE posts.id < ${before ?? 2_147_483_647}
    ORDER BY posts.id DESC LIMIT ${limit}
  `.execute(executor)
  return rows.map(postOf)
}

export async function findPost(
  executor: Executor,
  viewerId: number | null,
  id: number,
): Promise<Post | undefined> {
  const { rows } = await sql<PostRow>`${selectPosts(viewerId)} WHERE posts.id = ${id}`.execute(executor)
  return rows[0] && postOf(rows[0])
}

export async function insertPost(
  executor: Executor,
  userId: number,
  content: string,
  image: StoredImage | undefined,
): Promise<number> {
  const { id } = await executor
    .insertInto('all_posts')
    .values({ user_id: userId, content })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (image === undefined) return id
  // The update locks an existing row, so that it is not deleted with its last post in the meantime.
  await sql`
    INSERT INTO media (hash, content_type, width, height, bytes)
    VALUES (${image.hash}, ${image.contentType}, ${image.width}, ${image.height}, ${image.bytes})
    ON CONFLICT (hash) DO UPDATE SET width = excluded.width
  `.execute(executor)
  await executor.insertInto('post_media').values({ post_id: id, media_hash: image.hash }).execute()
  return id
}

/**
 * Changes the text and keeps the earlier one. False when the post is gone, not this member's, or too old; true without a
 * change for the same text.
 */
export async function editPost(
  transaction: Executor,
  { id, userId, content }: { readonly id: number; readonly userId: number; readonly content: string },
): Promise<boolean> {
  const { rows } = await sql<{ content: string }>`
    SELECT content FROM posts
    WHERE id = ${id} AND user_id = ${userId} AND created_at > now() - make_interval(mins => ${editMinutes}::int)
    FOR NO KEY UPDATE
  `.execute(transaction)
  const [before] = rows
  if (before === undefined) return false
  if (before.content === content) return true
  await sql`INSERT INTO post_edits (post_id, content) VALUES (${id}, ${before.content})`.execute(transaction)
  await sql`UPDATE posts SET content = ${content}, edited_at = now() WHERE id = ${id}`.execute(transaction)
  return true
}

/** False when the post does not exist or is not this member's. */
export async function deletePost(executor: Executor, id: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await executor
    .deleteFrom('posts')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Hides any author's post and its comments for a moderator, until it is restored or purged. False when it was removed
 * already.
 */
export async function removePost(transaction: Executor, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE all_posts SET removed_at = now() WHERE id = ${id} AND removed_at IS NULL
  `.execute(transaction)
  if (numAffectedRows === 0n) return false
  await sql`UPDATE all_comments SET removed_at = now() WHERE post_id = ${id} AND removed_at IS NULL`.execute(
    transaction,
  )
  // They would lead to nothing. A restored post is not notified of again.
  await sql`
    DELETE FROM notifications WHERE post_id = ${id}
      OR comment_id IN (SELECT id FROM all_comments WHERE post_id = ${id})
  `.execute(transaction)
  return true
}

/** Brings a removed post back, with the comments that went with it. Undefined when it is not removed, or purged. */
export async function restorePost(transaction: Executor, id: number): Promise<Removed | undefined> {
  const { rows } = await sql<Removed>`
    WITH removed AS (SELECT removed_at FROM all_posts WHERE id = ${id} AND removed_at IS NOT NULL FOR UPDATE)
    UPDATE all_posts SET removed_at = NULL FROM removed WHERE id = ${id}
    RETURNING user_id AS "userId", removed.removed_at::text AS "removedAt"
  `.execute(transaction)
  const [removed] = rows
  if (removed === undefined) return undefined
  await sql`
    UPDATE all_comments SET removed_at = NULL WHERE post_id = ${id} AND removed_at = ${removed.removedAt}::timestamptz
  `.execute(transaction)
  return removed
}

/** A post or comment that staff removed. */
export interface Removed {
  readonly userId: number
  /** As text, because a Date has no microseconds. */
  readonly removedAt: string
}

/** How long a removal can be taken back. */
const removalDays = 30

/** Deletes what was removed long ago. */
export async function purgeRemoved(executor: Executor): Promise<void> {
  for (const table of ['all_comments', 'all_posts'])
    await sql`
      DELETE FROM ${sql.table(table)} WHERE removed_at < now() - make_interval(days => ${removalDays}::int)
    `.execute(executor)
}

/**
 * Toggles a like in one statement, so that concurrent clicks cannot count twice.
 * Undefined when the post does not exist.
 */
export async function toggleLike(
  executor: Executor,
  postId: number,
  userId: number,
): Promise<{ liked: boolean; likes: number } | undefined> {
  const { rows } = await sql<{ liked: boolean; likes: number }>`
    WITH gone AS (
      DELETE FROM post_likes WHERE post_id = ${postId} AND user_id = ${userId} RETURNING 1
    ), made AS (
      INSERT INTO post_likes (post_id, user_id)
      SELECT posts.id, ${userId}::int FROM posts WHERE posts.id = ${postId} AND NOT EXISTS (SELECT FROM gone)
      ON CONFLICT DO NOTHING RETURNING 1
    )
    SELECT NOT EXISTS (SELECT FROM gone) AS liked,
      ((SELECT count(*) FROM post_likes WHERE post_id = posts.id)
        - (SELECT count(*) FROM gone) + (SELECT count(*) FROM made))::int AS likes
    FROM posts WHERE posts.id = ${postId}
  `.execute(executor)
  return rows[0]
}

export interface MediaRow {
  readonly contentType: string
  readonly bytes: Buffer
}

export async function findMedia(executor: Executor, hash: Buffer): Promise<MediaRow | undefined> {
  const { rows } = await sql<MediaRow>`
    SELECT content_type AS "contentType", bytes FROM media
    WHERE hash = ${hash} AND EXISTS (SELECT FROM post_media JOIN posts ON posts.id = post_id WHERE media_hash = hash)
  `.execute(executor)
  return rows[0]
}
