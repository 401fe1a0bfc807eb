import { requireNode } from './lib/node-version.mjs'
import { prepare } from './lib/prepare.mjs'
import { root } from './lib/root.mjs'

// `npm run faults` meets every fault, `npm run faults database kill` those that are named.
requireNode()
await prepare()
const { runnerImport } = await import('vite')
const { module } = await runnerImport('/tests/faults/run.ts', { root, configFile: false, logLevel: 'error' })
// Sockets and timers of what was killed must not keep the suite.
process.exit((await module.run(process.argv.slice(2))) ? 0 : 1)
