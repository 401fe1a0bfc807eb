import { type ErrorCode, errorStatus } from '../../contract/errors.ts'
import type { ErrorBody } from '../../contract/errors-schemas.ts'

interface Details {
  readonly fields?: Readonly<Record<string, string>>
  /** Seconds until a retry makes sense, sent as Retry-After. */
  readonly retryAfter?: number
  /** Current record, for a client that tried to change an older version. */
  readonly current?: object
}

/** An expected error, with the message for the client. Anything else becomes a 500 without details. */
export class AppError extends Error {
  readonly status: number
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly retryAfter: number | undefined
  readonly current: object | undefined

  constructor(
    readonly code: ErrorCode,
    sentence: string,
    details: Details = {},
  ) {
    super(sentence)
    this.name = 'AppError'
    this.status = errorStatus[code]
    this.fields = details.fields
    this.retryAfter = details.retryAfter
    this.current = details.current
  }

  body(): ErrorBody {
    return {
      error: this.message,
      message: this.message,
      code: this.code,
      ...(this.fields === undefined ? {} : { fields: { ...this.fields } }),
      ...(this.current === undefined ? {} : { current: { ...this.current } }),
    }
  }
}

export const badRequest = (sentence: string) => new AppError('bad_request', sentence)
export const unauthorized = (sentence = 'You must be signed in') => new AppError('unauthorized', sentence)

/** For a foreign key to `users`: the request was authenticated before its account was deleted, and writes after it. */
export const accountGone = () => unauthorized()
export const forbidden = (sentence = 'You do not have permission to do this') =>
  new AppError('forbidden', sentence)
export const notFound = (sentence = 'Not found') => new AppError('not_found', sentence)
/** `current`: the record as it is now. */
export const conflict = (sentence: string, current?: object) =>
  new AppError('conflict', sentence, current && { current })

export const tooLarge = (sentence = 'The request body is too large') => new AppError('too_large', sentence)

/** A validation error of one or more fields; its message is that of the first field. */
export function invalid(fields: Readonly<Record<string, string>>): AppError {
  return new AppError('validation', Object.values(fields)[0] ?? 'The request is not valid', { fields })
}

export const tooManyRequests = (
  retryAfter: number,
  sentence = 'Too many requests. Please try again later.',
) => new AppError('too_many_requests', sentence, { retryAfter })

export const overloaded = (sentence = 'The server is busy. Please try again in a moment.') =>
  new AppError('overloaded', sentence, { retryAfter: 2 })

/** Response for unexpected errors. */
export const internal = () => new AppError('internal', 'Something went wrong on our side')
