import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** The line between site and database: a TCP proxy that can be slow, cut answers short, or refuse. */
export class Line {
  /** Milliseconds that everything from the server takes longer. */
  delayMs = 0
  /** Cuts a connection with a reset after so many bytes of answers; the count starts over with each. */
  resetAfterBytes = Number.POSITIVE_INFINITY
  readonly #open = new Set<Socket>()
  #server: Server | undefined
  cuts = 0

  private constructor(
    readonly port: number,
    private readonly target: number,
  ) {}

  static async to(target: number): Promise<Line> {
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as AddressInfo
    probe.close()
    await once(probe, 'close')
    const made = new Line(port, target)
    await made.listen()
    return made
  }

  async listen(): Promise<void> {
    this.#server = createServer((socket) => this.#join(socket)).listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  /** Refuses from now on, and cuts what is open. */
  async refuse(): Promise<void> {
    const closed = this.#server === undefined ? undefined : once(this.#server, 'close')
    this.#server?.close()
    for (const socket of this.#open) socket.resetAndDestroy()
    await closed
  }

  #join(client: Socket): void {
    const server = connect(this.target, '127.0.0.1')
    let passed = 0
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        this.#open.delete(one)
        other.destroy()
      })
      one.setNoDelay(true)
    }
    client.on('data', (bytes) => void server.write(bytes))
    server.on('data', (bytes) => {
      passed += bytes.length
      if (passed > this.resetAfterBytes) {
        this.cuts += 1
        // Half of the answer, then a reset.
        client.write(bytes.subarray(0, bytes.length >> 1), () => client.resetAndDestroy())
        server.destroy()
      } else if (this.delayMs === 0) client.write(bytes)
      else setTimeout(() => client.destroyed || client.write(bytes), this.delayMs)
    })
  }
}
