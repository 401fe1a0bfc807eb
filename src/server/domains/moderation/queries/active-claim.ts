import { sql } from 'kysely'
import { isStaffRank, keysOfRanks } from '../../../../contract/accounts/ranks.ts'

/** Condition for a row `claims`: it ends after a time, and with the rank or account of who made it. */
export const isActiveClaim = sql<boolean>`(claims.expires_at > now() AND EXISTS (
  SELECT FROM users AS working WHERE working.id = claims.user_id
    AND working.rank = ANY(${keysOfRanks(isStaffRank)}::text[])))`
