import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Keepable } from './visitor-cache.ts'

const pack = promisify(gzip)

/** Below this a compressed answer is hardly smaller. */
export const leastToCompress = 1024

/** An API answer as it is sent: text, tag and headers, made once for every visitor who asks. */
export interface KeptAnswer extends Keepable {
  readonly body: Buffer
  readonly packed: Buffer | undefined
  readonly tag: string
  readonly headers: Readonly<Record<string, string>>
}

export const tagOf = (body: string | Buffer) => `W/"${createHash('sha256').update(body).digest('base64url')}"`

export async function keptAnswer(text: string, headers: Record<string, string>): Promise<KeptAnswer> {
  const body = Buffer.from(text)
  const packed = body.length < leastToCompress ? undefined : await pack(body)
  return {
    body,
    packed,
    tag: tagOf(body),
    headers,
    bytes: body.length + (packed?.length ?? 0),
    keep: true,
  }
}

export const acceptsGzip = (request: FastifyRequest) =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(request.headers['accept-encoding'] ?? ''))

/** 304 when the caller has it already. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, kept: KeptAnswer) {
  reply
    .headers(kept.headers)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .header('etag', kept.tag)
    .header('vary', 'cookie, accept-encoding')
  if (request.headers['if-none-match'] === kept.tag) return reply.code(304).send()
  if (kept.packed === undefined || !acceptsGzip(request)) return reply.send(kept.body)
  return reply.header('content-encoding', 'gzip').send(kept.packed)
}
