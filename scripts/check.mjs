import { requireNode } from './lib/node-version.mjs'
import { prepare } from './lib/prepare.mjs'

requireNode()
await prepare({ built: false })
const { checks, runSteps } = await import('./lib/steps.mjs')
if (runSteps(checks).failed > 0) process.exitCode = 1
