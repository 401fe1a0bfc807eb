import { type RawBuilder, sql } from 'kysely'
import { holds, isStaffRank, keysOfRanks, type Viewer } from '../../contract/accounts/ranks.ts'
import type { AdminOverview, AuditEntry, StaffWaiting } from '../../contract/admin/admin-schemas.ts'
import { maxCounted } from '../../contract/moderation/cases.ts'
import { areaOfList } from '../../contract/staff-lists.ts'
import { isRulingAbout } from '../domains/matches/rulings/queries/rulings.ts'
import { isAppealOfOthers, isCaseOfOthers } from '../domains/moderation/queries/conflicts.ts'
import { accountsBehindReader } from '../platform/conflicts.ts'
import type { Executor } from '../platform/database/database.ts'
import { nameContains } from '../platform/database/name-search.ts'

interface AuditRow extends Omit<AuditEntry, 'at'> {
  readonly at: Date
}

export interface AuditPage {
  readonly viewerId: number
  readonly before?: number | undefined
  readonly limit: number
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly subjectType?: string | undefined
  readonly subjectId?: number | undefined
  /** Days in UTC, both inclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Condition for a row `entry` of the audit log: the accused reads in it neither accuser nor judge. */
export const isEntryOfOthers = (viewerId: number) => {
  const own = accountsBehindReader(viewerId)
  return sql<boolean>`(CASE split_part(entry.action, '.', 1)
    WHEN 'moderation' THEN entry.subject_type = 'player' AND entry.subject_id = ANY (${own}) OR EXISTS (
      SELECT FROM moderation_reports AS filed WHERE filed.subject_type = entry.subject_type
        AND filed.subject_id = entry.subject_id AND (filed.subject_user_id = ANY (${own}) OR filed.other_user_id = ANY (${own})))
    WHEN 'punishment' THEN entry.subject_id = ANY (${own})
    WHEN 'member' THEN entry.action IN ('member.restrict', 'member.unrestrict', 'member.undo-unrestrict', 'member.clear')
      AND entry.subject_id = ANY (${own})
    WHEN 'post' THEN entry.action = 'post.remove' AND (entry.after ->> 'author')::int = ANY (${own})
    WHEN 'comment' THEN entry.action = 'comment.remove' AND (entry.after ->> 'author')::int = ANY (${own})
    WHEN 'appeal' THEN EXISTS (SELECT FROM appeals WHERE appeals.id = entry.subject_id AND NOT ${isAppealOfOthers(viewerId)})
    WHEN 'ruling' THEN EXISTS (SELECT FROM rulings WHERE rulings.id = entry.subject_id AND ${isRulingAbout(viewerId)})
    WHEN 'application' THEN EXISTS (SELECT FROM staff_applications AS written
      WHERE written.id = entry.subject_id AND written.user_id = ANY (${own}))
  END) IS NOT TRUE`
}

/** `report` matches a group of actions, `report.status` a single one; each has its index. */
const entry = (action: string) =>
  action.includes('.') ? sql`action = ${action}` : sql`split_part(action, '.', 1) = ${action}`

/** Current name of an entry's subject. The log stores no names, so that a deleted account disappears from it. */
const subjectName = sql<string | null>`CASE subject_type
  WHEN 'member' THEN (SELECT shown_name FROM users WHERE id = subject_id)
  WHEN 'player' THEN (SELECT shown_name FROM users WHERE id = subject_id)
  WHEN 'post' THEN (SELECT left(content, 60) FROM posts WHERE id = subject_id)
  WHEN 'comment' THEN (SELECT left(content, 60) FROM comments WHERE id = subject_id)
  WHEN 'pattern' THEN (SELECT shown_name FROM moderation_reports JOIN users ON users.id = subject_user_id
    WHERE moderation_reports.id = page.subject_id)
  WHEN 'report' THEN (SELECT reason FROM reports WHERE id = subject_id)
  WHEN 'application' THEN (SELECT minecraft_username FROM staff_applications WHERE id = subject_id)
  WHEN 'event' THEN (SELECT title FROM events WHERE id = subject_id)
  WHEN 'practice' THEN (SELECT name FROM practice_modes WHERE id = subject_id)
  WHEN 'mode' THEN (SELECT name FROM modes WHERE id = subject_id)
  WHEN 'message' THEN (SELECT subject FROM contact_messages WHERE id = subject_id)
  WHEN 'key' THEN (SELECT name FROM game_servers WHERE id = subject_id)
END`

/**
 * Whether an entry is about a person whose application, case, appeal or account is gone: nothing says any more whether
 * the reader is that person.
 */
const isAboutGone = sql`CASE split_part(action, '.', 1)
  WHEN 'application' THEN NOT EXISTS (SELECT FROM staff_applications WHERE id = entry.subject_id)
  WHEN 'moderation' THEN NOT EXISTS (SELECT FROM moderation_reports AS filed
    WHERE filed.subject_type = entry.subject_type AND filed.subject_id = entry.subject_id
      AND filed.subject_user_id IS NOT NULL)
  WHEN 'appeal' THEN NOT EXISTS (SELECT FROM appeals WHERE id = entry.subject_id)
  WHEN 'member' THEN action IN ('member.restrict', 'member.unrestrict', 'member.undo-unrestrict', 'member.clear')
    AND NOT EXISTS (SELECT FROM users WHERE id = entry.subject_id)
  WHEN 'post' THEN action = 'post.remove'
    AND NOT EXISTS (SELECT FROM users WHERE id = (entry.after ->> 'author')::int)
  WHEN 'comment' THEN action = 'comment.remove'
    AND NOT EXISTS (SELECT FROM users WHERE id = (entry.after ->> 'author')::int)
END`

/** The values of an entry without what staff noted about somebody who is gone. */
const withoutGoneNotes = (values: RawBuilder<unknown>) =>
  sql`CASE WHEN ${isAboutGone} THEN ${values} - '{admin_notes,note,reason}'::text[] ELSE ${values} END`

const when = (value: unknown, condition: RawBuilder<unknown>) => (value ? sql`AND ${condition}` : sql``)

export function auditPage({ viewerId, before, limit, ...filter }: AuditPage): RawBuilder<AuditRow> {
  const [actor, action] = [filter.actor?.trim() ?? '', filter.action?.trim() ?? '']
  const { subjectType = '', subjectId = 0, from = '', to = '' } = filter
  return sql<AuditRow>`
    SELECT page.*, ${subjectName} AS "subjectName" FROM (
      SELECT id, at, actor_id AS "actorId", actor_name AS "actorName", actor_rank AS "actorRank", action,
        subject_type, subject_id, subject_type AS "subjectType", subject_id AS "subjectId",
        ${withoutGoneNotes(sql`before`)} AS before, ${withoutGoneNotes(sql`after`)} AS after
      FROM audit_log AS entry
      WHERE id < ${before ?? 2_147_483_647} AND ${isEntryOfOthers(viewerId)}
        ${when(actor, nameContains(sql`actor_name`, actor))}
        ${when(action, entry(action))}
        ${when(subjectType, sql`subject_type = ${subjectType}`)}
        ${when(subjectId, sql`subject_id = ${subjectId}`)}
        ${when(from, sql`at >= ${from}::date::timestamp AT TIME ZONE 'UTC'`)}
        ${when(to, sql`at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'`)}
      ORDER BY id DESC LIMIT ${limit}
    ) AS page ORDER BY id DESC
  `
}

export async function listAudit(executor: Executor, page: AuditPage): Promise<AuditEntry[]> {
  const { rows } = await auditPage(page).execute(executor)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/**
 * Items that wait for a viewer, by list, with the time since when: none of areas that they lack. An appeal whose player has
 * been asked waits for the player.
 */
function waiting(viewer: Viewer): Record<keyof StaffWaiting, RawBuilder<unknown>> {
  const all = waitingForStaff(viewer.id)
  const lists = Object.keys(all) as (keyof StaffWaiting)[]
  const own = lists.map((list) => [
    list,
    holds(viewer, 'helper', areaOfList[list])
      ? all[list]
      : sql`SELECT NULL::timestamptz AS since WHERE false`,
  ])
  return Object.fromEntries(own)
}

const waitingForStaff = (viewerId: number) =>
  ({
    reports: sql`SELECT created_at AS since FROM reports WHERE status IN ('pending', 'reviewing')`,
    applications: sql`SELECT submitted_at AS since FROM staff_applications
    WHERE status IN ('pending', 'reviewing', 'interview', 'onhold')`,
    moderation: sql`SELECT first_at AS since FROM moderation_cases AS cases
    WHERE decided_at IS NULL AND ${isCaseOfOthers(viewerId)}`,
    appeals: sql`SELECT created_at AS since FROM appeals
    WHERE state IN ('open', 'in_review') AND ${isAppealOfOthers(viewerId)}`,
    contact: sql`SELECT created_at AS since FROM contact_messages WHERE read_at IS NULL AND NOT flagged`,
  }) satisfies Record<keyof StaffWaiting, RawBuilder<unknown>>

const queueNames = {
  pendingReports: 'reports',
  openApplications: 'applications',
  openModeration: 'moderation',
  waitingAppeals: 'appeals',
  unreadMessages: 'contact',
} as const satisfies Record<string, keyof StaffWaiting>

type Queue = keyof typeof queueNames

/** Number and oldest time of items that wait for staff. */
export async function staffQueues(
  executor: Executor,
  viewer: Viewer,
): Promise<{
  readonly counts: Record<Queue, number>
  readonly oldest: Record<Queue, string | null>
}> {
  const { rows } = await sql<{ name: Queue; waiting: number; since: Date | null }>`
    ${sql.join(
      Object.entries(queueNames).map(
        ([name, list]) =>
          sql`SELECT ${name}::text AS name, count(*)::int AS waiting, min(since) AS since FROM (${waiting(viewer)[list]}) AS queue`,
      ),
      sql` UNION ALL `,
    )}
  `.execute(executor)
  const each = <Value>(pick: (row: (typeof rows)[number]) => Value) =>
    Object.fromEntries(rows.map((row) => [row.name, pick(row)])) as Record<Queue, Value>
  return {
    counts: each(({ waiting }) => waiting),
    oldest: each(({ since }) => since?.toISOString() ?? null),
  }
}

/** Counts stop at a bound, so that they cost the same however many there are. */
export async function countWaiting(executor: Executor, viewer: Viewer): Promise<StaffWaiting> {
  const counts = Object.entries(waiting(viewer)).map(
    ([list, rows]) =>
      sql`(SELECT count(*)::int FROM (${rows} LIMIT ${maxCounted}) AS counted) AS ${sql.ref(list)}`,
  )
  const { rows } = await sql<StaffWaiting>`SELECT ${sql.join(counts)}`.execute(executor)
  return rows[0]!
}

type Figures = Omit<AdminOverview['counts'], Queue>

/** Figures of the network in one statement. */
export async function networkFigures(executor: Executor): Promise<Figures> {
  const { rows } = await sql<Figures>`
    SELECT
      (SELECT coalesce(sum(total), 0)::int FROM row_counts WHERE kind = 'members') AS members,
      (SELECT count(*)::int FROM users
        WHERE username IS NOT NULL AND last_seen_at > now() - interval '5 minutes') AS "membersOnline",
      (SELECT coalesce(sum(players), 0)::int FROM board_counts JOIN boards ON boards.id = board_id
        WHERE game_type = 'overall' AND period = 'all' AND shift = 22) AS "rankedPlayers",
      (SELECT count(*)::int FROM matches
        WHERE ended_at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') AS "matchesToday"
  `.execute(executor)
  return rows[0]!
}

/** Keys of game servers, newest first, including revoked ones, so that owners can spot unknown keys. */
/** What the list of a new site asks for besides its configuration. */
export async function readSetupFacts(
  executor: Executor,
): Promise<{ readonly isNamed: boolean; readonly hasLook: boolean; readonly hasStaff: boolean }> {
  const { rows } = await sql<{ isNamed: boolean; hasLook: boolean; hasStaff: boolean }>`
    SELECT EXISTS (SELECT FROM settings_revisions WHERE scope = 'identity') AS "isNamed",
      EXISTS (SELECT FROM settings_revisions WHERE scope = 'look') AS "hasLook",
      EXISTS (SELECT FROM invites) OR (SELECT count(*) > 1 FROM (SELECT FROM users
        WHERE rank <> 'Member' AND rank = ANY(${keysOfRanks(isStaffRank)}::text[]) LIMIT 2) AS staff) AS "hasStaff"
  `.execute(executor)
  return rows[0]!
}

export async function listGameServers(executor: Executor): Promise<AdminOverview['gameServers']> {
  const { rows } = await sql<{
    id: number
    name: string
    createdAt: Date
    lastUsedAt: Date | null
    revokedAt: Date | null
  }>`
    SELECT * FROM (
      SELECT id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
      FROM game_servers ORDER BY revoked_at DESC NULLS FIRST, id DESC LIMIT 200) AS listed
    ORDER BY id DESC
  `.execute(executor)
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }))
}
