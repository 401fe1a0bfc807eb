import type { FastifyReply, FastifyRequest } from 'fastify'

/** Entity tags of a list (RFC 9110, 8.8.3). Their text may hold commas. */
const entityTag = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g

/** Compares weakly: a proxy that compresses makes our tags weak. A header without any tag names none. */
export function isNotModified(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = tag.slice(tag.indexOf('"') + 1, -1)
  return [...ifNoneMatch.matchAll(entityTag)].some(([, known]) => known === opaque)
}

/** Sends 304 when the client has this body already, else the body. The reply's type is set by the caller. */
export const sendTagged = (
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  body: string | Buffer,
): FastifyReply =>
  isNotModified(request.headers['if-none-match'], tag)
    ? reply.header('etag', tag).code(304).send()
    : reply.header('etag', tag).send(body)
