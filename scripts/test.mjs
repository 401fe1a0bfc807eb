// `npm test` runs every check; with --fast (`npm run check`) only those that need neither a build nor a browser.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, headlessChromium } from './lib/chromium.mjs'
import { prepareGame } from './lib/game.mjs'
import { searchLogs } from './lib/log-secrets.mjs'
import { requireNode } from './lib/node-version.mjs'
import { node24 } from './lib/node24.mjs'
import { php } from './lib/php.mjs'
import { prepare } from './lib/prepare.mjs'
import { one, sum, vitest } from './lib/results.mjs'
import { root } from './lib/root.mjs'
import { run, runBeside, runTool } from './lib/run.mjs'

requireNode()
await prepare({ built: false, tools: true })

// Every site that a test starts writes its log here, and the test setup notes what no log may contain.
const logs = join(root, '.cache/logs')
rmSync(logs, { recursive: true, force: true })
mkdirSync(logs, { recursive: true })
process.env.TEST_LOGS = logs

// What the queries of the server return, for its row types.
const rows = join(root, '.cache/rows.jsonl')
rmSync(rows, { force: true })
process.env.TEST_ROWS = rows

/** The tests of the PHP package fail by themselves where there is no PHP. */
const checks = () => {
  if (!php()) console.error('The PHP package needs PHP 8.1 with curl: install it, or set PHP_PATH to one.')
  // Those of `unit` start programs and wait for them.
  return vitest('check', ['unit', 'server', 'web', 'web-isolated'], { workers: 4 })
}

/**
 * Not run again on another Node: rules and queries, which are PostgreSQL's, and tests that mostly wait. What meets Node
 * itself (HTTP, sockets, streams, processes, pictures) is elsewhere, and the permission matrix calls every route.
 */
const onOneNode = ['src/server/{admin,cli,demo,domains}/**', 'src/server/platform/live-hub.test.ts']

const onNode24 = () => {
  const node = node24()
  if (node) return vitest('node24', ['server'], { node, exclude: onOneNode })
  console.error('Node 24 could not be installed: is the npm registry within reach?')
  return one(false)
}

/** @param {(browsers: { headless: string, whole: string }) => import('./lib/results.mjs').Counts} work */
const withBrowsers = (work) => {
  const headless = headlessChromium()
  const whole = chromium()
  if (headless && whole) return work({ headless, whole })
  console.error('The journeys need Chromium: install it, or set CHROMIUM_PATH to a Chromium or Chrome.')
  return one(false)
}

const journeys = () =>
  withBrowsers(({ headless, whole }) =>
    vitest('e2e', ['e2e'], { env: { CHROMIUM_PATH: headless, WHOLE_CHROMIUM_PATH: whole } }),
  )

/** Beside each other, because both mostly wait. */
const attacksAndGame = () =>
  withBrowsers(({ headless }) =>
    prepareGame()
      ? vitest('attack-game', ['attack', 'game'], { env: { CHROMIUM_PATH: headless } })
      : one(false),
  )

const logsWithoutSecrets = () => {
  const { complaints, lines, secrets } = searchLogs(logs)
  console.log(`${lines} lines of log searched for ${secrets} secrets`)
  for (const complaint of complaints.slice(0, 30)) console.error(complaint)
  return one(complaints.length === 0)
}

/** Programs below node_modules or scripts. @type {[name: string, file: string, ...args: string[]][]} */
const staticChecks = [
  ['format and lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  ['types: web', 'node_modules/typescript-7/bin/tsc', '-p', 'src/web'],
  ['types: server', 'node_modules/typescript-7/bin/tsc', '-p', 'src/server'],
  ['types: contract', 'node_modules/typescript-7/bin/tsc', '-p', 'src/contract'],
  ['boundaries', 'scripts/boundaries.mjs'],
  ['lock file', 'scripts/lock-file.mjs'],
  ['schema types', 'scripts/generate-schema.mjs', '--check'],
  ['unused files and packages', 'node_modules/knip/bin/knip.js', '--config', 'scripts/knip.json'],
  ['checklist', 'scripts/checklist.mjs'],
  ['languages', 'scripts/languages.mjs', '--check'],
]

/** In the order in which mistakes are cheapest to find. @type {[string, () => import('./lib/results.mjs').Counts][]} */
const fast = [
  ['unit, server and web tests', checks],
  ['row types', () => one(run(process.execPath, ['scripts/row-types.mjs', rows]) === 0)],
]

/** @type {typeof fast} */
const slow = [
  ['build', () => one(run(process.execPath, ['scripts/build.mjs']) === 0)],
  ['server tests on Node 24', onNode24],
  ['attacks in short form, real clients on a real game server', attacksAndGame],
  ['browser journeys', journeys],
  ['logs without secrets', logsWithoutSecrets],
]

/** @typedef {{ name: string } & import('./lib/results.mjs').Counts} Result @type {Result[]} */
const results = []

/** @param {string} name @param {import('./lib/results.mjs').Counts} counts @param {number} begun */
const finish = (name, counts, begun) => {
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  console.log(`--- ${name}: ${counts.failed + counts.skipped > 0 ? 'FAILED' : 'ok'} (${seconds} s)`)
  results.push({ name, ...counts })
}

// The types of the web import those of its routes.
const typegen = ['typegen', '.', '--config', 'src/web/vite.config.ts']
const typesBegun = Date.now()
console.log('\n--- route types')
finish('route types', one(runTool('@react-router/dev/bin.js', typegen) === 0), typesBegun)

// Two at a time, because each keeps one processor busy. What one prints comes when it has ended.
const waiting = staticChecks.values()
const runChecks = async () => {
  for (const [name, ...args] of waiting) {
    const begun = Date.now()
    const { code, output } = await runBeside(args)
    console.log(`\n--- ${name}\n${output.trimEnd()}`)
    finish(name, one(code === 0), begun)
  }
}
await Promise.all([runChecks(), runChecks()])

// Every step runs, also after a failure.
for (const [name, work] of [...fast, ...(process.argv.includes('--fast') ? [] : slow)]) {
  console.log(`\n--- ${name}`)
  const begun = Date.now()
  finish(name, work(), begun)
}
for (const { name, failed, skipped, named = [] } of results)
  if (failed + skipped > 0) console.log(`\nFailed: ${name}\n${named.join('\n')}`)
const { passed, failed, skipped } = sum(results)
// A skipped test proves nothing.
if (failed + skipped > 0) process.exitCode = 1
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
