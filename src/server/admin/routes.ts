import { holds } from '../../contract/accounts/ranks.ts'
import { canReadJobs } from '../../contract/admin/admin.ts'
import { adminEndpoints } from '../../contract/admin/admin-endpoints.ts'
import type { Context } from '../context.ts'
import { contentProblems } from '../domains/content/content.ts'
import type { Settings } from '../domains/content/settings/settings.ts'
import type { ContentStore } from '../domains/content/store.ts'
import { decideStatus } from '../domains/network/status/decide.ts'
import { readStatusFacts } from '../domains/network/status/queries.ts'
import { lastBackupAt } from '../platform/database/backup/last-backup.ts'
import { type Handlers, setNextPageLink } from '../platform/http/endpoints.ts'
import { forbidden } from '../platform/http/errors.ts'
import { listJobs } from '../platform/jobs/job-states.ts'
import { auditFile } from './audit-file.ts'
import { decisionsPerPerson, listNumbers, overturnedDecisions } from './numbers/queries.ts'
import {
  countWaiting,
  listAudit,
  listGameServers,
  networkFigures,
  readSetupFacts,
  staffQueues,
} from './queries.ts'
import { setupOf } from './setup.ts'
import { readStorage } from './storage/storage.ts'

export const adminHandlers = (
  { config, database, languages }: Context,
  { content, settings }: { content: ContentStore; settings: Settings },
): Handlers<typeof adminEndpoints> => ({
  async overview({ member }) {
    const [queues, figures, problems, gameServers, backupAt, facts, setup, storage] = await Promise.all([
      staffQueues(database.sql, member),
      networkFigures(database.sql),
      contentProblems(config),
      listGameServers(database.sql),
      lastBackupAt(database.sql),
      readStatusFacts(database),
      readSetupFacts(database.sql),
      holds(member, 'admin', 'settings') ? readStorage({ config, database }) : null,
    ])
    const { isOnline } = decideStatus({ ...facts, now: facts.now.getTime(), pollMs: config.statusPollMs })
    const heartbeats = facts.heartbeats.map(({ receivedAt }) => receivedAt.toISOString()).toSorted()
    // How the site is set up is for staff who work on its settings.
    const isOfSettings = holds(member, 'helper', 'settings')
    return {
      setup: holds(member, 'admin', 'settings')
        ? setupOf(config, content.site(), {
            ...setup,
            backupAt,
            isOnline,
            hasHeartbeat: heartbeats.length > 0,
            lostSecrets: settings.lostSecrets(),
          })
        : [],
      gameServer: {
        pongAt: (isOfSettings && facts.ping?.respondedAt?.toISOString()) || null,
        heartbeatAt: (isOfSettings && heartbeats.at(-1)) || null,
      },
      lastBackupAt: (isOfSettings && backupAt?.toISOString()) || null,
      counts: { ...queues.counts, ...figures },
      oldest: queues.oldest,
      content: { problems: isOfSettings ? problems : [] },
      languageProblems: isOfSettings ? [...languages.problems] : [],
      storage,
      gameServers: isOfSettings ? gameServers : [],
    }
  },

  waiting: ({ member }) => countWaiting(database.sql, member),

  async numbers({ member, query }) {
    const asked = { viewerId: member.id, days: Number(query.days) }
    const [lists, people, overturned] = await Promise.all([
      listNumbers(database.sql, asked),
      decisionsPerPerson(database.sql, asked),
      overturnedDecisions(database.sql, asked),
    ])
    return { lists, people, overturned }
  },

  async jobs({ member }) {
    if (!canReadJobs(member)) throw forbidden()
    const jobs = await listJobs(database.sql)
    return jobs.map(({ everyMs, watchedSince, ...job }) => ({
      ...job,
      lastSuccessAt: job.lastSuccessAt?.toISOString() ?? null,
      lastFailureAt: job.lastFailureAt?.toISOString() ?? null,
      waitingSince: job.waitingSince?.toISOString() ?? null,
    }))
  },

  async audit(request) {
    const { before: _before, limit, ...filters } = request.query
    const entries = await listAudit(database.sql, { ...request.query, viewerId: request.member.id })
    setNextPageLink(request, adminEndpoints.audit, entries, limit, filters)
    return entries
  },

  async auditFile({ member, query, reply }) {
    const day = new Date().toISOString().slice(0, 10)
    reply.file(`audit-log-${day}.csv`, auditFile(database.sql, { ...query, viewerId: member.id }))
    return undefined
  },
})
