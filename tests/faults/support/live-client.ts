import { WebSocket } from 'ws'

/** A browser's socket: subscribes to boxing results, and comes back when it is cut. */
export class LiveClient {
  readonly #arrivals: { readonly at: number; readonly text: string }[] = []
  #socket: WebSocket | undefined
  #closed = false
  opened = 0

  constructor(
    private readonly url: string,
    private readonly options: { readonly rejectUnauthorized?: boolean } = {},
  ) {
    this.#open()
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  /** When a message with this text in it came first, or undefined. */
  arrivalOf(text: string): number | undefined {
    return this.#arrivals.find((arrival) => arrival.text.includes(text))?.at
  }

  /** When the first message after that moment came. */
  arrivalAfter(since: number): number | undefined {
    return this.#arrivals.find(({ at, text }) => at >= since && text.includes('stats_update'))?.at
  }

  close(): void {
    this.#closed = true
    this.#socket?.terminate()
  }

  #open(): void {
    if (this.#closed) return
    const socket = new WebSocket(`${this.url.replace(/^http/, 'ws')}/ws`, this.options)
    this.#socket = socket
    socket.on('open', () => {
      this.opened += 1
      socket.send(JSON.stringify({ type: 'subscribe', gameType: 'boxing' }))
      socket.send(JSON.stringify({ type: 'subscribe', channel: 'server_status' }))
    })
    socket.on('message', (data) => this.#arrivals.push({ at: performance.now(), text: String(data) }))
    // The close that follows opens the next one.
    socket.on('error', () => undefined)
    socket.on('close', () => setTimeout(() => this.#open(), 200))
  }
}
