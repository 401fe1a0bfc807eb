import { type RawBuilder, sql } from 'kysely'
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

/** The accounts of the reader as an array that a statement computes once. */
export const ownAccountsOf = (viewerId: number) => sql<number[]>`ARRAY(SELECT own_accounts(${viewerId}::int))`

/** Condition for what is about the account in a column: punishments and restrictions. */
export const isAboutOthers = (account: RawBuilder<unknown>, viewerId: number) =>
  sql<boolean>`(${account} = ANY (${ownAccountsOf(viewerId)})) IS NOT TRUE`

/** Condition for a row `cases` of `moderation_cases`: the accused never reads the accuser, of whatever rank. */
export const isCaseOfOthers = (viewerId: number) => sql<boolean>`(
  cases.subject_user_id = ANY (${ownAccountsOf(viewerId)}) OR cases.subject_type = 'pattern' AND EXISTS (
    SELECT FROM moderation_reports AS found
    WHERE found.id = cases.id AND found.other_user_id = ANY (${ownAccountsOf(viewerId)}))) IS NOT TRUE`

/** Condition for a row `appeals`. */
export const isAppealOfOthers = (viewerId: number) => sql<boolean>`(coalesce(
  (SELECT user_id FROM punishments JOIN game_identities ON game_identities.id = identity_id
    WHERE punishments.id = appeals.punishment_id),
  (SELECT user_id FROM restrictions WHERE restrictions.id = appeals.restriction_id)
  ) = ANY (${ownAccountsOf(viewerId)})) IS NOT TRUE`

/** Condition for a row `rulings`: of the reader's span, or by the ids of matches that they played in. */
export const isRulingAbout = (viewerId: number) => sql<boolean>`(
  kept_user_id(${sql.ref('rulings.player_id')}) = ANY (${ownAccountsOf(viewerId)})
  OR rulings.player_id IS NULL AND EXISTS (
    SELECT FROM ruling_matches JOIN match_players USING (match_id) WHERE ruling_id = rulings.id AND identity_id = ANY (
      ARRAY(SELECT identity_id FROM identity_owners WHERE user_id = ANY (${ownAccountsOf(viewerId)})))))`

/** Condition for a row `entry` of the audit log: the accused reads in it neither accuser nor judge. */
export const isEntryOfOthers = (viewerId: number) => {
  const own = ownAccountsOf(viewerId)
  return sql<boolean>`(CASE split_part(entry.action, '.', 1)
    WHEN 'moderation' THEN entry.subject_type = 'player' AND entry.subject_id = ANY (${own}) OR EXISTS (
      SELECT FROM moderation_reports AS filed WHERE filed.subject_type = entry.subject_type
        AND filed.subject_id = entry.subject_id AND (filed.subject_user_id = ANY (${own}) OR filed.other_user_id = ANY (${own})))
    WHEN 'punishment' THEN entry.subject_id = ANY (${own})
    WHEN 'member' THEN entry.action IN ('member.restrict', 'member.unrestrict', 'member.clear')
      AND entry.subject_id = ANY (${own})
    WHEN 'post' THEN entry.action = 'post.remove' AND (entry.after ->> 'author')::int = ANY (${own})
    WHEN 'comment' THEN entry.action = 'comment.remove' AND (entry.after ->> 'author')::int = ANY (${own})
    WHEN 'appeal' THEN EXISTS (SELECT FROM appeals WHERE appeals.id = entry.subject_id AND NOT ${isAppealOfOthers(viewerId)})
    WHEN 'ruling' THEN EXISTS (SELECT FROM rulings WHERE rulings.id = entry.subject_id AND ${isRulingAbout(viewerId)})
    WHEN 'application' THEN EXISTS (SELECT FROM staff_applications AS written
      WHERE written.id = entry.subject_id AND written.user_id = ANY (${own}))
  END) IS NOT TRUE`
}
