import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type ModerationCase, shownReports } from '../../../../contract/moderation.ts'
import type { DB } from '../../../platform/schema.ts'

interface CaseRow extends Omit<ModerationCase, 'firstAt' | 'lastAt' | 'decidedAt' | 'mediaUrl'> {
  readonly firstAt: Date
  readonly lastAt: Date
  readonly decidedAt: Date | null
  readonly mediaHash: Buffer | null
}

export interface CasesPage {
  readonly status: 'open' | 'decided'
  readonly before?: number | undefined
  readonly limit: number
}

/** Which reports belong to the case of `one`: those about the subject that are open, or that were decided together. */
const sameCase = (one: 'reports' | 'heads') => sql`same.subject_type = ${sql.ref(one)}.subject_type
  AND same.subject_id = ${sql.ref(one)}.subject_id AND same.status = ${sql.ref(one)}.status
  AND same.decided_at IS NOT DISTINCT FROM ${sql.ref(one)}.decided_at`

const moment = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * A case stands where its newest report does, its head: the reports are read from the newest on, and those that are no
 * head are skipped, until the page is full. However many were ever decided, no page gathers them all.
 */
export const casesPage = ({ status, before, limit }: CasesPage): RawBuilder<CaseRow> => sql<CaseRow>`
  WITH heads AS (
    SELECT * FROM moderation_reports AS reports
    WHERE ${status === 'open' ? sql`status = 'open'` : sql`status <> 'open'`} AND id < ${before ?? 2_147_483_647}
      AND id = (SELECT max(same.id) FROM moderation_reports AS same WHERE ${sameCase('reports')})
    ORDER BY id DESC LIMIT ${limit}
  )
  SELECT heads.id, heads.subject_type AS "subjectType", heads.subject_id AS "subjectId", heads.status,
    CASE WHEN subjects.id IS NOT NULL THEN json_build_object('id', subjects.id, 'username', subjects.shown_name,
      'rank', subjects.rank, 'isMember', subjects.username IS NOT NULL) END AS subject,
    heads.excerpt, totals.count, totals.first_at AS "firstAt", totals.last_at AS "lastAt",
    CASE heads.subject_type WHEN 'post' THEN posts.id IS NOT NULL ELSE subjects.id IS NOT NULL END AS "isThere",
    post_media.media_hash AS "mediaHash",
    (SELECT json_agg(report ORDER BY report.id DESC) FROM (
      SELECT same.id, same.reason, same.match_id AS "matchId", ${moment(sql`same.created_at`)} AS "createdAt",
        CASE WHEN reporters.id IS NOT NULL THEN json_build_object(
          'id', reporters.id, 'username', reporters.shown_name) END AS reporter
      FROM moderation_reports AS same LEFT JOIN users AS reporters ON reporters.id = same.reporter_id
      WHERE ${sameCase('heads')} ORDER BY same.id DESC LIMIT ${shownReports}
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
    heads.decided_at AS "decidedAt", deciders.shown_name AS "decidedBy", heads.note
  FROM heads
  CROSS JOIN LATERAL (
    SELECT count(*)::int, min(same.created_at) AS first_at, max(same.created_at) AS last_at
    FROM moderation_reports AS same WHERE ${sameCase('heads')}
  ) AS totals
  LEFT JOIN users AS subjects ON subjects.id = heads.subject_user_id
  LEFT JOIN users AS deciders ON deciders.id = heads.decided_by
  LEFT JOIN posts ON heads.subject_type = 'post' AND posts.id = heads.subject_id
  LEFT JOIN post_media ON post_media.post_id = posts.id
  LEFT JOIN restrictions ON restrictions.user_id = subjects.id AND restrictions.lifted_at IS NULL
    AND (restrictions.until IS NULL OR restrictions.until > now())
  ORDER BY heads.id DESC
`

export async function listCases(executor: Kysely<DB>, page: CasesPage): Promise<ModerationCase[]> {
  const { rows } = await casesPage(page).execute(executor)
  return rows.map(({ mediaHash, firstAt, lastAt, decidedAt, ...row }) => ({
    ...row,
    mediaUrl: mediaHash && `/media/${mediaHash.toString('hex')}.webp`,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }))
}

interface Decided {
  readonly subjectType: string
  readonly subjectId: number
  readonly status: 'removed' | 'dismissed' | 'actioned'
  readonly by: number
  readonly note: string | null
}

/** Decides every open report about a subject; whose it was, and how many there were. */
export async function decideCase(
  transaction: Kysely<DB>,
  { subjectType, subjectId, status, by, note }: Decided,
): Promise<{ readonly count: number; readonly subjectUserId: number | null; readonly excerpt: string }> {
  const { rows } = await sql<{ subject_user_id: number | null; excerpt: string }>`
    UPDATE moderation_reports SET status = ${status}, decided_at = now(), decided_by = ${by}, note = ${note}
    WHERE subject_type = ${subjectType} AND subject_id = ${subjectId} AND status = 'open'
    RETURNING subject_user_id, excerpt
  `.execute(transaction)
  const last = rows.at(-1)
  return { count: rows.length, subjectUserId: last?.subject_user_id ?? null, excerpt: last?.excerpt ?? '' }
}

/** Hands a player to the moderators; saying it again while it is open changes reason and match. */
export async function reportPlayer(
  executor: Kysely<DB>,
  report: {
    readonly playerId: number
    readonly reporterId: number
    readonly reason: string
    readonly matchId: string | null
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO moderation_reports (subject_type, subject_id, subject_user_id, reporter_id, reason, match_id)
    VALUES ('player', ${report.playerId}, ${report.playerId}, ${report.reporterId}, ${report.reason}, ${report.matchId})
    ON CONFLICT (subject_type, subject_id, reporter_id) WHERE status = 'open'
      DO UPDATE SET reason = excluded.reason, match_id = excluded.match_id
    RETURNING id
  `.execute(executor)
  return rows[0]!.id
}

/** Whether a player took part in a match. */
export async function playedIn(executor: Kysely<DB>, matchId: string, userId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM match_players JOIN game_identities ON game_identities.id = match_players.identity_id
    WHERE match_players.match_id = ${matchId} AND game_identities.user_id = ${userId}
  `.execute(executor)
  return rows.length > 0
}
