import { defineDomain } from '../../domain.ts'
import { sweep } from '../../platform/jobs.ts'
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
})
