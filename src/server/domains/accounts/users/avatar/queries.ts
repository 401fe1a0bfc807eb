import { sql } from 'kysely'
import type { Executor } from '../../../../platform/database/database.ts'
import type { StoredImage } from '../../../../platform/media/image.ts'
import { removeFaces } from '../faces/queries.ts'

/**
 * SQL for the path of the picture that stands for a row of `users`: the member's own, else the newest face of their
 * players, else null. The path changes with the picture.
 */
export const avatarPath = sql<string | null>`coalesce(
  (SELECT '/avatars/' || avatars.user_id || '/' || encode(avatars.hash, 'hex') || '.webp'
    FROM avatars WHERE avatars.user_id = users.id),
  (SELECT '/avatars/' || users.id || '/face-' || encode(faces.hash, 'hex') || '.png'
    FROM game_identities AS faced JOIN faces ON faces.identity_id = faced.id
    WHERE faced.user_id = users.id AND faces.hash IS NOT NULL ORDER BY faces.sent_at DESC LIMIT 1))`

/** SQL for a row of `users` as others see the member. */
export const memberJson = sql`json_build_object('id', users.id, 'username', users.shown_name, 'avatarUrl', ${avatarPath},
  'rank', users.rank)`

/** SQL for a joined row of `users` as staff see the member; null where none was joined, as for a deleted account. */
export const personJson = (
  alias: string,
) => sql`CASE WHEN ${sql.ref(`${alias}.id`)} IS NOT NULL THEN json_build_object(
  'id', ${sql.ref(`${alias}.id`)}, 'username', ${sql.ref(`${alias}.shown_name`)}, 'rank', ${sql.ref(`${alias}.rank`)}) END`

type Image = Pick<StoredImage, 'hash' | 'bytes'>

/** Replaces a member's avatar. Null removes it. */
export async function storeAvatar(executor: Executor, userId: number, image: Image | null): Promise<void> {
  // Locks the account first, as `adoptAvatar` does.
  await sql`UPDATE users SET avatar_url = NULL WHERE id = ${userId} AND avatar_url IS NOT NULL`.execute(
    executor,
  )
  await executor.deleteFrom('avatar_fetches').where('user_id', '=', userId).execute()
  if (image === null) await executor.deleteFrom('avatars').where('user_id', '=', userId).execute()
  else await putAvatar(executor, userId, image)
}

const putAvatar = (executor: Executor, userId: number, { hash, bytes }: Image) =>
  sql`
    INSERT INTO avatars (user_id, hash, bytes) VALUES (${userId}, ${hash}, ${bytes})
    ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, bytes = excluded.bytes, created_at = now()
  `.execute(executor)

/** Removes the member's own picture and the face from the game; false when there is neither. */
export async function clearPicture(executor: Executor, userId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users WHERE id = ${userId} AND (avatar_url IS NOT NULL
      OR EXISTS (SELECT FROM avatars WHERE user_id = users.id)) FOR NO KEY UPDATE
  `.execute(executor)
  await storeAvatar(executor, userId, null)
  const hadFace = await removeFaces(executor, userId)
  return hadFace || rows.length > 0
}

/** Stores the fetched picture, unless the member chose another one in the meantime. */
export async function adoptAvatar(executor: Executor, foreign: ForeignAvatar, image: Image): Promise<void> {
  if (await dropForeignAvatar(executor, foreign)) await putAvatar(executor, foreign.id, image)
}

/** Removes the external URL; false when it is no longer the member's. */
export async function dropForeignAvatar(executor: Executor, { id, url }: ForeignAvatar): Promise<boolean> {
  const { rows } = await sql`
    UPDATE users SET avatar_url = NULL WHERE id = ${id} AND avatar_url = ${url} RETURNING id
  `.execute(executor)
  await executor.deleteFrom('avatar_fetches').where('user_id', '=', id).execute()
  return rows.length > 0
}

export async function findAvatar(
  executor: Executor,
  userId: number,
  hash: Buffer,
): Promise<Buffer | undefined> {
  const row = await executor
    .selectFrom('avatars')
    .select('bytes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.bytes
}

interface ForeignAvatar {
  readonly id: number
  readonly url: string
  readonly tries: number
}

/** Claims the next external URL and counts the attempt; the next attempt is an hour later. */
export async function claimForeignAvatar(executor: Executor): Promise<ForeignAvatar | undefined> {
  const { rows } = await sql<ForeignAvatar>`
    WITH next AS (
      SELECT users.id, users.avatar_url FROM users LEFT JOIN avatar_fetches ON user_id = users.id
      WHERE avatar_url IS NOT NULL AND (next_try_at IS NULL OR next_try_at <= now())
      ORDER BY users.id LIMIT 1 FOR UPDATE OF users SKIP LOCKED
    ), counted AS (
      INSERT INTO avatar_fetches AS old (user_id, tries, next_try_at)
      SELECT id, 1, now() + interval '1 hour' FROM next
      ON CONFLICT (user_id) DO UPDATE SET tries = old.tries + 1, next_try_at = excluded.next_try_at
      RETURNING user_id, tries
    )
    SELECT id, avatar_url AS url, tries FROM next JOIN counted ON user_id = id
  `.execute(executor)
  return rows[0]
}

/** An attempt that ended before it could succeed or fail does not count. */
export async function uncountTry(executor: Executor, { id }: ForeignAvatar): Promise<void> {
  await sql`UPDATE avatar_fetches SET tries = tries - 1 WHERE user_id = ${id}`.execute(executor)
}
