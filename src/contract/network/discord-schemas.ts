import * as z from 'zod/mini'

export const DiscordInfo = z.object({
  memberCount: z.int(),
  /** Null while nothing was ever learned. */
  onlineCount: z.nullable(z.int()),
  name: z.nullable(z.string()),
})

export type DiscordInfo = z.infer<typeof DiscordInfo>

/** What the calls of `discordEndpoints` take and answer. */
export const discordSchemas = {
  info: {
    response: DiscordInfo,
  },
}
