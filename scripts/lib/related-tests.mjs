import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from './root.mjs'

const isSource = /\.(?:tsx?|mjs|cjs)$/
const isTest = /\.test\.(?:tsx?|mjs)$/
/** Imports, and files that are replaced or run by their address. They have their extension. */
const relative = /(?:\bfrom|\bimport|\bimport\(|\bmock\(|\bURL\()\s*['"](\.{1,2}\/[^'"]+)['"]/g

/** The lists of all domains, and what starts a whole app: through them nearly every test depends on every file. */
const isHub = (file) =>
  /^src\/(?:contract\/endpoints|server\/domains|web\/routes|server\/testing\/.*)\.ts$/.test(file)

/** `src/server/domains/posts/`, where the tests call a whole app. @param {string} file */
const domainOf = (file) => /^src\/server\/(?:domains\/)?[\w-]+\//.exec(file)?.[0]

/**
 * Returns the test files that import one of some files, directly or not, but not only through the list of all domains or
 * a test's whole app; those of the same domain of the server; and, where a list of all domains names a changed file, those
 * that walk the list. `vitest --changed` takes most of a minute to find that
 * nearly all tests depend on a file of the server.
 * @param {readonly string[]} changed paths below the checkout
 * @param {ReadonlyMap<string, string>} [sources] of all files, by their paths
 */
export const relatedTests = (changed, sources = allSources()) => {
  /** Who imports a file. @type {Map<string, string[]>} */
  const importers = new Map()
  for (const [file, text] of sources)
    for (const [, imported = ''] of text.matchAll(relative)) {
      const path = posix.join(posix.dirname(file), imported)
      importers.set(path, [...(importers.get(path) ?? []), file])
    }
  const related = new Set(changed)
  for (const list of changed.flatMap((file) => importers.get(file) ?? []).filter(isHub))
    for (const importer of importers.get(list) ?? []) if (isTest.test(importer)) related.add(importer)
  for (const file of related)
    if (changed.includes(file) || !isHub(file))
      for (const importer of importers.get(file) ?? []) related.add(importer)
  const domains = changed.flatMap((file) => domainOf(file) ?? [])
  return [...sources.keys()].filter(
    (file) => isTest.test(file) && (related.has(file) || domains.some((domain) => file.startsWith(domain))),
  )
}

const allSources = () => {
  const list = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  const files = list.split('\n').filter((file) => isSource.test(file))
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}
