import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'
import { requireNode } from './lib/node-version.mjs'
import { prepare } from './lib/prepare.mjs'
import { root } from './lib/root.mjs'

// `npm run attack` runs every set, `npm run attack fuzz login` those two; `-- --seed 7` repeats a run, `-- --short`
// asks for the few cases of `npm test`.
requireNode()
await prepare()
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, short: { type: 'boolean', default: false } },
})
const seed = Number(values.seed ?? randomInt(2 ** 31))
if (!Number.isSafeInteger(seed)) {
  console.error('--seed takes a whole number')
  process.exit(2)
}
const { module } = await runnerImport(`${root}/tests/attack/run.ts`, {
  root,
  configFile: false,
  logLevel: 'error',
})
const { runAll, setNames } = module
const unknown = positionals.filter((name) => !setNames.includes(name))
if (unknown.length > 0) {
  console.error(`There is no set ${unknown.join(', ')}: ${setNames.join(', ')}`)
  process.exit(2)
}

console.log(`seed ${seed}, ${values.short ? 'short' : 'long'} form`)
const results = []
await runAll({
  seed,
  isLong: !values.short,
  ...(positionals.length > 0 && { only: positionals }),
  onResult(tally, seconds) {
    const { set, tried, passed, figures, failures } = tally
    const result = { set, seed, tried, passed, seconds: Math.round(seconds * 10) / 10, figures, failures }
    results.push(result)
    console.log(JSON.stringify(result))
  },
})

const rows = results.map(({ set, tried, passed, seconds, figures }) => [
  set,
  tried.toLocaleString('en'),
  passed.toLocaleString('en'),
  seconds.toFixed(1),
  Object.entries(figures)
    .map(([name, figure]) => `${name}: ${figure}`)
    .join(' · '),
])
console.log('\n| set | cases | withstood | seconds | measured |\n|---|---|---|---|---|')
for (const row of rows) console.log(`| ${row.join(' | ')} |`)
const failed = results.filter(({ tried, passed }) => passed < tried)
for (const { set, failures } of failed)
  for (const { attack, why } of failures) console.log(`\nFAILED ${set}: ${attack}\n  ${why}`)
process.exitCode = failed.length > 0 ? 1 : 0
