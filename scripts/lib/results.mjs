import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'
import { run } from './run.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @param {boolean} ok @returns {Counts} */
export const one = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 })

/** @param {Counts[]} all @returns {Counts} */
export const sum = (all) =>
  all.reduce((total, next) => ({
    passed: total.passed + next.passed,
    failed: total.failed + next.failed,
    skipped: total.skipped + next.skipped,
  }))

/**
 * Runs Vitest projects and counts; a run that fails without a failing test (a file that does not load) counts as one.
 * @param {string} name of the result file
 * @param {readonly string[]} projects
 * @param {{ node?: string, env?: Record<string, string> }} [options] another Node, other variables
 * @returns {Counts}
 */
export const vitest = (name, projects, { node = process.execPath, env = {} } = {}) => {
  const file = join(root, `.cache/results/${name}.json`)
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { force: true })
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
  ]
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${file}`)
  // Vitest's own name for the mode: a NODE_ENV of the operator's would test another React.
  const code = run(node, args, { env: { NODE_ENV: 'test', ...env } })
  if (!existsSync(file)) return one(false)
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  const failed = code !== 0 && numFailedTests === 0 ? 1 : numFailedTests
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests }
}
