import { BlockList, isIP } from 'node:net'

/**
 * IANA's special-purpose registries. Of IPv6 only global unicast is public, except ranges that embed IPv4 or are for
 * tests.
 */
const notPublic = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, bits, 'ipv6')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Returns a check for addresses that may be connected to: public ones, and `allowed` addresses or networks. */
export function reachable(allowed: readonly string[]): (address: string) => boolean {
  const exceptions = new BlockList()
  for (const text of allowed) {
    const [network = '', bits] = text.split('/')
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
    exceptions.addSubnet(network, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (address) => {
    const version = isIP(address)
    if (version === 0) return false
    const family = version === 6 ? 'ipv6' : 'ipv4'
    if (exceptions.check(address, family)) return true
    if (version === 6 && !globalUnicast.check(address, 'ipv6')) return false
    return !notPublic.check(address, family)
  }
}
