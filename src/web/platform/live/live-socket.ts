import type { ClientMessage, ServerMessage } from '../../../contract/live-schemas.ts'
import type { formerStaffFeed } from '../../../contract/staff-lists.ts'
import { timeOfDocument } from './server-clock.ts'

type WithoutType<T> = T extends unknown ? Omit<T, 'type' | 'since'> : never

/** A subscription: `{ channel }` or `{ gameType }`. */
export type Subscription = WithoutType<ClientMessage>

/** Receives every message of the contract, and ignores those that it does not need. */
export type LiveListener = (message: ServerMessage) => void

/** Fetches again what the messages would have changed. Called once each time that messages may have been missed. */
export type Refetch = () => void

/** The browser's one socket to the site, shared by all subscriptions. */
export interface Live {
  /**
   * Opens the socket for the first subscription. Returns a function that unsubscribes. After a lost connection it calls
   * `refetch`, once however many subscriptions name it.
   */
  subscribe(subscription: Subscription, listener: LiveListener, refetch: Refetch): () => void
  /** Connects again, because somebody signed in or out. */
  reopen(): void
  /** Ends the connection; the next subscription opens another. */
  close(): void
  /** Calls `listener` when the connection fails, once until it is open again. Returns a function that stops. */
  onConnectionError(listener: () => void): () => void
}

/** Random, so that browsers do not all reconnect at the same moment. The first pause is short, the next ones grow. */
const pauseAfter = (failures: number) => {
  const [minMs, maxMs] =
    failures === 0 ? [200, 1_600] : [1_000, Math.min(30_000, 1_000 * 2 ** (failures + 1))]
  return minMs + Math.random() * (maxMs - minMs)
}

/**
 * After a restart all browsers reconnect at nearly the same moment. Each subscribes after a random part of `spreadMs`,
 * because the message on subscribing makes it fetch too, and fetches the rest `settleMs` later. So no second has too many
 * requests. With the first pause the page is current within 5 s.
 */
export const catchUp = { spreadMs: 2_000, settleMs: 1_000 }

/** A connection that stood for so long was none that failed. */
const standsMs = 1_000

interface Subscriber {
  readonly listener: LiveListener
  readonly refetch: Refetch
}

interface LiveOptions {
  /** Asked for at each connection. */
  readonly url: () => string
  /** When the document was made, in milliseconds. Asked for at the first connection. */
  readonly madeAt?: () => number | undefined
}

/** Nothing happens before the first subscription. */
export function createLive({ url, madeAt }: LiveOptions): Live {
  const subscribers = new Map<string, Set<Subscriber>>()
  const errorListeners = new Set<() => void>()
  let socket: WebSocket | undefined
  /** Until the next connection, or until what was missed is fetched. Undefined otherwise. */
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isOut = false
  let hasMissed = false
  let isSubscribed = false
  let sinceDocument = madeAt

  const say = (type: ClientMessage['type'], key: string, since?: number) => {
    if (isSubscribed) socket?.send(JSON.stringify({ type, ...JSON.parse(key), since }))
  }

  const subscribeAll = () => {
    isSubscribed = true
    const since = sinceDocument?.()
    sinceDocument = undefined
    for (const key of subscribers.keys()) say('subscribe', key, since)
  }

  /** Calls each function once, however many subscriptions name it. */
  const callAll = <T>(of: (subscriber: Subscriber) => T, call: (one: T) => void) => {
    const all = [...subscribers.values()].flatMap((ofKey) => [...ofKey])
    for (const one of new Set(all.map(of))) call(one)
  }

  const refetchAll = () => {
    timer = undefined
    hasMissed = false
    callAll(
      ({ refetch }) => refetch,
      (refetch) => refetch(),
    )
  }

  const connect = () => {
    clearTimeout(timer)
    const mine = new WebSocket(url())
    let openedAt = Number.POSITIVE_INFINITY
    socket = mine
    mine.onopen = () => {
      isOut = false
      openedAt = performance.now()
      if (!hasMissed) return subscribeAll()
      timer = setTimeout(() => {
        subscribeAll()
        timer = setTimeout(refetchAll, catchUp.settleMs)
      }, Math.random() * catchUp.spreadMs)
    }
    mine.onmessage = ({ data }) => {
      failures = 0
      const message = parseMessage(data)
      if (message === undefined) return
      if (message.type === 'resync') {
        // What is waiting already fetches later than this message.
        timer ??= setTimeout(refetchAll, catchUp.settleMs + Math.random() * catchUp.spreadMs)
        return
      }
      callAll(
        ({ listener }) => listener,
        (listener) => listener(message),
      )
    }
    mine.onerror = () => {
      if (isOut) return
      isOut = true
      for (const listener of errorListeners) listener()
    }
    mine.onclose = () => {
      clearTimeout(timer)
      // What accepts and closes at once must not be asked every second; a quiet board may stand without a message.
      if (performance.now() - openedAt >= standsMs) failures = 0
      socket = undefined
      isSubscribed = false
      hasMissed = true
      timer = setTimeout(connect, pauseAfter(failures))
      failures += 1
    }
  }

  const close = () => {
    clearTimeout(timer)
    timer = undefined
    if (socket !== undefined) retire(socket)
    socket = undefined
    failures = 0
    isOut = false
    hasMissed = false
    isSubscribed = false
  }

  return {
    subscribe(subscription, listener, refetch) {
      const key = JSON.stringify(subscription)
      const subscriber = { listener, refetch }
      const ofKey = subscribers.get(key) ?? new Set()
      subscribers.set(key, ofKey.add(subscriber))
      if (ofKey.size === 1) say('subscribe', key)
      if (socket === undefined && timer === undefined) connect()
      return () => {
        if (!ofKey.delete(subscriber) || ofKey.size > 0) return
        if (subscribers.get(key) === ofKey) subscribers.delete(key)
        say('unsubscribe', key)
      }
    },
    reopen() {
      if (socket === undefined && timer === undefined) return
      close()
      connect()
    },
    close,
    onConnectionError(listener) {
      errorListeners.add(listener)
      return () => void errorListeners.delete(listener)
    },
  }
}

/** Ends a socket whose end is of no interest any more. */
function retire(socket: WebSocket): void {
  socket.onmessage = null
  socket.onerror = null
  socket.onclose = null
  // Browsers report the closing of a socket that is not open yet as an error.
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
  else socket.close()
}

/** What is not a message of the contract, or of a newer one, is skipped. */
function parseMessage(data: unknown): ServerMessage | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const message: unknown = JSON.parse(data)
    return isServerMessage(message) ? message : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Each type of the contract; the compiler misses none. */
const messageTypes: Readonly<Record<Exclude<ServerMessage['type'], typeof formerStaffFeed.type>, true>> = {
  server_status_update: true,
  stats_update: true,
  ratings_update: true,
  staff_update: true,
  modes_update: true,
  comments_update: true,
  notifications_update: true,
  cup_update: true,
  resync: true,
  error: true,
}

/** A known type marks a message whose shape the site's own server guarantees. Parsing it would bring zod to every page. */
const isServerMessage = (message: unknown): message is ServerMessage =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  Object.hasOwn(messageTypes, String(message.type))

/** `/ws` of the host that served the page. */
const ownUrl = () => `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/ws`

/** Only for effects and event handlers: there is no socket while a page is rendered on the server. */
export const live: Live = createLive({ url: ownUrl, madeAt: timeOfDocument })
