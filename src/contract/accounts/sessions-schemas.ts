import * as z from 'zod/mini'
import { Id, IdParams, Timestamp } from '../ids-schemas.ts'

/** A signed-in browser, as its own member sees it. Older ones than the newest hundred are not listed. */
export const OwnSession = z.object({
  id: Id,
  createdAt: Timestamp,
  /** To the minute. */
  lastUsedAt: Timestamp,
  /** Where it was begun. */
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  /** The session that asks. */
  isCurrent: z.boolean(),
})

export type OwnSession = z.infer<typeof OwnSession>

/** What the calls of `sessionEndpoints` take and answer. */
export const sessionSchemas = {
  list: {
    response: z.array(OwnSession),
  },
  end: {
    params: IdParams,
  },
  endOthers: {},
}
