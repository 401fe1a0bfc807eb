import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/root.mjs'

const node = (...args) => spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })

test('[green.40] npm run stress bounds the processor of what it starts, measures it, and leaves no cgroup behind', () => {
  const { status, stdout, stderr } = node(
    '--input-type=module',
    '-e',
    `import { spawnSync } from 'node:child_process'
     import { readFileSync } from 'node:fs'
     import { dirname, basename } from 'node:path'
     import { cpuSeconds, joinCpuGroup } from './scripts/lib/cpu-group.mjs'
     const { usageFile, leave } = joinCpuGroup(0.25)
     const before = cpuSeconds(usageFile)
     spawnSync(process.execPath, ['-e', 'for (let n = 0; n < 1e8; n += 1);'])
     const used = cpuSeconds(usageFile) - before
     const own = readFileSync('/proc/self/cgroup', 'utf8')
     await leave()
     console.log(JSON.stringify({ used, isIn: own.includes(basename(dirname(usageFile))), path: dirname(usageFile) }))`,
  )
  expect([status, stderr]).toEqual([0, ''])
  const { used, isIn, path } = JSON.parse(stdout)
  expect(used).toBeGreaterThan(0)
  expect(isIn).toBe(true)
  expect(existsSync(path)).toBe(false)
})

test.each(['--times=none', '--processors=-1', '--seed=one', '--pace=slow'])(
  '[green.40] npm run stress runs nothing with a bad option: %s',
  (option) => {
    const { status, stdout, stderr } = node(join('scripts', 'stress.mjs'), option)
    expect(status).toBe(1)
    expect(stdout + stderr).toContain('npm run stress [suite|file…]')
    expect(stdout).not.toContain('seed 1')
  },
)
