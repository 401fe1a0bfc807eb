import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mallocSettings, withMallocSettings } from './lib/malloc.mjs'
import { root } from './lib/root.mjs'

const linux = { platform: 'linux', canReplace: true, env: { PORT: '4000' } }

test('nothing is done where there is no glibc, no way to begin again, or an operator’s own setting', () => {
  expect(withMallocSettings({ ...linux, platform: 'darwin' })).toBeUndefined()
  expect(withMallocSettings({ ...linux, canReplace: false })).toBeUndefined()
  expect(withMallocSettings({ ...linux, env: { MALLOC_ARENA_MAX: '8' } })).toBeUndefined()
})

test('else the same environment and the settings, which are not wanted a second time', () => {
  const env = withMallocSettings(linux)
  expect(env).toEqual({ PORT: '4000', ...mallocSettings })
  expect(withMallocSettings({ ...linux, env: env ?? {} })).toBeUndefined()
})

test('a process begins again as itself, with its arguments, once', () => {
  const script = `
    import(${JSON.stringify(join(root, 'scripts/lib/malloc.mjs'))}).then(({ boundMalloc }) => {
      boundMalloc()
      console.log(JSON.stringify([process.pid, process.argv.slice(2), process.execArgv.length, process.env.MALLOC_ARENA_MAX]))
    })`
  const env = { ...process.env, MALLOC_ARENA_MAX: undefined }
  const { pid, stdout, stderr } = spawnSync(process.execPath, ['-e', script, '--', 'a', 'b c'], {
    encoding: 'utf8',
    env,
  })
  const canReplace = process.platform === 'linux' && process.execve !== undefined
  expect(stderr).toBe('')
  const [own, , , arenas] = JSON.parse(stdout)
  expect([own, arenas]).toEqual([pid, canReplace ? mallocSettings.MALLOC_ARENA_MAX : null])
})

test('the image and the unit set the same, since they begin without npm start or with an older Node', () => {
  for (const file of ['Dockerfile', 'deploy/vulx.service'])
    for (const [name, value] of Object.entries(mallocSettings))
      expect(readFileSync(join(root, file), 'utf8'), file).toContain(`${name}=${value}`)
})
