import { holds, isOwner, type Viewer } from '../accounts/ranks.ts'
import { type DiscordKind, discordKinds } from '../network/discord-messages.ts'

export type WebhookSecret = `discord.${DiscordKind}`

export const webhookSecret = (kind: DiscordKind): WebhookSecret => `discord.${kind}`

/** What Owners enter in the browser and nobody reads again: the sign-in at the mail server, and webhooks of Discord. */
export type SecretName = 'mail' | WebhookSecret

export const secretNames: readonly SecretName[] = ['mail', ...discordKinds.map(webhookSecret)]

/** The address of a webhook. Which hosts are Discord, the server decides. */
export const webhookPattern =
  /^https?:\/\/[^\s/?#@]{1,253}(?:\/[\w.-]+)*\/webhooks\/[0-9]{1,20}\/[\w-]{1,200}$/

export const canChangeSecrets = (viewer: Viewer | null) => isOwner(viewer)

/** Whether each is set, never what it is. */
export const canSeeSecrets = (viewer: Viewer | null) => holds(viewer, 'manager', 'settings')
