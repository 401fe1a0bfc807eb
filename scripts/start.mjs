import { requireNode } from './lib/node-version.mjs'
import { stopWithParent } from './lib/parent.mjs'
import { prepare } from './lib/prepare.mjs'

requireNode()
stopWithParent()
await prepare()
// React chooses its fast half by this name.
process.env.NODE_ENV = 'production'
// In this very process: signals, memory and start-up time are the site's.
const { main } = await import(new URL('../build/app/main.js', import.meta.url).href)
await main()
