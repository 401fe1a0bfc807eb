import { type Kysely, sql } from 'kysely'
import { deletedPlayerName } from '../../../../../contract/accounts/accounts.ts'
import { limitKey } from '../../../../platform/limit-key.ts'
import type { DB } from '../../../../platform/schema.ts'

/** A transaction, or the one connection of a restore. */
export type Open = Kysely<DB>

/** Rows that one statement deletes: each stays far below the limit of its time. */
const step = 500

/** Holds all Owners, as whoever changes ranks does, and says whether this member is the only one. */
export async function isLastOwner(transaction: Open, userId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE rank = 'Owner' AND username IS NOT NULL ORDER BY id FOR UPDATE
  `.execute(transaction)
  return rows.length === 1 && rows[0]?.id === userId
}

/**
 * Deletes what the member wrote and what was written about them, where the account's own row would only let go of it.
 * What others need stays without them: bug reports, and reports about others.
 */
export async function deleteTraces(transaction: Open, userId: number): Promise<void> {
  // In the order of a moderator's decision: reports first, then posts.
  await sql`DELETE FROM moderation_reports WHERE subject_user_id = ${userId}`.execute(transaction)
  await sql`UPDATE reports SET media_link = NULL WHERE user_id = ${userId}`.execute(transaction)
  await deletePosts(transaction, userId)
  await sql`DELETE FROM staff_applications WHERE user_id = ${userId}`.execute(transaction)
  // The same message once more, as mail that waits or was sent.
  await sql`
    DELETE FROM outbox USING contact_messages AS written
    WHERE written.user_id = ${userId} AND channel = 'mail' AND data ->> 'replyTo' = written.email
      AND right(data ->> 'text', char_length(written.message)) = written.message
  `.execute(transaction)
  await sql`DELETE FROM contact_messages WHERE user_id = ${userId}`.execute(transaction)
}

async function deletePosts(transaction: Open, userId: number): Promise<void> {
  let deleted = 0n
  do {
    const { numAffectedRows } = await sql`
      DELETE FROM posts WHERE id IN (SELECT id FROM posts WHERE user_id = ${userId} ORDER BY id LIMIT ${step})
    `.execute(transaction)
    deleted = numAffectedRows ?? 0n
  } while (deleted > 0n)
}

/** Deletes the counters of tries to sign in: their keys hold a hash of the name. */
export async function deleteNameLimits(transaction: Open, username: string): Promise<void> {
  await sql`DELETE FROM rate_limits WHERE strpos(key, ${limitKey({ typed: username })}) > 0`.execute(
    transaction,
  )
}

/**
 * Removes the account. What refers to it goes along or lets go of it, as the schema says; whoever is just writing
 * something for it is refused by their foreign key. Its id stands for `anonymousId` from now on.
 */
export async function deleteAccount(transaction: Open, userId: number, anonymousId: number): Promise<void> {
  await sql`DELETE FROM users WHERE id = ${userId}`.execute(transaction)
  await sql`INSERT INTO user_redirects (old_id, user_id) VALUES (${userId}, ${anonymousId})`.execute(
    transaction,
  )
}

/** Not as a deed of somebody: the log would keep their name for ever. */
export async function recordDeletion(transaction: Open, userId: number): Promise<void> {
  await sql`
    INSERT INTO audit_log (actor_id, actor_name, action, subject_type, subject_id)
    VALUES (${userId}, ${deletedPlayerName}, 'member.delete', 'member', ${userId})
  `.execute(transaction)
}
