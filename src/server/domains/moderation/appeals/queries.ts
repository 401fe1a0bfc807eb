import { type RawBuilder, sql } from 'kysely'
import { keysOfRanks, rankHolds } from '../../../../contract/accounts/ranks.ts'
import { appealLimits } from '../../../../contract/moderation/appeals.ts'
import type { Appeal, Appealed } from '../../../../contract/moderation/appeals-schemas.ts'
import { claimMinutes } from '../../../../contract/moderation/moderation.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { assigneeCondition, type FilteredPage } from '../../../platform/database/list-filters.ts'
import { playersNamed } from '../../../platform/database/name-search.ts'
import { grantedRank } from '../../../platform/granted-rank.ts'
import { personJson } from '../../accounts/users/avatar/queries.ts'
import { currentUntil, punishmentState } from '../punishments/queries.ts'
import { isAppealOfOthers } from '../queries/conflicts.ts'

const iso = (value: RawBuilder<unknown>) =>
  sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Who may review. */
const reviewerRanks = () => keysOfRanks((rank) => rankHolds(rank, 'moderator', 'appeals'))

const isOpen = sql`state IN ('open', 'in_review', 'waiting')`

/** A punishment or a restriction, with whom it concerns. Exactly one of the two ids is set. */
export interface Subject {
  readonly punishmentId: string | null
  readonly restrictionId: number | null
  readonly userId: number | null
  readonly about: Appealed
}

const aboutPunishment = sql`json_build_object('punishmentId', punishments.id, 'kind', punishments.kind,
  'reason', punishments.reason, 'at', ${iso(sql`punishments.at`)}, 'until', ${iso(currentUntil)},
  'state', ${punishmentState})`

const aboutRestriction = sql`json_build_object('punishmentId', NULL, 'kind', 'restriction',
  'reason', restrictions.reason, 'at', ${iso(sql`restrictions.created_at`)}, 'until', ${iso(sql`restrictions.until`)},
  'state', CASE WHEN restrictions.lifted_at IS NOT NULL THEN 'lifted' WHEN restrictions.until <= now() THEN 'ended'
    ELSE 'active' END)`

const punishmentSubjects = sql`
  SELECT punishments.id AS "punishmentId", NULL::int AS "restrictionId",
    CASE WHEN forgotten_at IS NULL THEN identity.user_id END AS "userId", ${aboutPunishment} AS about
  FROM punishments JOIN game_identities AS identity ON identity.id = identity_id`

const restrictionSubjects = sql`
  SELECT NULL::uuid AS "punishmentId", restrictions.id AS "restrictionId", user_id AS "userId",
    ${aboutRestriction} AS about
  FROM restrictions`

/** The newest punishment with this code. */
export async function findByCode(executor: Executor, code: string): Promise<Subject | undefined> {
  const { rows } = await sql<Subject>`
    ${punishmentSubjects} WHERE appeal_code = ${code} ORDER BY punishments.at DESC LIMIT 1
  `.execute(executor)
  return rows[0]
}

export async function findSubject(
  executor: Executor,
  { punishmentId, restrictionId }: Pick<Subject, 'punishmentId' | 'restrictionId'>,
): Promise<Subject | undefined> {
  const { rows } = await (punishmentId === null
    ? sql<Subject>`${restrictionSubjects} WHERE restrictions.id = ${restrictionId}`
    : sql<Subject>`${punishmentSubjects} WHERE punishments.id = ${punishmentId}`
  ).execute(executor)
  return rows[0]
}

const maxSubjects = 100

/** What a member can appeal or has appealed, newest first: punishments in game and restrictions of the site. */
export async function listSubjects(executor: Executor, userId: number): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    SELECT * FROM (
      (${punishmentSubjects} WHERE identity.user_id = ${userId} AND forgotten_at IS NULL
        ORDER BY punishments.at DESC LIMIT ${maxSubjects})
      UNION ALL
      (${restrictionSubjects} WHERE user_id = ${userId} ORDER BY restrictions.id DESC LIMIT ${maxSubjects})
    ) AS subjects ORDER BY about ->> 'at' DESC LIMIT ${maxSubjects}
  `.execute(executor)
  return rows
}

export interface Earlier {
  readonly id: number
  readonly isOpen: boolean
  readonly isFinal: boolean
  /** When a second one becomes possible. */
  readonly again: Date
  readonly mayAgain: boolean
}

const ofSubject = ({ punishmentId, restrictionId }: Pick<Subject, 'punishmentId' | 'restrictionId'>) =>
  punishmentId === null ? sql`restriction_id = ${restrictionId}` : sql`punishment_id = ${punishmentId}`

/** The newest appeal about a subject. */
export async function findNewest(
  executor: Executor,
  subject: Pick<Subject, 'punishmentId' | 'restrictionId'>,
): Promise<Earlier | undefined> {
  const { rows } = await sql<Earlier>`
    SELECT id, ${isOpen} AS "isOpen", is_final AS "isFinal",
      changed_at + make_interval(days => ${appealLimits.againDays}) AS again,
      changed_at + make_interval(days => ${appealLimits.againDays}) <= now() AS "mayAgain"
    FROM appeals WHERE ${ofSubject(subject)} ORDER BY id DESC LIMIT 1
  `.execute(executor)
  return rows[0]
}

/** Serializes appeals about one subject until the transaction ends. */
export async function lockSubject(
  transaction: Executor,
  { punishmentId, restrictionId }: Pick<Subject, 'punishmentId' | 'restrictionId'>,
): Promise<void> {
  const name = `appeal ${punishmentId ?? restrictionId}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
}

export async function insertAppeal(
  transaction: Executor,
  { punishmentId, restrictionId }: Pick<Subject, 'punishmentId' | 'restrictionId'>,
  isFinal: boolean,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO appeals (punishment_id, restriction_id, is_final)
    VALUES (${punishmentId}, ${restrictionId}, ${isFinal}) RETURNING id
  `.execute(transaction)
  return rows[0]!.id
}

export async function insertMessage(
  transaction: Executor,
  row: {
    readonly appealId: number
    readonly isStaff: boolean
    readonly authorId: number | null
    readonly text: string
  },
): Promise<void> {
  await sql`
    INSERT INTO appeal_messages (appeal_id, is_staff, author_id, text)
    VALUES (${row.appealId}, ${row.isStaff}, ${row.authorId}, ${row.text})
  `.execute(transaction)
}

interface Change {
  readonly state: Appeal['state']
  readonly reviewerId?: number
  readonly note?: string
  /** When a restriction would have ended without the decision. */
  readonly untilBefore?: string | null
}

export async function updateAppeal(
  transaction: Executor,
  id: number,
  { state, reviewerId, note, untilBefore = null }: Change,
): Promise<void> {
  await sql`
    UPDATE appeals SET state = ${state}, reviewer_id = coalesce(${reviewerId ?? null}::int, reviewer_id),
      claimed_until = CASE WHEN ${reviewerId ?? null}::int IS NULL THEN claimed_until
        ELSE now() + make_interval(mins => ${claimMinutes}) END,
      note = coalesce(${note ?? null}::text, note), until_before = ${untilBefore}, changed_at = now()
    WHERE id = ${id}
  `.execute(transaction)
}

/** When this member decided a locked appeal, with all digits; undefined where they did not within `seconds`. */
export async function findOwnDecision(
  transaction: Executor,
  id: number,
  { by, seconds }: { readonly by: number; readonly seconds: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    SELECT changed_at::text AS at FROM appeals
    WHERE id = ${id} AND reviewer_id = ${by} AND state IN ('upheld', 'reduced', 'lifted')
      AND changed_at > now() - make_interval(secs => ${seconds})
  `.execute(transaction)
  return rows[0]?.at
}

/** Whether the lift of a punishment at this moment was the decision about an appeal, which is undone there. */
export async function isDecisionOfAppeal(
  transaction: Executor,
  punishmentId: string,
  at: string,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM appeals WHERE punishment_id = ${punishmentId} AND changed_at = ${at}::timestamptz
  `.execute(transaction)
  return rows.length > 0
}

/** The notices that a decision of this moment wrote. */
export async function findDecisionNotices(
  transaction: Executor,
  userId: number,
  at: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM notices WHERE user_id = ${userId} AND created_at = ${at}::timestamptz
      AND kind IN ('appeal_decided', 'punishment_lifted') ORDER BY id
  `.execute(transaction)
  return rows.map(({ id }) => id)
}

/** A restriction that an appeal of this moment lifted or shortened is in force again; false where a newer one is. */
export async function restoreRestriction(
  transaction: Executor,
  { appealId, restrictionId }: { readonly appealId: number; readonly restrictionId: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE restrictions AS kept SET lifted_at = NULL,
      until = CASE WHEN appeals.state = 'reduced' THEN appeals.until_before ELSE kept.until END
    FROM appeals
    WHERE appeals.id = ${appealId} AND kept.id = ${restrictionId}
      AND (appeals.state = 'reduced' AND kept.lifted_at IS NULL OR kept.lifted_at = appeals.changed_at)
      AND NOT EXISTS (SELECT FROM restrictions AS newer
        WHERE newer.user_id = kept.user_id AND newer.id > kept.id AND newer.lifted_at IS NULL)
  `.execute(transaction)
  return numAffectedRows === 1n
}

/** Puts a decided appeal under review again, by the member who decided it. */
export async function reopenAppeal(transaction: Executor, id: number): Promise<void> {
  await sql`
    UPDATE appeals SET state = 'in_review', note = NULL, until_before = NULL, changed_at = now(),
      claimed_until = now() + make_interval(mins => ${claimMinutes}) WHERE id = ${id}
  `.execute(transaction)
}

/** An appeal as staff see it, with what is needed to act on it. */
export type AppealRow = Appeal & Pick<Subject, 'punishmentId' | 'restrictionId'>

const appealRows = () => sql`
  SELECT appeals.id, CASE WHEN appeals.state = 'in_review' AND reviewer.id IS NULL THEN 'open' ELSE appeals.state END
      AS state, is_final AS "isFinal", note, punishment_id AS "punishmentId",
    restriction_id AS "restrictionId", ${iso(sql`appeals.created_at`)} AS "createdAt",
    ${iso(sql`appeals.changed_at`)} AS "changedAt",
    CASE WHEN punishments.id IS NULL THEN ${aboutRestriction} ELSE ${aboutPunishment} END AS about,
    ${personJson('player')} AS player, ${personJson('reviewer')} AS reviewer,
    issuer.id AS "issuerId", coalesce(by_name, issuer.shown_name) AS issuer,
    (SELECT json_agg(json_build_object('id', message.id, 'isStaff', is_staff, 'text', text,
        'createdAt', ${iso(sql`message.created_at`)}, 'author', author.shown_name) ORDER BY message.id)
      FROM appeal_messages AS message LEFT JOIN users AS author ON author.id = message.author_id
      WHERE appeal_id = appeals.id) AS messages
  FROM appeals
  LEFT JOIN punishments ON punishments.id = punishment_id
  LEFT JOIN game_identities AS identity ON identity.id = identity_id AND forgotten_at IS NULL
  LEFT JOIN restrictions ON restrictions.id = restriction_id
  LEFT JOIN users AS player ON player.id = coalesce(identity.user_id, restrictions.user_id)
  LEFT JOIN users AS issuer ON issuer.id = coalesce(made_by, restrictions.created_by)
  -- A claim ends after a time, and with the powers or account of who made it. A closed one names who decided.
  LEFT JOIN users AS reviewer ON reviewer.id = reviewer_id AND (NOT appeals.${isOpen}
    OR claimed_until > now() AND EXISTS (
      SELECT FROM users WHERE users.id = reviewer_id AND ${grantedRank()} = ANY(${reviewerRanks()}::text[])))`

export async function findAppeal(executor: Executor, id: number): Promise<AppealRow | undefined> {
  const found = await sql<AppealRow>`${appealRows()} WHERE appeals.id = ${id}`.execute(executor)
  return found.rows[0]
}

export interface AppealsPage extends FilteredPage {
  readonly state: 'open' | 'closed'
}

/** By the indexes of names and of what is appealed. */
function isOfPlayerNamed(q: string): RawBuilder<unknown> {
  const named = sql`${playersNamed(q, { isStaff: true })} LIMIT 100`
  return sql`(appeals.punishment_id = ANY (ARRAY(
      SELECT punished.id FROM punishments AS punished JOIN game_identities AS known ON known.id = punished.identity_id
      WHERE known.user_id IN (${named}) AND known.forgotten_at IS NULL))
    OR appeals.restriction_id = ANY (ARRAY(
      SELECT given.id FROM restrictions AS given WHERE given.user_id IN (${named}))))`
}

/**
 * Open appeals: first those that wait for staff, the longest wait first. Closed appeals: newest first. `before` is the last appeal
 * of the page before, whatever the order.
 */
export async function listAppeals(executor: Executor, page: AppealsPage): Promise<Appeal[]> {
  const { state, before, limit, assignee, days, q, viewerId } = page
  const where = [
    state === 'open' ? sql`appeals.${isOpen}` : sql`NOT appeals.${isOpen}`,
    isAppealOfOthers(viewerId),
  ]
  if (before !== undefined)
    where.push(
      state === 'closed'
        ? sql`appeals.id < ${before}`
        : sql`((appeals.state = 'waiting'), appeals.changed_at, appeals.id) > (
            SELECT last.state = 'waiting', last.changed_at, last.id FROM appeals AS last WHERE last.id = ${before})`,
    )
  if (assignee !== undefined && assignee !== '')
    where.push(assigneeCondition(['reviewer.id'], assignee, viewerId))
  if (days !== undefined) where.push(sql`appeals.created_at <= now() - make_interval(days => ${days})`)
  if (q !== undefined) where.push(isOfPlayerNamed(q))
  const order =
    state === 'open' ? sql`(appeals.state = 'waiting'), appeals.changed_at, appeals.id` : sql`appeals.id DESC`
  const found = await sql<Appeal>`
    ${appealRows()} WHERE ${sql.join(where, sql` AND `)} ORDER BY ${order} LIMIT ${limit}
  `.execute(executor)
  return found.rows
}

/** Ends appeals whose player did not reply. Returns how many. */
export async function expireAppeals(executor: Executor): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE appeals SET state = 'expired', changed_at = now()
    WHERE state = 'waiting' AND changed_at < now() - make_interval(days => ${appealLimits.answerDays})
  `.execute(executor)
  return Number(numAffectedRows ?? 0)
}

/** A restriction ends earlier. */
export async function shortenRestriction(transaction: Executor, id: number, until: Date): Promise<void> {
  await sql`UPDATE restrictions SET until = ${until} WHERE id = ${id}`.execute(transaction)
}

/** The texts of somebody who leaves go with their account. */
export async function deleteAppealsOf(transaction: Executor, userId: number): Promise<void> {
  await sql`
    DELETE FROM appeals WHERE punishment_id IN (
      SELECT punishments.id FROM punishments JOIN game_identities ON game_identities.id = identity_id
      WHERE user_id = ${userId})
      OR restriction_id IN (SELECT id FROM restrictions WHERE user_id = ${userId})
  `.execute(transaction)
}
