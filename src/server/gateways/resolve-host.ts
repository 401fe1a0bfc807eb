import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'

interface ResolveOptions {
  /** Called before the lookup starts, with the function that cancels it. */
  readonly onOpen: (cancel: () => void) => void
  /** Name servers, instead of the system's. */
  readonly nameServers?: readonly string[] | undefined
}

/** Looks up the addresses of a URL's host without blocking the threads that the system's lookup uses. */
export async function resolveHost(
  { hostname }: URL,
  { onOpen, nameServers }: ResolveOptions,
): Promise<string[]> {
  const name = hostname.replace(/^\[|\]$/g, '')
  if (isIP(name) !== 0) return [name]
  if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1']
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  if (nameServers !== undefined) resolver.setServers(nameServers)
  onOpen(() => resolver.cancel())
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/** Connects to exactly this address, even if the name resolves differently by now. */
export function lookupOf(address: string): LookupFunction {
  const family = isIP(address)
  return (_name, options, callback) =>
    options.all ? callback(null, [{ address, family }]) : callback(null, address, family)
}
