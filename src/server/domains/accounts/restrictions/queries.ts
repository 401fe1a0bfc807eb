import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import { saidWith } from '../../../../contract/languages.ts'
import { cannotTexts, type RestrictedAction } from '../../../../contract/moderation/restricted-actions.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { activeRestriction } from '../../../platform/granted-rank.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { utcMinute } from '../../../platform/languages/say.ts'
import { keptRank } from '../personal-data/queries/pending-deletions.ts'

interface ActiveRestriction {
  readonly reason: string
  /** Null when permanent. */
  readonly until: Date | null
}

/** Returns the current restriction of the person whose account it is, also one of another account of theirs. */
export async function findRestriction(
  executor: Executor,
  userId: number,
): Promise<ActiveRestriction | undefined> {
  const { rows } = await sql<ActiveRestriction>`
    SELECT reason, until FROM restriction_of(${userId})
  `.execute(executor)
  return rows[0]
}

/**
 * Rejects visible actions of a restricted member.
 * @throws 403 with reason and end of the restriction
 */
export async function requireUnrestricted(
  executor: Executor,
  userId: number,
  action: RestrictedAction,
): Promise<void> {
  const restriction = await findRestriction(executor, userId)
  if (restriction === undefined) return
  const { reason, until } = restriction
  const what = saidWith(cannotTexts[action])
  const end = until && utcMinute(until)
  const text = end === null ? msg`${what}: ${reason}` : msg`${what} until ${end}: ${reason}`
  throw new AppError('forbidden', text, { reason })
}

/**
 * Locks the member, so that concurrent restrictions are serialized. Also one whose deletion is pending, with the rank from
 * before; undefined for another account that cannot sign in.
 */
export async function lockMember(
  transaction: Executor,
  id: number,
): Promise<{ readonly id: number; readonly rank: Rank } | undefined> {
  const { rows } = await sql<{ id: number; rank: Rank }>`
    SELECT id, ${keptRank} AS rank FROM users
    WHERE id = ${id} AND (username IS NOT NULL OR is_deletion_pending(id)) FOR NO KEY UPDATE
  `.execute(transaction)
  return rows[0]
}

/** Ends the restrictions of a person and returns the longest in force. `by`: who lifts it by itself. */
export async function liftRestriction(
  transaction: Executor,
  userId: number,
  by: number | null = null,
): Promise<{ readonly reason: string; readonly until: Date | null } | undefined> {
  const { rows } = await sql<{ reason: string; until: Date | null; held: boolean }>`
    WITH lifted AS (
      UPDATE restrictions SET lifted_at = now(), lifted_by = ${by}
      WHERE user_id IN (SELECT own_accounts(${userId})) AND lifted_at IS NULL
      RETURNING reason, until, until IS NULL OR until > now() AS held
    )
    SELECT * FROM lifted ORDER BY until DESC NULLS FIRST LIMIT 1
  `.execute(transaction)
  const [lifted] = rows
  return lifted?.held ? { reason: lifted.reason, until: lifted.until } : undefined
}

/**
 * Puts back into force what a member lifted of a person's newest restrictions within the last seconds; undefined without
 * one. `at`: when it was lifted, with all digits.
 */
export async function takeLiftBack(
  transaction: Executor,
  { userId, by, seconds }: { readonly userId: number; readonly by: number; readonly seconds: number },
): Promise<{ readonly reason: string; readonly until: Date | null; readonly at: string } | undefined> {
  const { rows } = await sql<{ reason: string; until: Date | null; at: string }>`
    WITH own AS (SELECT id, lifted_at FROM restrictions WHERE user_id IN (SELECT own_accounts(${userId}))), restored AS (
      UPDATE restrictions SET lifted_at = NULL, lifted_by = NULL
      FROM (SELECT lifted_at FROM own ORDER BY id DESC LIMIT 1) AS newest
      WHERE restrictions.id IN (SELECT id FROM own) AND restrictions.lifted_at = newest.lifted_at
        AND restrictions.lifted_by = ${by} AND restrictions.lifted_at > now() - make_interval(secs => ${seconds})
      RETURNING reason, until, newest.lifted_at::text AS at
    )
    SELECT * FROM restored ORDER BY until DESC NULLS FIRST LIMIT 1
  `.execute(transaction)
  return rows[0]
}

/** `days` null means permanent. Returns the end. */
export async function insertRestriction(
  transaction: Executor,
  row: {
    readonly userId: number
    readonly reason: string
    readonly days: number | null
    readonly by: number
  },
): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    INSERT INTO restrictions (user_id, reason, until, created_by)
    VALUES (${row.userId}, ${row.reason}, now() + make_interval(days => ${row.days}), ${row.by})
    RETURNING until
  `.execute(transaction)
  return rows[0]!.until
}

/** Moves a restriction in force to the account that stands for a deleted player, whom it follows. */
export async function keepRestriction(
  transaction: Executor,
  userId: number,
  anonymousId: number,
): Promise<void> {
  await sql`
    UPDATE restrictions SET user_id = ${anonymousId} WHERE user_id = ${userId} AND ${activeRestriction}
      AND EXISTS (SELECT FROM identity_owners WHERE identity_owners.user_id = ${anonymousId})
  `.execute(transaction)
}

/** Moves what a deleted account of the same player left in force to the member who links them now. */
export async function inheritRestriction(transaction: Executor, userId: number): Promise<void> {
  await sql`
    UPDATE restrictions SET user_id = ${userId} FROM restriction_of(${userId}) AS left_behind, users
    WHERE restrictions.id = left_behind.id AND users.id = left_behind.user_id AND deleted_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM restrictions AS own WHERE own.user_id = ${userId} AND own.lifted_at IS NULL)
  `.execute(transaction)
}
