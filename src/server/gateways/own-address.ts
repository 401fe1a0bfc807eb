import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { msg } from '@lingui/core/macro'
import type { Text } from '../../contract/languages.ts'
import type { Config } from '../config.ts'
import { reachable } from './public-address.ts'
import { lookupOf, resolveHost } from './resolve-host.ts'

/** Asks a page of the site at its public address. Returns why the site does not answer there; undefined: it does. */
export type AskOwnAddress = (page: URL, answer: string) => Promise<Text | undefined>

const maxBytes = 10_000

export function ownAddressGateway(
  { fetchAllow }: Pick<Config, 'fetchAllow'>,
  { ca, totalMs = 10_000 }: { readonly ca?: string; readonly totalMs?: number } = {},
): AskOwnAddress {
  const isReachable = reachable(fetchAllow)
  return async (page, answer) => {
    const { origin } = page
    const over = new AbortController()
    const timer = setTimeout(() => over.abort(), totalMs)
    try {
      const onOpen = (cancel: () => void) => over.signal.addEventListener('abort', cancel)
      const addresses = await resolveHost(page, { onOpen })
      if (over.signal.aborted) throw new Error('late')
      // So that nobody looks around in the network of the site. One address that is not allowed is enough.
      if (addresses.length === 0 || !addresses.every(isReachable))
        return msg`${origin} has no public address that can be found.`
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const options = {
          agent: false,
          lookup: lookupOf(addresses[0] ?? ''),
          signal: over.signal,
          headers: { accept: 'application/json', 'accept-encoding': 'identity' },
          ...(ca !== undefined && { ca }),
        }
        const send = page.protocol === 'https:' ? requestHttps : requestHttp
        send(page, options, resolve).on('error', reject).end()
      })
      const { location } = response.headers
      if (location !== undefined && URL.canParse(location, page.href)) {
        response.destroy()
        const elsewhere = new URL(location, page.href).origin
        return msg`${origin} redirects to ${elsewhere}. Enter the address where it ends.`
      }
      if ((await answerIn(response)) === answer) return undefined
      return msg`Something else than this site answers at ${origin}.`
    } catch (error) {
      if (over.signal.aborted) return msg`${origin} did not answer in time.`
      const { code } = error as { code?: unknown }
      return msg`${origin} cannot be reached (${{ reason: typeof code === 'string' ? code.slice(0, 60) : 'error' }}).`
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Undefined where the response is none of the site. */
async function answerIn(response: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const piece of response.setEncoding('utf8')) {
    text += piece
    if (text.length > maxBytes) return undefined
  }
  try {
    return (JSON.parse(text) as { answer?: unknown } | null)?.answer
  } catch {
    return undefined
  }
}
