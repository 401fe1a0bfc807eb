import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './support/free-port.ts'
import { endSite, rootDir, type Site, startSite } from './support/site.ts'
import { temporaryDir } from './support/temporary-dir.ts'

let base: string
beforeAll(async () => {
  base = await temporaryDir()
})
afterAll(() => rm(base, { recursive: true, force: true }))

/** Runs a command of the checkout; `said` is what it has said so far, on either stream. */
function begin(program: string, words: readonly string[], environment: Record<string, string>) {
  const child = spawn(program, words, {
    cwd: rootDir,
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, ended, said: () => text }
}

const environmentOf = async (dataDir: string) => ({
  DATA_DIR: dataDir,
  PORT: String(await freePort()),
  GAME_PORT: String(await freePort()),
})

const isJson = (line: string) => line.startsWith('{')

test('in a terminal a start speaks in sentences: one line for all migrations, the address, and no warning', async () => {
  const environment = await environmentOf(join(base, 'terminal'))
  // A pseudo terminal, as a person has it.
  const start = begin(
    'script',
    ['-qefc', `'${process.execPath}' scripts/start.mjs`, '/dev/null'],
    environment,
  )
  await expect.poll(start.said, { timeout: 120_000 }).toContain(`is ready after`)
  await expect.poll(start.said).toContain('--password-stdin')
  start.child.kill('SIGTERM')
  await start.ended
  const lines = start.said().split(/\r?\n/)
  expect(lines.filter(isJson)).toEqual([])
  expect(lines.filter((line) => /migration/i.test(line))).toEqual([
    expect.stringMatching(/ \d+ migrations applied, 0000_baseline\.sql to \d{4}_\w+\.sql$/),
  ])
  expect(start.said()).toContain(`: http://127.0.0.1:${environment.PORT}`)
  expect(start.said()).not.toMatch(/warn|deprecated|EBADENGINE/i)
})

test('where nobody watches the log is JSON lines', async () => {
  const start = begin(process.execPath, ['scripts/start.mjs'], await environmentOf(join(base, 'pipe')))
  await expect.poll(start.said, { timeout: 120_000 }).toContain('is ready after')
  start.child.kill('SIGTERM')
  expect(await start.ended).toBe(0)
  const log = start.said().split('\n').filter(isJson)
  expect(log.map((line) => JSON.parse(line).msg)).toContainEqual(
    expect.stringMatching(/^\d+ migrations applied, /),
  )
})

test.each([['/proc/x'], [join(rootDir, 'package.json')]])(
  'the DATA_DIR %s stops a start, a command and a restore at once, with the reason',
  async (dataDir) => {
    const environment = await environmentOf(dataDir)
    const runs = [
      begin(process.execPath, ['scripts/start.mjs'], environment),
      begin(process.execPath, ['scripts/cli.mjs', 'user', 'list'], environment),
      begin(process.execPath, ['scripts/cli.mjs', 'restore', 'any.backup'], environment),
    ]
    for (const { ended, said } of runs) {
      expect(await ended).toBe(1)
      expect(said()).toContain(`DATA_DIR ${dataDir} `)
    }
  },
)

test('a command refuses a DATA_DIR that does not exist, and makes nothing', async () => {
  const dataDir = join(base, 'mistyped')
  const list = begin(process.execPath, ['scripts/cli.mjs', 'user', 'list'], { DATA_DIR: dataDir })
  expect(await list.ended).toBe(1)
  expect(list.said()).toContain(`DATA_DIR ${dataDir} does not exist`)
  expect(existsSync(dataDir)).toBe(false)
})

test('a start right after the stop, and right after the kill, of the process before succeeds', async () => {
  let site: Site | undefined
  try {
    site = await startSite({}, join(base, 'again'))
    const before = site
    const stopped = before.stop()
    site = await startSite({}, before.dataDir)
    expect(await stopped).toBe(0)
    const killed = site.kill()
    site = await startSite({}, before.dataDir)
    await killed
  } finally {
    await endSite(site)
  }
})
