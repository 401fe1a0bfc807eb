import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from './support/free-port.ts'
import { type Interruption, interruptStart, processesIn, startAgain } from './support/interrupted-start.ts'
import { migratedDataDir, rootDir, spawnSite, startSite } from './support/site.ts'
import { temporaryDir } from './support/temporary-dir.ts'

const dirs: string[] = []
afterAll(() => Promise.all(dirs.map((dir) => rm(dir, { recursive: true, force: true }))))
const removed = (dir: string) => {
  dirs.push(dir)
  return dir
}

const environmentOf = async (dataDir: string) => ({
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
  PORT: String(await freePort()),
  GAME_PORT: String(await freePort()),
})

const pidFile = (dataDir: string) => join(dataDir, 'postgres/cluster/data/postmaster.pid')

/** What a process says on either stream, and how it ends. */
function watch(child: ReturnType<typeof spawnSite>) {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { ended, said: () => text }
}

// `npm run faults -- -t stops` does it two hundred times at random.
test.each<Interruption>([
  { signal: 'SIGINT', afterMs: 1_200, heldMs: 100 },
  { signal: 'SIGHUP', afterMs: 2_500, heldMs: 100 },
  { signal: 'SIGTERM', afterMs: 4_000, heldMs: 60, againAfterMs: 100 },
])(
  '[green.01] a first start that is told to stop leaves nothing running, and its exit is true: %o',
  async (when) => {
    const dataDir = join(removed(await temporaryDir()), 'data')
    expect(await interruptStart(dataDir, when)).toEqual([])
    expect(await startAgain(dataDir)).toEqual([])
  },
)

test('[green.02] a start that fails, with its database open, ends the database and says why', async () => {
  const taken = createServer()
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const dataDir = removed(await migratedDataDir())
  const { ended, said } = watch(spawnSite({ ...(await environmentOf(dataDir)), PORT: String(port) }))
  expect(await ended).toBe(1)
  expect(said()).toContain(`Port ${port} on 127.0.0.1 is taken`)
  expect(processesIn(dataDir)).toEqual([])
  expect(existsSync(pidFile(dataDir))).toBe(false)
  taken.close()
})

/** A module that throws outside of any request. */
const throws = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => { throw new Error('outside of any request') })")}`

test('[green.03] an unexpected error stops the site in order: exit 1 with the error, and no database', async () => {
  const site = await startSite({ NODE_OPTIONS: `--import=${throws}` })
  removed(site.dataDir)
  process.kill(site.pid, 'SIGUSR2')
  // Ends by itself; the answer is its exit code.
  expect(await site.ended).toBe(1)
  expect(site.output()).toContain('outside of any request')
  expect(processesIn(site.dataDir)).toEqual([])
})

test('[green.04] a site whose database hangs ends it all the same, with exit 1 and a sentence', async () => {
  const site = await startSite()
  removed(site.dataDir)
  for (const pid of processesIn(site.dataDir)) process.kill(pid, 'SIGSTOP')
  process.kill(site.pid, 'SIGTERM')
  // Two of them at once are one.
  await expect.poll(site.output).toContain('SIGTERM: stopping')
  process.kill(site.pid, 'SIGTERM')
  expect(await site.ended).toBe(1)
  expect(site.output()).toContain('Asked twice: what is under way is cut.')
  for (const pid of processesIn(site.dataDir)) process.kill(pid, 'SIGCONT')
  await expect.poll(() => processesIn(site.dataDir)).toEqual([])
  expect(await startAgain(site.dataDir)).toEqual([])
})

/** The site as somebody starts it in a terminal or a script, in a session of its own. */
async function startedBy(program: string, words: readonly string[], dataDir: string) {
  const environment = await environmentOf(dataDir)
  const parent = spawn(program, words, {
    cwd: rootDir,
    env: { ...process.env, ...environment },
    detached: true,
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${environment.PORT}`
  const answers = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(answers, { timeout: 300_000 }).toBe(true)
  return { parent, answers }
}

test.each([
  ['npm start', 'SIGTERM', 'npm', ['start']],
  ['npm start', 'SIGKILL', 'npm', ['start']],
  ['sh -c', 'SIGTERM', 'sh', ['-c', `'${process.execPath}' scripts/start.mjs; true`]],
] as const)(
  '[green.05] a site started by %s stops when that is ended alone by %s, and the next start works',
  async (_how, signal, program, words) => {
    const dataDir = removed(await migratedDataDir())
    const { parent, answers } = await startedBy(program, words, dataDir)
    process.kill(parent.pid!, signal)
    await expect.poll(answers).toBe(false)
    await expect.poll(() => processesIn(dataDir), { timeout: 120_000 }).toEqual([])
    expect(await startAgain(dataDir)).toEqual([])
  },
)

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '[green.12] a command that is interrupted by %s ends the database that it started, and exits with 130',
  async (signal) => {
    const dataDir = removed(await migratedDataDir())
    const child = spawn(process.execPath, ['scripts/cli.mjs', 'user', 'list'], {
      cwd: rootDir,
      env: { ...process.env, DATA_DIR: dataDir },
    })
    const { ended, said } = watch(child)
    await expect.poll(() => existsSync(pidFile(dataDir)), { interval: 1 }).toBe(true)
    child.kill(signal)
    expect([await ended, said()]).toEqual([130, 'Interrupted\n'])
    expect(processesIn(dataDir)).toEqual([])
    expect(existsSync(pidFile(dataDir))).toBe(false)
  },
)
