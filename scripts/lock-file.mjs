// A lock file must serve any registry and any platform: it names no host, and it lists the packages of other
// platforms, without which `npm ci` refuses it. A registry that lacks some of those makes npm leave them out;
// `node scripts/lock-file.mjs --complete` puts them back.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/root.mjs'

/** What `npm test` installs. */
const files = [
  'package-lock.json',
  'tests/game/package-lock.json',
  'integrations/import/package-lock.json',
  'integrations/serenity/package-lock.json',
]

/** Where Node would find a package from another one. @param {string} from @param {string} name */
const find = (packages, from, name) => {
  for (let base = from; ; base = base.slice(0, Math.max(base.lastIndexOf('/node_modules/'), 0))) {
    const path = `${base ? `${base}/` : ''}node_modules/${name}`
    if (packages[path]) return path
    if (!base) return undefined
  }
}

const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** The platform as platform packages say it in their names. @param {{ name: string, version: string, dev?: boolean }} of */
const entryOf = ({ name, version, dev }) => {
  const words = name.split(/[-/]/)
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  if (os.length + cpu.length === 0) throw new Error(`${name} is no package of a platform: run npm install`)
  const libc = name.endsWith('musl')
    ? ['musl']
    : os[0] === 'linux' && /gnu\w*$/.test(name)
      ? ['glibc']
      : undefined
  const platform = { ...(os.length && { os }), ...(cpu.length && { cpu }), ...(libc && { libc }) }
  return { version: version.replace(/^[~^]/, ''), ...(dev && { dev }), optional: true, ...platform }
}

/** @param {string} name of the file below the checkout @returns {string[]} what is wrong with it */
const problemsIn = (name) => {
  const file = join(root, name)
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const { packages } = lock
  const missing = Object.entries(packages).flatMap(([from, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .map(([name, version]) => ({ from, name, version, found: find(packages, from, name), dev: entry.dev }))
      .filter(({ version, found }) => !found || (/^\d/.test(version) && packages[found].version !== version)),
  )
  if (process.argv.includes('--complete')) {
    for (const one of missing)
      packages[`${one.found ? `${one.from}/` : ''}node_modules/${one.name}`] = entryOf(one)
    lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
    missing.length = 0
  }
  const bound = Object.keys(packages).filter((path) => /^https?:/.test(packages[path].resolved ?? ''))
  return [
    ...missing.map(({ from, name: lacking }) => `${name} lacks ${lacking}, an optional package of ${from}`),
    ...(bound.length > 0 ? [`${name} names a registry for ${bound.length} packages`] : []),
  ]
}

const problems = files.flatMap(problemsIn)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
