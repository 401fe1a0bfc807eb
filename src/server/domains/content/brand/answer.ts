import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachedAnswer } from './cached-answers.ts'

interface Kind {
  readonly type: string
  /** Seconds that browsers and proxies may keep it; 0: they ask every time. */
  readonly seconds: number
}

/** Sends what was made before, or says that the caller has it already. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, seconds }: Kind,
  { body, tag }: CachedAnswer,
) {
  reply
    .header('cache-control', seconds === 0 ? 'no-cache' : `public, max-age=${seconds}`)
    // Icons and share images are for other sites, too.
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('etag', tag)
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.type(type).send(body)
}
