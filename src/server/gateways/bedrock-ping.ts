import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { decodePong, encodePing, type PongText } from './bedrock-pong.ts'
import { addressesOf } from './lookup.ts'

export interface PingReply extends PongText {
  readonly latencyMs: number
}

/** Undefined when there is no valid pong in time, for any reason. Never rejects. */
export type PingGameServer = (
  target: { readonly host: string; readonly port: number },
  timeoutMs: number,
) => Promise<PingReply | undefined>

/** Packets per ping, so that one lost packet does not make the server appear offline. */
const attempts = 3

/** Limits how many invalid packets are read from a peer. */
const maxPackets = 100

/** Sends RakNet's unconnected ping to IPv4 and IPv6 at once where both exist; the first pong counts. */
export const pingGameServer: PingGameServer = async ({ host, port }, timeoutMs) => {
  const deadline = performance.now() + timeoutMs
  const addresses = await addressesOf(host, timeoutMs / 2)
  const done = new AbortController()
  const response = await firstResponse(
    addresses.map((address) => pingAddress(address, port, deadline - performance.now(), done.signal)),
  )
  done.abort()
  return response
}

/** Returns the first valid pong; undefined without one. */
function firstResponse(pings: readonly Promise<PingReply | undefined>[]): Promise<PingReply | undefined> {
  return new Promise((resolve) => {
    for (const ping of pings) void ping.then((response) => response && resolve(response))
    void Promise.all(pings).then(() => resolve(undefined))
  })
}

function pingAddress(
  address: string,
  port: number,
  timeoutMs: number,
  stop: AbortSignal,
): Promise<PingReply | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
    const sentAt = new Map<bigint, number>()
    const guid = randomNumber()
    let packets = 0
    let ended = false

    const finish = (response?: PingReply) => {
      if (ended) return
      ended = true
      clearInterval(again)
      clearTimeout(timeout)
      stop.removeEventListener('abort', giveUp)
      socket.close()
      resolve(response)
    }
    const giveUp = () => finish()

    const send = () => {
      if (sentAt.size === attempts) return
      // A random time: its echo proves that the pong belongs to this ping.
      const time = randomNumber()
      sentAt.set(time, performance.now())
      // A failed packet (port closed, no route) counts as lost; the next is tried.
      socket.send(encodePing(time, guid), () => undefined)
    }

    let again: NodeJS.Timeout | undefined
    const timeout = setTimeout(giveUp, Math.max(0, timeoutMs))
    stop.addEventListener('abort', giveUp)

    socket.on('message', (packet) => {
      packets += 1
      const pong = decodePong(packet)
      const sentAtMs = pong && sentAt.get(pong.time)
      if (pong && sentAtMs !== undefined) {
        finish({ ...pong.text, latencyMs: Math.round(performance.now() - sentAtMs) })
      } else if (packets >= maxPackets) {
        finish()
      }
    })
    // ICMP errors also arrive here; the timeout covers them.
    socket.on('error', () => undefined)
    // On a connected socket the kernel drops packets from other addresses and ports.
    socket.connect(port, address, (error?: Error) => {
      if (error !== undefined || ended) return finish()
      again = setInterval(send, timeoutMs / attempts)
      send()
    })
  })
}

/** 48 random bits, which are exact in every language a game server may be written in. */
const randomNumber = () => BigInt(randomBytes(6).readUIntBE(0, 6))
