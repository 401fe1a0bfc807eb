import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

const isHandshake = (bytes: Buffer) => bytes.subarray(0, 7).toString('latin1') === 'GET /ws'

/** Requests in what a browser sends: each begins a chunk, since it awaits a response before the next. */
const isRequest = (bytes: Buffer) =>
  /^(?:GET|POST|PUT|PATCH|DELETE) \//.test(bytes.subarray(0, 9).toString('latin1'))

/** A TCP proxy between browsers and the site that cuts live connections, and holds back or counts what comes. */
export class LiveLine {
  readonly url: string
  /** When each request came, handshakes of live connections included. */
  readonly requests: { readonly at: number; readonly isHandshake: boolean }[] = []
  readonly #live = new Set<Socket>()
  readonly #server: Server
  /** Handshakes wait for it. */
  #held: Promise<void> | undefined
  #isRefusing = false

  private constructor(server: Server) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async to(siteUrl: string): Promise<LiveLine> {
    const server = createServer().listen(0, '127.0.0.1', 5_000)
    await once(server, 'listening')
    const made = new LiveLine(server)
    const { port } = new URL(siteUrl)
    server.on('connection', (socket: Socket) => made.#join(socket, Number(port)))
    return made
  }

  get open(): number {
    return this.#live.size
  }

  /** Ends every live connection, by a reset or in an orderly way. */
  cut(how: 'reset' | 'end'): void {
    for (const socket of this.#live) {
      if (how === 'reset') socket.resetAndDestroy()
      else socket.end()
    }
    this.#live.clear()
  }

  /** Live connections are refused until the function that it returns is called. */
  refuse(): () => void {
    this.#isRefusing = true
    return () => {
      this.#isRefusing = false
    }
  }

  /** Handshakes are kept waiting until the function that it returns is called: then all go through at once. */
  hold(): () => void {
    let release: (() => void) | undefined
    this.#held = new Promise((resolve) => {
      release = resolve
    })
    return () => {
      this.#held = undefined
      release?.()
    }
  }

  async close(): Promise<void> {
    this.cut('reset')
    this.#server.close()
  }

  #join(client: Socket, port: number): void {
    const site = connect(port, '127.0.0.1')
    client.setNoDelay(true)
    site.setNoDelay(true)
    // The other side of a broken connection ends with it.
    client.on('error', () => site.destroy()).on('close', () => site.destroy())
    site.on('error', () => client.destroy()).on('close', () => client.destroy())
    client.on('close', () => this.#live.delete(client))
    client.once('data', async (first: Buffer) => {
      client.pause()
      if (isHandshake(first)) {
        if (this.#isRefusing) return client.resetAndDestroy()
        await this.#held
        this.#live.add(client)
      }
      this.#note(first)
      site.write(first)
      client.on('data', (bytes: Buffer) => {
        if (!this.#live.has(client)) this.#note(bytes)
        site.write(bytes)
      })
      client.resume()
    })
    site.on('data', (bytes: Buffer) => client.write(bytes))
  }

  #note(bytes: Buffer): void {
    if (isRequest(bytes)) this.requests.push({ at: performance.now(), isHandshake: isHandshake(bytes) })
  }
}
