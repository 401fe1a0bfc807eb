import { defineDomain } from '../../domain.ts'
import { excluded, filledByMigrations, saved, savedWhere } from '../../platform/database/tables.ts'
import { sweep } from '../../platform/jobs/jobs.ts'
import { pushKeys } from './delivery/push-keys.ts'
import { deliveryJobs } from './delivery/worker.ts'
import { fanoutJob } from './fanout.ts'
import { notifyOfMailServer } from './notify-of-mail-server.ts'
import { notificationsData } from './personal-data/queries.ts'
import { storeKinds } from './queries/choices.ts'
import { sweepDeliveries } from './queries/deliveries.ts'
import { sweepDigests } from './queries/digests.ts'
import { sweepFanouts } from './queries/fanout.ts'
import { notifyOfHand } from './queries/notify-of-hand.ts'
import { notificationHandlers, startNotificationFeed } from './routes.ts'
import { notificationSettingsHandlers, pushConstraints } from './settings-routes.ts'
import { serveUnsubscribe } from './unsubscribe.ts'

/**
 * A notification is one row per member and event, written in the transaction of the event (`queries/notify.ts`).
 *
 * Triggers leave out muted ones, publish, and queue one row of `notification_deliveries` per channel, which
 * `delivery/worker.ts` sends. Notices are notifications that also stay on the profile until they are dismissed: the view
 * `notices`. Quiet hours and digests are in SQL: `delivery_hold` says until when a
 * delivery waits, `infinity` for a digest.
 */
export const notifications = defineDomain({
  name: 'notifications',
  handlers: ({ context, content }) => ({
    notifications: notificationHandlers(context, content),
    notificationSettings: notificationSettingsHandlers(context),
  }),
  routes: ({ app, context }) => serveUnsubscribe(app, context),
  constraints: pushConstraints,
  live: [startNotificationFeed],
  on: { handRecorded: notifyOfHand, mailServerChanged: notifyOfMailServer },
  prepare: [({ database }) => storeKinds(database.sql), ({ database }) => pushKeys(database)],
  jobs: (context, content) => [
    fanoutJob(context),
    ...deliveryJobs(context, content),
    sweep('notified audiences', () => sweepFanouts(context.database)),
    sweep('old deliveries', () => sweepDeliveries(context.database.sql)),
    sweep('old digests', () => sweepDigests(context.database.sql)),
  ],
  tables: {
    notifications: saved({
      user_id: { in: 'notifications' },
      follower_id: 'who follows a player is the choice of those people',
      player_id: 'what a player achieved, in notifications of their followers',
    }),
    notification_types: filledByMigrations(),
    notification_kinds: filledByMigrations(),
    notification_choices: saved({ user_id: { in: 'notificationChoices' } }),
    // Pushes go to browsers of sessions, which end with a restore.
    notification_deliveries: savedWhere(`channel <> 'push'`),
    notification_fanouts: saved({
      except_user_id: 'a queue, for a day: who reported or wrote something, which is exported',
      player_id: 'a queue, for two seconds; what it says is with the notifications',
    }),
    digest_choices: saved({ user_id: { in: 'digest' } }),
    digest_mails: saved({
      user_id: 'when one was mailed, for 30 days; what it listed is with the notifications',
    }),
    mail_unsubscribes: saved({ user_id: 'the token of a link in mails that ends them' }),
    push_keys: saved(),
    push_subscriptions: excluded('browsers of sessions, which end with a restore', {
      user_id: { in: 'pushSubscriptions' },
    }),
    quiet_hours: saved({ user_id: { in: 'quietHours' } }),
  },
  personalData: notificationsData,
})
