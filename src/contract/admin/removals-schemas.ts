import * as z from 'zod/mini'
import { IdText } from '../ids-schemas.ts'
import { type RemovalCount, type RemovalKind, removalCounts } from './removals.ts'

const count = z.optional(z.int())

/** Only the counts of the kind are present. */
export const RemovalCounts = z.object({
  replies: count,
  comments: count,
  likes: count,
  registrations: count,
  teams: count,
  seats: count,
  seasonMatches: count,
  posts: count,
  pictures: count,
  follows: count,
  /** Matches that stay, without the name. */
  matches: count,
} satisfies Record<RemovalCount, typeof count>)

export type RemovalCounts = z.infer<typeof RemovalCounts>

export const removalSchemas = {
  counts: {
    params: z.object({ kind: z.enum(Object.keys(removalCounts) as RemovalKind[]), id: IdText }),
    response: RemovalCounts,
  },
}
