import { sql } from 'kysely'
import { isStaffRank, keysOfRanks, type Rank } from '../../../../contract/accounts/ranks.ts'
import type { Executor } from '../../../platform/database/database.ts'

export interface RecoveredAccount {
  readonly id: number
  readonly username: string
  readonly rank: Rank
  /** The verified address; null without one. */
  readonly email: string | null
  /** Chosen by the member; null while none was. */
  readonly language: string | null
}

const columns = sql`users.id, users.username, users.rank, users.language, verified_emails.email`
const source = sql`users LEFT JOIN verified_emails
  ON verified_emails.user_id = users.id AND verified_emails.email = users.email`

export async function findAccount(
  executor: Executor,
  by: { readonly username: string } | { readonly id: number },
): Promise<RecoveredAccount | undefined> {
  const { rows } = await sql<RecoveredAccount>`
    SELECT ${columns} FROM ${source} WHERE username IS NOT NULL
      AND ${'id' in by ? sql`users.id = ${by.id}` : sql`lower(username) = ${by.username.toLowerCase()}`}
  `.execute(executor)
  return rows[0]
}

/** Maximum number of accounts in one mail. */
const accountsInMail = 5

/**
 * Returns the accounts with this name or verified address, all with exactly the same address. `held` locks
 * them until the transaction ends, so that none changes its address.
 */
export async function findMailable(
  executor: Executor,
  name: string,
  { held = false } = {},
): Promise<RecoveredAccount[]> {
  const wanted = name.trim().toLowerCase()
  // Usernames cannot contain an @.
  const matches = wanted.includes('@')
    ? sql`lower(verified_emails.email) = ${wanted}`
    : sql`lower(username) = ${wanted}`
  const { rows } = await sql<RecoveredAccount>`
    SELECT ${columns} FROM ${source}
    WHERE username IS NOT NULL AND verified_emails.email IS NOT NULL AND ${matches}
    ORDER BY verified_emails.email = ${name.trim()} DESC, verified_emails.email, users.id
    LIMIT ${accountsInMail} ${held ? sql`FOR NO KEY UPDATE OF users` : sql``}
  `.execute(executor)
  return rows.filter(({ email }) => email === rows[0]?.email)
}

/** Locks accounts until the transaction ends, in id order. */
export async function lockAccounts(
  transaction: Executor,
  ids: readonly number[],
): Promise<Pick<RecoveredAccount, 'id' | 'username' | 'rank'>[]> {
  const { rows } = await sql<Pick<RecoveredAccount, 'id' | 'username' | 'rank'>>`
    SELECT id, username, rank FROM users WHERE id = ANY(${ids}::int[]) AND username IS NOT NULL
    ORDER BY id FOR NO KEY UPDATE
  `.execute(transaction)
  return rows
}

export interface NewToken {
  readonly userId: number
  readonly kind: 'mail' | 'staff'
  readonly hash: Buffer
  /** Issuer of a code and their session; null for mails and the command line. */
  readonly issuer: { readonly rank: Rank; readonly sessionId: number } | null
  readonly orderedAt: Date
  readonly minutes: number
}

/**
 * Replaces the account's token of that kind. Undefined when the link of a later mail request exists; codes
 * are issued one after the other.
 */
export async function storeToken(executor: Executor, token: NewToken): Promise<Date | undefined> {
  const { rows } = await sql<{ expires_at: Date }>`
    INSERT INTO recovery_tokens AS old
      (user_id, kind, token_hash, issuer_rank, issuer_session_id, ordered_at, expires_at)
    VALUES (${token.userId}, ${token.kind}, ${token.hash}, ${token.issuer?.rank ?? null},
      ${token.issuer?.sessionId ?? null}, ${token.orderedAt}, now() + make_interval(mins => ${token.minutes}))
    ON CONFLICT (user_id, kind) DO UPDATE SET token_hash = excluded.token_hash, issuer_rank = excluded.issuer_rank,
      issuer_session_id = excluded.issuer_session_id, ordered_at = excluded.ordered_at, expires_at = excluded.expires_at
    WHERE old.ordered_at <= excluded.ordered_at OR old.kind = 'staff'
    RETURNING expires_at
  `.execute(executor)
  return rows[0]?.expires_at
}

export interface LiveToken {
  readonly userId: number
  /** Rank of the account. */
  readonly rank: Rank
  readonly issuerRank: Rank | null
  readonly issuerSessionId: number | null
}

/** Returns a valid token with its account. */
export async function findToken(
  executor: Executor,
  kind: NewToken['kind'],
  hash: Buffer,
): Promise<LiveToken | undefined> {
  const { rows } = await sql<LiveToken>`
    SELECT user_id AS "userId", rank, issuer_rank AS "issuerRank", issuer_session_id AS "issuerSessionId"
    FROM recovery_tokens JOIN users ON users.id = user_id
    WHERE token_hash = ${hash} AND kind = ${kind} AND expires_at > now() AND username IS NOT NULL
  `.execute(executor)
  return rows[0]
}

/** Invalidates all recovery links and codes of the account. */
export async function invalidateRecoveries(transaction: Executor, userId: number): Promise<void> {
  await sql`DELETE FROM recovery_tokens WHERE user_id = ${userId}`.execute(transaction)
}

/** Invalidates recovery links, but no codes of staff. */
export async function invalidateRecoveryMail(transaction: Executor, userId: number): Promise<void> {
  await sql`DELETE FROM recovery_tokens WHERE user_id = ${userId} AND kind = 'mail'`.execute(transaction)
}

/** Deletes expired links and codes. */
export async function sweepRecoveries(executor: Executor): Promise<void> {
  await sql`DELETE FROM recovery_tokens WHERE expires_at <= now()`.execute(executor)
}

/**
 * From now on a staff rank grants nothing until `confirmMember`. The first recovery counts while none was confirmed, so that
 * what was set up after it proves nothing.
 */
export async function markRecovered(transaction: Executor, userId: number): Promise<void> {
  await sql`UPDATE users SET recovered_at = coalesce(recovered_at, now()) WHERE id = ${userId}`.execute(
    transaction,
  )
}

/**
 * The same after a recovery by a code of /link, for a member who was staff before. Otherwise somebody who may give ranks
 * could take the rank away, recover the account without its member, and give the rank back.
 */
export async function markRecoveredOnceStaff(transaction: Executor, userId: number): Promise<void> {
  const { rows } = await sql`
    SELECT FROM audit_log WHERE subject_type = 'member' AND subject_id = ${userId} AND action = 'member.rank'
      AND before ->> 'rank' = ANY(${keysOfRanks(isStaffRank)}::text[]) LIMIT 1
  `.execute(transaction)
  if (rows.length > 0) await markRecovered(transaction, userId)
}

/** What proves that the member is the one from before the recovery. */
const proofs = {
  mail: sql`EXISTS (SELECT FROM verified_emails
    WHERE user_id = users.id AND verified_emails.email = users.email AND verified_at < recovered_at)`,
  secondFactor: sql`EXISTS (SELECT FROM second_factors WHERE user_id = users.id AND second_factors.created_at < recovered_at)`,
  team: sql`true`,
}

/** Ends what `markRecovered` began, if the proof is from before the recovery. */
export async function confirmMember(
  transaction: Executor,
  userId: number,
  by: keyof typeof proofs,
): Promise<void> {
  await sql`
    UPDATE users SET recovered_at = NULL WHERE id = ${userId} AND recovered_at IS NOT NULL AND ${proofs[by]}
  `.execute(transaction)
}

/** When a member was recovered who is not confirmed since. */
export async function findRecoveredAt(executor: Executor, userId: number): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    SELECT recovered_at AS at FROM users WHERE id = ${userId} AND recovered_at IS NOT NULL
  `.execute(executor)
  return rows[0]?.at
}
