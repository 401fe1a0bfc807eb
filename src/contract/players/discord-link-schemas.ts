import * as z from 'zod/mini'
import { Timestamp } from '../ids-schemas.ts'

/** A member's Discord account. Tokens are in no response. */
export const DiscordLink = z.object({
  name: z.string(),
  linkedAt: Timestamp,
  /** When Discord last took the figures; null before the first time. */
  syncedAt: z.nullable(Timestamp),
  /** True while the last attempt to send the figures failed. */
  hasFailed: z.boolean(),
})

export type DiscordLink = z.infer<typeof DiscordLink>

const OwnDiscordLink = z.object({ link: z.nullable(DiscordLink) })

export type OwnDiscordLink = z.infer<typeof OwnDiscordLink>

const text = (name: string, max: number) => {
  const error = `${name} must be 1 to ${max} characters`
  return z.string({ error }).check(z.minLength(1, error), z.maxLength(max, error))
}

export const discordLinkSchemas = {
  show: { response: OwnDiscordLink },
  begin: { response: z.object({ url: z.string() }) },
  finish: {
    body: z.object({ code: text('code', 512), state: text('state', 100) }),
    response: DiscordLink,
  },
  remove: {},
}
