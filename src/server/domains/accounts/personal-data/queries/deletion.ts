import { sql } from 'kysely'
import { deletedPlayerName } from '../../../../../contract/accounts/accounts.ts'
import type { Executor } from '../../../../platform/database.ts'
import { limitKey } from '../../../../platform/limit-key.ts'

/** Rows per delete statement, which keeps each far below the statement timeout. */
const step = 500

/** Locks all Owners, as rank changes do, and returns whether this member is the only one. */
export async function isLastOwner(transaction: Executor, userId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE rank = 'Owner' AND username IS NOT NULL ORDER BY id FOR UPDATE
  `.execute(transaction)
  return rows.length === 1 && rows[0]?.id === userId
}

/**
 * Deletes what the member wrote, and what was written about them, where the foreign key would only become
 * null. Bug reports and reports about others remain without the author.
 */
export async function deleteTraces(transaction: Executor, userId: number): Promise<void> {
  // Same lock order as moderation decisions: reports first, then posts.
  await sql`DELETE FROM moderation_reports WHERE subject_user_id = ${userId} OR other_user_id = ${userId}`.execute(
    transaction,
  )
  await sql`UPDATE reports SET media_link = NULL WHERE user_id = ${userId}`.execute(transaction)
  await deleteInSteps(transaction, 'all_comments', userId)
  await deleteInSteps(transaction, 'all_posts', userId)
  await sql`DELETE FROM staff_applications WHERE user_id = ${userId}`.execute(transaction)
  // Only of a verified address: another one may be somebody else's.
  await sql`
    DELETE FROM newsletter_subscribers USING verified_emails AS own
    WHERE own.user_id = ${userId} AND lower(newsletter_subscribers.email) = lower(own.email)
  `.execute(transaction)
  // The same contact message as queued or sent mail, to the team or with their answer.
  await sql`
    DELETE FROM outbox USING contact_messages AS written
    WHERE written.user_id = ${userId} AND channel = 'mail' AND written.email IN (data ->> 'replyTo', data ->> 'to')
      AND right(data ->> 'text', char_length(written.message)) = written.message
  `.execute(transaction)
  await sql`DELETE FROM contact_messages WHERE user_id = ${userId}`.execute(transaction)
}

async function deleteInSteps(
  transaction: Executor,
  table: 'all_posts' | 'all_comments',
  userId: number,
): Promise<void> {
  const rows = sql.table(table)
  let deleted = 0n
  do {
    const { numAffectedRows } = await sql`
      DELETE FROM ${rows} WHERE id IN (SELECT id FROM ${rows} WHERE user_id = ${userId} ORDER BY id LIMIT ${step})
    `.execute(transaction)
    deleted = numAffectedRows ?? 0n
  } while (deleted > 0n)
}

/** Deletes sign-in attempt counters, whose keys contain a hash of the name. */
export async function deleteNameLimits(transaction: Executor, username: string): Promise<void> {
  await sql`DELETE FROM rate_limits WHERE strpos(key, ${limitKey({ typed: username })}) > 0`.execute(
    transaction,
  )
}

/** Creates the account that stands for a deleted player: no sign-in, no profile, the name of all deleted accounts. */
export async function insertAnonymousUser(transaction: Executor): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (gamertag, deleted_at) VALUES (${deletedPlayerName}, now()) RETURNING id
  `.execute(transaction)
  return rows[0]!.id
}

/**
 * Deletes the account and, as the schema defines, the rows that reference it. Concurrent inserts for it fail by their
 * foreign key. Its id redirects to `anonymousId` from now on.
 */
export async function deleteAccount(
  transaction: Executor,
  userId: number,
  anonymousId: number,
): Promise<void> {
  await sql`DELETE FROM users WHERE id = ${userId}`.execute(transaction)
  await sql`INSERT INTO user_redirects (old_id, user_id) VALUES (${userId}, ${anonymousId})`.execute(
    transaction,
  )
}

/** Recorded without an actor, because the log would keep their name for ever. */
export async function recordDeletion(transaction: Executor, userId: number): Promise<void> {
  await sql`
    INSERT INTO audit_log (actor_id, actor_name, action, subject_type, subject_id)
    VALUES (${userId}, ${deletedPlayerName}, 'member.delete', 'member', ${userId})
  `.execute(transaction)
}
