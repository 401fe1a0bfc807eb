import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { limitKeyOfClient } from './endpoints.ts'

const maxBytes = 1_024

/**
 * Serves the POST that ends mails (RFC 8058). Mail programs send it as a form, from any origin and without a session:
 * the token in the path alone identifies what to end. The response is the same for every token.
 */
export async function serveOneClick(
  app: FastifyInstance,
  { limits }: Pick<Context, 'limits'>,
  path: string,
  end: (token: string) => Promise<void>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The body is read and dropped.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, async () => undefined)
    scope.post<{ Params: { token: string } }>(path, {
      bodyLimit: maxBytes,
      async onRequest(request) {
        await limits.take('general', limitKeyOfClient(request))
      },
      async handler({ params }, reply) {
        await end(params.token)
        return reply
          .header('cache-control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send('You will get no more of these emails.\n')
      },
    })
  })
}
