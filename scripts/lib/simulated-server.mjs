import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const address = '127.0.0.1'
const maxConnections = 100

/** A RakNet server of a library that sends pongs as a game server does. Runs until the process ends. */
export const simulatedServer = async () => {
  const { Connection, Server } = await import('@serenityjs/raknet')
  const probe = createSocket('udp4').bind(0, address)
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  const server = new Server({
    address,
    port,
    message: 'Simulated practice server',
    version: '1.26.0',
    maxConnections,
  })
  server.start(false)
  /** @type {number | undefined} */
  let pongAt
  const send = server.socket.send.bind(server.socket)
  server.socket.send = (...packet) => {
    pongAt ??= performance.timeOrigin + performance.now()
    return send(...packet)
  }
  return {
    address,
    port,
    /** @param {number} count players in the pongs from now on */
    setPlayers(count) {
      pongAt = undefined
      server.connections.clear()
      for (let player = 1; player <= count; player += 1) {
        const from = { address, port: 50_000 + player, family: 'IPv4', size: 0 }
        server.connections.add(new Connection(server, from, BigInt(player), 1400))
      }
    },
    /** When the first pong with that count was sent, in ms since 1970. */
    firstPongAt: () => pongAt,
    stop: () => server.stop(),
  }
}
