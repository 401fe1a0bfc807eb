import * as z from 'zod/mini'
import { type ErrorCode, errorStatus } from './errors.ts'

/** Body of every API error. `error` and `message` are the same text. */
export const ErrorBody = z.object({
  error: z.string(),
  message: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  fields: z.optional(z.record(z.string(), z.string())),
  /** For a conflict: the current record. For `deletion_pending`: `deletesAt`. */
  current: z.optional(z.looseObject({})),
})

export type ErrorBody = z.infer<typeof ErrorBody>
