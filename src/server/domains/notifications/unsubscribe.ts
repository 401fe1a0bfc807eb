import type { FastifyInstance } from 'fastify'
import { unsubscribePath } from '../../../contract/notifications/notifications.ts'
import type { Context } from '../../context.ts'
import { serveOneClick } from '../../platform/one-click.ts'
import { storeChoice } from './queries/choices.ts'
import { findUnsubscribe } from './queries/deliveries.ts'

/** Ends the mails of the token's kind. The page at this URL is the web's. */
export const serveUnsubscribe = (app: FastifyInstance, context: Context): Promise<void> =>
  serveOneClick(app, context, unsubscribePath(':token'), async (token) => {
    const found = await findUnsubscribe(context.database.sql, token)
    if (found !== undefined)
      await storeChoice(context.database.sql, found.userId, { kind: found.kind, mail: false })
  })
