import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { Connection, Server } from '@serenityjs/raknet'

export interface GameServer {
  readonly port: number
  setPlayers(count: number): void
  stop(): void
}

export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}

/** A RakNet server that somebody else wrote, answering pings as a game server does. */
export function startGameServer(port: number, players: number): GameServer {
  const server = new Server({
    address: '127.0.0.1',
    port,
    message: 'Test Arena',
    version: '1.26.0',
    maxConnections: 50,
  })
  server.start(false)
  const setPlayers = (count: number) => {
    server.connections.clear()
    for (let player = 1; player <= count; player += 1) {
      const from = { address: '127.0.0.1', port: 50_000 + player, family: 'IPv4' as const, size: 0 }
      server.connections.add(new Connection(server, from, BigInt(player), 1400))
    }
  }
  setPlayers(players)
  return { port, setPlayers, stop: () => server.stop() }
}
