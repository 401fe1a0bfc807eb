import { sql } from 'kysely'
import { keysOfRanks, rankHolds } from '../../../../contract/accounts/ranks.ts'
import { grantedRank } from '../../../platform/granted-rank.ts'

/** Condition for a row `claims`: it ends after a time, and with the powers or account of who made it. */
export const isActiveClaim = () => sql<boolean>`(claims.expires_at > now() AND EXISTS (
  SELECT FROM users WHERE users.id = claims.user_id
    AND ${grantedRank()} = ANY(${keysOfRanks((rank) => rankHolds(rank, 'helper', 'moderation'))}::text[])))`
