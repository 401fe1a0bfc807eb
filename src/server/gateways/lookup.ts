import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/** A lookup blocks one of the process's few threads while a name server is silent, so there is at most one per name. */
const pending = new Map<string, Promise<readonly string[]>>()

/** Last known addresses, because a failing name server does not mean that the game server is gone. */
const lastKnown = new Map<string, readonly string[]>()

/** Returns at most one address per family; none when the host has none or the lookup exceeds `timeoutMs`. */
export async function addressesOf(host: string, timeoutMs: number): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve(lastKnown.get(host) ?? []), timeoutMs)
  })
  const response = await Promise.race([pending.get(host) ?? ask(host), late])
  clearTimeout(timer)
  return response
}

function ask(host: string): Promise<readonly string[]> {
  const addresses = lookup(host, { all: true })
    .then((found) => {
      const addresses = [4, 6].flatMap((family) => found.find((one) => one.family === family)?.address ?? [])
      lastKnown.set(host, addresses)
      return addresses
    })
    // An unknown name is expected: the game server is unreachable.
    .catch(() => lastKnown.get(host) ?? [])
    .finally(() => pending.delete(host))
  pending.set(host, addresses)
  return addresses
}
