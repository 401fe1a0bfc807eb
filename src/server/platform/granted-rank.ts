import { type RawBuilder, sql } from 'kysely'
import { isStaffRank, keysOfRanks, type Rank } from '../../contract/accounts/ranks.ts'
import type { Config } from '../config.ts'

/** Whether the password of a row of `users` is too short for staff, or its length was never measured. */
export const hasShortPassword = sql<boolean>`(users.password_is_short IS NOT FALSE)`

const hasNoFactor = sql`NOT EXISTS (SELECT FROM second_factors WHERE second_factors.user_id = users.id)`

export interface RankRequirement {
  readonly requireStaffSecondFactor: Config['requireStaffSecondFactor'] | RawBuilder<boolean>
}

/**
 * The rank that a row of `users` is granted, on the site and wherever the site grants it: Member while a staff rank has a
 * password that is too short, or lacks a required second factor. A rank that this process does not know counts as staff.
 */
export const grantedRank = ({ requireStaffSecondFactor }: RankRequirement): RawBuilder<Rank> =>
  sql<Rank>`CASE WHEN users.rank <> ALL (${keysOfRanks((key) => !isStaffRank(key))}::text[])
    AND (${hasShortPassword} OR (${requireStaffSecondFactor}::boolean AND ${hasNoFactor}))
    THEN 'Member' ELSE users.rank END`
