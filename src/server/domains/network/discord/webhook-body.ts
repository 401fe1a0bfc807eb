import type { WebhookBody } from '../../../gateways/discord-webhook.ts'

export interface QueuedMessage {
  readonly title: string
  readonly text: string | null
  readonly link: string
  readonly createdAt: Date
}

/**
 * Escapes what Discord would format: Markdown, links behind other words, mentions, emoji, timestamps, addresses. Control
 * characters and those that turn the direction of text become spaces.
 */
export const escapeForDiscord = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/[\\*_~`|>#+.()[\]<:@-]/g, '\\$&')
    .trim()

/** At most `max` UTF-16 units, which is what Discord counts, without half an escape or character. */
function shorten(text: string, max: number): string {
  let shown = ''
  for (const [part] of text.matchAll(/\\?./gsu)) {
    if (shown.length + part.length > max - 1) return `${shown}…`
    shown += part
  }
  return shown
}

const embedLimits = { title: 256, description: 4_096 } as const

/** Makes the body of a message. `publicUrl` precedes its link. */
export function webhookBody({ title, text, link, createdAt }: QueuedMessage, publicUrl: string): WebhookBody {
  const description = text === null ? '' : shorten(escapeForDiscord(text), embedLimits.description)
  return {
    embeds: [
      {
        title: shorten(escapeForDiscord(title), embedLimits.title) || '…',
        ...(description !== '' && { description }),
        url: `${publicUrl}${link}`,
        timestamp: createdAt.toISOString(),
      },
    ],
    allowed_mentions: { parse: [] },
  }
}
