import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { requireNode } from './lib/node-version.mjs'
import { stopWithParent } from './lib/parent.mjs'
import { prepare } from './lib/prepare.mjs'
import { root } from './lib/root.mjs'

// The site with sample data in a database of its own, beside a simulated game server.
requireNode()
stopWithParent()
await prepare({ tools: true })
const { simulatedServer } = await import('./lib/simulated-server.mjs')
const server = await simulatedServer()

process.env.NODE_ENV = 'production'
process.env.DATA_DIR ??= join(root, '.cache/demo')
process.env.GAME_HOST = server.address
process.env.GAME_PORT = String(server.port)
process.env.RATE_LIMITS ??= 'off'
process.env.LOG_LEVEL ??= 'error'

const { runDemo } = await import(pathToFileURL(join(root, 'build/app/demo.js')).href)
await runDemo(server)
