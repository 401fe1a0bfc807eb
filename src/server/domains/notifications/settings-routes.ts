import { ECDH } from 'node:crypto'
import { msg } from '@lingui/core/macro'
import type { notificationSettingsEndpoints } from '../../../contract/notifications/notification-settings-endpoints.ts'
import { wrongZone } from '../../../contract/notifications/notification-settings-schemas.ts'
import type { Context } from '../../context.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/endpoints.ts'
import { conflict, invalid, unauthorized } from '../../platform/http/errors.ts'
import { pushKeys } from './delivery/push-keys.ts'
import { storeFirstPushKinds } from './queries/choices.ts'
import { deleteDigest, readDigest, storeDigest } from './queries/digest-choices.ts'
import { deleteSubscriptionOfSession, findEndpoint, storeSubscription } from './queries/push.ts'
import { deleteQuietHours, isTimeZone, readQuietHours, storeQuietHours } from './queries/quiet-hours.ts'

/** Errors by constraint name. */
export const pushConstraints = {
  push_subscriptions_endpoint_key: () =>
    conflict(msg`Push notifications were turned on in this browser at the same moment: try again`),
}

/** Whether it is a point of the curve that browsers use (RFC 8291). */
function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1')
    return true
  } catch {
    return false
  }
}

/** How a member is reached beside the site: push notifications in their browsers, and when. */
export function notificationSettingsHandlers({
  database,
  gateways: { push },
  sessions,
}: Pick<Context, 'database' | 'gateways' | 'sessions'>): Handlers<typeof notificationSettingsEndpoints> {
  const sessionOf = async (transaction: Executor, token: string | undefined) => {
    const id = await sessions.lock(transaction, token)
    if (id === undefined) throw unauthorized()
    return id
  }
  /** @throws 400 for a zone that the database does not know */
  const requireTimeZone = async (name: string) => {
    if (!(await isTimeZone(database.sql, name))) throw invalid({ timeZone: wrongZone })
  }
  const stateOf = async (endpoint: string | null) => {
    const { publicKey } = await pushKeys(database)
    return { publicKey, isOn: endpoint !== null, endpoint }
  }

  return {
    push: async ({ sessionToken }) =>
      stateOf(
        await database.sql
          .transaction()
          .execute(async (transaction) =>
            findEndpoint(transaction, await sessionOf(transaction, sessionToken)),
          ),
      ),

    async subscribe({ member, sessionToken, body }) {
      if (!push.accepts(body.endpoint))
        throw invalid({ endpoint: msg`endpoint must be that of a push service` })
      if (!isPublicKey(body.p256dh)) throw invalid({ p256dh: msg`p256dh must be a key of the browser` })
      await database.sql.transaction().execute(async (transaction) => {
        const sessionId = await sessionOf(transaction, sessionToken)
        await storeSubscription(transaction, { userId: member.id, sessionId }, body)
        await storeFirstPushKinds(transaction, member.id)
      })
      return stateOf(body.endpoint)
    },

    async unsubscribe({ sessionToken }) {
      await database.sql
        .transaction()
        .execute(async (transaction) =>
          deleteSubscriptionOfSession(transaction, await sessionOf(transaction, sessionToken)),
        )
      return undefined
    },

    quietHours: async ({ member }) => ({ quietHours: await readQuietHours(database.sql, member.id) }),

    async setQuietHours({ member, body }) {
      await requireTimeZone(body.timeZone)
      await database.sql.transaction().execute((transaction) => storeQuietHours(transaction, member.id, body))
      return { quietHours: body }
    },

    async endQuietHours({ member }) {
      await database.sql.transaction().execute((transaction) => deleteQuietHours(transaction, member.id))
      return undefined
    },

    digest: async ({ member }) => ({ digest: await readDigest(database.sql, member.id) }),

    async setDigest({ member, body }) {
      await requireTimeZone(body.timeZone)
      await database.sql.transaction().execute((transaction) => storeDigest(transaction, member.id, body))
      return { digest: body }
    },

    async endDigest({ member }) {
      await database.sql.transaction().execute((transaction) => deleteDigest(transaction, member.id))
      return undefined
    },
  }
}
