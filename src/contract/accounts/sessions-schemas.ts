import * as z from 'zod/mini'
import { Id, IdParams, Timestamp } from '../ids-schemas.ts'
import { Login } from './users-schemas.ts'

/** A session as its member sees it. Only the newest hundred are listed. */
export const OwnSession = z.object({
  id: Id,
  createdAt: Timestamp,
  /** Precise to the minute. */
  lastUsedAt: Timestamp,
  /** Address of the sign-in. */
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  /** True for the session of this request. */
  isCurrent: z.boolean(),
})

export type OwnSession = z.infer<typeof OwnSession>

/** `code` is required of an account with a second factor. */
export const SessionConfirmation = z.object({ password: Login.shape.password, code: Login.shape.code })

export const sessionSchemas = {
  list: {
    response: z.array(OwnSession),
  },
  end: {
    params: IdParams,
  },
  confirm: {
    body: SessionConfirmation,
  },
  endOthers: {},
}
