import type { DiscordKind } from '../../contract/network/discord-messages.ts'
import type { Config } from '../config.ts'
import { readBoundedBody } from './bounded-body.ts'
import { failureReason, retryAfterMs } from './discord-response.ts'
import { passes } from './failures.ts'

/** Body of a message to a webhook, within Discord's limits: title 256, description 4,096 characters. */
export interface WebhookBody {
  readonly embeds: readonly [
    {
      readonly title: string
      readonly description?: string
      readonly url: string
      readonly timestamp: string
    },
  ]
  /** Nobody is pinged, whatever the text says. */
  readonly allowed_mentions: { readonly parse: readonly [] }
}

/** What became of an attempt. A reason never contains the address. */
type PostOutcome =
  | { readonly state: 'sent' }
  /** Another attempt may succeed; for a rate limit, after the time that Discord said. */
  | { readonly state: 'retry'; readonly reason: string; readonly retryAfterMs?: number }
  /** A retry would fail the same way: the webhook is gone, or the message was refused. */
  | { readonly state: 'refused'; readonly reason: string }

/** Posts a message to the webhook of a kind. Never rejects. */
export type PostToDiscord = (kind: DiscordKind, body: WebhookBody) => Promise<PostOutcome>

const timeoutMs = 5_000
const maxBytes = 64 * 1024

/** Whether a webhook belongs to Discord, or to what the operator named as Discord. */
export function isDiscordWebhook(address: string, { discordApiUrl }: Pick<Config, 'discordApiUrl'>): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, origin } = new URL(address)
  return (
    (protocol === 'https:' && /^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/.test(host)) ||
    origin === new URL(discordApiUrl).origin
  )
}

/** Posts to the webhooks that `config` names at that moment. */
export function discordWebhookGateway(config: Pick<Config, 'discordWebhooks'>): PostToDiscord {
  return async (kind, body) => {
    const address = config.discordWebhooks[kind]
    if (address === undefined) return { state: 'refused', reason: 'No webhook is configured for this kind' }
    const deadline = performance.now() + timeoutMs
    try {
      // With wait=true Discord responds when the message is stored, not when it is received.
      const response = await fetch(`${address}?wait=true`, {
        method: 'POST',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
      })
      const text = await readBoundedBody(response, deadline - performance.now(), maxBytes)
      return outcomeOf(response, text)
    } catch (error) {
      return { state: 'retry', reason: failureReason(error) }
    }
  }
}

function outcomeOf({ ok, status, headers }: Response, text: string): PostOutcome {
  const reason = `Discord responded with ${status}`
  if (ok) return { state: 'sent' }
  if (status === 429) return { state: 'retry', reason, retryAfterMs: retryAfterMs(headers, text) }
  if (passes(status)) return { state: 'retry', reason }
  return {
    state: 'refused',
    reason: status === 404 ? `${reason}: the webhook does not exist any more` : reason,
  }
}
