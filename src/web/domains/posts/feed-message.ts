import { sentenceOf } from '../../platform/api-error.ts'

/** `Failed to load posts. {message}`: the server's own sentence where it gave one, else the error's. */
export const feedFailure = (error: Error) => `Failed to load posts. ${sentenceOf(error, error.message)}`
