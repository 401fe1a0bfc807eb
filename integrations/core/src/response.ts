import type { HttpResponse } from './port.ts'
import { type CupMatch, isRecord, type OutboxItem, type WireResult } from './wire.ts'

/** What a response of the site means for what was sent. */
export type Verdict =
  | {
      readonly kind: 'taken'
      readonly results: readonly WireResult[]
      readonly nextPollMs: number
      readonly serverTime: unknown
      readonly outbox: readonly OutboxItem[]
      /** Only after a heartbeat that asked for them. */
      readonly cupMatches: readonly CupMatch[] | undefined
    }
  /** The request as a whole is wrong or too big. `bySite`: the site says so, not something in between. */
  | { readonly kind: 'refused'; readonly why: string; readonly bySite: boolean }
  | { readonly kind: 'unauthorized'; readonly why: string }
  /** Nothing is known about what was sent: send the same again, not before `waitMs` if the site named a time. */
  | { readonly kind: 'later'; readonly why: string; readonly waitMs: number }

const later = (why: string, waitMs = 0): Verdict => ({ kind: 'later', why, waitMs })

/** Returns the verdict on a batch of `count` events. Undefined stands for no response at all, for the reason `problem`. */
export function readResponse(
  response: HttpResponse | undefined,
  count: number,
  now: number,
  problem?: string,
): Verdict {
  if (response === undefined)
    return later(`the site cannot be reached${problem === undefined ? '' : `: ${problem}`}`)
  const body = parse(response.body)
  const message = errorMessage(body) ?? `status ${response.status}`
  switch (response.status) {
    case 200:
      return readResults(body, count) ?? later('the response is not one of the site')
    case 400:
    case 413:
      return { kind: 'refused', why: message, bySite: errorMessage(body) !== undefined }
    case 401:
      return { kind: 'unauthorized', why: message }
    default:
      return later(message, retryAfterMs(response.retryAfter, now))
  }
}

/** True when the site has confirmed what was acknowledged. */
export const isConfirmed = (response: HttpResponse | undefined) =>
  response?.status === 200 && isRecord(parse(response.body))

function readResults(body: unknown, count: number): Verdict | undefined {
  if (!isRecord(body) || !Array.isArray(body.results) || body.results.length !== count) return undefined
  const results: unknown[] = body.results
  if (!results.every(isResult)) return undefined
  const outbox: unknown[] = Array.isArray(body.outbox) ? body.outbox : []
  const nextPollMs = typeof body.nextPollMs === 'number' ? body.nextPollMs : Number.NaN
  return {
    kind: 'taken',
    results,
    nextPollMs,
    serverTime: body.serverTime,
    outbox: outbox.filter(isOutboxItem),
    cupMatches: Array.isArray(body.cupMatches) ? body.cupMatches.filter(isCupMatch) : undefined,
  }
}

const isResult = (value: unknown): value is WireResult =>
  isRecord(value) && ['accepted', 'duplicate', 'retry', 'rejected'].includes(String(value.status))

const isCupMatch = (value: unknown): value is CupMatch =>
  isRecord(value) &&
  typeof value.cupMatchId === 'string' &&
  Array.isArray(value.sides) &&
  value.sides.every((side) => Array.isArray(side) && side.every(isRecord))

const isOutboxItem = (value: unknown): value is OutboxItem =>
  isRecord(value) && typeof value.id === 'string' && typeof value.type === 'string' && isRecord(value.data)

/** Every error of the site carries a code; what a proxy in between says does not. */
const errorMessage = (body: unknown) =>
  isRecord(body) && typeof body.code === 'string' && typeof body.message === 'string'
    ? body.message
    : undefined

/** Seconds or a date (RFC 9110, 10.2.3); 0 when there is none. At most an hour, so that a wrong header cannot silence us. */
function retryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : 0
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
