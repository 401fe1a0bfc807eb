import * as z from 'zod/mini'

/** Every machine word that an `/api` error may carry, with its HTTP status (rulings, Errors). */
export const errorStatus = {
  bad_request: 400,
  validation: 400,
  unauthorized: 401,
  wrong_credentials: 401,
  second_factor_required: 401,
  second_factor_wrong: 401,
  forbidden: 403,
  foreign_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  idempotency_mismatch: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  overloaded: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The body of every non-2xx `/api` answer: `error` and `message` are the same sentence. */
export const ErrorBody = z.object({
  error: z.string(),
  message: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  fields: z.optional(z.record(z.string(), z.string())),
  /** With a conflict: the record as it is now. */
  current: z.optional(z.looseObject({})),
})

export type ErrorBody = z.infer<typeof ErrorBody>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown) => typeof value === 'string'

/**
 * What `ErrorBody` would make of a value, or undefined. Written out, because every page needs it and few need zod; a
 * test holds the two together.
 */
export function errorBodyOf(value: unknown): ErrorBody | undefined {
  if (!isRecord(value)) return undefined
  const { error, message, code, fields, current } = value
  if (typeof error !== 'string' || typeof message !== 'string') return undefined
  if (typeof code !== 'string' || !Object.hasOwn(errorStatus, code)) return undefined
  if (fields !== undefined && !(isRecord(fields) && Object.values(fields).every(isText))) return undefined
  if (current !== undefined && !isRecord(current)) return undefined
  return {
    error,
    message,
    code: code as ErrorCode,
    ...(fields !== undefined && { fields: fields as Record<string, string> }),
    ...(current !== undefined && { current }),
  }
}
