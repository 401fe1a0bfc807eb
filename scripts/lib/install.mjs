import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { run, stage } from './run.mjs'

/** @param {string} path @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }>} */
const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages

/**
 * Compares the lock file with what npm noted when it last finished, no matter who called it. npm writes that note at the
 * very end, so an interrupted installation does not count.
 * @param {{ directory?: string, tools?: boolean }} [options] a directory below the checkout with a lock file of its own;
 *   tools: also what only tests and documents need
 */
export const isInstalled = ({ directory = '', tools = true } = {}) => {
  const note = join(root, directory, 'node_modules/.package-lock.json')
  if (!existsSync(note)) return false
  const present = packagesOf(note)
  return Object.entries(packagesOf(join(root, directory, 'package-lock.json'))).every(
    ([path, { version, optional, dev, devOptional }]) =>
      path === '' || optional || (!tools && (dev || devOptional)) || present[path]?.version === version,
  )
}

/** npm's line of success, and what it says about packages that others depend on. */
const notOurs = /^(?:added \d+ packages.*|npm warn deprecated .*)?$/

/** @param {{ quiet: boolean, tools: boolean }} options */
export const install = ({ quiet, tools }) => {
  // Whatever NODE_ENV and npm's configuration say.
  const kinds = [tools ? '--include=dev' : '--omit=dev', '--include=optional']
  const words = ['ci', ...kinds, '--no-audit', '--no-fund']
  const code = stage('Installing packages', () => run('npm', words, { quiet, without: notOurs }))
  if (code === 0) return
  const why =
    code === 127 ? 'npm was not found: install it with Node' : 'npm ci failed (its own words are above)'
  console.error(`The packages could not be installed: ${why}.`)
  process.exit(1)
}
