import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import { readBoundedBody } from './bounded-body.ts'
import { orNull } from './or-null.ts'

const Count = orNull(z.int().check(z.minimum(0)))

/** Fields of Discord's invite response that the site shows. One that is absent or odd is unknown on its own. */
const Invite = z.object({
  approximate_member_count: Count,
  approximate_presence_count: Count,
  guild: orNull(z.object({ name: orNull(z.string().check(z.minLength(1), z.maxLength(200))) })),
})

/** Information about a Discord server. What is unknown is null, but not everything. */
export interface InviteInfo {
  readonly memberCount: number | null
  readonly onlineCount: number | null
  readonly name: string | null
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
  const parsed = Invite.parse(
    JSON.parse(await readBoundedBody(response, deadline - performance.now(), maxBytes)),
  )
  const info = {
    memberCount: parsed.approximate_member_count,
    onlineCount: parsed.approximate_presence_count,
    name: parsed.guild?.name ?? null,
  }
  if (Object.values(info).every((value) => value === null))
    throw new Error('Discord answered without anything that is known of an invite')
  return info
}

/** Undefined when no invite is configured. */
export const discordGateway = ({
  discordApiUrl,
  discordInvite,
}: Pick<Config, 'discordApiUrl' | 'discordInvite'>): FetchDiscordInfo | undefined =>
  discordInvite === undefined ? undefined : () => fetchDiscordInfo(discordApiUrl, discordInvite)
