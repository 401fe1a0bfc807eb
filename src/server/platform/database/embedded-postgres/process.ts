import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Inherits nothing: PGDATA or PGPORT in the operator's environment would select another server. */
export const minimalEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Ignores a process that has already exited. */
export const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

/** Returns the command line of a process; empty when it is gone, a zombie or hidden. */
export const commandLine = (pid: number): string => {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
