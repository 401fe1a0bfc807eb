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
export type AskDiscord = () => Promise<InviteInfo>

const timeoutMs = 2_000
const mostBytes = 64 * 1024

/** Asks Discord's public invite API. @throws when it does not answer in 2 s, or not with an invite */
export async function fetchDiscordInfo(apiUrl: string, invite: string): Promise<InviteInfo> {
  const response = await fetch(`${apiUrl}/invites/${encodeURIComponent(invite)}?with_counts=true`, {
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json' },
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`Discord answered ${response.status}`)
  const parsed = Invite.parse(JSON.parse(await boundedText(response)))
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
}: Pick<Config, 'discordApiUrl' | 'discordInvite'>): AskDiscord | undefined =>
  discordInvite === undefined ? undefined : () => fetchDiscordInfo(discordApiUrl, discordInvite)

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > mostBytes) throw new Error('Discord answered with too much')
  }
  return text
}
