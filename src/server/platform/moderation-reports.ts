import { sql } from 'kysely'
import type { ModerationSubject } from '../../contract/moderation/moderation-schemas.ts'
import type { ReportClass } from '../../contract/moderation/report-classes.ts'
import type { Config } from '../config.ts'
import type { Executor } from './database.ts'
import { queueDiscord } from './discord-queue.ts'

interface NewReport {
  readonly subjectType: ModerationSubject
  readonly subjectId: number
  /** Author of the post or comment, or the player. */
  readonly subjectUserId: number
  /** Present text of the post or comment. */
  readonly excerpt?: string
  readonly reporterId: number
  readonly reason: string
  readonly class?: ReportClass | undefined
  /** Matches that the reporter names. */
  readonly matchIds?: readonly string[]
}

/**
 * Files a report with its evidence; filing it again while it is open replaces it. The team's Discord hears of it once,
 * without names and texts. Returns its id.
 */
export async function fileReport(
  transaction: Executor,
  config: Pick<Config, 'discordWebhooks'>,
  {
    subjectType,
    subjectId,
    subjectUserId,
    excerpt = '',
    reporterId,
    reason,
    class: reportClass = 'other',
    matchIds = [],
  }: NewReport,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO moderation_reports (subject_type, subject_id, subject_user_id, excerpt, reporter_id, reason, class,
      match_id, evidence)
    VALUES (${subjectType}, ${subjectId}, ${subjectUserId}, ${excerpt}, ${reporterId}, ${reason}, ${reportClass},
      ${matchIds[0] ?? null}, report_evidence(${subjectUserId}, ${reporterId}, ${matchIds}::uuid[]))
    ON CONFLICT (subject_type, subject_id, reporter_id) WHERE status = 'open' DO UPDATE
      SET excerpt = excluded.excerpt, reason = excluded.reason, class = excluded.class,
        match_id = excluded.match_id, evidence = excluded.evidence
    RETURNING id
  `.execute(transaction)
  const { id } = rows[0]!
  await queueDiscord(transaction, config, {
    kind: 'reports',
    eventKey: `report:${id}`,
    title: `New report about a ${subjectType}`,
    link: '/admin/moderation',
  })
  return id
}
