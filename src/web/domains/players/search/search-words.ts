import { ApiError } from '../../../platform/api-error.ts'

/** `Error searching for players: {status} {statusText}` (spec 8). */
export const searchFailure = (error: unknown) =>
  `Error searching for players: ${
    error instanceof ApiError ? `${error.status} ${error.statusText}`.trim() : 'no answer from the server'
  }`
