// The weight of src, as the releases are compared: without tests, their support and generated files.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from './lib/root.mjs'

const paths = execFileSync('git', ['ls-files', 'src'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/testing\/|\/schema\.ts$/.test(path))
const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))

/** Importing files of each `path#name`. @type {Map<string, Set<string>>} */
const importers = new Map()
for (const [path, text] of texts) {
  for (const [, names = '', from = ''] of text.matchAll(
    /(?:import|export)[^'"]*?\{([^}]*)\} from '(\.[^']+)'/g,
  )) {
    for (const part of names.split(',')) {
      const name =
        part
          .trim()
          .replace(/^type /, '')
          .split(' as ')[0] ?? ''
      const key = `${normalize(join(dirname(path), from))}#${name}`
      importers.set(key, (importers.get(key) ?? new Set()).add(path))
    }
  }
}

const exported = [...texts].flatMap(([path, text]) =>
  [...text.matchAll(/^export (?:abstract |async )?(?:const|function\*?|class|interface|type) (\w+)/gm)].map(
    ([, name]) => `${path}#${name}`,
  ),
)
const oneImporter = exported.filter((key) => importers.get(key)?.size === 1)

/** @param {(path: string) => boolean} belongs */
const row = (belongs) => {
  const files = paths.filter(belongs)
  const lines = files.reduce((sum, path) => sum + (texts.get(path)?.split('\n').length ?? 1) - 1, 0)
  const below = (/** @type {string} */ key) => belongs(key.split('#')[0] ?? '')
  return {
    lines,
    files: files.length,
    exports: exported.filter(below).length,
    'with one importer': oneImporter.filter(below).length,
  }
}
const parts = ['contract', 'server', 'web']
console.table({
  ...Object.fromEntries(parts.map((part) => [part, row((path) => path.startsWith(`src/${part}/`))])),
  all: row(() => true),
})
