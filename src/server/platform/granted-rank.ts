import { type RawBuilder, sql } from 'kysely'
import { isStaffRank, keysOfRanks, type Rank, type RankWithheldBy } from '../../contract/accounts/ranks.ts'
import type { Config } from '../config.ts'
import type { Executor } from './database.ts'

/** Whether the password of a row of `users` is too short for staff, or its length was never measured. */
export const hasShortPassword = sql<boolean>`(users.password_is_short IS NOT FALSE)`

const hasNoFactor = sql`NOT EXISTS (SELECT FROM second_factors WHERE second_factors.user_id = users.id)`

/** Joined or selected rows of `restrictions` that apply now. */
export const activeRestriction = sql`restrictions.lifted_at IS NULL
  AND (restrictions.until IS NULL OR restrictions.until > now())`

/** Whether a row of `users` is restricted, or whoever owned the same player. */
export const isRestricted = sql<boolean>`EXISTS (SELECT FROM restriction_of(users.id))`

export interface RankRequirement {
  readonly requireStaffSecondFactor: Config['requireStaffSecondFactor'] | RawBuilder<boolean>
}

/** The setting of the process that started last, for queries that know no configuration. */
const storedRequirement: RankRequirement = {
  requireStaffSecondFactor: sql<boolean>`(SELECT second_factor FROM sent_rank_requirement)`,
}

/**
 * Why the staff rank of a row of `users` grants nothing now; null where it grants its powers. The only place that says so:
 * another reason is another line here. A rank that this process does not know counts as staff.
 */
export const rankWithheldBy = ({
  requireStaffSecondFactor,
}: RankRequirement): RawBuilder<RankWithheldBy | null> =>
  sql<RankWithheldBy | null>`CASE
    WHEN users.rank = ANY (${keysOfRanks((key) => !isStaffRank(key))}::text[]) THEN NULL
    WHEN ${isRestricted} THEN 'restriction'
    WHEN users.recovered_at IS NOT NULL THEN 'recovery'
    WHEN ${hasShortPassword} THEN 'password'
    WHEN ${requireStaffSecondFactor}::boolean AND ${hasNoFactor} THEN 'second-factor' END`

/** The rank that a row of `users` is granted, on the site and wherever the site grants it: Member while it is withheld. */
export const grantedRank = (requirement: RankRequirement = storedRequirement): RawBuilder<Rank> =>
  sql<Rank>`CASE WHEN ${rankWithheldBy(requirement)} IS NULL THEN users.rank ELSE 'Member' END`

/** The rank that an account is granted. Call it after locking the account; an account that is gone is a Member. */
export async function findGrantedRank(executor: Executor, userId: number): Promise<Rank> {
  const { rows } = await sql<{ rank: Rank }>`
    SELECT ${grantedRank()} AS rank FROM users WHERE id = ${userId} AND username IS NOT NULL
  `.execute(executor)
  return rows[0]?.rank ?? 'Member'
}
