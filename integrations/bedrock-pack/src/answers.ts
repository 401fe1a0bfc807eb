import type { HttpAnswer } from './port.ts'
import type { OutboxItem, WireResult } from './wire.ts'

/** What an answer of the site means for what was sent. */
export type Verdict =
  | {
      readonly kind: 'taken'
      readonly results: readonly WireResult[]
      readonly nextPollMs: number
      readonly outbox: readonly OutboxItem[]
    }
  /** The request as a whole is wrong or too big; `bySite`: the site itself says so, not something in between. */
  | { readonly kind: 'refused'; readonly why: string; readonly bySite: boolean }
  | { readonly kind: 'no-key'; readonly why: string }
  /** Nothing is known about what was sent: the same again, not before `waitMs` if the site named a time. */
  | { readonly kind: 'later'; readonly why: string; readonly waitMs: number }

const later = (why: string, waitMs = 0): Verdict => ({ kind: 'later', why, waitMs })

/** The verdict on a batch of which `count` results are due. Undefined stands for no answer at all. */
export function readAnswer(answer: HttpAnswer | undefined, count: number, now: number): Verdict {
  if (answer === undefined) return later('the site cannot be reached')
  const body = parse(answer.body)
  const words = sentence(body) ?? `status ${answer.status}`
  switch (answer.status) {
    case 200:
      return readResults(body, count) ?? later('the answer is not one of the site')
    case 400:
    case 413:
      return { kind: 'refused', why: words, bySite: sentence(body) !== undefined }
    case 401:
      return { kind: 'no-key', why: words }
    default:
      return later(words, retryAfterMs(answer.retryAfter, now))
  }
}

/** True when the site has confirmed what was acknowledged. */
export const isConfirmed = (answer: HttpAnswer | undefined) =>
  answer?.status === 200 && isRecord(parse(answer.body))

function readResults(body: unknown, count: number): Verdict | undefined {
  if (!isRecord(body) || !Array.isArray(body.results) || body.results.length !== count) return undefined
  const results: unknown[] = body.results
  if (!results.every(isResult)) return undefined
  const outbox: unknown[] = Array.isArray(body.outbox) ? body.outbox : []
  const nextPollMs = typeof body.nextPollMs === 'number' ? body.nextPollMs : Number.NaN
  return { kind: 'taken', results, nextPollMs, outbox: outbox.filter(isOutboxItem) }
}

const isResult = (value: unknown): value is WireResult =>
  isRecord(value) && ['accepted', 'duplicate', 'rejected'].includes(String(value.status))

const isOutboxItem = (value: unknown): value is OutboxItem =>
  isRecord(value) && typeof value.id === 'string' && typeof value.type === 'string' && isRecord(value.data)

/** Every error of the site carries one; what a proxy in between says does not. */
const sentence = (body: unknown) =>
  isRecord(body) && typeof body.code === 'string' && typeof body.message === 'string'
    ? body.message
    : undefined

/** Seconds or a date (RFC 9110, 10.2.3); 0 when there is none. An hour at most: a wrong header must not silence us. */
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
