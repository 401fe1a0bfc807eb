import { sql } from 'kysely'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import { maxFollowed } from '../../../../contract/players/follows.ts'
import type { Follow, FollowedPlayer } from '../../../../contract/players/follows-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { hideRows } from '../../accounts/personal-data/queries/pending-deletions.ts'
import { avatarPath } from '../../accounts/users/avatar/queries.ts'

/** Returns the id of a player or member, also by one that was merged; undefined when unknown or deleted. */
export async function findPlayerId(executor: Executor, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE id = kept_user_id(${id}) AND deleted_at IS NULL
  `.execute(executor)
  return rows[0]?.id
}

export async function readFollow(executor: Executor, followerId: number, playerId: number): Promise<Follow> {
  const { rows } = await sql<{ isMuted: boolean }>`
    SELECT is_muted AS "isMuted" FROM follows WHERE follower_id = ${followerId} AND player_id = ${playerId}
  `.execute(executor)
  return { isFollowing: rows.length > 0, isMuted: rows[0]?.isMuted ?? false }
}

/** Returns how many players the member follows. Locks the member, so that parallel requests count one after the other. */
export async function countFollowedLocked(transaction: Executor, followerId: number): Promise<number> {
  await sql`SELECT FROM users WHERE id = ${followerId} FOR NO KEY UPDATE`.execute(transaction)
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM follows WHERE follower_id = ${followerId}
  `.execute(transaction)
  return rows[0]!.n
}

/** A SELECT of the ids of players whom a member follows. */
export const followedIds = (followerId: number) =>
  sql`SELECT player_id FROM follows WHERE follower_id = ${followerId}`

export async function followsAnybody(executor: Executor, followerId: number): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`SELECT EXISTS (${followedIds(followerId)}) AS any`.execute(
    executor,
  )
  return rows[0]!.any
}

/** Unmuted. @throws a foreign key error when one of them was deleted meanwhile */
export async function insertFollow(
  transaction: Executor,
  followerId: number,
  playerId: number,
): Promise<void> {
  await sql`INSERT INTO follows (follower_id, player_id) VALUES (${followerId}, ${playerId})`.execute(
    transaction,
  )
}

/** Returns false when the member does not follow the player. */
export async function storeMute(
  executor: Executor,
  followerId: number,
  playerId: number,
  isMuted: boolean,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE follows SET is_muted = ${isMuted} WHERE follower_id = ${followerId} AND player_id = ${playerId}
  `.execute(executor)
  return numAffectedRows === 1n
}

export async function deleteFollow(executor: Executor, followerId: number, playerId: number): Promise<void> {
  await sql`DELETE FROM follows WHERE follower_id = ${followerId} AND player_id = ${playerId}`.execute(
    executor,
  )
}

interface FollowedRow {
  readonly id: number
  readonly username: string
  readonly avatarUrl: string | null
  readonly rank: Rank
  readonly isMuted: boolean
  readonly followedAt: Date
}

/** Newest first. */
export async function listFollowed(executor: Executor, followerId: number): Promise<FollowedPlayer[]> {
  const { rows } = await sql<FollowedRow>`
    SELECT users.id, users.shown_name AS username, ${avatarPath} AS "avatarUrl", users.rank,
      is_muted AS "isMuted", follows.created_at AS "followedAt"
    FROM follows JOIN users ON users.id = player_id WHERE follower_id = ${followerId}
    ORDER BY follows.created_at DESC, player_id DESC LIMIT ${maxFollowed}
  `.execute(executor)
  return rows.map(({ isMuted, followedAt, ...user }) => ({
    user,
    isMuted,
    followedAt: followedAt.toISOString(),
  }))
}

/** Hides whom a member follows, and who follows them. */
export const hideFollowsOf = (transaction: Executor, userId: number): Promise<void> =>
  hideRows(transaction, userId, 'follows', sql`follower_id = ${userId} OR player_id = ${userId}`)

/** Before an account is restored: nobody follows a blocked member who claimed a player meanwhile. */
export async function dropBlockedFollows(transaction: Executor, userId: number): Promise<void> {
  await sql`
    WITH mine AS (
      SELECT id, table_name, kept_user_id(coalesce(content ->> 'follower_id', content ->> 'blocker_id')::int) AS one,
        kept_user_id(coalesce(content ->> 'player_id', content ->> 'blocked_id')::int) AS other
      FROM hidden_rows WHERE user_id = ${userId} AND table_name IN ('follows', 'blocks')
    )
    DELETE FROM hidden_rows USING mine AS follow, mine AS block
    WHERE hidden_rows.id = follow.id AND follow.table_name = 'follows' AND block.table_name = 'blocks'
      AND least(follow.one, follow.other) = least(block.one, block.other)
      AND greatest(follow.one, follow.other) = greatest(block.one, block.other)
  `.execute(transaction)
}
