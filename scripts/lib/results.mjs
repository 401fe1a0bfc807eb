import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './root.mjs'
import { run } from './run.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number, named?: string[] }} Counts `named`: what did not pass */

/** @param {boolean} ok @returns {Counts} */
export const one = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 })

/** @param {Counts[]} all */
export const sum = (all) => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
  skipped: all.reduce((total, { skipped }) => total + skipped, 0),
})

/**
 * Runs Vitest projects once and counts their tests.
 * @param {string} name of the result file below .cache/results
 * @param {readonly string[]} projects
 * @param {{ node?: string, env?: Record<string, string>, reporter?: string, exclude?: string[], workers?: number,
 *   more?: readonly string[] }} [options]
 *   another Node, other variables; `exclude`: files left out; `workers`: files at once, else as Vitest's config has it;
 *   `more`: further arguments of Vitest
 * @returns {Counts}
 */
export const vitest = (
  name,
  projects,
  { node = process.execPath, env = {}, reporter = 'default', exclude = [], workers, more = [] } = {},
) => {
  const output = join(root, `.cache/results/${name}.json`)
  mkdirSync(dirname(output), { recursive: true })
  rmSync(output, { force: true })
  const args = [
    ...['node_modules/vitest/vitest.mjs', 'run', '--allowOnly=false'],
    ...projects.flatMap((project) => ['--project', project]),
    ...exclude.flatMap((files) => ['--exclude', files]),
    ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
    ...[`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${output}`],
    ...more,
  ]
  // The mode that Vitest sets itself: an operator's NODE_ENV would test another build of React.
  const code = run(node, args, { env: { NODE_ENV: 'test', ...env } })
  return existsSync(output) ? countsIn(JSON.parse(readFileSync(output, 'utf8')), code) : one(false)
}

/**
 * Counts a report of Vitest's JSON reporter. A run that failed without a failed test (a file that does not load, an
 * unhandled rejection) counts as one failure.
 * @param {Report} report @param {number} code exit code of the run
 * @returns {Counts}
 *
 * @typedef {{ name: string, assertionResults: { fullName: string, status: string }[] }} FileResult
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: FileResult[] }} Report
 */
export const countsIn = (report, code) => ({
  passed: report.numPassedTests,
  failed: code === 0 ? report.numFailedTests : Math.max(1, report.numFailedTests),
  skipped: report.numPendingTests + report.numTodoTests,
  named: report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ fullName, status }) => `${status}: ${relative(root, name)}: ${fullName}`),
  ),
})
