import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Longer than the proxies of deploy/ keep a connection on which nothing is sent. */
const maxMs = 1_500
const calmTurnMs = 0.5

/**
 * From the moment the site is stopping every answer closes its connection, so that clients and proxies which keep
 * connections open leave by themselves: a request that arrives on one just as it is closed would get no answer.
 * Returns how to wait for them, a second and a half at most, and to close the door then.
 */
export function drainConnections(app: FastifyInstance, isStopping: () => boolean): () => Promise<void> {
  const open = new Set<Socket>()
  let arrived = 0
  app.server.on('connection', (socket: Socket) => {
    arrived += 1
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  // A WebSocket is told goodbye in its own words.
  app.server.on('upgrade', (_request, socket: Socket) => open.delete(socket))
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close')
  })
  return async () => {
    const until = performance.now() + maxMs
    while (open.size > 0 && performance.now() < until) await pause(20)
    // The system resets whoever waits at the door when it closes, and Node lets in one a turn: it closes after a turn
    // in which nobody came, and that was too short for somebody to come meanwhile.
    const last = until + maxMs
    for (let calm = false; !calm && performance.now() < last; ) {
      const [before, begun] = [arrived, performance.now()]
      await nextTurn()
      calm = arrived === before && performance.now() - begun < calmTurnMs
    }
    app.server.close()
  }
}
