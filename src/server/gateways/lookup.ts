import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/**
 * A lookup takes one of the few threads of the process for as long as a silent name server lets it wait: never more
 * than one at a time for a name.
 */
const pending = new Map<string, Promise<readonly string[]>>()

/** What a name last meant: a name server that fails for a moment is not a game server that is gone. */
const lastKnown = new Map<string, readonly string[]>()

/**
 * The addresses of a host, at most one of each family; empty when it has none or the answer takes longer than
 * `timeoutMs`.
 */
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
    // An unknown name is an ordinary outcome here: a game server that cannot be reached.
    .catch(() => lastKnown.get(host) ?? [])
    .finally(() => pending.delete(host))
  pending.set(host, addresses)
  return addresses
}
