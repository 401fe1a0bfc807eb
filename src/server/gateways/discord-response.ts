import * as z from 'zod/mini'
import { retryAfterSeconds } from './failures.ts'

const RateLimit = z.object({ retry_after: z.number().check(z.minimum(0)) })

/** How long a 429 asks to wait. Discord's body says it in seconds with fractions, its header in whole seconds or as a date. */
export function retryAfterMs(headers: Headers, text: string): number {
  const seconds = retryAfterSeconds(String(secondsIn(text) ?? headers.get('retry-after') ?? ''))
  return seconds === undefined ? 5_000 : seconds * 1_000
}

function secondsIn(text: string): number | undefined {
  try {
    return RateLimit.parse(JSON.parse(text)).retry_after
  } catch {
    return undefined
  }
}

/** Why a call got no usable response. Contains no address. */
export function failureReason(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'Discord did not respond in time'
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string'
    ? `Discord could not be reached (${cause.code.slice(0, 40)})`
    : 'Discord did not respond as expected'
}
