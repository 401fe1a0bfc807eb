import { defineDomain } from '../../domain.ts'
import { excluded, saved } from '../../platform/database/tables.ts'
import { sweep } from '../../platform/jobs/jobs.ts'
import { expireAppeals } from './appeals/queries.ts'
import { appealConstraints, appealHandlers } from './appeals/routes.ts'
import { caseHandlers } from './case-routes.ts'
import { detectorJob } from './detector/detector.ts'
import { sweepChatLines } from './game-reports/queries.ts'
import { reportEvents } from './game-reports/report-event.ts'
import { deleteModerationOf, moderationData } from './personal-data/queries.ts'
import { liftEvents } from './punishments/lift-event.ts'
import { punishmentEvents } from './punishments/punishment-event.ts'
import { punishmentHandlers } from './punishments/routes.ts'
import { fileReport } from './queries/file-report.ts'
import { moderationConstraints, moderationHandlers } from './routes.ts'

/**
 * Reports, cases, punishments, appeals, and the detector.
 *
 * - A case is derived: triggers on `moderation_reports` keep one row of `moderation_cases` per case, so that indexes
 *   sort, filter and search the queue.
 * - The detector opens cases, never penalties. A trigger queues ranked matches; a job looks for patterns in SQL
 *   (`find_match_patterns`), outside the transaction of the match (docs/fair-play.md, "Patterns in matches").
 */
export const moderation = defineDomain({
  name: 'moderation',
  handlers: ({ context, content }) => ({
    appeals: appealHandlers(context, content),
    cases: caseHandlers(context),
    moderation: moderationHandlers(context, content),
    punishments: punishmentHandlers(context, content),
  }),
  ports: { fileReport },
  constraints: { ...appealConstraints, ...moderationConstraints },
  // Before the identities move to the anonymous account.
  on: { accountDeleted: (transaction, { userId }) => deleteModerationOf(transaction, userId) },
  ingest: [punishmentEvents, liftEvents, reportEvents],
  jobs: (context, content) => [
    detectorJob(context, content),
    sweep('appeals whose player did not answer', () => expireAppeals(context.database.sql)),
    sweep('chat in old reports', () => sweepChatLines(context.database.sql)),
  ],
  tables: {
    appeals: saved({ reviewer_id: 'work of the team, about somebody else' }),
    appeal_messages: saved({ author_id: { in: 'appeals' } }),
    detector_queue: saved(),
    mode_durations: saved(),
    moderation_cases: saved(),
    moderation_claims: excluded('who works on which case, for half an hour', {
      user_id: 'work of the team, for half an hour',
    }),
    moderation_reports: saved({
      reporter_id: { in: 'moderationReports' },
      decided_by: 'work of the team, about somebody else',
      other_user_id: 'what a program suspects, until staff decide; matches are exported',
      reopened_by: 'work of the team, about somebody else',
      subject_user_id: 'what others reported in confidence; what followed is in the notices',
    }),
    punishments: saved({ identity_id: { in: 'punishments' } }),
    punishment_changes: saved(),
    report_chat_lines: saved({ identity_id: { in: 'moderationReports' } }),
  },
  personalData: moderationData,
})
