import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { compressAssets } from './compress-assets.mjs'
import { root } from './root.mjs'
import { runTool, stage } from './run.mjs'

const marker = join(root, 'build/.sources')
const configs = [
  'package-lock.json',
  'react-router.config.ts',
  'scripts/lib/build.mjs',
  'scripts/lib/compress-assets.mjs',
  'scripts/lib/message-macros.mjs',
]

/** @param {string} directory @returns {string[]} */
const filesIn = (directory) =>
  readdirSync(join(root, directory), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${directory}/${entry.name}`
      if (entry.isDirectory()) return entry.name === 'testing' ? [] : filesIn(path)
      return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
    })

/** What Vite's configurations load: the TypeScript beside this file. */
const plugins = () => filesIn('scripts/lib').filter((file) => file.endsWith('.ts'))

/** Migrations, sql/ and content are read when the site runs: they do not count. */
const hashSources = () => {
  const hash = createHash('sha256')
  for (const file of [...configs, ...plugins(), ...filesIn('src')])
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

export const isBuilt = () =>
  ['build/app/main.js', 'build/app/cli.js', 'build/web/server/index.js'].every((file) =>
    existsSync(join(root, file)),
  ) &&
  existsSync(marker) &&
  readFileSync(marker, 'utf8') === hashSources()

/** What the last build wrote, below the checkout: files of earlier builds lie between (clearOldFiles). */
export const builtFiles = () => {
  const { mtimeMs: begun } = statSync(marker)
  return ['build/app', 'build/web']
    .flatMap((directory) => filesIn(directory))
    .filter((file) => statSync(join(root, file)).mtimeMs >= begun)
}

const outputs = ['build/app', 'build/web/client/assets', 'build/web/server/assets']
/** React Router hands Vite a deprecated option, three times. Nobody who builds can change that. */
const notOurs = /`envFile` option is deprecated|^$/

const aWeekMs = 7 * 24 * 60 * 60_000

/**
 * Files of earlier builds stay for a week: a site that is still running loads parts of itself late and was rendered
 * with their names, and so was the page in somebody's tab. A build writes all of its own again, so age tells them apart.
 */
const clearOldFiles = () => {
  for (const directory of outputs) {
    for (const name of readdirSync(join(root, directory))) {
      const file = join(root, directory, name)
      if (statSync(file).mtimeMs < Date.now() - aWeekMs) rmSync(file)
    }
  }
}

const assets = join(root, 'build/web/client/assets')
const beforeManifest = 'window.__reactRouterManifest='

/**
 * Browsers load the table of all routes. What each imports is for preloading links of React Router's, of which no page
 * has any, and for the server, which has a table of its own: two thirds of the file go.
 * @param {number} begun when this build began; tables of others are left as they are
 */
const leanManifest = (begun) => {
  for (const name of readdirSync(assets).filter((name) => /^manifest-\w+\.js$/.test(name))) {
    const file = join(assets, name)
    if (statSync(file).mtimeMs < begun) continue
    const text = readFileSync(file, 'utf8')
    if (!text.startsWith(beforeManifest)) throw new Error(`${name} is no table of routes`)
    const manifest = JSON.parse(text.slice(beforeManifest.length).replace(/;$/, ''))
    for (const route of Object.values(manifest.routes)) route.imports = []
    writeFileSync(file, `${beforeManifest}${JSON.stringify(manifest)};`)
  }
}

/** @param {{ quiet: boolean }} options */
export const build = ({ quiet }) => {
  const begun = Date.now()
  const sources = hashSources()
  rmSync(marker, { force: true })
  const options = { quiet, env: { NODE_ENV: 'production' }, without: notOurs }
  const web = stage('Building the pages', () =>
    runTool(
      '@react-router/dev/bin.js',
      ['build', '.', '--config', 'src/web/vite.config.ts', '--logLevel', 'warn'],
      options,
    ),
  )
  const server =
    web ||
    stage('Building the server', () =>
      runTool(
        'vite/bin/vite.js',
        ['build', '--config', 'src/server/vite.config.ts', '--logLevel', 'warn'],
        options,
      ),
    )
  if (web || server) {
    console.error('The site could not be built; the reason is above.')
    process.exit(1)
  }
  clearOldFiles()
  leanManifest(begun)
  stage('Compressing files for browsers', () => {
    compressAssets(assets)
    return 0
  })
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(marker, sources)
  // Its time is when the build began, for builtFiles.
  utimesSync(marker, begun / 1000, begun / 1000)
}
