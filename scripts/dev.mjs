import { join } from 'node:path'
import { requireNode } from './lib/node-version.mjs'
import { stopWithParent } from './lib/parent.mjs'
import { prepare } from './lib/prepare.mjs'
import { root } from './lib/root.mjs'

requireNode()
stopWithParent()
await prepare({ built: false, tools: true })
process.env.NODE_ENV = 'development'
const { createServer } = await import('vite')
const vite = await createServer({
  root,
  configFile: join(root, 'src/web/vite.config.ts'),
  server: { middlewareMode: true },
  appType: 'custom',
})
const { startDev } = await vite.ssrLoadModule('/src/server/dev.ts')
await startDev(vite)
