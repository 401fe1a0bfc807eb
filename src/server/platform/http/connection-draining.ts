import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Longer than the idle timeout of the proxies in deploy/. */
const maxMs = 1_500
const calmTurnMs = 0.5

/**
 * While the site is stopping, every response closes its connection, so that keep-alive clients and proxies reconnect
 * elsewhere instead of losing a request. Returns a function that waits for them, at most 1.5 s, and then closes the
 * server.
 */
export function drainConnections(app: FastifyInstance, isStopping: () => boolean): () => Promise<void> {
  const open = new Set<Socket>()
  let arrived = 0
  app.server.on('connection', (socket: Socket) => {
    arrived += 1
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  // WebSockets are closed by their own handshake.
  app.server.on('upgrade', (_request, socket: Socket) => open.delete(socket))
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close')
  })
  return async () => {
    const until = performance.now() + maxMs
    while (open.size > 0 && performance.now() < until) await pause(20)
    // Closing the server resets connections in its backlog, and Node accepts one per turn. So it closes after a turn
    // without a new connection, too short for another to arrive.
    const last = until + maxMs
    for (let calm = false; !calm && performance.now() < last; ) {
      const [before, begun] = [arrived, performance.now()]
      await nextTurn()
      calm = arrived === before && performance.now() - begun < calmTurnMs
    }
    app.server.close()
  }
}
