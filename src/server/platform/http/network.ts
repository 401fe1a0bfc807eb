import { isIP, isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the network that rate limits count: an IPv4 address, or the /64 of an IPv6 address, because a household has a
 * whole /64. IPv4-mapped IPv6 counts as IPv4.
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '')
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  return `${groupsOf(plain).slice(0, 4).join(':')}::/64`
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::', 2)
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right].map((group) =>
    Number.parseInt(group, 16).toString(16),
  )
}

/**
 * Returns a client's address as plain IP, without the port or zone that some proxies append. Anything else,
 * since a proxy may forward client input, is replaced by the connection's address.
 */
export function normalizeAddress(text: string, connection: string | undefined): string {
  if (isIPv4(text)) return text
  const bare = text.replace(/^\[([^\]]+)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  const address = bare.replace(/%.*$/, '')
  if (isIP(address) !== 0) return address
  return connection === undefined || isIP(connection) === 0 ? '0.0.0.0' : connection
}

/** Treats loopback names as equal, such as localhost and 127.0.0.1. */
export const isLoopbackHost = (hostname: string) =>
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  hostname === '::1' ||
  /^127(?:\.\d{1,3}){3}$/.test(hostname)
