import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { removeDirectory } from './embedded-postgres/cluster.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const settings = { fsync: 'off' }
const holder = fileURLToPath(new URL('../../testing/run-postgres.mjs', import.meta.url))
const asRoot = process.getuid?.() === 0

let base: string
let dataDir: string
const open: EmbeddedPostgres[] = []
const children: ChildProcess[] = []

beforeAll(async () => {
  base = mkdtempSync('/tmp/embedded-')
  // Temporary directories have mode 0700, which locks out PostgreSQL's user.
  chmodSync(base, 0o755)
  dataDir = join(base, 'data')
  await (await enter('site')).stop()
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const postgres of open.splice(0)) await postgres.stop()
})

afterAll(() => rmSync(base, { recursive: true }))

const enter = async (as: 'site' | 'guest', directory = dataDir): Promise<EmbeddedPostgres> => {
  const postgres = await openEmbeddedPostgres({ dataDir: directory, log, as, settings })
  open.push(postgres)
  return postgres
}

const hold = async (as: 'site' | 'guest', directory = dataDir, waitMs = 600) => {
  const child = spawn(process.execPath, [holder, directory, as, String(waitMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, said: JSON.parse(line) as { mode?: string; appUrl?: string; refused?: string } }
}

const ask = async (url: string, sql: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}

const pidFile = (directory = dataDir) => join(directory, 'postgres/cluster/data/postmaster.pid')
const pidOf = (directory?: string) => Number(readFileSync(pidFile(directory), 'utf8').split('\n')[0])

test('owner and application are separate roles, and neither is a superuser', async () => {
  const { ownerUrl, appUrl } = await enter('site')
  await ask(ownerUrl, 'CREATE TABLE IF NOT EXISTS things (id integer)')
  await ask(appUrl, 'INSERT INTO things VALUES (1)')
  await expect(ask(appUrl, 'CREATE TABLE more (id integer)')).rejects.toThrow('permission denied')
  const flag = `SELECT rolsuper FROM pg_roles WHERE rolname = current_user`
  expect(await ask(ownerUrl, flag)).toEqual({ rolsuper: false })
  expect(await ask(appUrl, `SELECT current_setting('listen_addresses') AS on`)).toEqual({ on: '' })
  expect(statSync(join(dataDir, 'postgres/cluster/passwords.json')).mode & 0o777).toBe(0o600)
})

test('a start on existing data creates nothing again, and nothing runs after the stop', async () => {
  const made = () => statSync(join(dataDir, 'postgres/cluster/data/PG_VERSION')).ctimeMs
  const before = made()
  const postgres = await enter('site')
  expect(made()).toBe(before)
  expect(postgres.mode).toBe('started')
  await postgres.stop()
  expect(existsSync(pidFile())).toBe(false)
})

test('a second site is refused; a guest joins and leaves without stopping anything', async () => {
  const site = await enter('site')
  const { said } = await hold('site')
  expect(said.refused).toBe(
    `Another process already serves the site from ${dataDir}: stop it first, or give this one its own DATA_DIR.`,
  )
  const guest = await hold('guest')
  expect(guest.said.mode).toBe('attached')
  guest.child.stdin?.end()
  await once(guest.child, 'exit')
  expect(await ask(site.appUrl, 'SELECT 1 AS one')).toEqual({ one: 1 })
})

test('a site that starts while the one before still stops waits for it, says so, and keeps the server', async () => {
  const { child } = await hold('site')
  log.info.mockClear()
  const next = enter('site')
  await expect
    .poll(() => log.info.mock.calls.flat())
    .toEqual([`Another process still serves the site from ${dataDir}: waiting up to 30 s for it to stop`])
  child.stdin?.end()
  await once(child, 'exit')
  const site = await next
  expect(site.mode).toBe('attached')
  expect(await ask(site.appUrl, 'SELECT 1 AS one')).toEqual({ one: 1 })
})

test('a guest starts the server for itself, and leaves it to a site that came meanwhile', async () => {
  const guest = await hold('guest')
  expect(guest.said.mode).toBe('started')
  const site = await enter('site')
  expect(site.mode).toBe('attached')
  guest.child.stdin?.end()
  await once(guest.child, 'exit')
  expect(await ask(site.appUrl, 'SELECT 1 AS one')).toEqual({ one: 1 })
  await site.stop()
  expect(existsSync(pidFile())).toBe(false)
})

test('a site killed hard leaves a server that the next one uses', async () => {
  const { child } = await hold('site')
  const pid = pidOf()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const site = await enter('site')
  expect(site.mode).toBe('attached')
  expect(pidOf()).toBe(pid)
})

test('[green.01] a server that was killed hard just after it rolled back an unlogged table starts again', async () => {
  const directory = join(base, 'half')
  await (await enter('site', directory)).stop()
  const { child } = await hold('site', directory, 60_000)
  const { ownerUrl } = await enter('guest', directory)
  const [one, other] = [new Client(ownerUrl), new Client(ownerUrl)]
  for (const client of [one, other]) {
    client.on('error', () => undefined)
    await client.connect()
  }
  await one.query('BEGIN')
  await one.query('CREATE UNLOGGED TABLE gone (id int PRIMARY KEY)')
  // Writes the log of the other transaction, too.
  await other.query('CREATE TABLE kept (id int)')
  await one.query('ROLLBACK')
  child.kill('SIGKILL')
  const here = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(directory)
    } catch {
      return false
    }
  }
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && here(name)))
    process.kill(Number(pid), 'SIGKILL')
  await once(child, 'exit')
  const site = await enter('site', directory)
  expect(await ask(site.appUrl, "SELECT to_regclass('kept') IS NOT NULL AS kept")).toEqual({ kept: true })
})

test('a server killed hard is started again, and the addresses stay', async () => {
  const site = await enter('site')
  process.kill(pidOf(), 'SIGKILL')
  await vi.waitFor(() => ask(site.appUrl, 'SELECT 1 AS one'), { timeout: 30_000, interval: 50 })
  expect(log.warn).toHaveBeenCalledWith('PostgreSQL exited unexpectedly; restarting it')
})

test.each([
  ['of a process that is gone', 2_147_483_000],
  ['of a stranger', process.pid],
])('a left-over process number %s does not block the start', async (_, pid) => {
  await (await enter('site')).stop()
  const data = join(dataDir, 'postgres/cluster/data')
  writeFileSync(pidFile(), `${pid}\n${data}\n1700000000\n5432\n/nowhere\n\n  1234 5678\nready\n`)
  expect((await enter('site')).mode).toBe('started')
})

test('first starts that were interrupted, or that race, end in one whole database', async () => {
  const fresh = join(base, 'fresh')
  mkdirSync(join(fresh, 'postgres/cluster-2147483000.tmp/data/base'), { recursive: true })
  const early = spawn(process.execPath, [holder, fresh, 'site'], { stdio: 'ignore' })
  const isMaking = () => readdirSync(join(fresh, 'postgres')).includes(`cluster-${early.pid}.tmp`)
  await vi.waitFor(() => expect(isMaking()).toBe(true), { timeout: 30_000, interval: 5 })
  early.kill('SIGKILL')
  await once(early, 'exit')

  const guests = await Promise.all([hold('guest', fresh), hold('guest', fresh)])
  expect(guests.map(({ said }) => said.refused)).toEqual([undefined, undefined])
  const site = await enter('site', fresh)
  expect(await ask(site.appUrl, 'SELECT current_database() AS name')).toEqual({ name: 'vulx' })
  expect(readdirSync(join(fresh, 'postgres')).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('what an interrupted first start left is removed, also while its initdb still writes', async () => {
  const fresh = join(base, 'still-written')
  const left = join(fresh, 'postgres/cluster-2147483001.tmp/data/base/1')
  mkdirSync(left, { recursive: true })
  const writes = `const end = Date.now() + 700
    for (let n = 0; Date.now() < end && fs.existsSync(process.argv[1]); n += 1)
      try { fs.writeFileSync(process.argv[1] + '/' + n, '') } catch (error) { if (error.code !== 'ENOENT') throw error }`
  const writer = spawn(process.execPath, ['-e', writes, left], { stdio: 'inherit' })
  const ended = once(writer, 'exit')
  await vi.waitFor(() => expect(readdirSync(left).length).toBeGreaterThan(50), {
    timeout: 30_000,
    interval: 5,
  })
  await enter('site', fresh)
  expect(await ended).toEqual([0, null])
  expect(readdirSync(join(fresh, 'postgres')).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('a directory that two processes remove at once is gone when either says so', async () => {
  const left = join(base, 'removed-by-two')
  for (let round = 0; round < 5; round += 1) {
    for (let n = 0; n < 600; n += 1) {
      mkdirSync(join(left, `${n % 10}`), { recursive: true })
      writeFileSync(join(left, `${n % 10}`, `${n}`), '')
    }
    const removes = 'fs.rmSync(process.argv[1], { recursive: true, force: true })'
    const other = spawn(process.execPath, ['-e', removes, left], { stdio: 'inherit' })
    const ended = once(other, 'exit')
    const isBegun = () => !existsSync(left) || readdirSync(left).length < 10
    await vi.waitFor(() => expect(isBegun()).toBe(true), { timeout: 30_000, interval: 1 })
    await removeDirectory(left)
    expect(existsSync(left)).toBe(false)
    await ended
  }
})

test('a long path keeps its socket elsewhere', async () => {
  const long = join(base, 'a-directory-with-a-name-that-is-far-too-long'.repeat(2))
  const site = await enter('site', long)
  const host = new URL(site.appUrl).searchParams.get('host') ?? ''
  expect(host.length).toBeLessThan(80)
  expect(await ask(site.appUrl, 'SELECT 1 AS one')).toEqual({ one: 1 })
  await site.stop()
  rmSync(host, { recursive: true })
})

const closedPlace = async () => {
  const closed = join(base, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const hidden = join(closed, 'data')
  const first = await enter('site', hidden)
  const home = readFileSync(join(hidden, 'postgres-location'), 'utf8').trim()
  expect(log.info).toHaveBeenCalledWith(expect.stringContaining(`the database is kept in ${home}`))
  await ask(first.ownerUrl, 'CREATE TABLE kept (id integer)')
  await first.stop()

  const moved = join(closed, 'moved')
  renameSync(hidden, moved)
  const second = await enter('site', moved)
  expect(await ask(second.appUrl, 'SELECT count(*)::int AS n FROM kept')).toEqual({ n: 0 })
  mkdirSync(hidden)
  writeFileSync(join(hidden, 'postgres-location'), `${home}\n`)
  await expect(enter('site', hidden)).rejects.toThrow('is a copy of')
  await second.stop()
  rmSync(home, { recursive: true })
  await expect(enter('site', moved)).rejects.toThrow('but it is not there')
}

const openPlace = async () => {
  const closed = join(base, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  await enter('site', join(closed, 'data'))
  expect(existsSync(join(closed, 'data/postgres/cluster'))).toBe(true)
}

// Without root, PostgreSQL runs as the same user and reaches the same directories.
if (asRoot)
  test('root in a place nobody else may enter keeps the data where its user can reach it', closedPlace)
else test('an ordinary user keeps the data where it was wanted', openPlace)

test('[green.13] a server that is asked to stop and does not is stopped harder, and who is told to hurry asks for no checkpoint', async () => {
  const hurry = new AbortController()
  const postgres = await openEmbeddedPostgres({ dataDir, log, as: 'site', settings, hurry: hurry.signal })
  const pid = pidOf()
  process.kill(pid, 'SIGSTOP')
  hurry.abort()
  await postgres.stop()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  // Twice is once.
  await postgres.stop()
  expect((await enter('site')).mode).toBe('started')
})

test('[green.01] an opening that is stopped at any step ends what it has begun, and the next one works', async () => {
  const fresh = join(base, 'stopped')
  const steps: [string, () => boolean][] = [
    ['initdb', () => existsSync(join(fresh, `postgres/cluster-${process.pid}.tmp/data/base`))],
    ['postmaster', () => existsSync(pidFile(fresh))],
  ]
  for (const [name, isReached] of steps) {
    const stop = new AbortController()
    const opening = openEmbeddedPostgres({ dataDir: fresh, log, as: 'site', settings, stop: stop.signal })
    await vi.waitFor(() => expect(isReached()).toBe(true), { timeout: 30_000, interval: 1 })
    stop.abort(new Error(`stopped at ${name}`))
    await expect(opening).rejects.toThrow(`stopped at ${name}`)
    expect(existsSync(pidFile(fresh))).toBe(false)
    expect(readdirSync(join(fresh, 'postgres')).filter((file) => file.endsWith('.tmp'))).toEqual([])
  }
  expect((await enter('site', fresh)).mode).toBe('started')
})

test('[green.01] an opening that is stopped leaves the server to whoever uses it', async () => {
  const site = await enter('site')
  const stop = new AbortController()
  const second = openEmbeddedPostgres({ dataDir, log, as: 'site', settings, stop: stop.signal })
  const waits = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'vulx presence'`
  await vi.waitFor(async () => expect(await ask(site.superuserUrl, waits)).toEqual({ n: 2 }), {
    timeout: 30_000,
  })
  stop.abort(new Error('no longer wanted'))
  await expect(second).rejects.toThrow('no longer wanted')
  expect(await ask(site.appUrl, 'SELECT 1 AS one')).toEqual({ one: 1 })
})
