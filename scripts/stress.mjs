// `npm run stress [suite|file…] [-- options]`: runs suites on a third of a processor in random order, and prints what failed.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, headlessChromium } from './lib/chromium.mjs'
import { joinCpuGroup } from './lib/cpu-group.mjs'
import { prepareGame } from './lib/game.mjs'
import { requireNode } from './lib/node-version.mjs'
import { prepare } from './lib/prepare.mjs'
import { vitest } from './lib/results.mjs'
import { root } from './lib/root.mjs'

const usage = `npm run stress [suite|file…] [-- options]
  suites: unit, programs, server, web, web-isolated, attack, game, e2e; a file, or a part of its path, runs in each suite it is of
  --times=N        runs of each suite (1)
  --processors=N   at most so much of one; 0 bounds nothing (0.33)
  --seed=N         the order of the files, as a failed run printed it
  --tests          shuffles the tests within each file as well
  --cost           one file after the other, unbounded: the thirty dearest files in processor seconds`

const suites = ['unit', 'programs', 'server', 'web', 'web-isolated', 'attack', 'game', 'e2e']
const built = new Set(['attack', 'game', 'e2e'])

const parsed = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        times: { type: 'string', default: '1' },
        processors: { type: 'string', default: '0.33' },
        seed: { type: 'string' },
        tests: { type: 'boolean', default: false },
        cost: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`)
    process.exit(1)
  }
}
const { values, positionals } = parsed()
const [times, processors, seed] = [values.times, values.processors, values.seed ?? '1'].map(Number)
if (values.help || !(times >= 1) || !(processors >= 0) || !Number.isSafeInteger(seed)) {
  console.log(usage)
  process.exit(values.help ? 0 : 1)
}

requireNode()
// With the files that `npm test` leaves out.
process.env.TEST_SIZE ??= 'full'
const files = positionals.filter((word) => !suites.includes(word))
const named = suites.filter((suite) => positionals.includes(suite))
/** The suites whose folder a path begins with. @param {string} file */
const suitesOf = (file) => {
  const folder = /^tests\/(e2e|attack|game)\b/.exec(file)?.[1]
  if (folder !== undefined) return [folder]
  if (file.startsWith('src/web')) return ['web', 'web-isolated']
  if (/^(src\/server|tests\/site)\//.test(file)) return ['server']
  return [file.startsWith('integrations') || file.includes('.slow.') ? 'programs' : 'unit']
}
const chosen = named.length > 0 ? named : [...new Set(files.length > 0 ? files.flatMap(suitesOf) : suites)]
await prepare({ tools: true, built: chosen.some((suite) => built.has(suite)) })
if (chosen.includes('game') && !prepareGame()) process.exit(1)
const env = {
  CHROMIUM_PATH: headlessChromium() ?? '',
  WHOLE_CHROMIUM_PATH: chromium() ?? '',
}

const group = joinCpuGroup(values.cost || processors === 0 ? undefined : processors)
const costs = join(root, '.cache/results/cost.jsonl')
mkdirSync(dirname(costs), { recursive: true })
rmSync(costs, { force: true })

const more = (run) => [
  ...files,
  '--passWithNoTests',
  ...(values.cost
    ? ['--fileParallelism=false', '--reporter=./scripts/lib/cost-reporter.mjs']
    : [
        '--sequence.shuffle.files',
        ...(values.tests ? ['--sequence.shuffle.tests'] : []),
        `--sequence.seed=${run}`,
      ]),
]

/** @type {{ suite: string, seed: number, passed: number, failed: number }[]} */
const table = []
const failures = []
try {
  for (const suite of chosen)
    for (let time = 0; time < times; time += 1) {
      const run = values.seed === undefined ? 1 + Math.floor(Math.random() * 1e9) : seed
      console.log(`\n--- ${suite}, seed ${run}`)
      const {
        passed,
        failed,
        named: tests = [],
      } = vitest(`stress-${suite}`, [suite], {
        env: { ...env, COST_USAGE: group.usageFile, COST_OUTPUT: costs },
        more: more(run),
      })
      table.push({ suite, seed: run, passed, failed })
      failures.push(...tests.map((test) => `${suite}, seed ${run}: ${test}`))
    }
} finally {
  await group.leave()
}

console.log('\nsuite         seed        passed  failed')
for (const { suite, seed: run, passed, failed } of table)
  console.log(
    `${suite.padEnd(13)} ${String(run).padEnd(11)} ${String(passed).padStart(6)}  ${String(failed).padStart(6)}`,
  )
for (const failure of failures) console.log(failure)
if (values.cost && existsSync(costs)) {
  const lines = readFileSync(costs, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const sum = lines.reduce((total, { seconds }) => total + seconds, 0)
  console.log(`\nprocessor seconds: ${sum.toFixed(0)} of ${lines.length} files; the dearest:`)
  for (const { file, seconds } of lines.sort((a, b) => b.seconds - a.seconds).slice(0, 30))
    console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`)
}
if (table.some(({ failed }) => failed > 0)) process.exitCode = 1
