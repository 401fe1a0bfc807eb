import { requireNode } from './lib/node-version.mjs'
import { prepare } from './lib/prepare.mjs'

requireNode()
await prepare({ built: false })
const { checks, runSteps } = await import('./lib/steps.mjs')
const { one, vitest } = await import('./lib/results.mjs')
const { chromium } = await import('./lib/chromium.mjs')
const { node24 } = await import('./lib/node24.mjs')
const { run } = await import('./lib/run.mjs')

const onNode24 = () => {
  const node = node24()
  if (node) return vitest('node24', ['server'], { node })
  console.error('Node 24 could not be installed: is the npm registry within reach?')
  return one(false)
}

const journeys = () => {
  const browser = chromium()
  if (browser) return vitest('e2e', ['e2e'], { env: { CHROMIUM_PATH: browser } })
  console.error('The journeys need Chromium: install it, or set CHROMIUM_PATH to a Chromium or Chrome.')
  return one(false)
}

const { passed, failed, skipped } = runSteps([
  ...checks,
  { name: 'build', work: () => one(run(process.execPath, ['scripts/build.mjs']) === 0) },
  { name: 'server tests on Node 24', work: onNode24 },
  { name: 'attacks, short form', work: () => vitest('attack', ['attack']) },
  { name: 'browser journeys', work: journeys },
])
if (failed > 0) process.exitCode = 1
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
