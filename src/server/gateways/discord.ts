import * as z from 'zod/mini'
import type { Config } from '../config.ts'

/** The part of Discord's public invite answer that the site shows. */
const Invite = z.object({
  approximate_member_count: z.int().check(z.minimum(0)),
  approximate_presence_count: z.int().check(z.minimum(0)),
  guild: z.object({ name: z.string().check(z.maxLength(200)) }),
})

/** What Discord says about a server. */
interface InviteInfo {
  readonly memberCount: number
  readonly onlineCount: number
  readonly name: string
}

/** One question to Discord. Rejects when it does not answer in 2 s, or not with an invite. */
export type FetchDiscordInfo = () => Promise<InviteInfo>

const timeoutMs = 2_000
const maxBytes = 64 * 1024

/** Asks Discord's public invite API. @throws when it does not answer in 2 s, or not with an invite */
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

/** Undefined while no invite is configured. */
export const discordGateway = ({
  discordApiUrl,
  discordInvite,
}: Pick<Config, 'discordApiUrl' | 'discordInvite'>): FetchDiscordInfo | undefined =>
  discordInvite === undefined ? undefined : () => fetchDiscordInfo(discordApiUrl, discordInvite)

/**
 * The body, as far as it comes in time. Fetch's own signal is not enough for it: what hands the abort on to a body is
 * held weakly, and gone after a collection of garbage.
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
      if (isLate) throw new Error('Discord did not finish its answer in time')
      if (done) return text + decoder.decode()
      text += decoder.decode(value, { stream: true })
      if (text.length > maxBytes) throw new Error('Discord answered with too much')
    }
  } finally {
    clearTimeout(timer)
    await reader.cancel().catch(() => undefined)
  }
}
