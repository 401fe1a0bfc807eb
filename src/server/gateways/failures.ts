/** A permanent refusal: a retry would fail the same way. */
export class RefusedError extends Error {}

/** Why an attempt failed, and the seconds that the receiver wants until the next one. */
export class RetryAfterError extends Error {
  constructor(
    reason: string,
    readonly seconds: number,
  ) {
    super(reason)
  }
}

/** What Discord said of a failed attempt, as an error. */
export const failureOf = (outcome: {
  readonly state: string
  readonly reason: string
  readonly retryAfterMs?: number
}): Error => {
  if (outcome.state === 'refused') return new RefusedError(outcome.reason)
  if (outcome.retryAfterMs === undefined) return new Error(outcome.reason)
  return new RetryAfterError(outcome.reason, outcome.retryAfterMs / 1_000)
}

/** Statuses below 500 that pass: the receiver was slow, was asked too early, or limits the site. */
const passing = new Set([408, 425, 429])

/** Whether another attempt may succeed after this HTTP status. Redirects are not followed, so they do not pass. */
export const passes = (status: number) => status >= 500 || passing.has(status)

/** About the site's own account at the mail server (RFC 4954), not about the mail: an operator mends it. */
const signInCodes = new Set([530, 534, 535, 538])

/** What the SMTP library says of a failure. Other codes are about the connection, not about one mail. */
export interface MailFailure {
  readonly code?: string
  /** The reply code of the mail server (RFC 5321, 4.2.1). */
  readonly responseCode?: number
}

/** Whether another attempt may succeed after a mail was not accepted. */
export function mailPasses({ code, responseCode }: MailFailure): boolean {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return true
  if (responseCode === undefined) return false
  return responseCode < 500 || responseCode > 599 || signInCodes.has(responseCode)
}

const maxRetryAfterSeconds = 3_600

/**
 * Seconds that `Retry-After` asks for: a number or a date (RFC 9110, 10.2.3), at most an hour, so that a wrong header
 * silences nothing. Undefined without a header that says either.
 */
export function retryAfterSeconds(header: string | null | undefined): number | undefined {
  const text = header?.trim() ?? ''
  // Discord writes fractions.
  const seconds = /^\d{1,12}(?:\.\d{1,9})?$/.test(text) ? Number(text) : (httpDate(text) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), maxRetryAfterSeconds)
}

/** The three forms of a date in HTTP all begin with the name of the day, and are in UTC. */
const httpDate = (text: string) =>
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)
    ? Date.parse(/GMT$/.test(text) ? text : `${text} GMT`)
    : Number.NaN
