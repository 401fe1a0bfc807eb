import { defineDomain } from '../../domain.ts'
import { excluded, saved } from '../../platform/database/tables.ts'
import { sweep } from '../../platform/jobs/jobs.ts'
import { serveBadges } from './badges.ts'
import { deleteKeysOf, findApiKey, keysData, sweepKeys } from './keys/queries.ts'
import { keyConstraints, keyHandlers } from './keys/routes.ts'
import { webhookHandlers } from './webhooks/routes.ts'
import { sweepWebhookLog, webhooksJob } from './webhooks/send.ts'

/**
 * What programs and sites of other people use: keys they call the site with (docs/api.md), webhooks (docs/webhooks.md),
 * and badges (docs/widgets.md).
 *
 * An event is queued by a trigger in the transaction that stores its record (sql/doors), for each address that wants it.
 * What is sent is read for each attempt, as the API shows the record at that moment: nothing of it is stored.
 */
export const doors = defineDomain({
  name: 'doors',
  handlers: ({ context, content }) => ({
    keys: keyHandlers(context),
    webhooks: webhookHandlers({ ...context, content }),
  }),
  routes: serveBadges,
  ports: { findApiKey },
  constraints: keyConstraints,
  on: { accountHidden: (transaction, { userId }) => deleteKeysOf(transaction, userId) },
  jobs: (context, content) => [
    sweep('API keys that expired', () => sweepKeys(context.database.sql)),
    webhooksJob({ ...context, content }),
    sweepWebhookLog(context),
  ],
  tables: {
    api_keys: saved({ user_id: { in: 'apiKeys' } }),
    webhooks: saved(),
    webhook_deliveries: excluded(
      'a queue and the log of 30 days: a restored one would send old events again',
    ),
  },
  personalData: keysData,
})
