import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import proxyaddr from '@fastify/proxy-addr'
import { msg } from '@lingui/core/macro'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { rateLimits, socketLimits } from '../../../contract/limits.ts'
import { ClientMessage, type ServerMessage } from '../../../contract/live-schemas.ts'
import type { Context } from '../../context.ts'
import { sessionTokenOf } from '../http/cookies.ts'
import { AppError, overloaded, tooManyRequests } from '../http/errors.ts'
import { networkOf, normalizeAddress } from '../http/network.ts'
import { isOwnOrigin } from '../http/same-origin.ts'
import type { Sessions } from '../http/sessions.ts'
import { SocketClient } from './socket-client.ts'

export const socketPath = '/ws'

/** Clients without a pong for this long are disconnected. */
const keepAliveMs = 30_000

/** Maximum fragments per message. Browsers send one; thousands of empty fragments would cost CPU without bytes. */
const maxPieces = 16

/** Clients with more unsent bytes are disconnected; they reconnect and receive the current state. */
const maxBufferedBytes = 64 * 1024

/** Clocks of two machines differ by less. */
const clockSlackMs = 1_000

/** Clients per event loop turn; ten thousand at once would block others for a third of a second. */
const clientsPerTurn = 500

const resync = Buffer.from(JSON.stringify({ type: 'resync' } satisfies ServerMessage))

const memberPrefix = 'notifications:'

type Send = (message: ServerMessage) => void

export interface Channel {
  /** Called on each subscription, to send the current state. */
  onSubscribe?(send: Send): void
  /** Restricts a channel; evaluated with the current account, for every message and, without one, for a subscription. */
  readonly admits?: (viewer: Viewer | null, message?: ServerMessage) => boolean
}

type SocketContext = Pick<Context, 'config' | 'log'> & { readonly sessions: Pick<Sessions, 'peek'> }

/** Opens `/ws` on the app's server. `isShared`: another listener (hot reload) handles other upgrade paths. */
export function openSockets(app: FastifyInstance, context: SocketContext, isShared = false): Sockets {
  const sockets = new Sockets(context)
  app.server.on('upgrade', (request, socket, head) => {
    const isOurs = request.url?.split('?', 1)[0] === socketPath
    if (isOurs) sockets.authorize(request, socket, head)
    else if (!isShared) {
      refuse(socket, new AppError('not_found', msg`There is nothing at this address`))
    }
  })
  return sockets
}

/** WebSockets of browsers and their subscriptions. Domains publish to channels by name. */
export class Sockets {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: socketLimits.frameBytes,
    maxFragments: maxPieces,
    perMessageDeflate: false,
    // The client class replies to pings itself, because the library queues pongs without bound.
    autoPong: false,
    // Processes one message per turn, so that a burst of one client does not block the others.
    allowSynchronousEvents: false,
    clientTracking: false,
  })
  readonly #clients = new Set<SocketClient>()
  readonly #perNetwork = new Map<string, number>()
  readonly #channels = new Map<string, Channel>()
  readonly #subscribers = new Map<string, Set<SocketClient>>()
  /** When each channel last had a message, in milliseconds. */
  readonly #lastAt = new Map<string, number>()
  readonly #keepAlive: NodeJS.Timeout
  #isClosing = false
  #hasGameType: (gameType: string) => boolean = () => true

  constructor(private readonly context: SocketContext) {
    this.#keepAlive = setInterval(() => {
      inTurns(this.#clients.values(), (client) => client.checkAlive())
    }, keepAliveMs)
    this.#keepAlive.unref()
  }

  /** Number of open connections. */
  readonly count = () => this.#clients.size

  /** Accepts subscriptions to these game types only, so that a client cannot make up channels without end. */
  restrictGameTypes(isKnown: (gameType: string) => boolean): void {
    this.#hasGameType = isKnown
  }

  /** Defines a channel. */
  channel(name: string, channel: Channel): void {
    this.#channels.set(name, channel)
  }

  /** Channel of the sockets that this member opened. Its messages have no content, because a session may end. */
  readonly memberChannel = (userId: number) => `${memberPrefix}${userId}`

  /** `except`: accounts that a channel with `admits` leaves out. */
  broadcast(channel: string, message: ServerMessage, except: readonly number[] = []): void {
    // A member's own channel would fill the map, and says on each subscription that something may have changed.
    if (!channel.startsWith(memberPrefix)) this.#lastAt.set(channel, Date.now())
    const subscribers = this.#subscribers.get(channel)
    if (subscribers === undefined) return
    const frame = Buffer.from(JSON.stringify(message))
    const admits = this.#channels.get(channel)?.admits
    const isMeant = (viewer: Viewer | null) =>
      (admits?.(viewer, message) ?? true) && !(viewer !== null && except.includes(viewer.id))
    inTurns(subscribers.values(), (client) => {
      this.#sendTo(client, admits && isMeant, frame)
    })
  }

  #sendTo(client: SocketClient, admits: Channel['admits'], frame: Buffer): void {
    if (admits === undefined) client.send(frame)
    else void this.#sendIf(admits, client, frame)
  }

  /** Sends nothing when in doubt: a missed message is harmless because lists reload, a leaked one is not. */
  async #sendIf(admits: NonNullable<Channel['admits']>, client: SocketClient, frame: Buffer): Promise<void> {
    try {
      if (admits(await this.context.sessions.peek(client.sessionToken))) client.send(frame)
    } catch (error) {
      this.context.log.warn({ err: error }, 'the rights of a socket could not be checked')
    }
  }

  /** Accepts or rejects an upgrade to `/ws`. */
  authorize(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const network = networkOf(this.#addressOf(request))
    const refusal = this.#refusalOf(request, network)
    if (refusal !== undefined) refuse(socket, refusal)
    else
      this.#server.handleUpgrade(request, socket, head, (webSocket) => {
        const token = sessionTokenOf(request, this.context.config)
        this.#welcome(webSocket, network, token)
      })
  }

  /** Says that messages may have been missed: browsers fetch what they show. */
  resyncAll(): void {
    inTurns([...this.#clients].values(), (client) => client.send(resync))
  }

  /** Closes all connections (1001) and waits briefly for them. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#keepAlive)
    await Promise.all([...this.#clients].map((client) => client.leave(1001, 'The server is restarting')))
  }

  #addressOf(request: IncomingMessage): string {
    const { trustProxy } = this.context.config
    // Same evaluation as Fastify's request.ip.
    const address =
      trustProxy.length === 0 ? request.socket.remoteAddress : proxyaddr.all(request, [...trustProxy]).at(-1)
    return normalizeAddress(address ?? '', request.socket.remoteAddress)
  }

  #refusalOf(request: IncomingMessage, network: string): AppError | undefined {
    const { config } = this.context
    if (!isOwnOrigin(request, config)) {
      return new AppError('foreign_origin', msg`This request comes from another site`)
    }
    if (this.#isClosing) return overloaded(msg`The server is restarting`)
    const open = this.#perNetwork.get(network) ?? 0
    if (config.rateLimits && open >= socketLimits.perAddress) {
      return tooManyRequests(60, msg`Too many connections from your address`)
    }
    return undefined
  }

  #welcome(webSocket: WebSocket, network: string, sessionToken: string | undefined): void {
    this.#perNetwork.set(network, (this.#perNetwork.get(network) ?? 0) + 1)
    const client = new SocketClient(webSocket, {
      sessionToken,
      maxBufferedBytes,
      maxFramesPerMinute: this.context.config.rateLimits
        ? rateLimits.general.points
        : Number.POSITIVE_INFINITY,
      onFrame: (frame) => this.#obey(client, frame),
      onClose: () => this.#remove(client, network),
    })
    this.#clients.add(client)
  }

  #remove(client: SocketClient, network: string): void {
    this.#clients.delete(client)
    for (const name of client.subscriptions) this.#unsubscribe(client, name)
    const left = (this.#perNetwork.get(network) ?? 1) - 1
    if (left === 0) this.#perNetwork.delete(network)
    else this.#perNetwork.set(network, left)
  }

  #obey(client: SocketClient, frame: unknown): void {
    const parsed = ClientMessage.safeParse(frame)
    const isKnown = parsed.success && ('channel' in parsed.data || this.#hasGameType(parsed.data.gameType))
    if (!isKnown) client.complain('The message is not one of those that this address knows')
    else if ('channel' in parsed.data && parsed.data.channel === 'notifications')
      void this.#followMember(client, parsed.data.type)
    else if (parsed.data.type === 'unsubscribe') this.#unsubscribe(client, channelOf(parsed.data))
    else this.#subscribe(client, channelOf(parsed.data), parsed.data.since)
  }

  /** Visitors are subscribed to nothing. */
  async #followMember(client: SocketClient, type: ClientMessage['type']): Promise<void> {
    try {
      const viewer = await this.context.sessions.peek(client.sessionToken)
      if (viewer === null || !this.#clients.has(client)) return
      const name = this.memberChannel(viewer.id)
      if (type === 'unsubscribe') return this.#unsubscribe(client, name)
      this.#subscribe(client, name)
      // What changed before the subscription stood, the browser has not heard of.
      this.#send(client, { type: 'notifications_update' })
    } catch (error) {
      this.context.log.warn({ err: error }, 'the member of a socket could not be read')
    }
  }

  #subscribe(client: SocketClient, name: string, since = Number.POSITIVE_INFINITY): void {
    this.#subscribers.set(name, (this.#subscribers.get(name) ?? new Set()).add(client))
    client.subscriptions.add(name)
    const channel = this.#channels.get(name)
    if (channel?.onSubscribe !== undefined) channel.onSubscribe((message) => this.#send(client, message))
    // It came after the browser's document was made and before the subscription stood.
    else if ((this.#lastAt.get(name) ?? Number.NEGATIVE_INFINITY) + clockSlackMs > since)
      this.#sendTo(client, channel?.admits, resync)
  }

  #send(client: SocketClient, message: ServerMessage): void {
    client.send(Buffer.from(JSON.stringify(message)))
  }

  #unsubscribe(client: SocketClient, name: string): void {
    client.subscriptions.delete(name)
    const subscribers = this.#subscribers.get(name)
    subscribers?.delete(client)
    if (subscribers?.size === 0) this.#subscribers.delete(name)
  }
}

/**
 * Processes clients in batches, one per event loop turn. Messages keep their order, because each walks the same set at
 * the same pace.
 */
function inTurns(clients: Iterator<SocketClient>, work: (client: SocketClient) => void): void {
  for (let done = 0; done < clientsPerTurn; done += 1) {
    const next = clients.next()
    if (next.done) return
    work(next.value)
  }
  setImmediate(() => inTurns(clients, work))
}

const channelOf = (message: ClientMessage) =>
  'channel' in message ? message.channel : `stats:${message.gameType}`

/** Responds with plain HTTP before the upgrade. */
function refuse(socket: Duplex, error: AppError): void {
  // The client may disconnect in the meantime.
  socket.on('error', () => socket.destroy())
  const body = JSON.stringify(error.body())
  const retryAfter = error.retryAfter === undefined ? [] : [`Retry-After: ${error.retryAfter}`]
  const head = [
    `HTTP/1.1 ${error.status} Refused`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    ...retryAfter,
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
