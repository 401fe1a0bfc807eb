import * as z from 'zod/mini'
import { Id, IdParams, pageQuery, Timestamp } from '../ids-schemas.ts'
import { ActiveRestriction } from '../moderation/moderation-schemas.ts'
import { maxLength } from '../text-schemas.ts'
import { RankInput, RankSchema } from './ranks-schemas.ts'

/** A member as staff see them: the shown name, never the name they sign in with, and no e-mail address. */
export const Member = z.object({
  id: Id,
  username: z.string(),
  avatarUrl: z.nullable(z.string()),
  rank: RankSchema,
  linked: z.boolean(),
  createdAt: Timestamp,
  lastSeen: z.nullable(Timestamp),
  /** They are restricted at the moment. */
  restriction: z.nullable(ActiveRestriction),
})

export type Member = z.infer<typeof Member>

/** What the calls of `memberEndpoints` take and answer. */
export const memberSchemas = {
  list: {
    query: z.extend(pageQuery(200, 50), {
      /** A part of the shown name, or, of one or two characters, its beginning; nothing means everybody. */
      search: z._default(z.string().check(maxLength(64, 'Search for 64 characters or less')), ''),
    }),
    response: z.array(Member),
  },
  setRank: {
    params: IdParams,
    body: z.object({ rank: RankInput }),
    response: Member,
  },
}
