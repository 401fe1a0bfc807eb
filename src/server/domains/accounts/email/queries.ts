import { sql } from 'kysely'
import type { OwnEmail } from '../../../../contract/accounts/email-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'

/**
 * Undefined when the account was deleted. An address that was confirmed before a recovery with a code of staff is to be
 * confirmed again, which proves who the member is.
 */
export async function findEmail(executor: Executor, userId: number): Promise<OwnEmail | undefined> {
  const { rows } = await sql<OwnEmail>`
    SELECT users.email, verified_emails.user_id IS NOT NULL
      AND (recovered_at IS NULL OR verified_at > recovered_at) AS verified
    FROM users LEFT JOIN verified_emails ON verified_emails.user_id = users.id AND verified_emails.email = users.email
    WHERE users.id = ${userId} AND username IS NOT NULL
  `.execute(executor)
  return rows[0]
}

/** How a mail greets a member, and in which language: null where none was chosen. */
export async function findAddressee(
  executor: Executor,
  userId: number,
): Promise<{ readonly username: string; readonly language: string | null } | undefined> {
  const { rows } = await sql<{ username: string; language: string | null }>`
    SELECT username, language FROM users WHERE id = ${userId} AND username IS NOT NULL
  `.execute(executor)
  return rows[0]
}

export interface NewToken {
  readonly userId: number
  readonly email: string
  readonly hash: Buffer
  readonly orderedAt: Date
  readonly hours: number
}

/** Replaces the account's token; false when a mail that was requested later has been sent. */
export async function storeToken(executor: Executor, token: NewToken): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO email_tokens AS old (user_id, email, token_hash, ordered_at, expires_at)
    VALUES (${token.userId}, ${token.email}, ${token.hash}, ${token.orderedAt},
      now() + make_interval(hours => ${token.hours}))
    ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, token_hash = excluded.token_hash,
      ordered_at = excluded.ordered_at, expires_at = excluded.expires_at
    WHERE old.ordered_at <= excluded.ordered_at
    RETURNING user_id
  `.execute(executor)
  return rows.length > 0
}

/** Consumes a valid token of the account's current address; undefined for any other. Locks the account first. */
export async function consumeToken(
  transaction: Executor,
  hash: Buffer,
): Promise<{ userId: number; email: string } | undefined> {
  await sql`
    SELECT FROM users WHERE id = (SELECT user_id FROM email_tokens WHERE token_hash = ${hash}) FOR NO KEY UPDATE
  `.execute(transaction)
  const { rows } = await sql<{ userId: number; email: string }>`
    DELETE FROM email_tokens USING users
    WHERE token_hash = ${hash} AND expires_at > now() AND users.id = user_id AND users.email = email_tokens.email
    RETURNING user_id AS "userId", email_tokens.email
  `.execute(transaction)
  return rows[0]
}

export async function storeVerified(transaction: Executor, userId: number, email: string): Promise<void> {
  await sql`
    INSERT INTO verified_emails (user_id, email) VALUES (${userId}, ${email})
    ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, verified_at = now()
  `.execute(transaction)
}

/** Deletes the verification of the address and returns the address. */
export async function deleteVerifiedEmail(
  transaction: Executor,
  userId: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    DELETE FROM verified_emails WHERE user_id = ${userId} RETURNING email
  `.execute(transaction)
  return rows[0]?.email
}

/** Invalidates links in confirmation mails of this account. */
export async function invalidateEmailToken(transaction: Executor, userId: number): Promise<void> {
  await sql`DELETE FROM email_tokens WHERE user_id = ${userId}`.execute(transaction)
}

/** Deletes expired tokens. */
export async function sweepEmailTokens(executor: Executor): Promise<void> {
  await sql`DELETE FROM email_tokens WHERE expires_at <= now()`.execute(executor)
}
