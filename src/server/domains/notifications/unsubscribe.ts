import type { FastifyInstance } from 'fastify'
import { unsubscribePath } from '../../../contract/notifications/notifications.ts'
import type { Context } from '../../context.ts'
import { limitKeyOfClient } from '../../platform/endpoints.ts'
import { storeChoice } from './queries/choices.ts'
import { findUnsubscribe } from './queries/deliveries.ts'

const maxBytes = 1_024

/**
 * Ends the mails of one kind (RFC 8058). Mail programs send it as a form, from any origin and without a session: the
 * token alone says whose mails. The response is the same for every token. The page at this address is the web's.
 */
export async function serveUnsubscribe(app: FastifyInstance, { database, limits }: Context): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The address says everything; the body is read and dropped.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, async () => undefined)
    scope.post<{ Params: { token: string } }>(unsubscribePath(':token'), {
      bodyLimit: maxBytes,
      async onRequest(request) {
        await limits.take('general', limitKeyOfClient(request))
      },
      async handler({ params }, reply) {
        const found = await findUnsubscribe(database.sql, params.token)
        if (found !== undefined)
          await storeChoice(database.sql, found.userId, { kind: found.kind, mail: false })
        return reply
          .header('cache-control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send('These mails have ended.\n')
      },
    })
  })
}
