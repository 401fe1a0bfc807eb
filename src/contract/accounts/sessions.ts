import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Timestamp } from '../ids.ts'

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

export const sessionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/sessions',
    access: 'member',
    summary: 'Where the member is signed in, newest first',
    status: 200,
    answer: z.array(OwnSession),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/sessions/:id',
    access: 'member',
    summary: 'End one of the own sessions',
    params: IdParams,
    status: 204,
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/api/sessions',
    access: 'member',
    summary: 'End all own sessions but the one that asks',
    status: 204,
  }),
}
