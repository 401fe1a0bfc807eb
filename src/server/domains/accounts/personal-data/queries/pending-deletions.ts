import { type RawBuilder, sql } from 'kysely'
import { deletedPlayerName, deletionGraceDays } from '../../../../../contract/accounts/accounts.ts'
import type { DeletedMember } from '../../../../../contract/accounts/members-schemas.ts'
import { isStaffRank, type Rank } from '../../../../../contract/accounts/ranks.ts'
import type { Executor } from '../../../../platform/database/database.ts'

/** Ends everything that acts for an account: sessions, and links and codes that open it. */
async function endAccess(transaction: Executor, userId: number): Promise<void> {
  for (const table of ['sessions', 'recovery_tokens', 'email_tokens', 'second_factor_setups'] as const)
    await sql`DELETE FROM ${sql.table(table)} WHERE user_id = ${userId}`.execute(transaction)
}

/**
 * Records that an account is to be deleted. `deletesAt`: of a deletion that a restore repeats. Returns when it is
 * deleted, and the rank that it had.
 */
export async function insertPendingDeletion(
  transaction: Executor,
  userId: number,
  deletesAt: Date | null = null,
): Promise<{ readonly deletesAt: Date; readonly rank: Rank }> {
  const { rows } = await sql<{ deletesAt: Date; rank: Rank }>`
    INSERT INTO pending_deletions (user_id, username, password_hash, fields, deletes_at)
    SELECT id, username, password_hash, to_jsonb(users) - ARRAY['id', 'username', 'password_hash', 'shown_name'],
      coalesce(${deletesAt}::timestamptz, now() + make_interval(days => ${deletionGraceDays}))
    FROM users WHERE id = ${userId} RETURNING deletes_at AS "deletesAt", fields ->> 'rank' AS rank
  `.execute(transaction)
  return rows[0]!
}

/** Makes the row of a member that of a deleted account, which every query hides, and ends its sessions. */
export async function emptyAccount(transaction: Executor, userId: number): Promise<void> {
  await endAccess(transaction, userId)
  await sql`
    UPDATE users SET deleted_at = now(), created_at = now(), username = NULL, password_hash = NULL, email = NULL, bio = NULL,
      discord_tag = NULL, avatar_url = NULL, rank = 'Member', gamertag = ${deletedPlayerName}, gamertag_at = NULL,
      linked_at = NULL, linked_server_id = NULL, last_login_at = NULL, last_seen_at = NULL, former_names = '{}', name_cleared_at = NULL,
      recovered_at = NULL, sent_rank = NULL, password_is_short = NULL, game_rank_at = NULL, hide_presence = false
    WHERE id = ${userId}
  `.execute(transaction)
}

/** Gives an account back what it held, with `rank`. What was removed from the site meanwhile is left out. */
export async function refillAccount(transaction: Executor, userId: number, rank: Rank): Promise<void> {
  await sql`
    UPDATE users SET deleted_at = NULL, created_at = was.created_at, username = pending.username,
      password_hash = pending.password_hash, email = was.email, bio = was.bio, discord_tag = was.discord_tag,
      avatar_url = was.avatar_url, rank = ${rank}, gamertag = was.gamertag, gamertag_at = was.gamertag_at,
      gamertag_is_reserved = was.gamertag_is_reserved, linked_at = was.linked_at,
      linked_server_id = (SELECT id FROM game_servers WHERE id = was.linked_server_id),
      last_login_at = was.last_login_at, last_seen_at = was.last_seen_at, former_names = was.former_names,
      name_cleared_at = was.name_cleared_at, recovered_at = was.recovered_at,
      password_is_short = was.password_is_short, game_rank_at = was.game_rank_at, hide_presence = was.hide_presence
    FROM pending_deletions AS pending, jsonb_populate_record(NULL::users, pending.fields) AS was
    WHERE pending.user_id = users.id AND users.id = ${userId}
  `.execute(transaction)
}

/** Puts hidden rows back, and ends the pending deletion. Returns how many rows were left out. */
export async function deletePendingDeletion(transaction: Executor, userId: number): Promise<number> {
  await sql`SELECT restore_hidden_rows(${userId})`.execute(transaction)
  const { numAffectedRows } = await sql`DELETE FROM hidden_rows WHERE user_id = ${userId}`.execute(
    transaction,
  )
  await sql`DELETE FROM pending_deletions WHERE user_id = ${userId}`.execute(transaction)
  return Number(numAffectedRows ?? 0)
}

/**
 * Takes rows that others see out of their table until the account is restored. `one`: the row in `condition`. They go
 * with the account.
 */
export async function hideRows(
  transaction: Executor,
  userId: number,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    WITH hidden AS (DELETE FROM ${sql.table(table)} AS one WHERE ${condition} RETURNING to_jsonb(one) AS content)
    INSERT INTO hidden_rows (user_id, table_name, content) SELECT ${userId}, ${table}, content FROM hidden
  `.execute(transaction)
}

/** Keeps a copy of rows that go with those that `hideRows` takes out. */
export async function copyRows(
  transaction: Executor,
  userId: number,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    INSERT INTO hidden_rows (user_id, table_name, content)
    SELECT ${userId}, ${table}, to_jsonb(one) FROM ${sql.table(table)} AS one WHERE ${condition}
  `.execute(transaction)
}

/** Hides the pictures of a member, and whom they block or are blocked by. */
export async function hideOwnRows(transaction: Executor, userId: number): Promise<void> {
  await hideRows(transaction, userId, 'avatars', sql`user_id = ${userId}`)
  await hideRows(transaction, userId, 'avatar_fetches', sql`user_id = ${userId}`)
  await hideRows(transaction, userId, 'blocks', sql`blocker_id = ${userId} OR blocked_id = ${userId}`)
}

export interface PendingDeletion {
  readonly id: number
  readonly username: string
  readonly passwordHash: string
  readonly rank: Rank
  readonly deletesAt: Date
}

const pendingColumns = sql`user_id AS id, username, password_hash AS "passwordHash", deletes_at AS "deletesAt",
  coalesce((SELECT coalesce(merged_into, key) FROM ranks WHERE key = fields ->> 'rank'), 'Member') AS rank`

/** Locks an account until the transaction ends; undefined when it was restored or deleted meanwhile, or is due. */
export async function lockPending(transaction: Executor, id: number): Promise<PendingDeletion | undefined> {
  const { rows } = await sql<PendingDeletion>`
    SELECT ${pendingColumns} FROM pending_deletions WHERE user_id = ${id} AND deletes_at > now() FOR UPDATE
  `.execute(transaction)
  return rows[0]
}

/** Accounts whose days of grace are over, the longest first, and those that failed last. */
export async function findDue(executor: Executor, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT user_id AS id FROM pending_deletions WHERE deletes_at <= now()
    ORDER BY tried_at NULLS FIRST, deletes_at, user_id LIMIT ${limit}
  `.execute(executor)
  return rows.map(({ id }) => id)
}

/** Puts an account behind all others that are due. */
export async function postponeDeletion(executor: Executor, id: number): Promise<void> {
  await sql`UPDATE pending_deletions SET tried_at = now() WHERE user_id = ${id}`.execute(executor)
}

export async function lockDue(transaction: Executor, id: number): Promise<PendingDeletion | undefined> {
  const { rows } = await sql<PendingDeletion>`
    SELECT ${pendingColumns} FROM pending_deletions WHERE user_id = ${id} AND deletes_at <= now() FOR UPDATE
  `.execute(transaction)
  return rows[0]
}

/** All accounts whose deletion is pending, as a backup has them. */
export async function readPending(executor: Executor): Promise<PendingDeletion[]> {
  const { rows } = await sql<PendingDeletion>`
    SELECT ${pendingColumns} FROM pending_deletions ORDER BY user_id
  `.execute(executor)
  return rows
}

export async function isDeletionPending(executor: Executor, id: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`SELECT is_deletion_pending(${id}) AS is`.execute(executor)
  return rows[0]!.is
}

/** All accounts that can be restored, the next to be deleted first. */
export async function listPending(executor: Executor, limit: number): Promise<DeletedMember[]> {
  const { rows } = await sql<
    Omit<DeletedMember, 'deletedAt' | 'deletesAt'> & { requestedAt: Date; deletesAt: Date }
  >`
    SELECT user_id AS id,
      CASE WHEN fields ->> 'linked_at' IS NOT NULL AND fields ->> 'gamertag_is_reserved' IS DISTINCT FROM 'true'
        THEN fields ->> 'gamertag'
        WHEN fields ->> 'linked_at' IS NOT NULL OR fields ->> 'name_cleared_at' IS NOT NULL THEN 'Player ' || user_id
        ELSE username END AS username,
      fields ->> 'rank' AS rank, requested_at AS "requestedAt", deletes_at AS "deletesAt"
    FROM pending_deletions WHERE deletes_at > now() ORDER BY deletes_at, user_id LIMIT ${limit}
  `.execute(executor)
  return rows.map(({ requestedAt, deletesAt, ...row }) => ({
    ...row,
    deletedAt: requestedAt.toISOString(),
    deletesAt: deletesAt.toISOString(),
  }))
}

/** A staff rank comes back by an Owner's decision only. */
export const rankAfterRestore = (rank: Rank): Rank => (isStaffRank(rank) ? 'Member' : rank)

/** SQL for the rank of a row of `users`: of one whose deletion is pending, the rank that it had. */
export const keptRank = sql<Rank>`coalesce((SELECT fields ->> 'rank' FROM pending_deletions WHERE user_id = users.id), rank)`

/** Empties a field of an account that can be restored; false when it was empty. */
export async function emptyKept(
  transaction: Executor,
  userId: number,
  field: 'bio' | 'avatar_url',
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE pending_deletions SET fields = fields || jsonb_build_object(${field}::text, NULL)
    WHERE user_id = ${userId} AND fields ->> ${field} IS NOT NULL
  `.execute(transaction)
  return numAffectedRows === 1n
}

/** Removes the pictures of an account that can be restored, as `clearPicture` those of another one. */
export async function clearKeptPicture(transaction: Executor, userId: number): Promise<boolean> {
  const hadAddress = await emptyKept(transaction, userId, 'avatar_url')
  const { rows } = await sql`
    DELETE FROM hidden_rows WHERE user_id = ${userId} AND table_name IN ('avatars', 'avatar_fetches') RETURNING id
  `.execute(transaction)
  const { numAffectedRows: faces } = await sql`
    UPDATE hidden_rows SET content = content || jsonb_build_object('bytes', NULL, 'hash', NULL, 'removed',
      CASE jsonb_typeof(content -> 'removed') WHEN 'array' THEN content -> 'removed' ELSE '[]' END || (content -> 'hash'))
    WHERE user_id = ${userId} AND table_name = 'faces' AND content ->> 'hash' IS NOT NULL
  `.execute(transaction)
  return hadAddress || rows.length > 0 || (faces ?? 0n) > 0n
}

/** Clears the name that an account shows once it is restored; returns the neutral one. */
export async function clearKeptName(transaction: Executor, userId: number): Promise<string> {
  await sql`
    UPDATE pending_deletions SET fields = fields || jsonb_build_object('name_cleared_at', now()) WHERE user_id = ${userId}
  `.execute(transaction)
  return `Player ${userId}`
}

interface Addressee {
  readonly email: string
  readonly username: string
  readonly language: string | null
  readonly deletesAt: Date
}

/** Where a member's mail about the deletion goes: to a confirmed address. */
export async function findPendingAddress(executor: Executor, id: number): Promise<Addressee | undefined> {
  const { rows } = await sql<Addressee>`
    SELECT email, username, fields ->> 'language' AS language, deletes_at AS "deletesAt"
    FROM pending_deletions JOIN verified_emails USING (user_id)
    WHERE user_id = ${id} AND email = fields ->> 'email' AND deletes_at > now()
  `.execute(executor)
  return rows[0]
}

/** Whether a mail of this type about a member has not been sent yet. */
export async function isMailWaiting(executor: Executor, type: string, userId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM outbox WHERE channel = 'mail' AND type = ${type} AND done_at IS NULL AND (data ->> 'userId')::int = ${userId}
    LIMIT 1
  `.execute(executor)
  return rows.length > 0
}
