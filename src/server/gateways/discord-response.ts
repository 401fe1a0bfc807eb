import * as z from 'zod/mini'

const maxRetryAfterMs = 3_600_000

const RateLimit = z.object({ retry_after: z.number().check(z.minimum(0)) })

/** How long a 429 asks to wait. Discord's body says it in seconds with fractions, its header in whole seconds. */
export function retryAfterMs(headers: Headers, text: string): number {
  const seconds = secondsIn(text) ?? Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1_000, maxRetryAfterMs) : 5_000
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
