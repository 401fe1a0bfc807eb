import type { Socket } from 'node:net'
import { setImmediate as letIn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const mostMs = 1_000

/**
 * From the moment the site is stopping every answer closes its connection, so that clients and proxies which keep
 * connections open leave by themselves: a request that arrives on one just as it is closed would get no answer.
 * Returns how to wait for them, a second at most, and to close the door then.
 */
export function sendClientsAway(app: FastifyInstance, isStopping: () => boolean): () => Promise<void> {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  // A WebSocket is told goodbye in its own words.
  app.server.on('upgrade', (_request, socket: Socket) => open.delete(socket))
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close')
  })
  return async () => {
    const until = performance.now() + mostMs
    while (open.size > 0 && performance.now() < until) await pause(20)
    // Right after everybody who waited at the door was let in: the system resets whoever waits when it closes.
    await letIn()
    app.server.close()
  }
}
