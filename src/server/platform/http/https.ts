import type { IncomingMessage } from 'node:http'
import type { Config } from '../../config.ts'
import { isLoopbackHost } from './network.ts'

type Address = Pick<Config, 'publicUrl' | 'given'>

const hasHttps = ({ publicUrl }: Pick<Config, 'publicUrl'>) => publicUrl.startsWith('https:')

/** Whether every browser is at https, because the operator says so by a variable. */
export const isAlwaysHttps = (config: Address) => config.given.has('PUBLIC_URL') && hasHttps(config)

/**
 * Whether a browser is at https. An address that was set in the browser may be wrong, and nobody must be locked out by
 * it, so then the browser itself has to say so: by the Origin of a write, or by a header of fetch metadata, which it sends
 * to https and loopback addresses only.
 */
export function isAtHttps({ headers }: Pick<IncomingMessage, 'headers'>, config: Address): boolean {
  if (!hasHttps(config) || config.given.has('PUBLIC_URL')) return hasHttps(config)
  const { host = '', origin } = headers
  if (origin !== undefined) return origin.startsWith('https:')
  const own = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
  return headers['sec-fetch-site'] !== undefined && !isLoopbackHost(own)
}
