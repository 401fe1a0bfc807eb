import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import type { Message } from '../../../../contract/languages.ts'
import { caseKey, staffRowLinks } from '../../../../contract/links.ts'
import type { ModerationSubject } from '../../../../contract/moderation/moderation-schemas.ts'
import type { ReportClass } from '../../../../contract/moderation/report-classes.ts'
import type { Config } from '../../../config.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { queueDiscord } from '../../network/discord/queries/queue-discord.ts'
import { notifyOfStaffWork } from '../../notifications/queries/notify.ts'

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

/** A report that a game server sent. */
interface NewGameReport extends NewReport {
  readonly serverId: number
  /** When it was made in game. */
  readonly reportedAt: Date
}

/** Files a report with its evidence; filing it again while it is open replaces it. Returns its id. */
export async function fileReport(
  transaction: Executor,
  config: Pick<Config, 'discordWebhooks'>,
  report: NewReport,
): Promise<number> {
  const id = await insertReport(transaction, config, { ...report, serverId: null, reportedAt: null })
  if (id === undefined) throw new Error('a report from the site was not stored')
  return id
}

/** The same for a report from the game. Undefined when a later one of the same reporter has arrived already. */
export const fileGameReport = (
  transaction: Executor,
  config: Pick<Config, 'discordWebhooks'>,
  report: NewGameReport,
): Promise<number | undefined> => insertReport(transaction, config, report)

const announced: Readonly<Record<ModerationSubject, Message>> = {
  post: msg`New report about a post`,
  comment: msg`New report about a comment`,
  player: msg`New report about a player`,
  pattern: msg`New report about a pattern`,
}

/** Staff are notified of a report, and the team's Discord hears of it once, without names and texts. */
async function insertReport(
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
    serverId,
    reportedAt,
  }: NewReport & { readonly serverId: number | null; readonly reportedAt: Date | null },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO moderation_reports (subject_type, subject_id, subject_user_id, excerpt, reporter_id, reason, class,
      match_id, server_id, reported_at, evidence)
    VALUES (${subjectType}, ${subjectId}, ${subjectUserId}, ${excerpt}, ${reporterId}, ${reason}, ${reportClass},
      ${matchIds[0] ?? null}, ${serverId}, ${reportedAt},
      report_evidence(${subjectUserId}, ${reporterId}, ${matchIds}::uuid[]))
    ON CONFLICT (subject_type, subject_id, reporter_id) WHERE status = 'open' DO UPDATE
      SET excerpt = excluded.excerpt, reason = excluded.reason, class = excluded.class,
        match_id = excluded.match_id, evidence = excluded.evidence,
        server_id = coalesce(excluded.server_id, moderation_reports.server_id),
        reported_at = coalesce(excluded.reported_at, moderation_reports.reported_at)
      WHERE (excluded.reported_at >= moderation_reports.reported_at) IS NOT FALSE
    RETURNING id
  `.execute(transaction)
  const id = rows[0]?.id
  if (id === undefined) return undefined
  const concerns = [subjectUserId]
  await notifyOfStaffWork(transaction, 'moderation', {
    eventKey: `report:${id}`,
    actorId: reporterId,
    concerns,
  })
  await queueDiscord(transaction, config, {
    kind: 'reports',
    eventKey: `report:${id}`,
    title: announced[subjectType],
    link: staffRowLinks.case(caseKey(subjectType, subjectId)),
    concerns,
  })
  return id
}
