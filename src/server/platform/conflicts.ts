import { sql } from 'kysely'
import type { Executor } from './database.ts'
import { forbidden } from './errors.ts'

/** Whom a decision concerns. Null stands for a deleted account. */
export interface Concern {
  /** Whom it is about. */
  readonly accounts?: readonly (number | null)[]
  /** Matches that it changes. */
  readonly matchIds?: readonly string[]
  readonly reporters?: readonly (number | null)[]
  /** Who made what is decided: somebody else has to decide it. */
  readonly makers?: readonly (number | null)[]
}

const refusals = {
  reporters: 'You reported this yourself. Another staff member has to decide it.',
  accounts: 'This is about you. Another staff member has to decide it.',
  makers: 'A second person has to decide this',
} as const

/** All accounts of a person: those that ever owned a player whom one of them ever owned, and the account itself. */
export async function ownAccounts(executor: Executor, userId: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`SELECT own_accounts(${userId}) AS id`.execute(executor)
  return new Set([userId, ...rows.map(({ id }) => id)])
}

/**
 * Every decision of staff about people asks this. It looks at all that the member ever owned, not at the present link.
 * @throws 403 when the decision concerns the member
 */
export async function requireNoConflict(
  executor: Executor,
  memberId: number,
  concern: Concern,
): Promise<void> {
  const own = await ownAccounts(executor, memberId)
  for (const role of ['reporters', 'accounts', 'makers'] as const)
    if (concern[role]?.some((id) => id !== null && own.has(id))) throw forbidden(refusals[role])
  if (concern.matchIds !== undefined && (await playedInAny(executor, own, concern.matchIds)))
    throw forbidden('You cannot rule on matches that you played in')
}

async function playedInAny(
  executor: Executor,
  accounts: ReadonlySet<number>,
  matchIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM match_players WHERE match_id = ANY(${matchIds}::uuid[]) AND identity_id IN (
      SELECT identity_id FROM identity_owners WHERE user_id = ANY(${[...accounts]}::int[])) LIMIT 1
  `.execute(executor)
  return rows.length > 0
}

/** Condition for a column with an account that is none of these people's; also true for null. */
export const isNotOf = (column: string, accounts: ReadonlySet<number>) =>
  sql<boolean>`(${sql.ref(column)} = ANY(${[...accounts]}::int[])) IS NOT TRUE`
