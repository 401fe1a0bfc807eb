import * as z from 'zod/mini'
import { type ErrorCode, errorStatus } from './errors.ts'

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
