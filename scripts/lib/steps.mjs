import { one, sum, vitestTwice } from './results.mjs'
import { run, runTool } from './run.mjs'

/** @typedef {{ name: string, work: () => import('./results.mjs').Counts }} Step */

/** @param {string} name @param {string} file @param {...string} args @returns {Step} */
const tool = (name, file, ...args) => ({ name, work: () => one(runTool(file, args) === 0) })

/** @param {string} name @param {string} file @param {...string} args @returns {Step} */
const script = (name, file, ...args) => ({
  name,
  work: () => one(run(process.execPath, [`scripts/${file}`, ...args]) === 0),
})

/** The fast part, in the order in which mistakes are cheapest to learn. @type {Step[]} */
export const checks = [
  tool('format and lint', '@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  tool('route types', '@react-router/dev/bin.js', 'typegen'),
  tool('types: contract', 'typescript/bin/tsc', '-p', 'tsconfig.contract.json'),
  tool('types: server', 'typescript/bin/tsc', '-p', 'tsconfig.server.json'),
  tool('types: web', 'typescript/bin/tsc', '-p', 'tsconfig.web.json'),
  script('boundaries', 'boundaries.mjs'),
  script('lock file', 'lock-file.mjs'),
  script('schema types', 'generate-schema.mjs', '--check'),
  tool('unused files and packages', 'knip/bin/knip.js'),
  { name: 'unit, server and web tests', work: () => vitestTwice('check', ['unit', 'server', 'web']) },
  script('checklist', 'checklist.mjs'),
]

/**
 * Runs every step, also after a failure, and says which failed.
 * @param {Step[]} steps
 */
export const runSteps = (steps) => {
  const results = steps.map(({ name, work }) => {
    console.log(`\n--- ${name}`)
    const begun = Date.now()
    const counts = work()
    console.log(
      `--- ${name}: ${counts.failed ? 'FAILED' : 'ok'} (${((Date.now() - begun) / 1000).toFixed(1)} s)`,
    )
    return { name, counts }
  })
  const failed = results.filter(({ counts }) => counts.failed > 0).map(({ name }) => name)
  const total = sum(results.map(({ counts }) => counts))
  for (const failure of total.failures ?? []) console.log(`\n${failure}`)
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
  return total
}
