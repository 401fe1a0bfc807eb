import type { RawData, WebSocket } from 'ws'
import { socketLimits } from '../../../contract/limits.ts'
import type { ServerMessage } from '../../../contract/live-schemas.ts'

interface Options {
  /** Raw session token from the handshake. Resolved to a viewer on demand. */
  readonly sessionToken: string | undefined
  readonly maxBufferedBytes: number
  readonly maxFramesPerMinute: number
  /** Called with the parsed JSON of a text frame; undefined when it is invalid. */
  onFrame(frame: unknown): void
  onClose(): void
}

const minuteMs = 60_000
const goodbyeMs = 1_000

/** A browser's WebSocket, closed for too many bad frames, slow reading or missing pongs. */
export class SocketClient {
  readonly subscriptions = new Set<string>()
  #isAlive = true
  #badFrames: number[] = []
  #minute = { endsAt: 0, frames: 0 }

  constructor(
    private readonly socket: WebSocket,
    private readonly options: Options,
  ) {
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('ping', (data) => this.#sendPong(data))
    socket.on('pong', () => {
      this.#isAlive = true
    })
    // After a broken frame or connection ws closes the socket (1009 for a too large frame), then emits `close`.
    socket.on('error', () => undefined)
    socket.on('close', () => options.onClose())
  }

  get sessionToken(): string | undefined {
    return this.options.sessionToken
  }

  send(frame: Buffer): void {
    if (this.#takesMore()) this.socket.send(frame, { binary: false })
  }

  /** Replies with an error. Closes the socket after ten bad frames in a minute. */
  complain(message: string): void {
    const now = Date.now()
    this.#badFrames = [...this.#badFrames.filter((at) => at > now - minuteMs), now]
    const complaint: ServerMessage = { type: 'error', message }
    this.send(Buffer.from(JSON.stringify(complaint)))
    if (this.#badFrames.length >= socketLimits.badFramesPerMinute)
      void this.leave(1008, 'Too many bad messages')
  }

  /** Closes connections without a pong since the last ping, and pings the others. */
  checkAlive(): void {
    if (this.#isAlive) this.socket.ping()
    else this.socket.terminate()
    this.#isAlive = false
  }

  /** Resolves when the connection is closed. */
  leave(code: number, reason: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.socket.readyState === this.socket.CLOSED) return resolve()
      const force = setTimeout(() => this.socket.terminate(), goodbyeMs)
      this.socket.once('close', () => {
        clearTimeout(force)
        resolve()
      })
      this.socket.close(code, reason)
    })
  }

  /** False for a client that is leaving, or is dropped because it reads too slowly. */
  #takesMore(): boolean {
    if (this.socket.readyState !== this.socket.OPEN) return false
    if (this.socket.bufferedAmount <= this.options.maxBufferedBytes) return true
    this.socket.terminate()
    return false
  }

  #sendPong(data: Buffer): void {
    if (!this.#takesMore()) return
    if (this.#isTooBusy()) void this.leave(1008, 'Too many messages')
    else this.socket.pong(data)
  }

  #receive(data: RawData, isBinary: boolean): void {
    // Frames that were in flight when the socket was closed.
    if (this.socket.readyState !== this.socket.OPEN) return
    if (this.#isTooBusy()) void this.leave(1008, 'Too many messages')
    else this.options.onFrame(isBinary ? undefined : parseJson(data.toString()))
  }

  #isTooBusy(): boolean {
    const now = Date.now()
    if (now >= this.#minute.endsAt) this.#minute = { endsAt: now + minuteMs, frames: 0 }
    this.#minute.frames += 1
    return this.#minute.frames > this.options.maxFramesPerMinute
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Treated like any other invalid frame.
    return undefined
  }
}
