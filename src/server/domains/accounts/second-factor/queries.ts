import { sql } from 'kysely'
import { secondFactorSetupSeconds } from '../../../../contract/accounts/accounts.ts'
import { isStaffRank, type Rank } from '../../../../contract/accounts/ranks.ts'
import type { AuditAction } from '../../../../contract/admin/audit.ts'
import { recordAudit, recordConsoleAudit } from '../../../platform/audit.ts'
import type { Executor } from '../../../platform/database/database.ts'

export interface FactorState {
  readonly rank: Rank
  readonly since: Date | null
  readonly codesLeft: number
}

export async function findState(executor: Executor, userId: number): Promise<FactorState | undefined> {
  const { rows } = await sql<FactorState>`
    SELECT rank, second_factors.created_at AS since,
      (SELECT count(*)::int FROM second_factor_recovery_codes AS code WHERE code.user_id = users.id) AS "codesLeft"
    FROM users LEFT JOIN second_factors ON second_factors.user_id = users.id WHERE users.id = ${userId}
  `.execute(executor)
  return rows[0]
}

/** Returns the secret; undefined without a second factor. */
export async function findSecret(executor: Executor, userId: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ secret: Buffer }>`
    SELECT secret FROM second_factors WHERE user_id = ${userId}
  `.execute(executor)
  return rows[0]?.secret
}

/** Marks a TOTP step as used; false when it or a later one was used before. */
export async function consumeStep(executor: Executor, userId: number, step: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE second_factors SET last_step = ${step} WHERE user_id = ${userId} AND last_step < ${step} RETURNING 1
  `.execute(executor)
  return rows.length > 0
}

/** Marks a recovery code as used. */
export async function consumeRecoveryCode(
  executor: Executor,
  userId: number,
  hash: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM second_factor_recovery_codes WHERE user_id = ${userId} AND code_hash = ${hash} RETURNING 1
  `.execute(executor)
  return rows.length > 0
}

/** Replaces a pending set-up. Returns when it expires. */
export async function storeSetup(executor: Executor, userId: number, secret: Buffer): Promise<Date> {
  const { rows } = await sql<{ expires_at: Date }>`
    INSERT INTO second_factor_setups (user_id, secret, expires_at)
    VALUES (${userId}, ${secret}, now() + make_interval(secs => ${secondFactorSetupSeconds}))
    ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, expires_at = excluded.expires_at
    RETURNING expires_at
  `.execute(executor)
  return rows[0]!.expires_at
}

/** Returns the secret of a pending set-up, locked with its account until the transaction ends. */
export async function lockSetup(transaction: Executor, userId: number): Promise<Buffer | undefined> {
  // Locks the account first, as a new set-up does, so that none begins while this one is confirmed.
  await sql`SELECT FROM users WHERE id = ${userId} FOR UPDATE`.execute(transaction)
  const { rows } = await sql<{ secret: Buffer }>`
    SELECT secret FROM second_factor_setups WHERE user_id = ${userId} AND expires_at > now()
  `.execute(transaction)
  return rows[0]?.secret
}

/** Activates the pending second factor and marks the confirming TOTP step as used. */
export async function storeFactor(transaction: Executor, userId: number, step: number): Promise<void> {
  await sql`
    WITH setup AS (DELETE FROM second_factor_setups WHERE user_id = ${userId} RETURNING user_id, secret)
    INSERT INTO second_factors (user_id, secret, last_step) SELECT user_id, secret, ${step} FROM setup
  `.execute(transaction)
}

export async function replaceRecoveryCodes(
  transaction: Executor,
  userId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await sql`DELETE FROM second_factor_recovery_codes WHERE user_id = ${userId}`.execute(transaction)
  await sql`
    INSERT INTO second_factor_recovery_codes (user_id, code_hash) SELECT ${userId}, unnest(${hashes}::bytea[])
  `.execute(transaction)
}

/** Deletes its recovery codes by cascade. */
export async function deleteFactor(transaction: Executor, userId: number): Promise<boolean> {
  const { rows } = await sql`DELETE FROM second_factors WHERE user_id = ${userId} RETURNING 1`.execute(
    transaction,
  )
  return rows.length > 0
}

/** Records changes of staff to their own factor in the audit log; changes of other members are not recorded. */
export async function recordOwnAudit(
  transaction: Executor,
  userId: number,
  action: AuditAction,
): Promise<void> {
  const { rows } = await sql<{ rank: Rank }>`SELECT rank FROM users WHERE id = ${userId}`.execute(transaction)
  const rank = rows[0]?.rank
  if (rank === undefined || !isStaffRank(rank)) return
  await recordAudit(transaction, {
    actor: { id: userId, rank },
    action,
    subject: { type: 'member', id: userId },
    before: null,
    after: null,
  })
}

/** Deletes expired set-ups. */
export const sweepSetups = (executor: Executor) =>
  sql`DELETE FROM second_factor_setups WHERE expires_at < now()`.execute(executor)

/** Removes the second factor on the command line. `undefined`: no such member; false: no second factor. */
export const removeSecondFactor = (database: Executor, username: string): Promise<boolean | undefined> =>
  database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM users WHERE lower(username) = ${username.toLowerCase()} FOR UPDATE
    `.execute(transaction)
    const id = rows[0]?.id
    if (id === undefined) return undefined
    if (!(await deleteFactor(transaction, id))) return false
    await recordConsoleAudit(transaction, {
      action: 'factor.forget',
      subject: { type: 'member', id },
      before: null,
      after: null,
    })
    return true
  })
