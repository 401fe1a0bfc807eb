import * as z from 'zod/mini'
import type { Config } from '../config.ts'

/** Fields of Discord's invite response that the site shows. */
const Invite = z.object({
  approximate_member_count: z.int().check(z.minimum(0)),
  approximate_presence_count: z.int().check(z.minimum(0)),
  guild: z.object({ name: z.string().check(z.maxLength(200)) }),
})

/** Information about a Discord server. */
interface InviteInfo {
  readonly memberCount: number
  readonly onlineCount: number
  readonly name: string
}

/** Fetches the invite. Rejects when Discord does not respond within 2 s, or not with an invite. */
export type FetchDiscordInfo = () => Promise<InviteInfo>

const timeoutMs = 2_000
const maxBytes = 64 * 1024

/** Fetches from Discord's public invite API. @throws when it does not respond within 2 s, or not with an invite */
export async function fetchDiscordInfo(apiUrl: string, invite: string): Promise<InviteInfo> {
  const deadline = performance.now() + timeoutMs
  const response = await fetch(`${apiUrl}/invites/${encodeURIComponent(invite)}?with_counts=true`, {
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json' },
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`Discord answered ${response.status}`)
  const parsed = Invite.parse(JSON.parse(await boundedText(response, deadline - performance.now())))
  return {
    memberCount: parsed.approximate_member_count,
    onlineCount: parsed.approximate_presence_count,
    name: parsed.guild.name,
  }
}

/** Undefined when no invite is configured. */
export const discordGateway = ({
  discordApiUrl,
  discordInvite,
}: Pick<Config, 'discordApiUrl' | 'discordInvite'>): FetchDiscordInfo | undefined =>
  discordInvite === undefined ? undefined : () => fetchDiscordInfo(discordApiUrl, discordInvite)

/**
 * Reads the body within the time limit. Fetch's own signal is not enough: the link between signal and body is weak, and
 * garbage collection removes it.
 */
async function boundedText(response: Response, leftMs: number): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    reader.cancel().catch(() => undefined)
  }, leftMs)
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isLate) throw new Error('Discord did not finish its response in time')
      if (done) return text + decoder.decode()
      text += decoder.decode(value, { stream: true })
      if (text.length > maxBytes) throw new Error('the response of Discord is too large')
    }
  } finally {
    clearTimeout(timer)
    await reader.cancel().catch(() => undefined)
  }
}
