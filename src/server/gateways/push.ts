import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import type { Config } from '../config.ts'
import { passes, retryAfterSeconds } from './failures.ts'
import { reachable } from './public-address.ts'
import { lookupOf, resolveHost } from './resolve-host.ts'

export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

interface PushMessage {
  /** The browser's address at its push service, and its keys. */
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  /** The site's keys. */
  readonly keys: PushKeys
  /** At most 3,993 bytes. Only the browser can read it. */
  readonly payload: string
  /** A message that waits at the push service is replaced by a newer one of this topic. */
  readonly topic: string
}

/** What became of an attempt. A reason never contains the address, which is a secret. */
type PushOutcome =
  | { readonly state: 'sent' }
  /** The browser unsubscribed, its push service takes nothing for it from this site, or its address is not allowed. */
  | { readonly state: 'gone' }
  /** A retry of this message would fail the same way; other messages may succeed. */
  | { readonly state: 'refused'; readonly reason: string }
  /** Another attempt may succeed, after the time that the push service said. */
  | { readonly state: 'retry'; readonly reason: string; readonly retryAfterSeconds?: number }

export interface PushGateway {
  /** False for addresses that are certainly none of a push service. */
  accepts(endpoint: string): boolean
  /** Never rejects. */
  send(message: PushMessage): Promise<PushOutcome>
}

interface PushGatewayOptions {
  /** A certificate to trust. */
  readonly ca?: string
  /** Name servers, instead of the system's. */
  readonly nameServers?: readonly string[]
  /** Time limit for lookup, connection and response together. */
  readonly totalMs?: number
}

/** A browser that is offline for longer gets none of the messages of that time. */
const ttlSeconds = 86_400

/** The subscription is over, its keys are not the site's, or the push service does not accept the site for it. */
const subscriptionEnds = new Set([400, 401, 403, 404, 410])

/** Push services may write to the operator of the site; they require https or a mail address. */
const contactOf = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:site@${new URL(publicUrl).hostname}`

export function pushGateway(
  config: Pick<Config, 'fetchAllow' | 'publicUrl'>,
  { ca, nameServers, totalMs = 10_000 }: PushGatewayOptions = {},
): PushGateway {
  const isReachable = reachable(config.fetchAllow)

  const post = async (message: PushMessage, signal: AbortSignal): Promise<PushOutcome> => {
    const target = new URL(message.endpoint)
    const onOpen = (cancel: () => void) => signal.addEventListener('abort', cancel)
    const addresses = await resolveHost(target, { onOpen, nameServers })
    if (addresses.length === 0)
      return { state: 'retry', reason: 'The push service’s address could not be found' }
    // One address that is not allowed is enough, because legitimate names do not mix them.
    if (!addresses.every(isReachable)) return { state: 'gone' }
    const { headers, body } = await encrypted(message, contactOf(config.publicUrl))
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = {
        method: 'POST',
        headers,
        agent: false,
        lookup: lookupOf(addresses[0] ?? ''),
        signal,
        ...(ca !== undefined && { ca }),
      }
      request(target, options, resolve).on('error', reject).end(body)
    })
    // Its words are of no use.
    response.destroy()
    return outcomeOf(response)
  }

  return {
    accepts(endpoint) {
      if (!URL.canParse(endpoint)) return false
      const { protocol, hostname } = new URL(endpoint)
      const name = hostname.replace(/^\[|\]$/g, '')
      if (isIP(name) !== 0) return protocol === 'https:' && isReachable(name)
      return protocol === 'https:' && name.includes('.') && !/\.(?:localhost|local|internal)\.?$/.test(name)
    },

    async send(message) {
      const over = new AbortController()
      const timer = setTimeout(() => over.abort(), totalMs)
      try {
        return await post(message, over.signal)
      } catch (error) {
        return { state: 'retry', reason: reasonOf(error, over.signal) }
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** Encrypts for the browser (RFC 8291) and signs for the push service (RFC 8292). Loads the library with the first one. */
async function encrypted({ endpoint, p256dh, auth, keys, payload, topic }: PushMessage, subject: string) {
  const { default: webPush } = await import('web-push')
  return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject, ...keys },
    TTL: ttlSeconds,
    topic,
  })
}

/** Makes the keys by which push services know the site. */
export async function newPushKeys(): Promise<PushKeys> {
  const { default: webPush } = await import('web-push')
  return webPush.generateVAPIDKeys()
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage): PushOutcome {
  if (statusCode >= 200 && statusCode < 300) return { state: 'sent' }
  if (subscriptionEnds.has(statusCode)) return { state: 'gone' }
  const reason = `The push service responded with ${statusCode}`
  if (!passes(statusCode)) return { state: 'refused', reason }
  const seconds = retryAfterSeconds(headers['retry-after'])
  return { state: 'retry', reason, ...(seconds !== undefined && { retryAfterSeconds: seconds }) }
}

function reasonOf(error: unknown, { aborted }: AbortSignal): string {
  if (aborted) return 'The push service did not respond in time'
  const { code } = error as { code?: unknown }
  return typeof code === 'string'
    ? `The push service could not be reached (${code.slice(0, 40)})`
    : 'The push could not be sent'
}
