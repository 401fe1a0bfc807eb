import { vi } from 'vitest'

/** Stands in for the browser's WebSocket; the test plays the server. */
export class FakeSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 3
  static all: FakeSocket[] = []

  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onerror: (() => void) | null = null
  onclose: (() => void) | null = null
  readyState = FakeSocket.CONNECTING
  readonly said: unknown[] = []

  constructor(readonly url: string) {
    FakeSocket.all.push(this)
  }

  /** The newest connection. */
  static get last(): FakeSocket {
    const last = FakeSocket.all.at(-1)
    if (last === undefined) throw new Error('nobody opened a socket')
    return last
  }

  static install(): void {
    FakeSocket.all = []
    vi.stubGlobal('WebSocket', FakeSocket)
  }

  send(text: string) {
    this.said.push(JSON.parse(text))
  }

  close() {
    if (this.readyState === FakeSocket.CONNECTING) throw new Error('a browser reports this as an error')
    this.readyState = FakeSocket.CLOSED
    this.onclose?.()
  }

  open() {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
  }

  hear(message: unknown) {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) })
  }

  /** The connection breaks, or is not made at all. */
  fail() {
    this.readyState = FakeSocket.CLOSED
    this.onerror?.()
    this.onclose?.()
  }
}
