import { msg } from '@lingui/core/macro'
import type { Message } from '../../../../contract/languages.ts'
import { staffRowLinks } from '../../../../contract/links.ts'
import { noGameMode, reportGameModes, type reportSeverities } from '../../../../contract/reports/reports.ts'
import { reportEndpoints } from '../../../../contract/reports/reports-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { type Handlers, setNextPageLink } from '../../../platform/http/endpoints.ts'
import { accountGone, invalid } from '../../../platform/http/errors.ts'
import { storeOnce } from '../../../platform/http/idempotency.ts'
import { notifyStaff } from '../../../platform/live/staff-feed.ts'
import { queueDiscord } from '../../network/discord/queries/queue-discord.ts'
import { findListedMode } from '../../network/modes/queries.ts'
import { notifyOfStaffWork } from '../../notifications/queries/notify.ts'
import { changeStatuses, undoStatuses } from './bulk.ts'
import { changeStatus, removeReport, reportGone } from './manage.ts'
import { findReport, listAdminReports } from './queries/manage.ts'
import { insertReport, listOwnReports } from './queries/reports.ts'

/** @throws 400 for a mode that the form does not offer */
async function requireGameMode(executor: Executor, gameMode: string): Promise<void> {
  const isOffered =
    reportGameModes.some(([, value]) => value === gameMode) ||
    (gameMode !== 'overall' && (await findListedMode(executor, gameMode)) === gameMode)
  if (!isOffered) throw invalid({ gameMode: noGameMode })
}

const announced: Readonly<Record<(typeof reportSeverities)[number][0], Message>> = {
  low: msg`New bug report of low severity`,
  medium: msg`New bug report of medium severity`,
  high: msg`New bug report of high severity`,
  critical: msg`New bug report of critical severity`,
}

/** Errors by constraint name. */
export const reportConstraints = { reports_user_id_fkey: accountGone }

export const reportHandlers = (context: Context): Handlers<typeof reportEndpoints> => {
  const { config, database } = context
  return {
    async create({ member, body, idempotencyKey }) {
      const report = await storeOnce(
        database,
        { userId: member.id, operation: reportEndpoints.create.idempotent!, key: idempotencyKey, body },
        async () => undefined,
        async (transaction) => {
          await requireGameMode(transaction, body.gameMode)
          const stored = await insertReport(transaction, member.id, body)
          const eventKey = `bug:${stored.id}`
          await notifyOfStaffWork(transaction, 'bugReports', { eventKey, actorId: member.id })
          // Nothing that the member wrote leaves the site.
          await queueDiscord(transaction, config, {
            kind: 'reports',
            eventKey,
            title: announced[body.severity],
            link: staffRowLinks.report(stored.id),
          })
          return stored
        },
      )
      await notifyStaff(context, 'reports')
      return report
    },

    async mine(request) {
      const { member, query } = request
      const rows = await listOwnReports(database.sql, member.id, query)
      setNextPageLink(request, reportEndpoints.mine, rows, query.limit)
      return rows
    },

    async list(request) {
      const { before: _before, limit, ...filters } = request.query
      const rows = await listAdminReports(database.sql, { ...request.query, viewerId: request.member.id })
      setNextPageLink(request, reportEndpoints.list, rows, limit, filters)
      return rows
    },

    async one({ params }) {
      const report = await findReport(database.sql, params.id)
      if (report === undefined) throw reportGone()
      return report
    },

    async setStatus({ member, params, body, ifMatch }) {
      const report = await database.sql
        .transaction()
        .execute((transaction) => changeStatus(transaction, { actor: member, id: params.id, ifMatch }, body))
      await notifyStaff(context, 'reports')
      return report
    },

    async setStatuses({ member, language, body }) {
      const say = context.languages.sayIn(language)
      const result = await database.sql
        .transaction()
        .execute((transaction) => changeStatuses(transaction, member, body, say))
      if (result.changed.length > 0) await notifyStaff(context, 'reports')
      return result
    },

    async undoStatuses({ member, language, body: { ids } }) {
      const say = context.languages.sayIn(language)
      const result = await database.sql
        .transaction()
        .execute((transaction) => undoStatuses(transaction, member, ids, say))
      if (result.restored.length > 0) await notifyStaff(context, 'reports')
      return result
    },

    async remove({ member, params, ifMatch }) {
      await database.sql
        .transaction()
        .execute((transaction) => removeReport(transaction, { actor: member, id: params.id, ifMatch }))
      await notifyStaff(context, 'reports')
      return undefined
    },
  }
}
