import { adminEndpoints } from '../../contract/admin/admin-endpoints.ts'
import type { SiteSettings } from '../../contract/content/site.ts'
import type { Context } from '../context.ts'
import { lastBackupAt } from '../platform/backup/last-backup.ts'
import { type Handlers, setNextPageLink } from '../platform/endpoints.ts'
import { auditFile } from './audit-file.ts'
import { listAudit, listGameServers, networkFigures, staffQueues } from './queries.ts'
import { setupOf } from './setup.ts'

interface Parts {
  readonly site: () => SiteSettings
  /** Current problems of the content files on disk, one per line. */
  readonly contentProblems: () => Promise<string[]>
}

export const adminHandlers = (
  { config, database }: Context,
  { site, contentProblems }: Parts,
): Pick<Handlers<typeof adminEndpoints>, 'overview' | 'audit' | 'auditFile'> => ({
  async overview() {
    const [queues, figures, problems, gameServers, backupAt] = await Promise.all([
      staffQueues(database.sql),
      networkFigures(database.sql),
      contentProblems(),
      listGameServers(database.sql),
      lastBackupAt(database.sql),
    ])
    return {
      setup: setupOf(config, site(), backupAt),
      lastBackupAt: backupAt?.toISOString() ?? null,
      counts: { ...queues.counts, ...figures },
      oldest: queues.oldest,
      content: { problems },
      gameServers,
    }
  },

  async audit(request) {
    const { before: _before, limit, ...filters } = request.query
    const entries = await listAudit(database.sql, request.query)
    setNextPageLink(request, adminEndpoints.audit, entries, limit, filters)
    return entries
  },

  async auditFile({ query, reply }) {
    const day = new Date().toISOString().slice(0, 10)
    reply.file(`audit-log-${day}.csv`, auditFile(database.sql, query))
    return undefined
  },
})
