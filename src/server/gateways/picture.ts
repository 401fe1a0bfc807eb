import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isUserLink } from '../../contract/text.ts'
import type { Config } from '../config.ts'
import { reachable } from './public-address.ts'
import { lookupOf, resolveHost } from './resolve-host.ts'

/**
 * Fetches a picture from a member's URL. Rejects after 5 s, for addresses that are not allowed, and at once
 * when `cancel` is aborted.
 */
export type FetchPicture = (url: string, cancel?: AbortSignal) => Promise<Buffer>

const maxBytes = 5_242_880
const maxRedirects = 3

interface PictureGatewayOptions {
  /** Name servers, instead of the system's. */
  readonly nameServers?: readonly string[]
  /** Time limit for lookups, connections and responses of all redirects together. */
  readonly totalMs?: number
}

/** Resources of one fetch, which are closed together; nothing can be opened afterwards. */
class Attempt {
  readonly #open = new Set<() => void>()
  #failure: Error | undefined

  /** Registers what `end` closes. @throws when the attempt has ended */
  addOpen(close: () => void): void {
    if (this.#failure !== undefined) throw this.#failure
    this.#open.add(close)
  }

  end(failure: Error): void {
    this.#failure ??= failure
    for (const close of this.#open) close()
  }
}

export function pictureGateway(
  { fetchAllow }: Pick<Config, 'fetchAllow'>,
  { nameServers, totalMs = 5_000 }: PictureGatewayOptions = {},
): FetchPicture {
  const isReachable = reachable(fetchAllow)

  const follow = async (url: string, attempt: Attempt): Promise<Buffer> => {
    let address = url
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      if (!isUserLink(address)) throw new Error('not a link to a picture')
      const target = new URL(address)
      const onOpen = (close: () => void) => attempt.addOpen(close)
      const addresses = await resolveHost(target, { onOpen, nameServers })
      // One address that is not allowed is enough, because legitimate names do not mix them.
      if (addresses.length === 0 || !addresses.every(isReachable)) throw new Error('not a public address')
      const response = await ask(target, addresses[0] ?? '', attempt)
      const { statusCode = 0, headers } = response
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        response.destroy()
        address = new URL(headers.location, target).href
        continue
      }
      if (statusCode !== 200) throw new Error(`answered ${statusCode}`)
      if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Error('answered packed')
      return await boundedBody(response)
    }
    throw new Error('too many redirects')
  }

  return async (url, cancel) => {
    const attempt = new Attempt()
    const onCancel = () => attempt.end(new Error('no longer wanted'))
    // A timer rather than a signal for the request, because a pending body would outlive the signal.
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('not there in time')), totalMs)
    })
    cancel?.addEventListener('abort', onCancel)
    if (cancel?.aborted) onCancel()
    try {
      return await Promise.race([follow(url, attempt), late])
    } finally {
      clearTimeout(timer)
      cancel?.removeEventListener('abort', onCancel)
      attempt.end(new Error('over'))
    }
  }
}

/** Connects to exactly the checked address, even if the name resolves differently by now. */
function ask(target: URL, address: string, attempt: Attempt): Promise<IncomingMessage> {
  const request = target.protocol === 'https:' ? requestHttps : requestHttp
  const headers = { accept: 'image/*', 'accept-encoding': 'identity' }
  return new Promise((resolve, reject) => {
    let call: ClientRequest | undefined
    attempt.addOpen(() => call?.destroy(new Error('closed')))
    call = request(target, { agent: false, lookup: lookupOf(address), headers }, resolve)
    call.on('error', reject)
    call.end()
  })
}

async function boundedBody(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of response) {
    size += (piece as Buffer).length
    if (size > maxBytes) throw new Error('too large')
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces)
}
