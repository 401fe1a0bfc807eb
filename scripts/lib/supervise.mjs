import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { stopWithParent } from './parent.mjs'
import { root } from './root.mjs'

/** @param {string} file @returns {string} empty where the process has ended or belongs to somebody else */
const readProcessFile = (file) => {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

const memory = '/dev/shm'
const minMemoryBytes = 4 * 2 ** 30

/**
 * Where temporary files of tests go: memory, where there is enough. Each test file has a database of 1,100 files, and ext4
 * without a journal takes a millisecond for each new file while many were deleted a minute ago (`recently_deleted` in
 * fs/ext4/ialloc.c): creating a database took 1.3 s of a processor instead of 0.1 s.
 */
const temporaryParent = () => {
  if (process.platform !== 'linux' || !existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= minMemoryBytes ? memory : tmpdir()
}

/**
 * Returns the other processes that name a directory in their environment or command line. PostgreSQL is started with an
 * empty environment, but has its data directory on the command line.
 * @param {string} directory
 */
const processesOf = (directory) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) =>
      ['cmdline', 'environ'].some((file) =>
        readProcessFile(`/proc/${pid}/${file}`).includes(basename(directory)),
      ),
    )
    .map(Number)

/** A second signal ends a site at once, and SIGINT is PostgreSQL's fast shutdown. @type {[NodeJS.Signals, number][]} */
const signals = [
  ['SIGTERM', 1_200],
  ['SIGINT', 1_200],
  ['SIGKILL', 1_200],
]

/** @param {string} directory @returns {Promise<string[]>} command lines of what had to be ended */
const endProcesses = async (directory) => {
  const ended = processesOf(directory).map((pid) =>
    readProcessFile(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim(),
  )
  for (const [signal, ms] of signals) {
    for (const pid of processesOf(directory)) {
      try {
        process.kill(pid, signal)
      } catch (error) {
        if (error.code !== 'ESRCH') throw error
      }
    }
    for (const until = Date.now() + ms; processesOf(directory).length > 0 && Date.now() < until; )
      await pause(50)
  }
  return ended.filter(Boolean)
}

/** Cgroups that tests name after the directory (tests/e2e/support/memory.ts). @param {string} directory */
const removeGroups = (directory) => {
  for (const parent of ['/sys/fs/cgroup', '/sys/fs/cgroup/memory'])
    if (existsSync(parent))
      for (const name of readdirSync(parent))
        if (name.startsWith(basename(directory))) rmdirSync(join(parent, name))
}

/**
 * Runs a Node program whose temporary files lie in a directory of their own. Once it has ended, or when this process
 * gets SIGINT, SIGTERM or SIGHUP, or npm above it has gone, ends whatever it started and is left, and removes the
 * directory.
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code; 128 and the number of the signal that ended it or this process
 */
export const supervise = async (args) => {
  const directory = mkdtempSync(join(temporaryParent(), 'vulx-test-'))
  // The unprivileged user that runs PostgreSQL enters it.
  chmodSync(directory, 0o755)
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, TMPDIR: directory, TEST_POSTGRES: join(directory, 'server') },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  stopWithParent()
  /** @type {NodeJS.Signals | null} */
  const signal = await new Promise((resolve, reject) => {
    for (const name of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
      process.on(name, () => resolve(name))
    child.once('exit', (_, ending) => resolve(ending))
    child.once('error', reject)
  })
  if (child.exitCode === null) console.error(`\n${signal}: ending what the tests started`)
  const left = await endProcesses(directory)
  if (child.exitCode !== null && left.length > 0)
    console.error(`Still running after the tests, and ended:\n${left.join('\n')}`)
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  removeGroups(directory)
  return signal === null ? (child.exitCode ?? 1) : 128 + constants.signals[signal]
}
