import { sql } from 'kysely'
import type { TimelineEntry } from '../../../../contract/moderation/cases-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { listPunishments } from '../punishments/queries.ts'
import { isReporterAbove, type Subject } from './cases.ts'

const maxEntries = 200

interface Row extends Omit<TimelineEntry, 'at' | 'punishment'> {
  readonly at: Date
}

/** Reports about a subject, and what staff did about it and about these people since the first one; the newest first. */
async function listDeeds(
  executor: Executor,
  { subjectType, subjectId }: Subject,
  { people, viewerId }: { readonly people: readonly number[]; readonly viewerId: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT * FROM (
      SELECT 'reported' AS what, reports.created_at AS at,
        CASE WHEN NOT ${isReporterAbove(viewerId)} THEN reporters.shown_name END AS by,
        reports.id AS "reportId", NULL AS status, reports.reason AS text
      FROM moderation_reports AS reports LEFT JOIN users AS reporters ON reporters.id = reports.reporter_id
      WHERE subject_type = ${subjectType} AND subject_id = ${subjectId}
      UNION ALL
      SELECT CASE action WHEN 'moderation.decide' THEN 'decided' WHEN 'moderation.reopen' THEN 'reopened'
          WHEN 'moderation.undo' THEN 'undone' WHEN 'moderation.takeover' THEN 'takenOver' WHEN 'member.restrict' THEN 'restricted'
          WHEN 'member.undo-unrestrict' THEN 'restricted' WHEN 'member.unrestrict' THEN 'unrestricted'
          WHEN 'member.clear' THEN 'cleared' ELSE 'removed' END,
        entry.at, actors.shown_name, NULL, CASE action WHEN 'moderation.decide' THEN after ->> 'status' END,
        coalesce(after ->> 'note', after ->> 'reason')
      FROM audit_log AS entry LEFT JOIN users AS actors ON actors.id = actor_id
      WHERE entry.subject_type = ${subjectType} AND entry.subject_id = ${subjectId}
          AND action IN ('moderation.decide', 'moderation.reopen', 'moderation.undo', 'moderation.takeover',
            'post.remove', 'comment.remove')
        OR entry.subject_type = 'member' AND entry.subject_id = ANY (${people}::int[])
          AND action IN ('member.restrict', 'member.unrestrict', 'member.undo-unrestrict', 'member.clear')
          AND entry.at >= (SELECT min(created_at) FROM moderation_reports
            WHERE subject_type = ${subjectType} AND subject_id = ${subjectId})
    ) AS deeds ORDER BY at DESC, "reportId" DESC NULLS FIRST LIMIT ${maxEntries}
  `.execute(executor)
  return rows
}

/**
 * What happened about a subject, the oldest first: reports, every decision, and of its people what is in force or was
 * given since the first report.
 */
export async function listTimeline(
  executor: Executor,
  subject: Subject,
  { people, viewerId }: { readonly people: readonly number[]; readonly viewerId: number },
): Promise<TimelineEntry[]> {
  const deeds = (await listDeeds(executor, subject, { people, viewerId })).map((row) => ({
    ...row,
    at: row.at.toISOString(),
    punishment: null,
  }))
  const since = deeds.at(-1)?.at ?? ''
  const punished: TimelineEntry[] = []
  for (const { id, name } of await namesOf(executor, people))
    for (const { kind, at, until, state, by, reason } of await listPunishments(executor, id))
      if (state === 'active' || at >= since)
        punished.push({
          what: kind,
          at,
          by,
          reportId: null,
          status: null,
          text: reason,
          punishment: { name, until, state },
        })
  return [...deeds, ...punished]
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, maxEntries)
    .reverse()
}

async function namesOf(executor: Executor, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, shown_name AS name FROM users WHERE id = ANY (${ids}::int[]) ORDER BY id
  `.execute(executor)
  return rows
}
