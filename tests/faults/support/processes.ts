import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** A line of /proc, or nothing where the process has just ended. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return ''
    throw error
  }
}

const parentOf = (pid: number) => Number(/\) \S (\d+)/.exec(readIfThere(`/proc/${pid}/stat`))?.[1])

/** The process and its children, the parent first. */
export const familyOf = (pid: number): number[] => [
  pid,
  ...readdirSync('/proc')
    .map(Number)
    .filter((one) => one > 0 && parentOf(one) === pid),
]

/** Sends a signal to a process that may have ended by itself. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export const isRunning = (pid: number): boolean => {
  const state = /\) (\S)/.exec(readIfThere(`/proc/${pid}/stat`))?.[1]
  return state !== undefined && state !== 'Z'
}

/** Waits until `done` answers true; returns the milliseconds, or undefined when it never did. */
export async function waitFor(
  done: () => boolean | Promise<boolean>,
  maxMs: number,
  everyMs = 50,
): Promise<number | undefined> {
  const begun = performance.now()
  for (;;) {
    if (await done()) return performance.now() - begun
    if (performance.now() - begun > maxMs) return undefined
    await pause(everyMs)
  }
}

/** Megabytes that the process occupies now. */
export const memoryOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0) / 1024)
