import type { ClientMessage, ServerMessage } from '../../contract/live-schemas.ts'

type WithoutType<T> = T extends unknown ? Omit<T, 'type'> : never

/** What can be subscribed to: `{ channel }` or `{ gameType }`. */
export type Subscription = WithoutType<ClientMessage>

/** Hears every message that the contract knows; which ones matter is the listener's to say. */
export type LiveListener = (message: ServerMessage) => void

/** The browser's one socket to the site, shared by all subscriptions. */
export interface Live {
  /** Opens the socket when it is the first. Returns how to unsubscribe. */
  subscribe(subscription: Subscription, listener: LiveListener): () => void
  /** A new connection now: somebody signed in or out. */
  reopen(): void
  /** Ends the connection; the next subscription opens another. */
  close(): void
  /** Called when the connection fails, once until it stands again. Returns how to stop. */
  onConnectionError(listener: () => void): () => void
}

const pauses = { minMs: 1_000, maxMs: 30_000 }

/** Differs between browsers, so that they do not all come back in the same moment after a restart. */
const pauseAfter = (failures: number) => {
  const upTo = Math.min(pauses.maxMs, pauses.minMs * 2 ** (failures + 1))
  return pauses.minMs + Math.random() * (upTo - pauses.minMs)
}

/** `url` is asked for at each connection. Nothing happens before the first subscription. */
export function createLive({ url }: { readonly url: () => string }): Live {
  const listeners = new Map<string, Set<LiveListener>>()
  const errorListeners = new Set<() => void>()
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isOut = false

  const say = (type: ClientMessage['type'], key: string) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type, ...JSON.parse(key) }))
  }

  const connect = () => {
    clearTimeout(timer)
    const mine = new WebSocket(url())
    socket = mine
    mine.onopen = () => {
      isOut = false
      for (const key of listeners.keys()) say('subscribe', key)
    }
    mine.onmessage = ({ data }) => {
      // Only a server that speaks is there again: one that accepts and closes must not be asked every second.
      failures = 0
      const message = parseMessage(data)
      if (message === undefined) return
      for (const ofKey of listeners.values()) for (const listener of ofKey) listener(message)
    }
    mine.onerror = () => {
      if (isOut) return
      isOut = true
      for (const listener of errorListeners) listener()
    }
    mine.onclose = () => {
      socket = undefined
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
  }

  return {
    subscribe(subscription, listener) {
      const key = JSON.stringify(subscription)
      const ofKey = listeners.get(key) ?? new Set()
      listeners.set(key, ofKey.add(listener))
      if (ofKey.size === 1) say('subscribe', key)
      if (socket === undefined && timer === undefined) connect()
      return () => {
        if (!ofKey.delete(listener) || ofKey.size > 0) return
        if (listeners.get(key) === ofKey) listeners.delete(key)
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

const messageTypes: readonly unknown[] = [
  'server_status_update',
  'stats_update',
  'ratings_update',
  'desk_update',
  'modes_update',
  'comments_update',
  'notifications_update',
  'error',
] satisfies ServerMessage['type'][]

/** A known type marks a message whose shape the site's own server guarantees. Parsing it would bring zod to every page. */
const isServerMessage = (message: unknown): message is ServerMessage =>
  typeof message === 'object' && message !== null && 'type' in message && messageTypes.includes(message.type)

/** `/ws` of the host that served the page. */
const ownUrl = () => `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/ws`

/** Only for effects and event handlers: there is no socket while a page is rendered on the server. */
export const live: Live = createLive({ url: ownUrl })
