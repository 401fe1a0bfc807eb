import { sql } from 'kysely'
import { accountsBehindReader } from '../../../platform/conflicts.ts'

/** Condition for a row `cases` of `moderation_cases`: the accused never reads the accuser, of whatever rank. */
export const isCaseOfOthers = (viewerId: number) => sql<boolean>`(
  cases.subject_user_id = ANY (${accountsBehindReader(viewerId)}) OR cases.subject_type = 'pattern' AND EXISTS (
    SELECT FROM moderation_reports AS found
    WHERE found.id = cases.id AND found.other_user_id = ANY (${accountsBehindReader(viewerId)}))) IS NOT TRUE`

/** Condition for a row `appeals`. */
export const isAppealOfOthers = (viewerId: number) => sql<boolean>`(coalesce(
  (SELECT user_id FROM punishments JOIN game_identities ON game_identities.id = identity_id
    WHERE punishments.id = appeals.punishment_id),
  (SELECT user_id FROM restrictions WHERE restrictions.id = appeals.restriction_id)
  ) = ANY (${accountsBehindReader(viewerId)})) IS NOT TRUE`
