import { msg } from '@lingui/core/macro'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiScope } from '../../../contract/doors/scopes.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { type RateLimitName, rateLimits } from '../../../contract/limits.ts'
import { tooManyRequests } from './errors.ts'
import type { LimitKey } from './limit-key.ts'
import type { RateLimits } from './rate-limits.ts'
import type { SessionViewer } from './sessions.ts'

/** A key as a call sent it: what it may do at this moment. */
export interface ApiKey {
  readonly id: number
  readonly name: string
  /** Those for which its maker has the power now. */
  readonly scopes: readonly ApiScope[]
  readonly expiresAt: Date
  readonly maker: SessionViewer
}

/** What an owner may still do in the present window. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** Response headers that a page of another origin may read. */
const exposed = 'etag, link, retry-after, ratelimit, ratelimit-policy, deprecation, sunset'

/**
 * Lets pages of every origin read a stable call. Browsers then show them no response to a request with cookies, because
 * `access-control-allow-credentials` is missing.
 */
export function allowOtherOrigins(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', exposed)
}

/** Responds to the question that browsers ask before they send a key to another origin. */
export const sendPreflight = (_request: FastifyRequest, reply: FastifyReply) => {
  allowOtherOrigins(reply)
  return reply
    .code(204)
    .header('access-control-allow-methods', 'GET')
    .header('access-control-allow-headers', 'authorization')
    .header('access-control-max-age', '86400')
    .send()
}

/** Says when a call was deprecated (RFC 9745) and when it ends (RFC 8594). */
export function announceEnd({ deprecated }: AnyEndpoint, reply: FastifyReply): void {
  if (deprecated === undefined) return
  reply
    .header('deprecation', `@${Date.parse(`${deprecated.since}T00:00:00Z`) / 1_000}`)
    .header('sunset', new Date(`${deprecated.until}T00:00:00Z`).toUTCString())
}

/**
 * Counts a call of a program, exactly and over all processes, and says in headers what is left
 * (draft-ietf-httpapi-ratelimit-headers). Returns undefined where limits are off. @throws 429
 */
export async function countCall(
  limits: RateLimits,
  reply: FastifyReply,
  name: Extract<RateLimitName, 'api' | 'apiKey'>,
  owner: LimitKey,
): Promise<Allowance | undefined> {
  const { points, seconds } = rateLimits[name]
  const window = await limits.count(name, owner)
  if (window === undefined) return undefined
  const remaining = Math.max(0, points - window.points)
  reply
    .header('ratelimit-policy', `"${name}";q=${points};w=${seconds}`)
    .header('ratelimit', `"${name}";r=${remaining};t=${window.endsIn}`)
  if (window.points > points)
    throw tooManyRequests(
      window.endsIn,
      name === 'api' ? msg`Too many requests without an API key. Please try again later.` : undefined,
    )
  return { limit: points, remaining, resetSeconds: window.endsIn }
}
