import { defineDomain } from '../../domain.ts'
import { excluded, saved } from '../../platform/database/tables.ts'
import { sweep } from '../../platform/jobs/jobs.ts'
import { purgeOldReports } from './bug-reports/queries/reports.ts'
import { purgeOldUndos } from './bug-reports/queries/undo.ts'
import { reportConstraints, reportHandlers } from './bug-reports/routes.ts'
import { contactAdminHandlers } from './contact/admin-routes.ts'
import { purgeOldMessages } from './contact/queries/messages.ts'
import { contactConstraints, contactHandlers } from './contact/routes.ts'
import { deleteReportsOf, reportsData } from './personal-data/queries.ts'

export const reports = defineDomain({
  name: 'reports',
  handlers: ({ context }) => ({
    reports: reportHandlers(context),
    contact: contactHandlers(context),
    contactAdmin: contactAdminHandlers(context),
  }),
  constraints: { ...reportConstraints, ...contactConstraints },
  jobs({ config, database }) {
    const { contact, reports: days } = config.retentionDays
    return [
      sweep('undos of bug reports', () => purgeOldUndos(database.sql)),
      ...(contact === undefined
        ? []
        : [sweep('old contact messages', () => purgeOldMessages(database.sql, contact))]),
      ...(days === undefined ? [] : [sweep('old bug reports', () => purgeOldReports(database.sql, days))]),
    ]
  },
  on: { accountDeleted: (transaction, { userId }) => deleteReportsOf(transaction, userId) },
  tables: {
    reports: saved({
      user_id: { in: 'bugReports' },
      handled_by: 'work of the team, about somebody else’s report',
    }),
    report_undos: excluded('what staff can take back, for some seconds', {
      changed_by: 'work of the team, for a day: about somebody else’s report',
      handled_by: 'work of the team, for a day: about somebody else’s report',
    }),
    contact_messages: saved({
      user_id: { in: 'contactMessages' },
      answered_by: 'which member of the team answered: about somebody else’s message',
      read_by: 'which member of the team read a message: about somebody else’s message',
    }),
  },
  personalData: reportsData,
})
