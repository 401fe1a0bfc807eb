import * as z from 'zod/mini'

export const CommunityFigures = z.object({
  /** Members seen in the last 5 minutes. */
  membersOnline: z.int(),
  posts: z.int(),
  /** Posts with a comment in the last 7 days. */
  activeThreads: z.int(),
})

export type CommunityFigures = z.infer<typeof CommunityFigures>

export const communitySchemas = {
  figures: {
    response: CommunityFigures,
  },
}
