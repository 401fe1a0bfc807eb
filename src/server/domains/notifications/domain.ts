import { defineDomain } from '../../domain.ts'
import { sweep } from '../../platform/jobs.ts'
import { pushKeys } from './delivery/push-keys.ts'
import { delivering } from './delivery/worker.ts'
import { fanningOut } from './fanout.ts'
import { sweepDeliveries } from './queries/deliveries.ts'
import { sweepDigests } from './queries/digests.ts'
import { sweepFanouts } from './queries/fanout.ts'
import { notificationHandlers, startNotificationFeed } from './routes.ts'
import { notificationSettingsHandlers, pushConstraints } from './settings-routes.ts'
import { serveUnsubscribe } from './unsubscribe.ts'

export const notifications = defineDomain({
  name: 'notifications',
  handlers: ({ context }) => ({
    notifications: notificationHandlers(context),
    notificationSettings: notificationSettingsHandlers(context),
  }),
  routes: ({ app, context }) => serveUnsubscribe(app, context),
  constraints: pushConstraints,
  live: [startNotificationFeed],
  prepare: [({ database }) => pushKeys(database)],
  jobs: (context) => [
    fanningOut(context),
    ...delivering(context),
    sweep('notified audiences', () => sweepFanouts(context.database)),
    sweep('old deliveries', () => sweepDeliveries(context.database.sql)),
    sweep('old digests', () => sweepDigests(context.database.sql)),
  ],
})
