import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, IdParams, Timestamp } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { discordKinds } from './discord-messages.ts'

const DiscordKind = z.enum(discordKinds, {
  error: sentence(msg`kind must be one of ${{ all: discordKinds.join(', ') }}`),
})

/** A message to Discord, as admins see it. Addresses of webhooks are secrets and in no response. */
export const SentMessage = z.object({
  id: Id,
  kind: DiscordKind,
  title: z.string(),
  link: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  createdAt: Timestamp,
  /** When it was sent or given up; null while it waits. */
  endedAt: z.nullable(Timestamp),
  /** Why the last attempt failed. */
  error: z.nullable(z.string()),
})

export type SentMessage = z.infer<typeof SentMessage>

export const DiscordOverview = z.object({
  kinds: z.array(z.object({ kind: DiscordKind, configured: z.boolean(), waiting: z.int() })),
  /** Newest first. */
  messages: z.array(SentMessage),
})

export type DiscordOverview = z.infer<typeof DiscordOverview>

export const discordAdminSchemas = {
  messages: { response: DiscordOverview },
  test: { body: z.object({ kind: DiscordKind }) },
  retry: { params: IdParams },
}
