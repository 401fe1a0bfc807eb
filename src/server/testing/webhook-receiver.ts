import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Answers a webhook; without one the receiver responds 204. */
export type Respond = (response: ServerResponse) => void

/** A receiver of webhooks on this machine. */
export async function webhookReceiver() {
  const received: Received[] = []
  /** Responses to the next events of a path. */
  const next = new Map<string, Respond[]>()
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const path = request.url ?? ''
    const headers = request.headers as Record<string, string>
    received.push({ path, headers, body: Buffer.concat(pieces).toString('utf8') })
    const respond = next.get(path)?.shift()
    if (respond === undefined) response.writeHead(204).end()
    else respond(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    received,
    next,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type WebhookReceiver = Awaited<ReturnType<typeof webhookReceiver>>
