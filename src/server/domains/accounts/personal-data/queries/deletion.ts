import { sql } from 'kysely'
import { deletedPlayerName } from '../../../../../contract/accounts/accounts.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { limitKey } from '../../../../platform/http/limit-key.ts'

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
