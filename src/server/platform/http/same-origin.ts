import type { IncomingMessage } from 'node:http'
import { msg } from '@lingui/core/macro'
import type { Config } from '../../config.ts'
import { AppError } from './errors.ts'
import { isLoopbackHost } from './network.ts'

/**
 * Whether a request comes from the site's own pages. An absent Origin passes: browsers always send it for
 * such requests, game servers and scripts never do.
 */
export function isOwnOrigin({ headers }: IncomingMessage, config: Pick<Config, 'publicUrl'>): boolean {
  return headers.origin === undefined || isOwn(headers.origin, headers.host, config)
}

/** Whether the calling page is at the address of the Host header, so that it needs no public address to be known. */
export const isAtHost = ({ headers: { host, origin } }: Pick<IncomingMessage, 'headers'>): boolean =>
  origin === undefined || hasHost(origin, host)

const isOwn = (address: string, host: string | undefined, { publicUrl }: Pick<Config, 'publicUrl'>) =>
  URL.canParse(address) && (new URL(address).origin === publicUrl || hasHost(address, host))

function hasHost(address: string, host: string | undefined): boolean {
  if (!URL.canParse(address)) return false
  const from = new URL(address)
  if (host !== undefined && from.host === host.toLowerCase()) return true
  const own = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  return (
    own !== undefined &&
    isLoopbackHost(from.hostname) &&
    isLoopbackHost(own.hostname) &&
    from.port === own.port
  )
}

/**
 * Whether a page of this site makes a read. Browsers say it in Sec-Fetch-Site, older ones by the Referer alone. A program
 * can pretend it, and is then limited as pages are.
 */
export function isOfOwnPage({ headers }: IncomingMessage, config: Pick<Config, 'publicUrl'>): boolean {
  const { host, referer } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return referer !== undefined && isOwn(referer, host, config)
}

const ownSites = new Set(['same-origin', 'none'])

/** Rejects cross-site requests; without Origin the Referer is checked. @throws 403 */
export function requireOwnOrigin({ headers }: IncomingMessage, config: Pick<Config, 'publicUrl'>): void {
  const { host, origin, referer } = headers
  const site = headers['sec-fetch-site']
  const isForeignSite = typeof site === 'string' && !ownSites.has(site)
  const from = origin ?? referer
  if (isForeignSite || (from !== undefined && !isOwn(from, host, config))) {
    throw new AppError('foreign_origin', msg`This request comes from another site`)
  }
}
