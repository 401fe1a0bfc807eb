import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Where cgroups live: of version 2, else of version 1, whose two controllers may be mounted apart. */
const layouts = [
  { dirs: ['/sys/fs/cgroup'], quota: 'cpu.max', usage: 'cpu.stat' },
  {
    dirs: ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup/cpuacct'],
    quota: 'cpu.cfs_quota_us',
    usage: 'cpuacct.usage',
  },
]

const periodUs = 100_000

/** @param {string} path */
const remove = async (path) => {
  // The last process in it may still be dying.
  for (const until = Date.now() + 60_000; ; await pause(50)) {
    try {
      rmdirSync(path)
      return
    } catch (error) {
      if (error.code !== 'EBUSY' || Date.now() > until) throw error
    }
  }
}

/** @param {string} usageFile @returns {number} processor seconds used so far by all that ran in its cgroup */
export const cpuSeconds = (usageFile) => {
  const text = readFileSync(usageFile, 'utf8')
  const us = /^usage_usec (\d+)$/m.exec(text)?.[1]
  return us === undefined ? Number(text) / 1e9 : Number(us) / 1e6
}

/** @param {string} file @param {string} pid a process that may have ended */
const move = (file, pid) => {
  try {
    writeFileSync(file, pid)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/**
 * Puts this process, and so what it starts, into a cgroup of its own.
 * @param {number | undefined} processors at most so many, 0.33 for a third of one; without it they are only measured
 */
export const joinCpuGroup = (processors) => cpuGroup(`stress-${process.pid}`, [process.pid], processors)

/**
 * Puts processes, and what they start from now on, into a cgroup.
 * @param {string} name @param {readonly number[]} pids
 * @param {number | undefined} processors at most so many, 0.33 for a third of one; without it they are only measured
 * @returns {{ usageFile: string, leave: () => Promise<void> }} `leave` takes everything out of it again
 * @throws where this user may not make one
 */
export const cpuGroup = (name, pids, processors) => {
  const refusals = []
  for (const { dirs, quota, usage } of layouts) {
    const paths = dirs.map((dir) => `${dir}/${name}`)
    try {
      for (const path of paths) mkdirSync(path, { recursive: true })
      const file = (name) => paths.map((path) => `${path}/${name}`).find((each) => existsSync(each))
      const [quotaFile, usageFile] = [file(quota), file(usage)]
      if (quotaFile === undefined || usageFile === undefined)
        throw new Error(`${dirs[0]} bounds no processor`)
      if (processors !== undefined) {
        const us = String(Math.round(processors * periodUs))
        writeFileSync(quotaFile, quota === 'cpu.max' ? `${us} ${periodUs}` : us)
      }
      for (const path of paths) for (const pid of pids) move(`${path}/cgroup.procs`, String(pid))
      return {
        usageFile,
        async leave() {
          for (const [index, dir] of dirs.entries()) {
            const inside = readFileSync(`${paths[index]}/cgroup.procs`, 'utf8').split('\n').filter(Boolean)
            for (const pid of inside) move(`${dir}/cgroup.procs`, pid)
          }
          for (const path of paths) await remove(path)
        },
      }
    } catch (error) {
      refusals.push(error.message)
      for (const path of paths) if (existsSync(path)) rmdirSync(path)
    }
  }
  throw new Error(
    `The processor cannot be bounded here: run this on Linux as root, with cgroups that can be written. ${refusals.join('; ')}`,
  )
}
