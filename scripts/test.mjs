import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { requireNode } from './lib/node-version.mjs'
import { prepare } from './lib/prepare.mjs'

requireNode()
await prepare({ built: false })
const { checks, runSteps } = await import('./lib/steps.mjs')
const { one, vitest, vitestTwice } = await import('./lib/results.mjs')
const { chromium } = await import('./lib/chromium.mjs')
const { node24 } = await import('./lib/node24.mjs')
const { run } = await import('./lib/run.mjs')
const { root } = await import('./lib/root.mjs')
const { searchLogs } = await import('./lib/log-secrets.mjs')

// Every site that a test starts keeps its log here, and every helper notes what no log may hold.
const logs = join(root, '.cache/logs')
rmSync(logs, { recursive: true, force: true })
mkdirSync(logs, { recursive: true })
process.env.TEST_LOGS = logs

const onNode24 = () => {
  const node = node24()
  if (node) return vitestTwice('node24', ['server'], { node })
  console.error('Node 24 could not be installed: is the npm registry within reach?')
  return one(false)
}

const journeys = () => {
  const browser = chromium()
  if (browser) return vitestTwice('e2e', ['e2e'], { env: { CHROMIUM_PATH: browser } })
  console.error('The journeys need Chromium: install it, or set CHROMIUM_PATH to a Chromium or Chrome.')
  return one(false)
}

const logsWithoutSecrets = () => {
  const { complaints, lines, secrets } = searchLogs(logs)
  console.log(`${lines} lines of log searched for ${secrets} secrets`)
  for (const complaint of complaints.slice(0, 30)) console.error(complaint)
  return one(complaints.length === 0)
}

const { passed, failed, skipped } = runSteps([
  ...checks,
  { name: 'build', work: () => one(run(process.execPath, ['scripts/build.mjs']) === 0) },
  { name: 'server tests on Node 24', work: onNode24 },
  { name: 'attacks, short form', work: () => vitest('attack', ['attack']) },
  { name: 'browser journeys', work: journeys },
  { name: 'logs without secrets', work: logsWithoutSecrets },
])
if (failed > 0) process.exitCode = 1
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
