import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './root.mjs'
import { run } from './run.mjs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number, named?: string[], slowest?: SlowFile[] }} Counts
 *   `named`: what did not pass, each with the command that repeats it
 * @typedef {{ file: string, ms: number }} SlowFile
 */

/** @param {boolean} ok @returns {Counts} */
export const one = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 })

/** @param {Counts[]} all */
export const sum = (all) => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
  skipped: all.reduce((total, { skipped }) => total + skipped, 0),
})

/** Minutes and seconds, as `4:07`. @param {number} ms */
export const durationOf = (ms) => {
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** For a shell of POSIX. @param {string} word */
const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

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
  const program = 'node_modules/vitest/vitest.mjs'
  const args = [
    ...[program, 'run', '--allowOnly=false'],
    ...projects.flatMap((project) => ['--project', project]),
    ...exclude.flatMap((files) => ['--exclude', files]),
    ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
    ...[`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${output}`],
    ...more,
  ]
  // The mode that Vitest sets itself: an operator's NODE_ENV would test another build of React.
  const code = run(node, args, { env: { NODE_ENV: 'test', ...env } })
  // Vitest was interrupted, so this run is.
  if (code > 128) process.exit(code)
  if (!existsSync(output)) return one(false)
  const { TEST_SIZE, TEST_SEED } = process.env
  const words = [
    ...Object.entries({
      ...(TEST_SIZE && { TEST_SIZE }),
      ...(TEST_SIZE === 'sample' && { TEST_SEED }),
      ...env,
    }).map(([key, value]) => `${key}=${quoted(value)}`),
    ...(node === process.execPath ? ['npx vitest'] : [quoted(relative(root, node)), program]),
    'run',
  ]
  return countsIn(JSON.parse(readFileSync(output, 'utf8')), code, words.join(' '))
}

/**
 * Counts a report of Vitest's JSON reporter. A file that does not load, and a run that failed without a failed test (an
 * unhandled rejection), count as failures.
 * @param {Report} report @param {number} code exit code of the run @param {string} command that runs a file named after it
 * @returns {Counts}
 *
 * @typedef {{ name: string, status: string, message: string, startTime: number, endTime: number,
 *   assertionResults: { fullName: string, status: string }[] }} FileResult
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: FileResult[] }} Report
 */
export const countsIn = (report, code, command = 'npx vitest run') => {
  const files = report.testResults.map((result) => ({ ...result, file: relative(root, result.name) }))
  const unloaded = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = report.numFailedTests + unloaded.length
  return {
    passed: report.numPassedTests,
    failed: code === 0 ? failed : Math.max(1, failed),
    skipped: report.numPendingTests + report.numTodoTests,
    named: [
      ...unloaded.map(({ file, message }) => `failed: ${file}: ${message}\n  ${command} ${file}`),
      ...files.flatMap(({ file, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status !== 'passed')
          .map(({ fullName, status }) => {
            const pattern = `^${fullName.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
            return `${status}: ${file}: ${fullName}\n  ${command} ${file} -t ${quoted(pattern)}`
          }),
      ),
    ],
    slowest: files
      .map(({ file, startTime, endTime }) => ({ file, ms: endTime - startTime }))
      .sort((a, b) => b.ms - a.ms)
      .slice(0, 10),
  }
}
