import { adminEndpoints } from '../../contract/admin/admin-endpoints.ts'
import type { Context } from '../context.ts'
import { contentProblems } from '../domains/content/content.ts'
import type { ContentStore } from '../domains/content/store.ts'
import { lastBackupAt } from '../platform/backup/last-backup.ts'
import { type Handlers, setNextPageLink } from '../platform/endpoints.ts'
import { auditFile } from './audit-file.ts'
import { decisionsPerPerson, listNumbers, overturnedDecisions } from './numbers/queries.ts'
import { countWaiting, listAudit, listGameServers, networkFigures, staffQueues } from './queries.ts'
import { setupOf } from './setup.ts'

export const adminHandlers = (
  { config, database }: Context,
  content: ContentStore,
): Pick<Handlers<typeof adminEndpoints>, 'overview' | 'waiting' | 'numbers' | 'audit' | 'auditFile'> => ({
  async overview() {
    const [queues, figures, problems, gameServers, backupAt] = await Promise.all([
      staffQueues(database.sql),
      networkFigures(database.sql),
      contentProblems(config),
      listGameServers(database.sql),
      lastBackupAt(database.sql),
    ])
    return {
      setup: setupOf(config, content.site(), backupAt),
      lastBackupAt: backupAt?.toISOString() ?? null,
      counts: { ...queues.counts, ...figures },
      oldest: queues.oldest,
      content: { problems },
      gameServers,
    }
  },

  waiting: () => countWaiting(database.sql),

  async numbers({ query }) {
    const days = Number(query.days)
    const [lists, people, overturned] = await Promise.all([
      listNumbers(database.sql, days),
      decisionsPerPerson(database.sql, days),
      overturnedDecisions(database.sql, days),
    ])
    return { lists, people, overturned }
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
