import { defineDomain } from '../../domain.ts'
import { excluded, saved } from '../../platform/database/tables.ts'
import { sweep } from '../../platform/jobs/jobs.ts'
import { applicationsData, deleteApplicationsOf } from './personal-data/queries.ts'
import { purgeApplicationUndos, purgeOldApplications } from './queries.ts'
import { applicationConstraints, applicationHandlers } from './routes.ts'
import { serveApplicationWebhook } from './webhook.ts'

export const applications = defineDomain({
  name: 'applications',
  handlers: ({ context }) => ({ applications: applicationHandlers(context) }),
  routes: ({ app, context }) => serveApplicationWebhook(app, context),
  constraints: applicationConstraints,
  jobs({ config, database }) {
    const { applications: days } = config.retentionDays
    return [
      sweep('undos of applications', () => purgeApplicationUndos(database.sql)),
      ...(days === undefined
        ? []
        : [sweep('old applications', () => purgeOldApplications(database.sql, days))]),
    ]
  },
  on: { accountDeleted: (transaction, { userId }) => deleteApplicationsOf(transaction, userId) },
  tables: {
    staff_applications: saved({
      user_id: { in: 'applications' },
      handled_by: 'work of the team, about somebody else’s application',
    }),
    application_deliveries: saved(),
    application_undos: excluded('what staff can take back, for some seconds', {
      changed_by: 'work of the team, for a day: about somebody else’s application',
      handled_by: 'work of the team, for a day: about somebody else’s application',
    }),
  },
  personalData: applicationsData,
})
