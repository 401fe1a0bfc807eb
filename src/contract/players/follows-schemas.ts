import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { UserCard } from '../accounts/users-schemas.ts'
import { Id, IdParams, Timestamp } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { Match } from './players-schemas.ts'

/** Whether the signed-in member follows a player. Achievements of a muted player cause no notifications. */
export const Follow = z.object({ isFollowing: z.boolean(), isMuted: z.boolean() })

export type Follow = z.infer<typeof Follow>

export const FollowedPlayer = z.object({ user: UserCard, isMuted: z.boolean(), followedAt: Timestamp })

export type FollowedPlayer = z.infer<typeof FollowedPlayer>

/** What a followed player did: one of match, post and milestone, the others are null. */
export const FollowFeedItem = z.object({
  at: Timestamp,
  user: UserCard,
  match: z.nullable(Match),
  post: z.nullable(z.object({ id: Id, content: z.string() })),
  /** What it says after the name, and the match that earned it. */
  milestone: z.nullable(z.object({ text: z.string(), link: z.string() })),
})

export type FollowFeedItem = z.infer<typeof FollowFeedItem>

export const followSchemas = {
  list: { response: z.array(FollowedPlayer) },
  feed: { response: z.array(FollowFeedItem) },
  show: { params: IdParams, response: Follow },
  follow: { params: IdParams, response: Follow },
  mute: {
    params: IdParams,
    body: z.object({ isMuted: z.boolean({ error: sentence(msg`isMuted must be true or false`) }) }),
    response: Follow,
  },
  unfollow: { params: IdParams, response: Follow },
}
