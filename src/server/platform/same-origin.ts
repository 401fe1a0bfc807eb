import type { IncomingMessage } from 'node:http'
import type { Config } from '../config.ts'
import { AppError } from './errors.ts'
import { isLoopbackHost } from './network.ts'

/**
 * Whether a request that changes something, or opens a socket, comes from our own pages. An absent Origin passes: no
 * browser omits it on such requests, and game servers and scripts never send it.
 */
export function isOwnOrigin(request: IncomingMessage, config: Pick<Config, 'publicUrl'>): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  if (from.origin === config.publicUrl || (host !== undefined && from.host === host.toLowerCase()))
    return true
  const own = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  return (
    own !== undefined &&
    isLoopbackHost(from.hostname) &&
    isLoopbackHost(own.hostname) &&
    from.port === own.port
  )
}

const ownSites = new Set(['same-origin', 'none'])

/** Refuses requests that a foreign page makes in a member's name. @throws 403 */
export function refuseForeignOrigin(request: IncomingMessage, config: Pick<Config, 'publicUrl'>): void {
  const site = request.headers['sec-fetch-site']
  const foreignSite = typeof site === 'string' && !ownSites.has(site)
  if (foreignSite || !isOwnOrigin(request, config)) {
    throw new AppError('foreign_origin', 'This request comes from another site')
  }
}
