import type { FastifyInstance } from 'fastify'
import { unsubscribePath } from '../../../contract/notifications/notifications.ts'
import type { Context } from '../../context.ts'
import { serveOneClick } from '../../platform/http/one-click.ts'
import { storeChoice } from './queries/choices.ts'
import { findUnsubscribe } from './queries/deliveries.ts'
import { unsubscribeFromDigest } from './queries/digest-choices.ts'

/** Ends the mails of the token's kind, or those of the digest. The page at this URL is the web's. */
export const serveUnsubscribe = (app: FastifyInstance, context: Context): Promise<void> =>
  serveOneClick(app, context, unsubscribePath(':token'), async (token) => {
    const found = await findUnsubscribe(context.database.sql, token)
    if (found === undefined) return
    const { userId, kind } = found
    if (kind !== 'digest') await storeChoice(context.database.sql, userId, { kind, mail: false })
    else
      await context.database.sql
        .transaction()
        .execute((transaction) => unsubscribeFromDigest(transaction, userId))
  })
