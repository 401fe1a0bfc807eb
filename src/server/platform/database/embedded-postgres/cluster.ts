import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../../logs/logger.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { clusterOf, type Location, pgdataOf } from './location.ts'
import { isAlive, minimalEnvironment, signal } from './process.ts'

/** Passwords of the three roles, created before the first start in a file with mode 0600. */
export interface Passwords {
  readonly superuser: string
  readonly owner: string
  readonly app: string
}

interface Run {
  readonly account: Account | undefined
  readonly cwd: string
  /** Kills the program and all that it started. */
  readonly stop?: AbortSignal | undefined
}

/** Runs initdb in a process group of its own: Ctrl-C in a terminal reaches this process only, which then ends it. */
const run = (program: string, args: string[], { account, cwd, stop }: Run): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...account,
      cwd,
      env: minimalEnvironment,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const kill = () => child.pid !== undefined && signal(-child.pid, 'SIGKILL')
    stop?.addEventListener('abort', kill, { once: true })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      stop?.removeEventListener('abort', kill)
      if (code === 0) resolve()
      else
        reject(stop?.aborted ? stop.reason : new Error(`initdb failed (${signal ?? code}): ${errors.trim()}`))
    })
  })

const giveTo = (path: string, account: Account | undefined): void => {
  if (account) chownSync(path, account.uid, account.gid)
}

const unfinishedName = /^cluster-(\d+)\.tmp$/

const deadlineMs = 60_000

/**
 * Removes a directory, also while an initdb without its parent keeps writing there for some seconds. Another process
 * may be removing it too: Node 24 then returns before everything is gone.
 */
export const removeDirectory = async (path: string): Promise<void> => {
  const end = Date.now() + deadlineMs
  for (;;) {
    try {
      rmSync(path, { recursive: true, force: true })
      if (!existsSync(path)) return
      if (Date.now() > end) throw new Error(`${path} cannot be removed: another process writes there.`)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || Date.now() > end) throw error
    }
    await sleep(50)
  }
}

/** Removes leftovers of interrupted first starts. */
const removeUnfinished = async (home: string): Promise<void> => {
  for (const name of readdirSync(home)) {
    const pid = unfinishedName.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await removeDirectory(join(home, name))
  }
}

/**
 * Creates the cluster on the first start, in a temporary directory that is renamed at the end, so that an interrupted
 * start leaves nothing that looks complete.
 */
export const ensureCluster = async (
  { home, account }: Location,
  binaries: Binaries,
  log: Pick<Logger, 'info'>,
  stop?: AbortSignal,
): Promise<void> => {
  stop?.throwIfAborted()
  if (existsSync(clusterOf(home))) return
  log.info('First start: creating the database')
  await removeUnfinished(home)
  const unfinished = join(home, `cluster-${process.pid}.tmp`)
  await removeDirectory(unfinished)
  const data = join(unfinished, 'data')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  if (account) chmodSync(unfinished, 0o755)
  giveTo(data, account)

  const secret = () => randomBytes(24).toString('base64url')
  const passwords: Passwords = { superuser: secret(), owner: secret(), app: secret() }
  const passwordFile = join(unfinished, 'initial')
  writeFileSync(passwordFile, passwords.superuser, { mode: 0o600 })
  giveTo(passwordFile, account)
  const args = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8']
  // PostgreSQL's built-in Unicode rules are equal on every machine, independent of system locales.
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C')
  try {
    await run(binaries.initdb, args, { account, cwd: home, stop })
    stop?.throwIfAborted()
    rmSync(passwordFile)
    writeFileSync(join(unfinished, 'passwords.json'), JSON.stringify(passwords), { mode: 0o600, flush: true })
    renameSync(unfinished, clusterOf(home))
  } catch (error) {
    await removeDirectory(unfinished)
    stop?.throwIfAborted()
    // A concurrent first start finished earlier; its cluster is used.
    if (!existsSync(clusterOf(home))) throw error
  }
}

export const readPasswords = (home: string): Passwords => {
  const file = join(clusterOf(home), 'passwords.json')
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Passwords
  } catch (cause) {
    throw new Error(`Cannot read ${file}: run the site as the user who made it.`, { cause })
  }
}

/** Rejects data of another major version with a clear message. */
export const checkVersion = (home: string): void => {
  const version = readFileSync(join(pgdataOf(home), 'PG_VERSION'), 'utf8').trim()
  if (version !== '18')
    throw new Error(
      `The database in ${home} was made by PostgreSQL ${version}, this release brings 18: take a backup with the older release and restore it here.`,
    )
}
