import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, pageQuery, Timestamp } from '../ids.ts'
import { HeldRestriction } from '../moderation/moderation.ts'
import { RankInput, RankSchema } from './ranks.ts'
import { atMost } from '../text.ts'

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
  restriction: z.nullable(HeldRestriction),
})
export type Member = z.infer<typeof Member>

export const memberEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/members',
    access: 'staff',
    summary: 'Members, newest first',
    query: z.extend(pageQuery(200, 50), {
      /** A part of the shown name, or, of one or two characters, its beginning; nothing means everybody. */
      search: z._default(z.string().check(atMost(64, 'Search for 64 characters or less')), ''),
    }),
    status: 200,
    answer: z.array(Member),
  }),
  setRank: endpoint({
    method: 'PATCH',
    path: '/api/admin/members/:id/rank',
    access: 'admin',
    summary: "Change a member's rank",
    params: IdParams,
    body: z.object({ rank: RankInput }),
    status: 200,
    answer: Member,
  }),
}
