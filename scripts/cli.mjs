import { requireNode } from './lib/node-version.mjs'
import { stopWithParent } from './lib/parent.mjs'
import { prepare } from './lib/prepare.mjs'

requireNode()
stopWithParent()
await prepare({ quiet: true })
process.env.NODE_ENV = 'production'
const { runCli } = await import(new URL('../build/app/cli.js', import.meta.url).href)
process.exitCode = await runCli(process.argv.slice(2))
