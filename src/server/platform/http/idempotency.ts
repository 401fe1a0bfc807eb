import { createHash } from 'node:crypto'
import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { idempotencyLimits } from '../../../contract/limits.ts'
import type { Database, Executor } from '../database/database.ts'
import { AppError, invalid } from './errors.ts'

/** Scope of a key: one member and one operation, for both paths (docs/spec/rulings.md, Idempotency-Key). */
export interface Attempt {
  readonly userId: number
  readonly operation: string
  readonly key: string | undefined
  readonly body: unknown
}

/**
 * Runs `store` in a transaction, at most once per key; a repetition returns the first response, and a concurrent one
 * waits for it. A failed attempt rolls back its key. `prepare` does slow work before the transaction, only on the first
 * try.
 * @throws 400 for a key outside 1–128 characters, 409 for the same key with another body
 */
export async function storeOnce<P, A>(
  database: Database,
  attempt: Attempt,
  prepare: () => Promise<P>,
  store: (transaction: Executor, prepared: P) => Promise<A>,
): Promise<A> {
  const { key } = attempt
  if (key === undefined) {
    const prepared = await prepare()
    return database.sql.transaction().execute((transaction) => store(transaction, prepared))
  }
  if (key.length < 1 || key.length > idempotencyLimits.keyLength) {
    throw invalid({ 'Idempotency-Key': msg`Idempotency-Key must have 1 to 128 characters` })
  }
  const claim = { ...attempt, key, hash: createHash('sha256').update(JSON.stringify(attempt.body)).digest() }
  const earlier = await findResponse<A>(database.sql, claim)
  if (earlier !== undefined) return earlier

  const prepared = await prepare()
  return database.sql.transaction().execute(async (transaction) => {
    if (!(await claimKey(transaction, claim))) {
      const first = await findResponse<A>(transaction, claim)
      if (first === undefined) throw new Error('an idempotency key has no stored response')
      return first
    }
    const response = await store(transaction, prepared)
    await transaction
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(response) })
      .where('user_id', '=', claim.userId)
      .where('operation', '=', claim.operation)
      .where('key', '=', claim.key)
      .execute()
    return response
  })
}

/** Removes keys older than 24 hours. */
export async function sweepIdempotencyKeys(database: Database): Promise<void> {
  await sql`DELETE FROM idempotency_keys
    WHERE created_at < now() - make_interval(secs => ${idempotencyLimits.keepSeconds})`.execute(database.sql)
}

type Claim = Attempt & { readonly key: string; readonly hash: Buffer }

/** Waits for a concurrent request with the same key; false when that one committed. */
async function claimKey(transaction: Executor, { userId, operation, key, hash }: Claim): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO idempotency_keys AS old (user_id, operation, key, body_hash)
    VALUES (${userId}, ${operation}, ${key}, ${hash})
    ON CONFLICT (user_id, operation, key) DO UPDATE
      SET body_hash = excluded.body_hash, answer = NULL, created_at = now()
      WHERE old.created_at < now() - make_interval(secs => ${idempotencyLimits.keepSeconds})
    RETURNING key
  `.execute(transaction)
  return rows.length > 0
}

async function findResponse<A>(
  executor: Executor,
  { userId, operation, key, hash }: Claim,
): Promise<A | undefined> {
  const { rows } = await sql<{ body_hash: Buffer; answer: A | null }>`
    SELECT body_hash, answer FROM idempotency_keys
    WHERE user_id = ${userId} AND operation = ${operation} AND key = ${key}
      AND created_at >= now() - make_interval(secs => ${idempotencyLimits.keepSeconds})
  `.execute(executor)
  const row = rows[0]
  if (row === undefined) return undefined
  if (!row.body_hash.equals(hash)) {
    throw new AppError('idempotency_mismatch', msg`This Idempotency-Key was used with another body`)
  }
  return row.answer ?? undefined
}
