import { sql } from 'kysely'
import type { Executor } from './database.ts'
import { forbidden } from './errors.ts'

/** Joined or selected rows of `restrictions` that apply now. */
export const activeRestriction = sql`restrictions.lifted_at IS NULL
  AND (restrictions.until IS NULL OR restrictions.until > now())`

interface ActiveRestriction {
  readonly reason: string
  /** Null when permanent. */
  readonly until: Date | null
}

/** Returns the member's current restriction. */
export async function findRestriction(
  executor: Executor,
  userId: number,
): Promise<ActiveRestriction | undefined> {
  const { rows } = await sql<ActiveRestriction>`
    SELECT reason, until FROM restrictions
    WHERE user_id = ${userId} AND ${activeRestriction}
  `.execute(executor)
  return rows[0]
}

/**
 * Rejects visible actions of a restricted member. `action` completes "You cannot …".
 * @throws 403 with reason and end of the restriction
 */
export async function requireUnrestricted(executor: Executor, userId: number, action: string): Promise<void> {
  const restriction = await findRestriction(executor, userId)
  if (restriction === undefined) return
  const { reason, until } = restriction
  // The server does not know the member's time zone.
  const end = until === null ? '' : ` until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  throw forbidden(`You cannot ${action}${end}: ${reason}`)
}
