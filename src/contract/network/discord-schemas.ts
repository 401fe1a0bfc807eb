import * as z from 'zod/mini'

export const DiscordInfo = z.object({
  memberCount: z.int(),
  /** Null until Discord answered once. */
  onlineCount: z.nullable(z.int()),
  name: z.nullable(z.string()),
})

export type DiscordInfo = z.infer<typeof DiscordInfo>

export const discordSchemas = {
  info: {
    response: DiscordInfo,
  },
}
