import { msg } from '@lingui/core/macro'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from './database.ts'
import { forbidden } from './errors.ts'

/** Whom a decision concerns. Null stands for a deleted account. */
export interface Concern {
  /** Whom it is about. */
  readonly accounts?: readonly (number | null)[]
  readonly reporters?: readonly (number | null)[]
  /** Who made what is decided: somebody else has to decide it. */
  readonly makers?: readonly (number | null)[]
}

const refusals = {
  reporters: msg`You reported this yourself. Another staff member has to decide it.`,
  accounts: msg`This is about you. Another staff member has to decide it.`,
  makers: msg`A second person has to decide this`,
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
}

/** The accounts of the reader as an array that a statement computes once. */
export const ownAccountsOf = (viewerId: number) => sql<number[]>`ARRAY(SELECT own_accounts(${viewerId}::int))`

/** Condition for what is about the account in a column: punishments and restrictions. */
export const isAboutOthers = (account: RawBuilder<unknown>, viewerId: number) =>
  sql<boolean>`(${account} = ANY (${ownAccountsOf(viewerId)})) IS NOT TRUE`
