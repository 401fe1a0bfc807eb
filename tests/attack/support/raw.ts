import { connect, type Socket } from 'node:net'
import { type HttpResponse, parseResponse } from './http.ts'

/** A connection of bytes, for requests that no HTTP library agrees to send. */
export class RawConnection {
  readonly #socket: Socket
  #received = Buffer.alloc(0)
  /** Resolves with the milliseconds from the connection to its end. */
  readonly gone: Promise<number>
  #isGone = false

  constructor(url: string, from?: string) {
    const { hostname, port } = new URL(url)
    const begun = performance.now()
    this.#socket = connect({
      host: hostname,
      port: Number(port),
      ...(from !== undefined && { localAddress: from }),
    })
    // Being cut off is one of the expected ends.
    this.#socket.on('error', () => undefined)
    this.#socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk])
    })
    this.gone = new Promise((resolve) =>
      this.#socket.on('close', () => {
        this.#isGone = true
        resolve(performance.now() - begun)
      }),
    )
  }

  get isGone(): boolean {
    return this.#isGone
  }

  get received(): string {
    return this.#received.toString('latin1')
  }

  send(bytes: string | Buffer): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes)
  }

  /** Stops reading: the site's responses pile up on its side. */
  stopReading(): void {
    this.#socket.pause()
  }

  end(): void {
    this.#socket.destroy()
  }
}

/** Sends bytes and returns what came back when the site closed, or fell silent for `quietMs`. */
export async function exchange(
  url: string,
  bytes: string | Buffer,
  quietMs = 1_500,
): Promise<{ readonly responses: readonly HttpResponse[]; readonly isClosed: boolean }> {
  const connection = new RawConnection(url)
  connection.send(bytes)
  let seen = ''
  for (let quietSince = performance.now(); !connection.isGone; ) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (connection.received !== seen) {
      seen = connection.received
      quietSince = performance.now()
    } else if (performance.now() - quietSince > (seen === '' ? quietMs : 150)) break
  }
  const isClosed = connection.isGone
  connection.end()
  return { responses: parseResponses(connection.received), isClosed }
}

/** HTTP/1.1 responses with a content length, one after the other. */
function parseResponses(received: string): HttpResponse[] {
  const responses: HttpResponse[] = []
  for (let rest = received; rest.startsWith('HTTP/1.1 '); ) {
    const end = rest.indexOf('\r\n\r\n')
    if (end === -1) break
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
    )
    const length = headers['content-length'] === undefined ? rest.length : Number(headers['content-length'])
    const bytes = Buffer.from(rest.slice(end + 4, end + 4 + length), 'latin1')
    responses.push(parseResponse(Number(first.split(' ')[1]), headers, bytes))
    rest = rest.slice(end + 4 + length)
  }
  return responses
}
