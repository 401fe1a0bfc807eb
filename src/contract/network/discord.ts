import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Shown while Discord's own figure is unknown (spec 9). */
export const fallbackMemberCount = 12_000

/** How long one answer of Discord's serves: the site asks no more often, and neither does a page (spec 9). */
export const discordRefreshSeconds = 60

export const DiscordInfo = z.object({
  memberCount: z.int(),
  /** Null while nothing was ever learned. */
  onlineCount: z.nullable(z.int()),
  name: z.nullable(z.string()),
})
export type DiscordInfo = z.infer<typeof DiscordInfo>

export const discordEndpoints = {
  info: endpoint({
    method: 'GET',
    path: '/api/discord/info',
    access: 'public',
    sameForAll: true,
    summary: 'How many people are on the Discord server',
    status: 200,
    answer: DiscordInfo,
  }),
}
