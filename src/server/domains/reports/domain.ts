import { defineDomain } from '../../domain.ts'
import { sweep } from '../../platform/jobs.ts'
import { purgeOldReports } from './bug-reports/queries/reports.ts'
import { purgeOldUndos } from './bug-reports/queries/undo.ts'
import { reportConstraints, reportHandlers } from './bug-reports/routes.ts'
import { contactAdminHandlers } from './contact/admin-routes.ts'
import { purgeOldMessages } from './contact/queries/messages.ts'
import { contactConstraints, contactHandlers } from './contact/routes.ts'

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
})
