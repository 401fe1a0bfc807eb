import { defineDomain } from './domain.ts'
import { excluded, filledByMigrations, saved, savedWhere } from './platform/database/tables.ts'
import { sweepIdempotencyKeys } from './platform/http/idempotency.ts'
import { sweep } from './platform/jobs/jobs.ts'
import { sweepOutbox } from './platform/jobs/outbox.ts'
import { platformData } from './platform/personal-data.ts'

/** What belongs to no domain: the tables and jobs of the platform. */
export const house = defineDomain({
  name: 'house',
  handlers: () => ({}),
  tables: {
    audit_log: saved(),
    content_seeds: saved(),
    // Waiting mails are left out: most are sent by the time of a restore, and some contain sign-in links.
    outbox: savedWhere(`channel = 'game' AND done_at IS NULL`),
    row_counts: saved(),
    tag_authority: saved(),
    schema_migrations: excluded('the restored schema writes its own'),
    applied_sql: excluded('the restored schema writes its own'),
    rate_limits: excluded('counts of the last minutes'),
    idempotency_keys: excluded('answers to repeat within a day, no matter who asked', {
      user_id: { in: 'storedAnswers' },
    }),
    unnamed_proxy: excluded('about the machine that the site stood on'),
    job_states: excluded('the processes say it again within 15 s'),
    sent_rank_requirement: excluded('each start writes its setting'),
    backup_plan: filledByMigrations(),
    last_backup: excluded('a restore writes the time of its own file'),
  },
  personalData: platformData,
  jobs: (context) => {
    const { database, limits, sessions } = context
    return [
      sweep('sessions that ended', () => sessions.sweep()),
      sweep('counts of rate limits', () => limits.sweep()),
      sweep('responses kept for repeated calls', () => sweepIdempotencyKeys(database)),
      sweep('sent mails', () => sweepOutbox(database)),
    ]
  },
})
