import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @param {string} directory */
const digestOf = (directory) => {
  const hash = createHash('sha256')
  for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.sql')) continue
    const text = readFileSync(join(directory, file), 'utf8').replaceAll('\r\n', '\n')
    hash.update(`${file.replaceAll('\\', '/')}\n${text}`)
  }
  return hash.digest('hex')
}

/**
 * Returns what `revision.json` must be: unchanged where its digest is that of the files, else with the next revision. In
 * a merge conflict it is above both.
 * @param {string} directory
 */
export const revisionText = (directory) => {
  const file = join(directory, 'revision.json')
  const old = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const digest = digestOf(directory)
  const revisions = [...old.matchAll(/"revision": (\d+)/g)].map(([, number]) => Number(number))
  const textOf = (/** @type {number} */ revision) => `${JSON.stringify({ revision, digest }, null, 2)}\n`
  const newest = Math.max(0, ...revisions)
  return old.replaceAll('\r\n', '\n') === textOf(newest) ? old : textOf(newest + 1)
}
