import type { Config } from '../config.ts'
import { addressesOf } from './lookup.ts'
import { reachable } from './public-address.ts'

/**
 * Returns an address of a host that staff want to try: a public one, or one that the game server has already. Undefined
 * for every other host, so that nobody looks around in the network of the site.
 */
export async function pingableAddress(
  host: string,
  { fetchAllow, gameHost }: Pick<Config, 'fetchAllow' | 'gameHost'>,
  timeoutMs: number,
): Promise<string | undefined> {
  const isReachable = reachable(fetchAllow)
  const own = await addressesOf(gameHost, timeoutMs)
  const addresses = await addressesOf(host, timeoutMs)
  // One address that is not allowed is enough, because legitimate names do not mix them.
  return addresses.every((address) => own.includes(address) || isReachable(address))
    ? addresses[0]
    : undefined
}
