import { msg } from '@lingui/core/macro'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPassingDatabaseError } from '../database/passing-errors.ts'
import type { Languages } from '../languages/languages.ts'
import { sayInEnglish } from '../languages/say.ts'
import { AppError, badRequest, internal, overloaded, type SayReason, tooLarge } from './errors.ts'

/** Errors by constraint name; each domain provides its own. */
export type ConstraintErrors = Readonly<Record<string, () => AppError>>

declare module 'fastify' {
  interface FastifyRequest {
    /** Error code of the response, for the log. */
    refusal: string | null
  }
}

export type RawError = Error & { code?: string; statusCode?: number; constraint?: string }

/** Maps every thrown error to the product's error body. */
export function installErrorHandler(
  app: FastifyInstance,
  constraints: ConstraintErrors,
  languages: Languages,
  reasonIn: (language: string, reason: string) => string = (_, reason) => reason,
): void {
  app.decorateRequest('refusal', null)
  app.setErrorHandler(async (error: RawError, request, reply) => {
    const response = startErrorResponse(error, request, reply, constraints)
    const { tag } = languages.of(request)
    return sendErrorResponse(reply, response, languages, (reason) => reasonIn(tag, reason))
  })
}

/** Logs the error and sets status and headers of the response. */
export function startErrorResponse(
  error: RawError,
  request: FastifyRequest,
  reply: FastifyReply,
  constraints: ConstraintErrors,
): AppError {
  const known = knownError(error, constraints)
  if (known === undefined) request.log.error({ err: error }, 'request failed')
  else if (known.status >= 500) request.log.warn({ err: error }, 'request refused')
  const response = known ?? internal()
  request.refusal = response.code
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' && isDrainable(request)) reply.removeHeader('connection')
  if (response.retryAfter !== undefined) reply.header('retry-after', response.retryAfter)
  reply.code(response.status).header('cache-control', 'no-store')
  return response
}

/**
 * Whether the rest of a body that is too long is read and dropped. Fastify closes the connection instead, which resets it
 * while a proxy still writes: nginx then takes the process for broken and passes it over for everybody.
 */
const isDrainable = ({ headers }: FastifyRequest) => Number(headers['content-length']) <= drainedBytes

/** Above what the files of deploy/ let through. */
const drainedBytes = 16 * 1024 * 1024

/** In the language of the request; in English for game servers, because their logs are in English. */
export const sendErrorResponse = (
  reply: FastifyReply,
  response: AppError,
  languages: Languages,
  sayReason?: SayReason,
) =>
  reply
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify(
        response.body(
          reply.request.routeOptions.config.anyText ? sayInEnglish : languages.sayTo(reply.request),
          sayReason,
        ),
      ),
    )

/** Undefined for an unexpected error. */
export function knownError(error: RawError, constraints: ConstraintErrors): AppError | undefined {
  if (error instanceof AppError) return error
  if (error.constraint !== undefined && Object.hasOwn(constraints, error.constraint)) {
    return constraints[error.constraint]?.()
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge()
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type', msg`Send the body as application/json`)
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return badRequest(msg`The body does not match Content-Length`)
    case 'FST_ERR_BAD_URL':
      return badRequest(msg`The address is not valid`)
  }
  if (isPassingDatabaseError(error))
    return overloaded(msg`The database is not available. Please try again in a moment.`)
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return badRequest(msg`The request is not valid`)
  }
  return undefined
}
