import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'

interface PictureHost {
  readonly url: string
  readonly port: number
  /** Requested paths. */
  readonly requests: readonly string[]
  /** Number of open connections. */
  open(): Promise<number>
  close(): Promise<void>
}

interface PictureHostOptions {
  readonly address?: string
  readonly port?: number
}

/** An external web server on loopback. */
export async function pictureHost(
  answer: RequestListener,
  { address = '127.0.0.1', port = 0 }: PictureHostOptions = {},
): Promise<PictureHost> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    answer(request, response)
  })
  server.listen(port, address)
  await once(server, 'listening')
  const actual = (server.address() as AddressInfo).port
  return {
    url: `http://${address}:${actual}`,
    port: actual,
    requests,
    open: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
      }),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** Sends a byte now and then, without end. */
export const drip: RequestListener = async (_request, response) => {
  response.writeHead(200, { 'content-type': 'image/png' })
  while (!response.destroyed) {
    response.write('x')
    await pause(20)
  }
}

/** A small picture of one colour. */
export const plainPicture = (red: number): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: red, g: 90, b: 200 } } })
    .png()
    .toBuffer()
