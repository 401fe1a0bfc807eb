import * as z from 'zod/mini'

export const DiscordInfo = z.object({
  /** The number in content until Discord responded once; null where content has none, or no invite is set. */
  memberCount: z.nullable(z.int()),
  /** Null until Discord responded once. */
  onlineCount: z.nullable(z.int()),
  name: z.nullable(z.string()),
})

export type DiscordInfo = z.infer<typeof DiscordInfo>

export const discordSchemas = {
  info: {
    response: DiscordInfo,
  },
}
