import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendTagged } from '../../../platform/http/conditional.ts'
import type { CachedResponse } from './cached-responses.ts'

interface Kind {
  readonly type: string
  /** Cache lifetime for browsers and proxies in seconds; 0 requires revalidation. */
  readonly seconds: number
}

/** Sends a cached body, or 304. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, seconds }: Kind,
  { body, tag }: CachedResponse,
) {
  reply
    .header('cache-control', seconds === 0 ? 'no-cache' : `public, max-age=${seconds}`)
    // Other sites may embed icons and share images.
    .header('cross-origin-resource-policy', 'cross-origin')
  return sendTagged(request, reply.type(type), tag, body)
}
