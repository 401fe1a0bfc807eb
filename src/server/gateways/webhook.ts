import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'
import type { Config } from '../config.ts'
import { reachable } from './public-address.ts'
import { lookupOf, resolveHost } from './resolve-host.ts'

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What became of an attempt. A reason is for the log of the webhook. */
export interface WebhookOutcome {
  /** Null: the receiver did not respond. */
  readonly status: number | null
  /** The beginning of the response. */
  readonly response: string
  readonly durationMs: number
  /** Why it failed; undefined for a success. */
  readonly error?: string
}

export interface WebhookGateway {
  /** Returns why an address may not be called; undefined where it may, or its name cannot be resolved now. */
  refuse(url: string): Promise<string | undefined>
  /** Never rejects. */
  send(request: WebhookRequest): Promise<WebhookOutcome>
}

interface WebhookGatewayOptions {
  /** A certificate to trust. */
  readonly ca?: string
  /** Name servers, instead of the system's. */
  readonly nameServers?: readonly string[]
  /** Time limit for lookup, connection and response together. */
  readonly totalMs?: number
}

const maxResponseBytes = 1_024

const kinds = (['loopback', 'link-local', 'private'] as const).map((kind) => ({
  kind,
  list: new BlockList(),
}))
for (const [kind, network, bits, family] of [
  ['loopback', '127.0.0.0', 8, 'ipv4'],
  ['loopback', '::1', 128, 'ipv6'],
  ['link-local', '169.254.0.0', 16, 'ipv4'],
  ['link-local', 'fe80::', 10, 'ipv6'],
  ['private', '10.0.0.0', 8, 'ipv4'],
  ['private', '172.16.0.0', 12, 'ipv4'],
  ['private', '192.168.0.0', 16, 'ipv4'],
  ['private', 'fc00::', 7, 'ipv6'],
] as const)
  kinds.find((one) => one.kind === kind)?.list.addSubnet(network, bits, family)

const kindOf = (address: string) =>
  kinds.find(({ list }) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))?.kind

/** An address that may not be called. */
class RefusedAddressError extends Error {}

export function webhookGateway(
  { fetchAllow }: Pick<Config, 'fetchAllow'>,
  { ca, nameServers, totalMs = 15_000 }: WebhookGatewayOptions = {},
): WebhookGateway {
  const isReachable = reachable(fetchAllow)

  /** Returns the addresses of a URL that may be called. @throws RefusedAddressError */
  async function addressesOf(target: URL, onOpen: (cancel: () => void) => void): Promise<readonly string[]> {
    if (target.protocol !== 'https:' && target.protocol !== 'http:')
      throw new RefusedAddressError('The address must begin with https://')
    const addresses = await resolveHost(target, { onOpen, nameServers })
    // One address that is not allowed is enough, because legitimate names do not mix them.
    const refused = addresses.find((address) => !isReachable(address))
    if (refused !== undefined)
      throw new RefusedAddressError(
        `${refused} is a ${kindOf(refused) ?? 'special'} address, not a public one`,
      )
    if (target.protocol === 'http:' && !addresses.every((address) => kindOf(address) === 'loopback'))
      throw new RefusedAddressError('The address must begin with https://')
    return addresses
  }

  async function post({ url, headers, body }: WebhookRequest, signal: AbortSignal) {
    const target = new URL(url)
    const addresses = await addressesOf(target, (cancel) => signal.addEventListener('abort', cancel))
    if (addresses.length === 0) throw new RefusedAddressError('The name of the address could not be found')
    const request = target.protocol === 'https:' ? requestHttps : requestHttp
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        lookup: lookupOf(addresses[0] ?? ''),
        signal,
        ...(ca !== undefined && { ca }),
      }
      request(target, options, resolve).on('error', reject).end(body)
    })
    return { status: response.statusCode ?? 0, response: await beginningOf(response) }
  }

  return {
    async refuse(url) {
      if (!URL.canParse(url)) return 'The address is not a URL'
      try {
        await addressesOf(new URL(url), () => undefined)
        return undefined
      } catch (error) {
        if (error instanceof RefusedAddressError) return error.message
        return undefined
      }
    },

    async send(request) {
      const over = new AbortController()
      const timer = setTimeout(() => over.abort(), totalMs)
      const start = performance.now()
      const durationMs = () => Math.round(performance.now() - start)
      try {
        const { status, response } = await post(request, over.signal)
        const error = errorOf(status)
        return { status, response, durationMs: durationMs(), ...(error !== undefined && { error }) }
      } catch (error) {
        const reason = reasonOf(error, over.signal)
        return { status: null, response: '', durationMs: durationMs(), error: reason }
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

function errorOf(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status >= 300 && status < 400) return `The receiver redirected (${status}); redirects are not followed`
  return `The receiver responded with ${status}`
}

function reasonOf(error: unknown, { aborted }: AbortSignal): string {
  if (error instanceof RefusedAddressError) return error.message
  if (aborted) return 'The receiver did not respond in time'
  const { code } = error as { code?: unknown }
  return typeof code === 'string'
    ? `The receiver could not be reached (${code.slice(0, 60)})`
    : 'The receiver could not be reached'
}

/** Reads no more than is kept. A response that ends early or badly after its status is still one. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of response) {
      pieces.push(piece as Buffer)
      size += (piece as Buffer).length
      if (size >= maxResponseBytes) break
    }
  } catch {
    // The status counts.
  } finally {
    response.destroy()
  }
  const text = Buffer.concat(pieces).subarray(0, maxResponseBytes).toString('utf8')
  return text.replaceAll('\0', '')
}
