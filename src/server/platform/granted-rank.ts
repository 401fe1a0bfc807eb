import { type RawBuilder, sql } from 'kysely'
import { isStaffRank, keysOfRanks, type Rank, type RankWithheldBy } from '../../contract/accounts/ranks.ts'
import type { Config } from '../config.ts'
import type { Executor } from './database/database.ts'

/** Whether the password of a row of `users` is too short for staff, or its length was never measured. */
export const hasShortPassword = sql<boolean>`(users.password_is_short IS NOT FALSE)`

/** Joined or selected rows of `restrictions` that apply now. */
export const activeRestriction = sql`restrictions.lifted_at IS NULL
  AND (restrictions.until IS NULL OR restrictions.until > now())`

/** Whether a row of `users`, or an earlier account of the same player, is restricted. */
export const isRestricted = sql<boolean>`EXISTS (SELECT FROM restriction_of(users.id))`

export interface RankRequirement {
  readonly requireStaffSecondFactor: Config['requireStaffSecondFactor'] | RawBuilder<boolean>
}

/** The stored requirement, for queries that know no configuration. */
const storedRequirement: RankRequirement = {
  requireStaffSecondFactor: sql<boolean>`(SELECT second_factor FROM sent_rank_requirement)`,
}

/**
 * Why the staff rank of a row of `users` grants nothing now; null where it grants its powers. The reasons are in
 * sql/accounts/rank_withheld_by.sql. A rank that this process does not know counts as staff.
 */
export const rankWithheldBy = ({
  requireStaffSecondFactor,
}: RankRequirement): RawBuilder<RankWithheldBy | null> =>
  sql<RankWithheldBy | null>`CASE
    WHEN users.rank = ANY (${keysOfRanks((key) => !isStaffRank(key))}::text[]) THEN NULL
    ELSE rank_withheld_by(users.id, users.recovered_at, ${hasShortPassword}, ${requireStaffSecondFactor}::boolean) END`

/** The rank that a row of `users` is granted, on the site and wherever the site grants it: Member while it is withheld. */
export const grantedRank = (requirement: RankRequirement = storedRequirement): RawBuilder<Rank> =>
  sql<Rank>`CASE WHEN ${rankWithheldBy(requirement)} IS NULL THEN users.rank ELSE 'Member' END`

/** What a process requires is what all processes and game servers go by until another one starts or Owners change it. */
export async function storeRankRequirement(executor: Executor, secondFactor: boolean): Promise<void> {
  await sql`
    INSERT INTO sent_rank_requirement (second_factor) VALUES (${secondFactor})
    ON CONFLICT (only_row) DO UPDATE SET second_factor = excluded.second_factor
  `.execute(executor)
}

/** The rank that an account is granted. Call it after locking the account; an account that is gone is a Member. */
export async function findGrantedRank(executor: Executor, userId: number): Promise<Rank> {
  const { rows } = await sql<{ rank: Rank }>`
    SELECT ${grantedRank()} AS rank FROM users WHERE id = ${userId} AND username IS NOT NULL
  `.execute(executor)
  return rows[0]?.rank ?? 'Member'
}

/** Whether the rank of an account grants its powers also where staff need a second factor. */
export async function hasFactorOfStaff(executor: Executor, userId: number): Promise<boolean> {
  const { rows } = await sql<{ reason: RankWithheldBy | null }>`
    SELECT ${rankWithheldBy({ requireStaffSecondFactor: true })} AS reason FROM users WHERE id = ${userId}
  `.execute(executor)
  return rows[0]?.reason === null
}
