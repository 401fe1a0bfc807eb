import { type RawBuilder, sql } from 'kysely'
import { maxBlocked } from '../../../../contract/accounts/blocks.ts'
import type { BlockedMember } from '../../../../contract/accounts/blocks-schemas.ts'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { avatarPath } from '../users/avatar/queries.ts'

/** Whether `blocker` blocked `blocked`, each an expression of SQL for the id of a user. */
export const blocks = (blocker: RawBuilder<unknown>, blocked: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`EXISTS (SELECT FROM blocks WHERE blocks.blocker_id = ${blocker} AND blocks.blocked_id = ${blocked})`

/** Whether a block by `member` stops `actor` from reaching them; both are SQL expressions for the id of a user. */
export const isHeldBackFrom = (
  member: RawBuilder<unknown>,
  actor: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`EXISTS (SELECT FROM blocks_in_force
    WHERE blocks_in_force.blocker_id = ${member} AND blocks_in_force.blocked_id = ${actor})`

/** Whether a block by a member stops `actorId` from reaching them. */
export async function isHeldBack(executor: Executor, memberId: number, actorId: number): Promise<boolean> {
  const { rows } = await sql<{ isHeldBack: boolean }>`
    SELECT ${isHeldBackFrom(sql`${memberId}::int`, sql`${actorId}::int`)} AS "isHeldBack"
  `.execute(executor)
  return rows[0]!.isHeldBack
}

export async function hasBlocked(executor: Executor, blockerId: number, blockedId: number): Promise<boolean> {
  const { rows } = await sql<{ isBlocked: boolean }>`
    SELECT ${blocks(sql`${blockerId}::int`, sql`${blockedId}::int`)} AS "isBlocked"
  `.execute(executor)
  return rows[0]!.isBlocked
}

/** Finds a member, also by an id that was merged; undefined for a player without an account. */
export async function findMember(
  executor: Executor,
  id: number,
): Promise<{ readonly id: number; readonly rank: Rank } | undefined> {
  const { rows } = await sql<{ id: number; rank: Rank }>`
    SELECT id, rank FROM users WHERE id = kept_user_id(${id}) AND username IS NOT NULL
  `.execute(executor)
  return rows[0]
}

/** Locks both members in id order, as a follow of either does, so that none is stored behind a block. */
export async function lockBoth(transaction: Executor, one: number, other: number): Promise<void> {
  await sql`
    SELECT FROM users WHERE id IN (${one}, ${other}) ORDER BY id FOR NO KEY UPDATE
  `.execute(transaction)
}

export async function countBlocked(executor: Executor, blockerId: number): Promise<number> {
  const { rows } = await sql<{ blocked: number }>`
    SELECT count(*)::int AS blocked FROM blocks WHERE blocker_id = ${blockerId}
  `.execute(executor)
  return rows[0]!.blocked
}

/** @throws a foreign key error when one of them was deleted meanwhile */
export async function insertBlock(
  transaction: Executor,
  blockerId: number,
  blockedId: number,
): Promise<void> {
  await sql`INSERT INTO blocks (blocker_id, blocked_id) VALUES (${blockerId}, ${blockedId})`.execute(
    transaction,
  )
}

export async function deleteBlock(executor: Executor, blockerId: number, blockedId: number): Promise<void> {
  await sql`DELETE FROM blocks WHERE blocker_id = ${blockerId} AND blocked_id = ${blockedId}`.execute(
    executor,
  )
}

interface BlockedRow {
  readonly id: number
  readonly username: string
  readonly avatarUrl: string | null
  readonly rank: Rank
  readonly blockedAt: Date
}

/** Newest first. */
export async function listBlocked(executor: Executor, blockerId: number): Promise<BlockedMember[]> {
  const { rows } = await sql<BlockedRow>`
    SELECT users.id, users.shown_name AS username, ${avatarPath} AS "avatarUrl", users.rank,
      blocks.created_at AS "blockedAt"
    FROM blocks JOIN users ON users.id = blocked_id WHERE blocker_id = ${blockerId}
    ORDER BY blocks.created_at DESC, blocked_id DESC LIMIT ${maxBlocked}
  `.execute(executor)
  return rows.map(({ blockedAt, ...user }) => ({ user, blockedAt: blockedAt.toISOString() }))
}
