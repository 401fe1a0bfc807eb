import { errorStatus } from '../../contract/errors.ts'
import type { ErrorBody } from '../../contract/errors-schemas.ts'
import type { Text } from '../../contract/languages.ts'

/** A refused or failed call; its message is `{status}: {body}`, or `{status}: {status text}`. */
export class ApiError extends Error {
  /** The error body; undefined when the response has none, such as that of a proxy. */
  readonly errorBody: ErrorBody | undefined

  constructor(
    readonly status: number,
    readonly statusText: string,
    readonly body: string,
  ) {
    super(`${status}: ${body === '' ? statusText : body}`)
    this.name = 'ApiError'
    this.errorBody = errorBodyIn(body)
  }
}

function errorBodyIn(text: string): ErrorBody | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return isErrorBody(body) ? body : undefined
  } catch (error) {
    // A proxy's HTML page, or nothing: there is no sentence in it.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** A known code marks the product's own body, whose shape its server guarantees. Parsing it would bring zod to every page. */
const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  typeof body.code === 'string' &&
  Object.hasOwn(errorStatus, body.code)

/** The server's sentence, else `fallback`. */
export const errorMessage = <Fallback extends Text>(error: unknown, fallback: Fallback): string | Fallback =>
  (error instanceof ApiError ? error.errorBody?.message : undefined) ?? fallback

/** The server's messages by the names of the fields. */
export const refusedFields = (error: unknown): Readonly<Record<string, string>> =>
  (error instanceof ApiError ? error.errorBody?.fields : undefined) ?? {}

/** The record as it is now, when an update was refused because somebody changed it in the meantime. */
export const currentOf = (error: unknown): unknown =>
  error instanceof ApiError ? error.errorBody?.current : undefined

export const isStatus = (error: unknown, status: number) =>
  error instanceof ApiError && error.status === status

/** A 404, whether it came over the wire or from the API in process. */
export const isUnknown = (error: unknown) =>
  error instanceof Error && 'status' in error && error.status === 404

/** Returns null for a 404, so that a document holds it like any other response. Throws other errors. */
export function unknownIsNull(error: unknown): null {
  if (isUnknown(error)) return null
  throw error
}
