import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { type Location, pgdataOf } from './location.ts'
import { commandLine, isAlive, minimalEnvironment, signal } from './process.ts'

export interface Postmaster {
  readonly pid: number
  readonly socketDir: string
}

const pidFile = (home: string): string => join(pgdataOf(home), 'postmaster.pid')

/** Reads without checking first, because a stopping server may remove its files at any time. */
const readIfThere = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const readPidFile = (home: string): string[] | undefined =>
  readIfThere(pidFile(home))?.toString('utf8').split('\n')

/** Larger than any process id; PostgreSQL still finds surviving workers by the rest of the file. */
const nobodysPid = '2147483646'

/**
 * Returns the running server of this data. After a crash or in a new container the recorded process id may belong to
 * another program; it is then removed, because PostgreSQL would refuse to start.
 */
export const findPostmaster = (home: string): Postmaster | undefined => {
  const lines = readPidFile(home)
  const pid = Number(lines?.[0])
  if (!lines || !Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined
  if (commandLine(pid).includes(pgdataOf(home))) return { pid, socketDir: lines[4] ?? '' }
  writeFileSync(pidFile(home), [nobodysPid, ...lines.slice(1)].join('\n'))
  return undefined
}

/** A socket path has at most about 104 bytes; PostgreSQL appends its file name. */
const longestDirectory = 100 - '/.s.PGSQL.5432'.length

const prepareSocketDir = ({ home, account }: Location): string => {
  const near = join(home, 'socket')
  const name = createHash('sha256').update(home).digest('hex').slice(0, 12)
  const directory = Buffer.byteLength(near) <= longestDirectory ? near : join('/tmp', `vulx-${name}`)
  if (!existsSync(directory)) {
    mkdirSync(directory, { mode: 0o700 })
    if (account) chownSync(directory, account.uid, account.gid)
  }
  const stat = lstatSync(directory)
  const owner = account?.uid ?? process.getuid?.()
  // Another user could have created the directory under /tmp, and would control the socket.
  if (!stat.isDirectory() || stat.uid !== owner)
    throw new Error(`${directory} belongs to another user: remove it.`)
  chmodSync(directory, 0o700)
  return directory
}

const logFile = (home: string): string => join(home, 'postgres.log')

const openLog = (home: string): number => {
  const path = logFile(home)
  const tooLong = existsSync(path) && statSync(path).size > 1_000_000
  return openSync(path, tooLong ? 'w' : 'a', 0o600)
}

const settings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '80',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Clients receive the errors; logging them would only repeat members' data.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  jit: 'off',
}

/** Output of the server since its start; the log may be removed in the meantime. */
const lastWords = (home: string, from: number): string => {
  const log = readIfThere(logFile(home))
  if (log === undefined) return 'its files were removed'
  return log.subarray(from).toString('utf8').trim() || 'it ended at once'
}

export interface StartedPostmaster {
  readonly pid: number | undefined
  /** PostgreSQL's output after it has exited. */
  readonly failure: () => string | undefined
}

/** Starts the server in its own session, so that Ctrl-C does not reach it. */
export const startPostmaster = (
  location: Location,
  binaries: Binaries,
  overrides: Readonly<Record<string, string>>,
): StartedPostmaster => {
  const { home, account } = location
  const all = { ...settings, unix_socket_directories: prepareSocketDir(location), ...overrides }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openLog(home)
  const from = fstatSync(log).size
  let failure: string | undefined
  const child = spawn(binaries.postgres, ['-D', pgdataOf(home), ...args], {
    ...account,
    cwd: home,
    env: minimalEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.on('exit', () => {
    failure ??= lastWords(home, from)
  })
  child.on('error', (error) => {
    failure = error.message
  })
  child.unref()
  return { pid: child.pid, failure: () => failure }
}

/** The server's process id, even before it has written its pid file. */
const runningPid = (home: string, started: StartedPostmaster | undefined): number | undefined =>
  findPostmaster(home)?.pid ?? (started?.failure() === undefined ? started?.pid : undefined)

/** A process that ends leaves its database running. The message says what to do. */
export class LeftBehindError extends Error {}

/**
 * How the server is asked to end, and for how long each request may take: with a checkpoint, at once with a recovery at
 * the next start (it kills its own workers after 5 s), and by the kernel.
 */
const requests = [
  { name: 'SIGINT', waitMs: 10_000 },
  { name: 'SIGQUIT', waitMs: 8_000 },
  { name: 'SIGKILL', waitMs: 10_000 },
] as const

interface Stopping {
  /** The server that this process started. */
  readonly started?: StartedPostmaster | undefined
  /** Leaves no time for a checkpoint. */
  readonly hurry?: AbortSignal | undefined
}

/** Stops the server, the harder the longer it takes. @throws LeftBehindError when it outlives all of that */
export const stopPostmaster = async (home: string, { started, hurry }: Stopping = {}): Promise<void> => {
  for (const { name, waitMs } of requests) {
    const isPatient = name === 'SIGINT'
    if (isPatient && hurry?.aborted) continue
    const pid = runningPid(home, started)
    if (pid === undefined) return
    signal(pid, name)
    const end = Date.now() + waitMs
    while (Date.now() < end && !(isPatient && hurry?.aborted)) {
      if (runningPid(home, started) === undefined) return
      await sleep(20)
    }
  }
  const pid = runningPid(home, started)
  if (pid !== undefined)
    throw new LeftBehindError(`PostgreSQL (process ${pid}) did not stop: end it with kill -9 ${pid}.`)
}
