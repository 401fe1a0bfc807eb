import { defineDomain } from '../domain.ts'
import { excluded } from '../platform/database/tables.ts'
import { startStaffFeed } from '../platform/live/staff-feed.ts'
import { alarmsJob } from './alarms/alarms.ts'
import { backupHandlers } from './backups.ts'
import { removalHandlers } from './removals/routes.ts'
import { adminHandlers } from './routes.ts'
import { databaseSizeJob } from './storage/storage.ts'

/** Composed from domains: the overview, the audit log and the numbers of staff. */
export const admin = defineDomain({
  name: 'admin',
  handlers: ({ context, content, settings }) => ({
    admin: adminHandlers(context, { content, settings }),
    backups: backupHandlers(context),
    removals: removalHandlers(context),
  }),
  live: [startStaffFeed],
  jobs: (context) => [alarmsJob(context), databaseSizeJob(context)],
  tables: {
    alarms: excluded('what is wrong at the moment: a restored site looks for itself'),
    database_sizes: excluded('about the database that the site stood on'),
    served_certificates: excluded('each day one process looks again'),
  },
})
