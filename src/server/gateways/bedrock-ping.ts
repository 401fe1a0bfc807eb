import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { decodePong, encodePing, type PongText } from './bedrock-pong.ts'
import { addressesOf } from './lookup.ts'

export interface PingReply extends PongText {
  readonly latencyMs: number
}

/** Undefined: no valid answer in time, whatever the reason. Never rejects. */
export type PingGameServer = (
  target: { readonly host: string; readonly port: number },
  timeoutMs: number,
) => Promise<PingReply | undefined>

/** So many packets share one ping: a single lost one must not make the server flicker. */
const attempts = 3

/** A peer that keeps sending nonsense is not listened to for ever. */
const maxPackets = 100

/** RakNet's unconnected ping, on both address families at once where a name has both; the first answer counts. */
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

/** The first answer that is one; undefined when none is. */
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
      // The echo proves that the answer belongs to this question: a time that nobody can guess.
      const time = randomNumber()
      sentAt.set(time, performance.now())
      // A failed packet (nobody listens, no route) is like a lost one: the next is tried.
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
    // Refusals by the network also arrive here; silence until the timeout says the same.
    socket.on('error', () => undefined)
    // Connected: the kernel drops what another address or port sends.
    socket.connect(port, address, (error?: Error) => {
      if (error !== undefined || ended) return finish()
      again = setInterval(send, timeoutMs / attempts)
      send()
    })
  })
}

/** 48 random bits: exact in every language a game server may be written in. */
const randomNumber = () => BigInt(randomBytes(6).readUIntBE(0, 6))
