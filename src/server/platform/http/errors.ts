import { msg } from '@lingui/core/macro'
import { type ErrorCode, errorStatus } from '../../../contract/errors.ts'
import type { ErrorBody } from '../../../contract/errors-schemas.ts'
import type { Text } from '../../../contract/languages.ts'
import { type Say, sayInEnglish } from '../languages/say.ts'

interface Details {
  readonly fields?: Readonly<Record<string, Text>>
  /** Seconds until a retry makes sense, sent as Retry-After. */
  readonly retryAfter?: number
  /** Current record, for a client that tried to change an older version. */
  readonly current?: object
  /** Why staff did something: a value of the text, which may be one of their templates. */
  readonly reason?: string
}

/** Says a reason that may be one of the templates of staff. */
export type SayReason = (reason: string) => string

/**
 * An expected error, with the text for the client. Its `message` is English, for the log. Anything else becomes a 500
 * without details.
 */
export class AppError extends Error {
  readonly status: number
  readonly fields: Readonly<Record<string, Text>> | undefined
  readonly retryAfter: number | undefined
  readonly current: object | undefined
  readonly reason: string | undefined

  constructor(
    readonly code: ErrorCode,
    readonly text: Text,
    details: Details = {},
  ) {
    super(sayInEnglish(text))
    this.name = 'AppError'
    this.status = errorStatus[code]
    this.fields = details.fields
    this.retryAfter = details.retryAfter
    this.current = details.current
    this.reason = details.reason
  }

  /** In the reader's language. */
  body(say: Say = sayInEnglish, sayReason: SayReason = (reason) => reason): ErrorBody {
    const message = say(this.#textWith(sayReason))
    return {
      error: message,
      message,
      code: this.code,
      ...(this.fields === undefined ? {} : { fields: saidFields(this.fields, say) }),
      ...(this.current === undefined ? {} : { current: { ...this.current } }),
    }
  }

  #textWith(sayReason: SayReason): Text {
    if (this.reason === undefined || typeof this.text === 'string') return this.text
    return { ...this.text, values: { ...this.text.values, reason: sayReason(this.reason) } }
  }
}

const saidFields = (fields: Readonly<Record<string, Text>>, say: Say) =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, say(text)]))

export const badRequest = (sentence: Text) => new AppError('bad_request', sentence)
export const unauthorized = (sentence: Text = msg`You must be signed in`) =>
  new AppError('unauthorized', sentence)

/** For a foreign key to `users`: the request was authenticated before its account was deleted, and writes after it. */
export const accountGone = () => unauthorized()
export const forbidden = (sentence: Text = msg`You do not have permission to do this`) =>
  new AppError('forbidden', sentence)
export const notFound = (sentence: Text = msg`Not found`) => new AppError('not_found', sentence)
/** `current`: the record as it is now. */
export const conflict = (sentence: Text, current?: object) =>
  new AppError('conflict', sentence, current && { current })

export const tooLarge = (sentence: Text = msg`The request body is too large`) =>
  new AppError('too_large', sentence)

/** A validation error of one or more fields; its message is that of the first field. */
export function invalid(fields: Readonly<Record<string, Text>>): AppError {
  return new AppError('validation', Object.values(fields)[0] ?? msg`The request is not valid`, { fields })
}

export const tooManyRequests = (
  retryAfter: number,
  sentence: Text = msg`Too many requests. Please try again later.`,
) => new AppError('too_many_requests', sentence, { retryAfter })

export const overloaded = (sentence: Text = msg`The server is busy. Please try again in a moment.`) =>
  new AppError('overloaded', sentence, { retryAfter: 2 })

/** Response for unexpected errors. */
export const internal = () => new AppError('internal', msg`Something went wrong on our side`)
