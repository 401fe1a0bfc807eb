import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageHeader } from '../../../contract/languages.ts'
import { isNotModified } from './conditional.ts'
import type { Cacheable } from './visitor-cache.ts'

const pack = promisify(gzip)

/** Smaller responses hardly compress. */
const minCompressBytes = 1024

/**
 * An API response as sent: text, ETag and headers, created once for all visitors. Text is sent in one packet with its
 * headers; bytes would be a second one.
 */
export interface VisitorResponse extends Cacheable {
  readonly text: string
  readonly packed: Buffer | undefined
  readonly tag: string
  /** All viewer-independent headers, including the ETag. */
  readonly headers: Readonly<Record<string, string>>
}

/** Headers that say a language, beside the cookie. */
export const languageVary = `, accept-language, ${languageHeader}`

export const etagOf = (body: string | Buffer) =>
  `W/"${createHash('sha256').update(body).digest('base64url')}"`

export async function visitorResponse(
  text: string,
  headers: Record<string, string>,
  isInLanguages: boolean,
): Promise<VisitorResponse> {
  const body = Buffer.from(text)
  const packed = body.length < minCompressBytes ? undefined : await pack(body)
  const tag = etagOf(body)
  return {
    text,
    packed,
    tag,
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      etag: tag,
      vary: `cookie, accept-encoding${isInLanguages ? languageVary : ''}`,
    },
    bytes: body.length + (packed?.length ?? 0),
    keep: true,
  }
}

export const acceptsGzip = (request: FastifyRequest) =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(request.headers['accept-encoding'] ?? ''))

/** Sends 304 when the client has it already. */
export function sendVisitorResponse(request: FastifyRequest, reply: FastifyReply, response: VisitorResponse) {
  reply.headers(response.headers)
  if (response.ageSeconds !== undefined) reply.header('age', response.ageSeconds)
  if (isNotModified(request.headers['if-none-match'], response.tag)) return reply.code(304).send()
  if (response.packed === undefined || !acceptsGzip(request)) return reply.send(response.text)
  return reply.header('content-encoding', 'gzip').send(response.packed)
}
