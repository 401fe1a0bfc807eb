// The stages of `npm test`, of `npm run test:all` (--all) and of `npm run check` (--check). scripts/test.mjs runs it.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, headlessChromium } from './chromium.mjs'
import { prepareGame } from './game.mjs'
import { searchLogs } from './log-secrets.mjs'
import { prepareImport } from './mariadb.mjs'
import { node24 } from './node24.mjs'
import { php } from './php.mjs'
import { prepare } from './prepare.mjs'
import { relatedTests } from './related-tests.mjs'
import { durationOf, one, sum, vitest } from './results.mjs'
import { root } from './root.mjs'
import { run, runBeside } from './run.mjs'

/** @typedef {import('./results.mjs').Counts} Counts @typedef {[name: string, work: () => Counts | Promise<Counts>]} Stage */

const isCheck = process.argv.includes('--check')
const isAll = process.argv.includes('--all')
const begun = Date.now()
process.env.TEST_BEGUN = String(begun)
process.env.TEST_SIZE = isAll ? 'full' : 'small'

await prepare({ built: false, tools: true })

// Every site that a test starts writes its log here, and the test setup notes what no log may contain.
const logs = join(root, '.cache/logs')
rmSync(logs, { recursive: true, force: true })
// What the queries of the server return, for its row types.
const rows = join(root, '.cache/rows.jsonl')
rmSync(rows, { force: true })
if (!isCheck) {
  mkdirSync(logs, { recursive: true })
  process.env.TEST_LOGS = logs
  process.env.TEST_ROWS = rows
}

const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']
/** @type {[name: string, ...args: string[]][]} */
const types = ['web', 'server', 'contract'].map((part) => [
  ...[`types: ${part}`, 'node_modules/typescript-7/bin/tsc', '-p', `src/${part}`],
  ...['--incremental', '--tsBuildInfoFile', `.cache/types/${part}.tsbuildinfo`],
])
const routeTypes = [
  'node_modules/@react-router/dev/bin.js',
  'typegen',
  '.',
  '--config',
  'src/web/vite.config.ts',
]

/** Node programs, two at a time, because each keeps one processor busy. @param {[name: string, ...args: string[]][]} programs */
const inPairs = async (programs) => {
  /** @type {Counts[]} */
  const results = []
  const waiting = programs.values()
  const runSome = async () => {
    for (const [name, ...args] of waiting) {
      const since = Date.now()
      const { code, output } = await runBeside(args)
      console.log(`${name}: ${code === 0 ? 'ok' : 'FAILED'} (${durationOf(Date.now() - since)})`)
      if (code !== 0) console.log(output.trimEnd())
      results.push({
        ...one(code === 0),
        named: code === 0 ? [] : [`failed: ${name}\n  node ${args.join(' ')}`],
      })
    }
  }
  await Promise.all([runSome(), runSome()])
  return { ...sum(results), named: results.flatMap(({ named = [] }) => named) }
}

/** @param {Parameters<typeof inPairs>[0]} programs */
const withRouteTypes = async (programs) => {
  // The types of the web import those of its routes.
  const first = await inPairs([['route types', ...routeTypes]])
  const rest = await inPairs(programs)
  return { ...sum([first, rest]), named: [...first.named, ...rest.named] }
}

/** CI took 34 minutes in all on a quick machine, and 80 on one that needed 105 s for the static checks alone. */
const quickMs = 80_000

/** On a slow machine the complete run would end by itself before it is over: what is exhaustive is sampled there. */
const sampleIfSlow = (/** @type {number} */ ms) => {
  if (!isAll || ms <= quickMs) return
  process.env.TEST_SIZE = 'sample'
  process.env.TEST_SEED = String(Math.floor(Math.random() * 1_000))
  console.log(`This machine is slow: exhaustive sizes are sampled (TEST_SEED=${process.env.TEST_SEED}).`)
}

const staticChecks = () =>
  withRouteTypes([
    // With the rule that needs the types of all files, and half a minute of a processor.
    ['format and lint', ...biome, '--config-path=scripts/lib/biome-with-promises.json', '.'],
    ...types,
    ['boundaries', 'scripts/boundaries.mjs'],
    ['lock file', 'scripts/lock-file.mjs'],
    ['schema types', 'scripts/generate-schema.mjs', '--check'],
    ['unused files and packages', 'node_modules/knip/bin/knip.js', '--config', 'scripts/knip.json'],
    ['objects that are read by any text', 'scripts/record-keys.mjs'],
    ['checklist', 'scripts/checklist.mjs'],
    ['languages', 'scripts/languages.mjs', '--check'],
  ])

/** @param {string} command @param {string} [file] */
const program = (command, file = '') =>
  one(run(process.execPath, [command, ...(file === '' ? [] : [file])]) === 0)

/** It says what it does, one line per stage, and nothing else: a warning that nobody can act on hides the next one. */
const build = () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
  const lines = `${stdout}${stderr}`.trimEnd().split('\n')
  const others = lines.filter((line) => !/^[A-Z][\w ]+ … \d+\.\d s$/.test(line))
  console.log(lines.join('\n'))
  return { ...one(status === 0 && others.length === 0), named: others }
}

const reporter = './scripts/lib/progress-reporter.mjs'

/** Three files at a time: they wait for PostgreSQL and for timers. Each worker imports the whole program once. */
const tests = () => {
  // The tests of the PHP package fail by themselves where there is no PHP.
  if (isAll && !php())
    console.error('The PHP package needs PHP 8.1 with curl: install it, or set PHP_PATH to one.')
  const projects = ['unit', 'server', 'web', 'web-isolated', ...(isAll ? ['programs'] : [])]
  return vitest('tests', projects, { workers: 3, reporter })
}

/**
 * Not run again on another Node: rules and queries, which are PostgreSQL's, and tests that mostly wait. What meets Node
 * itself (HTTP, sockets, streams, processes, pictures) is elsewhere, and the permission matrix calls every route.
 */
const onOneNode = [
  'src/server/{admin,cli,demo,domains}/**',
  'src/server/platform/live/live-hub.test.ts',
  'tests/site/!(busy-machine|permission-matrix|site).test.ts',
]

const onNode24 = () => {
  const node = node24()
  if (node) return vitest('node24', ['server'], { node, exclude: onOneNode, reporter })
  console.error('Node 24 could not be installed: is the npm registry within reach?')
  return one(false)
}

/** @param {(headless: string) => Counts} work */
const withBrowser = (work) => {
  const headless = headlessChromium()
  if (headless) return work(headless)
  console.error('The journeys need Chromium: install it, or set CHROMIUM_PATH to a Chromium or Chrome.')
  return one(false)
}

const smoke = () =>
  withBrowser((headless) =>
    vitest('smoke', ['e2e'], {
      env: { CHROMIUM_PATH: headless },
      more: ['tests/e2e/smoke'],
      workers: 1,
      reporter,
    }),
  )

const journeys = () =>
  withBrowser((headless) => {
    const whole = chromium()
    // The journey of an import fails by itself without them.
    if (!prepareImport()) console.error('The import needs MariaDB and the packages of integrations/import.')
    return whole
      ? vitest('e2e', ['e2e'], { env: { CHROMIUM_PATH: headless, WHOLE_CHROMIUM_PATH: whole }, reporter })
      : one(false)
  })

/** Beside each other, because both mostly wait. */
const attacksAndGame = () =>
  withBrowser((headless) =>
    prepareGame()
      ? vitest('attack-game', ['attack', 'game'], { env: { CHROMIUM_PATH: headless }, reporter })
      : one(false),
  )

const logsWithoutSecrets = () => {
  const { complaints, lines, secrets } = searchLogs(logs)
  console.log(`${lines} lines of log searched for ${secrets} secrets`)
  for (const complaint of complaints.slice(0, 30)) console.error(complaint)
  return one(complaints.length === 0)
}

/** What differs from the branch that this one follows, else from the last commit, and is still there. */
const changedFiles = () => {
  const git = (/** @type {string[]} */ ...words) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' })
  let base = 'HEAD'
  try {
    base = git('merge-base', 'HEAD', '@{upstream}').trim()
  } catch {
    // No branch to follow.
  }
  const lists = [
    git('diff', '--name-only', '--diff-filter=d', base),
    git('ls-files', '--others', '--exclude-standard'),
  ]
  return lists.flatMap((list) => list.split('\n').filter(Boolean))
}

/** @returns {Stage[]} */
const checkStages = () => {
  const files = changedFiles()
  /** @type {[name: string, ...args: string[]]} */
  const lint = ['format and lint', ...biome, '--no-errors-on-unmatched', ...files]
  return [
    ['format, lint and types', () => withRouteTypes(files.length === 0 ? types : [lint, ...types])],
    [
      'tests of what changed',
      () => {
        const tests = relatedTests(files)
        const projects = ['unit', 'server', 'web', 'web-isolated']
        return tests.length === 0
          ? { passed: 0, failed: 0, skipped: 0 }
          : vitest('changed', projects, { more: ['--passWithNoTests', ...tests], reporter })
      },
    ],
  ]
}

/** In the order in which mistakes are cheapest to find. @returns {Stage[]} */
const testStages = () => [
  ['format, types, boundaries', staticChecks],
  [isAll ? 'unit, server and web tests, programs' : 'unit, server and web tests', tests],
  ['row types', () => program('scripts/row-types.mjs', rows)],
  ['build', build],
  .../** @type {Stage[]} */ (
    isAll
      ? [
          ['server tests on Node 24', onNode24],
          ['attacks in short form, real clients on a real game server', attacksAndGame],
          ['browser journeys', journeys],
        ]
      : [['one browser journey per domain', smoke]]
  ),
  ['logs without secrets', logsWithoutSecrets],
]

const stages = isCheck ? checkStages() : testStages()
/** @type {(Counts & { name: string, ms: number })[]} */
const results = []
// Every stage runs, also after a failure.
for (const [index, [name, work]] of stages.entries()) {
  const since = Date.now()
  process.env.TEST_STAGE = `${index + 1}/${stages.length}`
  console.log(`\n[${process.env.TEST_STAGE}] ${durationOf(since - begun)}  ${name}`)
  results.push({ name, ...(await work()), ms: Date.now() - since })
  if (work === staticChecks) sampleIfSlow(Date.now() - since)
}

console.log('\nTime of each stage:')
for (const { name, passed, failed, skipped, ms } of results) {
  const counts = `${passed} passed${failed > 0 ? `, ${failed} FAILED` : ''}${skipped > 0 ? `, ${skipped} SKIPPED` : ''}`
  console.log(`${durationOf(ms).padStart(6)}  ${name}: ${counts}`)
}
console.log(`${durationOf(Date.now() - begun).padStart(6)}  in all`)
const slowest = results
  .flatMap(({ slowest = [] }) => slowest)
  .sort((a, b) => b.ms - a.ms)
  .slice(0, 5)
if (slowest.length > 0)
  console.log(`Slowest files: ${slowest.map(({ file, ms }) => `${file} ${durationOf(ms)}`).join(', ')}`)
for (const { name, failed, skipped, named = [] } of results)
  if (failed + skipped > 0) console.log(`\n${name}:\n${named.join('\n') || 'its reason is above'}`)
const { passed, failed, skipped } = sum(results)
// A skipped test proves nothing.
if (failed + skipped > 0) process.exitCode = 1
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
