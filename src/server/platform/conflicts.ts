import { msg } from '@lingui/core/macro'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from './database/database.ts'
import { forbidden } from './http/errors.ts'

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

const byHand = msg`Somebody whom this concerns gave you your rank, your invitation or a code in the last 7 days. Another staff member has to decide it.`

const idsOf = (executor: Executor, ids: RawBuilder<unknown>): Promise<ReadonlySet<number>> =>
  sql<{ id: number }>`SELECT ${ids} AS id`
    .execute(executor)
    .then(({ rows }) => new Set(rows.map(({ id }) => id)))

/** All accounts of a person: those that ever owned a player whom one of them ever owned, and the account itself. */
export const ownAccounts = (executor: Executor, userId: number) =>
  idsOf(executor, sql`own_accounts(${userId}::int)`).then((own) => new Set([userId, ...own]))

/** The accounts that could have acted through the member in the last days: their own, and whose hand they were in. */
export const accountsBehind = (executor: Executor, userId: number) =>
  idsOf(executor, sql`hands_behind(${userId}::int)`)

/**
 * The accounts that one person could have made act together with the member, within the days before `moment` or since.
 */
export const accountsOfOneHand = (executor: Executor, userId: number, moment = new Date()) =>
  idsOf(executor, sql`one_hand(${userId}::int, ${moment})`)

/**
 * Every decision of staff about people asks this. It looks at all that the member ever owned, not at the present link,
 * and at who could have acted through them.
 * @throws 403 when the decision concerns the member
 */
export async function requireNoConflict(
  executor: Executor,
  memberId: number,
  concern: Concern,
): Promise<void> {
  const own = await ownAccounts(executor, memberId)
  const behind = await accountsBehind(executor, memberId)
  const together = concern.makers?.length ? await accountsOfOneHand(executor, memberId) : behind
  for (const role of ['reporters', 'accounts', 'makers'] as const)
    for (const id of concern[role] ?? [])
      if (id !== null && own.has(id)) throw forbidden(refusals[role])
      else if (id !== null && (role === 'makers' ? together : behind).has(id)) throw forbidden(byHand)
}

/** The accounts that could have acted through the reader as an array that a statement computes once. */
export const accountsBehindReader = (viewerId: number) =>
  sql<number[]>`ARRAY(SELECT hands_behind(${viewerId}::int))`

/** Condition for what is about the account in a column: punishments and restrictions. */
export const isAboutOthers = (account: RawBuilder<unknown>, viewerId: number) =>
  sql<boolean>`(${account} = ANY (${accountsBehindReader(viewerId)})) IS NOT TRUE`
