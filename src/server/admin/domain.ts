import { defineDomain } from '../domain.ts'
import { startStaffFeed } from '../platform/staff-feed.ts'
import { backupHandlers } from './backups.ts'
import { adminHandlers } from './routes.ts'

/** Composed from domains: the overview, the audit log and the numbers of staff. */
export const admin = defineDomain({
  name: 'admin',
  handlers: ({ context, content }) => ({
    admin: adminHandlers(context, content),
    backups: backupHandlers(context),
  }),
  live: [startStaffFeed],
  tables: {},
})
