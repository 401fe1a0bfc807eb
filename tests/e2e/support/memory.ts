import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const megabyte = 1024 * 1024

/** One figure of a process in MB. @throws where the system does not report it: a promise about memory is never skipped */
function statusOf(pid: number, name: 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
  if (kilobytes === undefined)
    throw new Error(`/proc/${pid}/status has no ${name}: memory cannot be measured here`)
  return Number(kilobytes) / 1024
}

export const residentMb = (pid: number): number => statusOf(pid, 'VmRSS')

/** What the children of a process hold for themselves, in MB; a program's own text is shared with its parent. */
function childrenMb(pid: number): number {
  let sum = 0
  for (const child of readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')) {
    if (child === '') continue
    try {
      const status = readFileSync(`/proc/${child}/status`, 'utf8')
      // What decodes calls itself node; the database is another promise.
      if (/^Name:\s+(?:node|MainThread)/m.test(status))
        sum += Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
    } catch (error) {
      // It has ended meanwhile.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
  return sum
}

/** Runs `work` and returns the most memory that the process and what it starts held meanwhile, in MB. */
export async function peakMbDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, statusOf(pid, 'VmRSS') + childrenMb(pid))
  }
  look()
  const watching = setInterval(look, 2)
  try {
    await work()
  } finally {
    clearInterval(watching)
  }
  return peak
}

/** Where memory cgroups live: of version 1, else of version 2. */
const roots = [
  {
    dir: '/sys/fs/cgroup/memory',
    limit: 'memory.limit_in_bytes',
    withSwap: 'memory.memsw.limit_in_bytes',
    kills: 'memory.oom_control',
  },
  { dir: '/sys/fs/cgroup', limit: 'memory.max', swap: 'memory.swap.max', kills: 'memory.events' },
] as const

/** @throws where a process stays in it for as long as a test waits */
async function removeGroup(path: string): Promise<void> {
  for (const until = Date.now() + 180_000; ; await pause(20)) {
    try {
      rmdirSync(path)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY' || Date.now() > until) throw error
    }
  }
}

export interface MemoryGroup {
  /** Moves a process in; its children follow. */
  add(pid: number): void
  limit(mb: number): void
  /** Processes that were killed for want of memory. */
  kills(): number
  /** Waits for the last process in it, which may still be dying when whoever started it has ended. */
  remove(): Promise<void>
}

/**
 * A memory cgroup of its own, without swap. An interrupted run finds it by its name (scripts/lib/supervise.mjs).
 * @throws where this user may not make one: a promise about memory is never skipped
 */
export function memoryGroup(name: string): MemoryGroup {
  const refusals: string[] = []
  for (const root of roots) {
    const path = `${root.dir}/${basename(tmpdir())}-${name}-${process.pid}`
    try {
      mkdirSync(path)
    } catch (error) {
      refusals.push(String((error as Error).message))
      continue
    }
    if (!existsSync(`${path}/${root.limit}`)) {
      rmdirSync(path)
      refusals.push(`${root.dir} bounds no memory`)
      continue
    }
    const write = (file: string, text: string) => writeFileSync(`${path}/${file}`, text)
    return {
      add: (pid) => write('cgroup.procs', String(pid)),
      limit(mb) {
        const bytes = String(Math.round(mb * megabyte))
        write(root.limit, bytes)
        // Absent where the kernel does not count swap.
        if ('swap' in root && existsSync(`${path}/${root.swap}`)) write(root.swap, '0')
        if ('withSwap' in root && existsSync(`${path}/${root.withSwap}`)) write(root.withSwap, bytes)
      },
      kills: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(`${path}/${root.kills}`, 'utf8'))?.[1] ?? 0),
      remove: () => removeGroup(path),
    }
  }
  throw new Error(
    `Memory cannot be bounded here, which this test needs: run it on Linux as root, with memory cgroups that can be written. ${refusals.join('; ')}`,
  )
}
