import { msg } from '@lingui/core/macro'
import { type RawBuilder, sql } from 'kysely'
import { powers, type Rank } from '../../../../contract/accounts/ranks.ts'
import type { Message } from '../../../../contract/languages.ts'
import {
  maxOtherCases,
  maxShownReports,
  outcomeLine,
  outcomeSentences,
} from '../../../../contract/moderation/moderation.ts'
import type {
  DecidedCase,
  ModerationCase,
  ModerationSubject,
} from '../../../../contract/moderation/moderation-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { findGrantedRank } from '../../../platform/granted-rank.ts'
import { queueMessage } from '../../../platform/jobs/outbox.ts'
import { keptRank } from '../../accounts/personal-data/queries/pending-deletions.ts'
import { insertNotice } from '../../notifications/queries/notices.ts'
import { isActiveClaim } from './active-claim.ts'
import { isCaseOfOthers } from './conflicts.ts'

type CaseReport = ModerationCase['reports'][number] & { readonly isAbove: boolean }

interface CaseRow extends Omit<ModerationCase, 'firstAt' | 'lastAt' | 'decidedAt' | 'mediaUrl' | 'reports'> {
  readonly reports: readonly CaseReport[]
  readonly firstAt: Date
  readonly lastAt: Date
  readonly decidedAt: Date | null
  readonly mediaHash: Buffer | null
}

export interface CasesPage {
  readonly status: 'open' | 'decided'
  /** The reader, because a case says whether they reported it. */
  readonly viewerId: number
  readonly before?: number | undefined
  readonly limit: number
  readonly subjectType?: ModerationSubject | undefined
  readonly subjectId?: number | undefined
}

/** Which rows of `moderation_cases` a page shows, and in which order. */
export interface ChosenCases {
  readonly viewerId: number
  /** Rows of `moderation_cases`; all of them without it. */
  readonly from?: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
  readonly limit: number
}

/** Condition for reports of the case of `heads`: open ones about the subject, or those decided together. */
const sameCase = sql`same.subject_type = heads.subject_type AND same.subject_id = heads.subject_id
  AND same.status = heads.status AND same.decided_at IS NOT DISTINCT FROM heads.decided_at`

const moment = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Cases by their newest report, the newest first. */
export const casesPage = ({
  status,
  viewerId,
  before,
  limit,
  subjectType,
  subjectId,
}: CasesPage): RawBuilder<CaseRow> =>
  chosenCases({
    viewerId,
    where: sql`decided_at ${status === 'open' ? sql`IS NULL` : sql`IS NOT NULL`} AND id < ${before ?? 2_147_483_647}
      ${subjectType === undefined ? sql`` : sql`AND subject_type = ${subjectType}`}
      ${subjectId === undefined ? sql`` : sql`AND subject_id = ${subjectId}`}`,
    order: sql`id DESC`,
    limit,
  })

/** Condition for the row `reporters`: staff do not see who reported when it is somebody of a higher rank. */
export const isReporterAbove = (viewerId: number) => sql<boolean>`coalesce(
  array_position(${[...powers]}::text[], (SELECT power FROM ranks WHERE key = reporters.rank)) > array_position(
    ${[...powers]}::text[], (SELECT power FROM users JOIN ranks ON key = rank WHERE id = ${viewerId})), false)`

/** A row of `users` as a person of the case of `heads`. */
const casePerson = (users: RawBuilder<unknown>, viewerId: number) => sql`
  CASE WHEN ${users}.id IS NOT NULL THEN json_build_object('id', ${users}.id, 'username', ${users}.shown_name,
    'rank', ${users}.rank, 'isMember', ${users}.username IS NOT NULL,
    'isPlayer', EXISTS (SELECT FROM game_identities WHERE user_id = ${users}.id), 'createdAt', ${moment(sql`${users}.created_at`)},
    'formerNames', ${users}.former_names, 'otherCases', coalesce((SELECT json_agg(one ORDER BY one.id DESC) FROM (
      SELECT cases.id, cases.subject_type AS "subjectType", newest.pattern, cases.status,
        ${moment(sql`cases.last_at`)} AS "lastAt"
      FROM moderation_cases AS cases JOIN moderation_reports AS newest ON newest.id = cases.id
      WHERE (cases.subject_user_id = ${users}.id OR cases.id = ANY (ARRAY(
          SELECT found.id FROM moderation_reports AS found WHERE found.other_user_id = ${users}.id)))
        AND cases.id <> heads.id AND ${isCaseOfOthers(viewerId)}
      ORDER BY cases.id DESC LIMIT ${maxOtherCases}) AS one), '[]')) END`

export const chosenCases = ({
  viewerId,
  from = sql`moderation_cases`,
  where,
  order,
  limit,
}: ChosenCases): RawBuilder<CaseRow> => sql<CaseRow>`
  WITH chosen AS (
    SELECT *, row_number() OVER (ORDER BY ${order}) AS position FROM (
      SELECT * FROM ${from} AS cases WHERE ${where} AND ${isCaseOfOthers(viewerId)} ORDER BY ${order} LIMIT ${limit}
    ) AS page
  ), heads AS (
    SELECT reports.*, chosen.position, chosen.class AS worst, chosen.severity, chosen.accuracy
    FROM chosen JOIN moderation_reports AS reports ON reports.id = chosen.id
  )
  SELECT heads.id, heads.subject_type AS "subjectType", heads.subject_id AS "subjectId", heads.status,
    ${casePerson(sql`subjects`, viewerId)} AS subject, heads.pattern, ${casePerson(sql`others`, viewerId)} AS other,
    heads.excerpt, heads.worst AS class, heads.accuracy, (ARRAY['low', 'medium', 'high'])[heads.severity] AS severity,
    totals.count, totals.first_at AS "firstAt", totals.last_at AS "lastAt",
    CASE heads.subject_type WHEN 'post' THEN posts.id IS NOT NULL WHEN 'comment' THEN comments.id IS NOT NULL
      ELSE subjects.id IS NOT NULL END AS "isThere", comments.post_id AS "postId",
    CASE WHEN news.published_at IS NOT NULL THEN news.slug END AS "newsSlug",
    post_media.media_hash AS "mediaHash",
    coalesce((SELECT json_agg(content ORDER BY post_edits.id) FROM post_edits WHERE post_id = posts.id), '[]')
      AS "earlierTexts",
    (SELECT json_agg(report ORDER BY report.id DESC) FROM (
      SELECT same.id, same.reason, same.class, same.match_id AS "matchId", same.evidence, ${moment(sql`same.created_at`)} AS "createdAt",
        CASE WHEN reporters.id IS NOT NULL THEN json_build_object(
          'id', reporters.id, 'username', reporters.shown_name) END AS reporter,
        ${isReporterAbove(viewerId)} AS "isAbove",
        game_servers.name AS server, coalesce((
          SELECT json_agg(json_build_object('gamertag', line.gamertag, 'text', line.text, 'at', ${moment(sql`line.at`)},
            'by', CASE speakers.user_id WHEN same.subject_user_id THEN 'subject' WHEN same.reporter_id THEN 'reporter'
              ELSE 'other' END) ORDER BY line.position)
          FROM report_chat_lines AS line JOIN game_identities AS speakers ON speakers.id = line.identity_id
          WHERE line.report_id = same.id), '[]') AS chat
      FROM moderation_reports AS same LEFT JOIN users AS reporters ON reporters.id = same.reporter_id
        LEFT JOIN game_servers ON game_servers.id = same.server_id
      WHERE ${sameCase} ORDER BY same.id DESC LIMIT ${maxShownReports}
    ) AS report) AS reports,
    (SELECT json_build_object(
        'removed', count(*) FILTER (WHERE status = 'removed'),
        'dismissed', count(*) FILTER (WHERE status = 'dismissed'),
        'actioned', count(*) FILTER (WHERE status = 'actioned'))
      FROM (
        SELECT DISTINCT ON (subject_type, subject_id, decided_at) status FROM moderation_reports AS earlier
        WHERE earlier.subject_user_id = heads.subject_user_id AND earlier.status <> 'open'
          AND (heads.decided_at IS NULL OR earlier.decided_at < heads.decided_at)
      ) AS decided) AS earlier,
    CASE WHEN restrictions.id IS NOT NULL THEN json_build_object(
      'reason', restrictions.reason, 'until', ${moment(sql`restrictions.until`)}) END AS restriction,
    CASE WHEN claimants.id IS NOT NULL THEN json_build_object('id', claimants.id, 'username', claimants.shown_name,
      'rank', claimants.rank, 'until', ${moment(sql`claims.expires_at`)}) END AS claim,
    EXISTS (SELECT FROM moderation_reports AS same WHERE ${sameCase} AND same.reporter_id = ${viewerId})
      AS "viewerReported",
    heads.decided_at AS "decidedAt", deciders.shown_name AS "decidedBy", latest.note,
    CASE WHEN latest.reopened_at IS NOT NULL THEN json_build_object('by', reopeners.shown_name,
      'at', ${moment(sql`latest.reopened_at`)}, 'reason', latest.reopened_reason) END AS reopening
  FROM heads
  CROSS JOIN LATERAL (
    SELECT count(*)::int, min(same.created_at) AS first_at, max(same.created_at) AS last_at
    FROM moderation_reports AS same WHERE ${sameCase}
  ) AS totals
  LEFT JOIN users AS subjects ON subjects.id = heads.subject_user_id
  LEFT JOIN users AS others ON others.id = heads.other_user_id
  -- New reports may have joined a case that was reopened.
  CROSS JOIN LATERAL (
    SELECT note, reopened_at, reopened_by, reopened_reason FROM moderation_reports AS same
    WHERE ${sameCase} ORDER BY reopened_at DESC NULLS LAST, id DESC LIMIT 1
  ) AS latest
  LEFT JOIN users AS reopeners ON reopeners.id = latest.reopened_by
  LEFT JOIN users AS deciders ON deciders.id = heads.decided_by
  LEFT JOIN posts ON heads.subject_type = 'post' AND posts.id = heads.subject_id
  LEFT JOIN comments ON heads.subject_type = 'comment' AND comments.id = heads.subject_id
  LEFT JOIN news ON news.id = comments.news_id
  LEFT JOIN post_media ON post_media.post_id = posts.id
  LEFT JOIN LATERAL restriction_of(subjects.id) AS restrictions ON true
  LEFT JOIN moderation_claims AS claims ON heads.status = 'open' AND claims.subject_type = heads.subject_type
    AND claims.subject_id = heads.subject_id AND ${isActiveClaim()}
  LEFT JOIN users AS claimants ON claimants.id = claims.user_id
  ORDER BY heads.position
`

export async function listCases(executor: Executor, page: CasesPage): Promise<ModerationCase[]> {
  return casesOf(await casesPage(page).execute(executor))
}

/** A report by somebody of a higher rank, as staff see it. */
const withoutReporter = (report: CaseReport): CaseReport => ({
  ...report,
  reporter: null,
  evidence: report.evidence && {
    ...report.evidence,
    matches: report.evidence.matches.map((match) => ({ ...match, reporter: null })),
  },
  chat: report.chat.map((line) => (line.by === 'reporter' ? { ...line, gamertag: 'Reporter' } : line)),
})

export const casesOf = ({ rows }: { readonly rows: readonly CaseRow[] }): ModerationCase[] =>
  rows.map(({ mediaHash, reports, firstAt, lastAt, decidedAt, ...row }) => ({
    ...row,
    reports: reports.map((report) => (report.isAbove ? withoutReporter(report) : report)),
    mediaUrl: mediaHash && `/media/${mediaHash.toString('hex')}.webp`,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }))

export interface Subject {
  readonly subjectType: ModerationSubject
  readonly subjectId: number
}

const isAbout = ({ subjectType, subjectId }: Subject) =>
  sql`subject_type = ${subjectType} AND subject_id = ${subjectId}`

/** Whom a case is about. */
export interface CasePeople {
  /** Null when that account was deleted. */
  readonly subjectUserId: number | null
  /** The second person of a case of the detector. */
  readonly otherUserId: number | null
}

/** The people whom open reports are about; undefined when none is open. */
export async function findReportedPeople(
  executor: Executor,
  subject: Subject,
): Promise<CasePeople | undefined> {
  const { rows } = await sql<CasePeople>`
    SELECT subject_user_id AS "subjectUserId", other_user_id AS "otherUserId" FROM moderation_reports
    WHERE ${isAbout(subject)} AND status = 'open' LIMIT 1
  `.execute(executor)
  return rows[0]
}

/** Whether anybody ever reported a subject. */
export async function hasReports(executor: Executor, subject: Subject): Promise<boolean> {
  const { rows } = await sql`SELECT FROM moderation_reports WHERE ${isAbout(subject)} LIMIT 1`.execute(
    executor,
  )
  return rows.length > 0
}

/**
 * Locks accounts in id order, so that their ranks stay until the transaction ends: of whom it is about the stored one,
 * which protects them (of a member whose deletion is pending the one from before), and of `actorId` the granted one. Call it before `lockOpenReports`.
 */
export async function lockRanks(
  transaction: Executor,
  actorId: number,
  others: readonly number[],
): Promise<ReadonlyMap<number, Rank>> {
  const ids = [actorId, ...others]
  await sql`SELECT FROM users WHERE id = ANY(${ids}::int[]) ORDER BY id FOR SHARE`.execute(transaction)
  // Afterwards, so that it sees a deletion for which the lock waited.
  const { rows } = await sql<{ id: number; rank: Rank }>`
    SELECT id, ${keptRank} AS rank FROM users WHERE id = ANY(${ids}::int[])
  `.execute(transaction)
  return new Map([
    ...rows.map(({ id, rank }) => [id, rank] as const),
    [actorId, await findGrantedRank(transaction, actorId)],
  ])
}

export interface OpenReport {
  readonly id: number
  readonly reporterId: number | null
  readonly subjectUserId: number | null
  readonly excerpt: string
}

/** Locks the open reports about a subject, oldest first, so that concurrent decisions are serialized. */
export async function lockOpenReports(transaction: Executor, subject: Subject): Promise<OpenReport[]> {
  const { rows } = await sql<OpenReport>`
    SELECT id, reporter_id AS "reporterId", subject_user_id AS "subjectUserId", excerpt FROM moderation_reports
    WHERE ${isAbout(subject)} AND status = 'open' ORDER BY id FOR UPDATE
  `.execute(transaction)
  return rows
}

/** Those who reported, each with their own words. */
async function listReporters(
  transaction: Executor,
  ids: readonly number[],
): Promise<{ userId: number; reason: string }[]> {
  const { rows } = await sql<{ userId: number; reason: string }>`
    SELECT reporter_id AS "userId", reason FROM moderation_reports
    WHERE id = ANY(${ids}::int[]) AND reporter_id IS NOT NULL ORDER BY id
  `.execute(transaction)
  return rows
}

/** Decides locked reports, ends the claim and notifies each reporter of the outcome, with their own words. */
export async function decideReports(
  transaction: Executor,
  subject: Subject,
  decision: {
    readonly ids: readonly number[]
    readonly status: DecidedCase['status']
    readonly by: number
    readonly note: string | null
  },
): Promise<void> {
  const { ids, status, by, note } = decision
  await sql`
    UPDATE moderation_reports SET status = ${status}, decided_at = now(), decided_by = ${by}, note = ${note}
    WHERE id = ANY(${ids}::int[])
  `.execute(transaction)
  const outcome = outcomeSentences[status]
  for (const { userId, reason } of await listReporters(transaction, ids))
    await insertNotice(transaction, {
      userId,
      kind: 'report_decided',
      text: [outcome, msg`You reported: ${reason}`],
    })
  await sayInGame(transaction, ids, outcomeLine(outcome))
  await sql`DELETE FROM moderation_claims WHERE ${isAbout(subject)}`.execute(transaction)
  await deriveOtherCases(transaction, ids)
}

/**
 * Who reported in game reads the outcome there, once linked. Those who want notifications in game get it as one, and
 * those who muted them do not.
 */
async function sayInGame(transaction: Executor, reportIds: readonly number[], text: Message): Promise<void> {
  const { rows } = await sql<{ userId: number }>`
    SELECT users.id AS "userId" FROM moderation_reports AS reports JOIN users ON users.id = reports.reporter_id
    CROSS JOIN LATERAL (SELECT wanted_channels(users.id, 'report') AS channels) AS wanted
    WHERE reports.id = ANY(${reportIds}::int[]) AND reports.server_id IS NOT NULL AND users.linked_at IS NOT NULL
      AND wanted.channels <> '{}' AND NOT 'game' = ANY (wanted.channels) ORDER BY users.id
  `.execute(transaction)
  for (const { userId } of rows) await queueMessage(transaction, userId, text)
}

/**
 * Derives other open cases of the reporters again, because their accuracy has changed; at most 200. Cases that somebody
 * else changes at this moment are left out instead of waited for: they are derived with the next report or decision.
 */
export async function deriveOtherCases(transaction: Executor, reportIds: readonly number[]): Promise<void> {
  await sql`
    SELECT CASE WHEN pg_try_advisory_xact_lock(hashtext('moderation ' || subject_type), subject_id)
      THEN derive_moderation_case(subject_type, subject_id, NULL) END
    FROM (
      SELECT DISTINCT open.subject_type, open.subject_id FROM moderation_reports AS decided
      JOIN moderation_reports AS open ON open.reporter_id = decided.reporter_id AND open.status = 'open'
      WHERE decided.id = ANY(${reportIds}::int[]) LIMIT 200
    ) AS others
  `.execute(transaction)
}

/** Locks the reports that were decided last about a subject, oldest first. */
export async function lockDecidedReports(transaction: Executor, subject: Subject): Promise<OpenReport[]> {
  const { rows } = await sql<OpenReport>`
    SELECT id, reporter_id AS "reporterId", subject_user_id AS "subjectUserId", excerpt FROM moderation_reports
    WHERE ${isAbout(subject)} AND status <> 'open'
      AND decided_at = (SELECT max(decided_at) FROM moderation_reports WHERE ${isAbout(subject)} AND status <> 'open')
    ORDER BY id FOR UPDATE
  `.execute(transaction)
  return rows
}

/** Opens locked reports again. Their note stays until the next decision. */
export async function reopenReports(
  transaction: Executor,
  ids: readonly number[],
  { by, reason }: { readonly by: number; readonly reason: string },
): Promise<void> {
  await sql`
    UPDATE moderation_reports SET status = 'open', decided_at = NULL, decided_by = NULL,
      reopened_at = now(), reopened_by = ${by}, reopened_reason = ${reason}
    WHERE id = ANY(${ids}::int[])
  `.execute(transaction)
  await deriveOtherCases(transaction, ids)
}

/** Returns the newest decision about a subject. */
export async function findDecision(
  executor: Executor,
  subject: Subject,
): Promise<(DecidedCase & CasePeople & { readonly deciderId: number | null }) | undefined> {
  const { rows } = await sql<
    CasePeople & {
      status: DecidedCase['status']
      deciderId: number | null
      decidedBy: string | null
      decidedAt: Date
      note: string | null
    }
  >`
    SELECT status, decided_by AS "deciderId", subject_user_id AS "subjectUserId", other_user_id AS "otherUserId",
      users.shown_name AS "decidedBy", decided_at AS "decidedAt", note
    FROM moderation_reports LEFT JOIN users ON users.id = decided_by
    WHERE ${isAbout(subject)} AND status <> 'open' ORDER BY decided_at DESC, moderation_reports.id DESC LIMIT 1
  `.execute(executor)
  return rows[0] && { ...rows[0], decidedAt: rows[0].decidedAt.toISOString() }
}
