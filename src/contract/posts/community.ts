import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Shown while the real figures are unknown (spec 9; rulings, Placeholders). */
export const communityPlaceholders = {
  membersOnline: '2 Online',
  posts: '8,213 Active Threads',
} as const

export const CommunityFigures = z.object({
  /** Members seen in the last 5 minutes. */
  membersOnline: z.int(),
  posts: z.int(),
})
export type CommunityFigures = z.infer<typeof CommunityFigures>

export const communityEndpoints = {
  figures: endpoint({
    method: 'GET',
    path: '/api/community',
    access: 'public',
    sameForAll: true,
    summary: 'Members online and number of posts',
    status: 200,
    answer: CommunityFigures,
  }),
}
