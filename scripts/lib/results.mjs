import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './root.mjs'
import { run } from './run.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number, failures?: readonly string[] }} Counts */

/** @typedef {{ name: string, status: string, message?: string, assertionResults: readonly Assertion[] }} FileResult */
/** @typedef {{ fullName: string, status: string, failureMessages?: readonly string[] }} Assertion */

/**
 * A few lines for each failure, to be read at the end of a long log: the file, the test and how its message begins.
 * @param {{ testResults: readonly FileResult[] }} report Vitest's
 */
export const failuresIn = ({ testResults }) =>
  testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0) return message ? [`${file}: ${begin(message)}`] : []
    return failed.map(
      ({ fullName, failureMessages = [] }) => `${file}: ${fullName}\n${begin(failureMessages.join('\n'))}`,
    )
  })

/** @param {string} message */
const begin = (message) => message.split('\n').slice(0, 12).join('\n')

/** @param {boolean} ok @returns {Counts} */
export const one = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 })

/** @param {Counts[]} all @returns {Counts} */
export const sum = (all) =>
  all.reduce((total, next) => ({
    passed: total.passed + next.passed,
    failed: total.failed + next.failed,
    skipped: total.skipped + next.skipped,
    failures: [...(total.failures ?? []), ...(next.failures ?? [])],
  }))

/**
 * Runs Vitest projects and counts; a run that fails without a failing test (a file that does not load, an error nobody
 * caught) counts as one.
 * @param {string} name of the result file
 * @param {readonly string[]} projects
 * @param {RunOptions} [options]
 * @returns {Counts}
 */
export const vitest = (name, projects, options = {}) => runOnce(name, projects, [], options)

/**
 * The same for tests that wait for databases, browsers and clocks, which a shared machine stalls now and then: what
 * failed is run once more, one file at a time. A test counts as failed when it fails both times; one that passes the
 * second time is named at the end, and deserves a look. What was found with inputs chosen at random is not run again:
 * it would not be tried again.
 * @param {string} name @param {readonly string[]} projects @param {RunOptions} [options]
 * @returns {Counts}
 */
export const vitestTwice = (name, projects, options = {}) => {
  const first = runOnce(name, projects, [], options)
  if (first.failed === 0 || first.failures.some(isFoundAtRandom)) return first
  console.log(`\n${first.failures.join('\n')}\nOnce more, alone:`)
  const again = [...first.files, '--maxWorkers=1']
  return afterBoth(first, runOnce(`${name}-again`, projects, again, options))
}

/** As fast-check begins its messages. @param {string} failure */
export const isFoundAtRandom = (failure) => failure.includes('Property failed after')

/**
 * @param {Run} first
 * @param {Run} second of the files that failed, or of all when none was named
 * @returns {Counts}
 */
export const afterBoth = (first, second) => {
  const mended = Math.max(0, first.failed - second.failed)
  return {
    passed: first.passed + mended,
    failed: second.failed,
    skipped: first.skipped,
    failures:
      second.failed > 0 ? second.failures : first.failures.map((text) => `Passed when repeated: ${text}`),
  }
}

/** @typedef {Counts & { failures: readonly string[], files: readonly string[] }} Run */
/** @typedef {{ node?: string, env?: Record<string, string> }} RunOptions another Node, other variables */

/**
 * @param {string} name @param {readonly string[]} projects
 * @param {readonly string[]} files all when none is named; and Vitest's options
 * @param {RunOptions} options
 * @returns {Run}
 */
const runOnce = (name, projects, files, { node = process.execPath, env = {} }) => {
  const output = join(root, `.cache/results/${name}.json`)
  mkdirSync(dirname(output), { recursive: true })
  rmSync(output, { force: true })
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...files,
    ...projects.flatMap((project) => ['--project', project]),
  ]
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${output}`)
  // Vitest's own name for the mode: a NODE_ENV of the operator's would test another React.
  const code = run(node, args, { env: { NODE_ENV: 'test', ...env } })
  if (!existsSync(output)) return { ...one(false), failures: [`${name}: Vitest wrote no results`], files: [] }
  const report = JSON.parse(readFileSync(output, 'utf8'))
  const failures = failuresIn(report)
  const isUncaught = code !== 0 && failures.length === 0
  return {
    passed: report.numPassedTests,
    failed: isUncaught ? 1 : Math.max(report.numFailedTests, failures.length),
    skipped: report.numPendingTests + report.numTodoTests,
    failures: isUncaught ? [`${name}: an error outside of tests, printed above`] : failures,
    files: filesThatFailed(report),
  }
}

/** @param {{ testResults: readonly FileResult[] }} report */
const filesThatFailed = ({ testResults }) =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name))
