import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { requireNode } from './lib/node-version.mjs'
import { prepare } from './lib/prepare.mjs'
import { root } from './lib/root.mjs'

// The site with sample data in a database of its own, beside a RakNet server that answers pings as a game server does.
requireNode()
await prepare()
const { Connection, Server } = await import('@serenityjs/raknet')

const address = '127.0.0.1'
const probe = createSocket('udp4').bind(0, address)
await once(probe, 'listening')
const { port } = probe.address()
probe.close()

const server = new Server({
  address,
  port,
  message: 'Simulated practice server',
  version: '1.26.0',
  maxConnections: 100,
})
server.start(false)

process.env.NODE_ENV = 'production'
process.env.DATA_DIR ??= join(root, '.cache/demo')
process.env.GAME_HOST = address
process.env.GAME_PORT = String(port)
process.env.RATE_LIMITS ??= 'off'
process.env.LOG_LEVEL ??= 'error'

const { runDemo } = await import(pathToFileURL(join(root, 'build/app/demo.js')).href)
await runDemo({
  setPlayers(count) {
    server.connections.clear()
    for (let player = 1; player <= count; player += 1) {
      const from = { address, port: 50_000 + player, family: 'IPv4', size: 0 }
      server.connections.add(new Connection(server, from, BigInt(player), 1400))
    }
  },
})
