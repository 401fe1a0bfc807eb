import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Counts the pings that a game server would get, and answers as `answer` says. */
export class PingCounter {
  readonly times: number[] = []
  readonly #socket = createSocket('udp4')
  port = 0

  constructor(response: (ping: Buffer) => readonly Buffer[] = () => []) {
    this.#socket.on('message', (ping, from) => {
      this.times.push(performance.now())
      for (const packet of response(ping)) this.#socket.send(packet, from.port, from.address)
    })
  }

  async open(): Promise<this> {
    this.#socket.bind(0, '127.0.0.1')
    await once(this.#socket, 'listening')
    this.port = this.#socket.address().port
    return this
  }

  /** Milliseconds from then until somebody asked again. */
  firstAfter(since: number): number | undefined {
    const found = this.times.find((at) => at > since)
    return found && found - since
  }

  close(): void {
    this.#socket.close()
  }
}
