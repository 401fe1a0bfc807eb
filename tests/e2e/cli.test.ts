import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, open, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSite, rootDir, type Site, startSite } from './support/site.ts'
import { temporaryDir } from './support/temporary-dir.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => endSite(site))

interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

function cli(words: readonly string[], input = '', environment: Record<string, string> = {}): Promise<Ran> {
  const child = spawn(process.execPath, ['scripts/cli.mjs', ...words], {
    cwd: rootDir,
    env: { ...process.env, DATA_DIR: site.dataDir, ...environment },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk
  })
  child.stdin.end(input)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })))
}

const login = (username: string, password: string) =>
  fetch(`${site.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })

test('[settings.54] setup-link prints a link that ends the one that the start printed', async () => {
  await expect.poll(() => site.output(), { timeout: 60_000 }).toContain('/setup#')
  const [, printed] = /\/setup#([\w-]{43})/.exec(site.output()) ?? []
  const { code, out } = await cli(['setup-link'])
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^Make the Owner within 24 hours, once: http:\S+\/setup#[\w-]{43}\n$/),
  ])
  const response = await fetch(`${site.url}/api/setup/owner`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: printed, username: 'Bosslady', password: 'owners secret' }),
  })
  expect(response.status).toBe(403)
})

test('the line about the missing Owner goes once the printed command has made one', async () => {
  // Printed once the site is ready, which this test may see first.
  await expect
    .poll(() => site.output())
    .toContain('npm run cli -- user create <name> --rank Owner --password-stdin')
  const made = await cli(
    ['user', 'create', 'First Owner', '--rank', 'Owner', '--password-stdin'],
    'owners secret\n',
  )
  expect(made).toMatchObject({ code: 0 })
  expect(made.out).toMatch(/^\d+\n$/)
  const response = await login('first owner', 'owners secret')
  expect(await response.json()).toMatchObject({ id: Number(made.out), rank: 'Owner' })
  expect(await cli(['setup-link'])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('set-up is shut'),
  })
  expect((await fetch(`${site.url}/health/ready`)).status).toBe(200)
})

test('wrong words, names, ranks and passwords are refused and make nobody', async () => {
  const refused = [
    await cli(['user', 'create', 'x', '--password-stdin'], 'long enough\n'),
    await cli(['user', 'create', 'Short Pass', '--password-stdin'], 'abc\n'),
    await cli(['user', 'create', 'Common', '--password-stdin'], 'password\n'),
    await cli(['user', 'create', 'Short', '--rank', 'Helper', '--password-stdin'], 'k7#mq2\n'),
    await cli(['user', 'create', 'No Pass']),
    await cli(['user', 'create', 'Odd Rank', '--rank', 'Emperor', '--password-stdin'], 'long enough\n'),
    await cli(['user', 'create', 'Two', 'Names', '--password-stdin'], 'long enough\n'),
    await cli(['user', 'destroy', 'First Owner']),
    await cli(['nonsense']),
    await cli([]),
  ]
  expect(refused.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 2, 2])
  // One sentence each, not the list of all commands.
  for (const { err } of refused) expect(err).toMatch(/^[^\n]+\. For all commands see --help\.\n$/)
  const help = await cli(['--help'])
  expect(help).toMatchObject({ code: 0, err: '' })
  expect(help.out).toContain('ledger void <matchId>')
  const taken = await cli(['user', 'create', 'FIRST OWNER', '--password-stdin'], 'long enough\n')
  expect(taken).toMatchObject({ code: 1, out: '', err: 'That username is already taken\n' })
  const { out } = await cli(['user', 'list'])
  expect(out.trim().split('\n')).toHaveLength(1)
})

test('user rank takes effect at the next request; mod means Moderator', async () => {
  await cli(['user', 'create', 'Climber', '--password-stdin'], 'climbers secret\n')
  const cookie = (await login('Climber', 'climbers secret')).headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(await cli(['user', 'rank', 'climber', 'mod'])).toMatchObject({ code: 0 })
  const me = await fetch(`${site.url}/api/user`, { headers: { cookie } })
  expect(await me.json()).toMatchObject({ rank: 'Moderator' })
  expect(await cli(['user', 'rank', 'Nobody Here', 'Gold'])).toMatchObject({ code: 1 })
  // As the site shows it, in any case.
  expect(await cli(['user', 'rank', 'climber', 'vulx staff'])).toMatchObject({ code: 0 })
  expect(await cli(['user', 'list'])).toMatchObject({ out: expect.stringContaining('\tProduct Staff\t') })
  expect(await cli(['user', 'rank', 'climber', 'MODERATOR'])).toMatchObject({ code: 0 })
})

test('doctor says a line for each part and fails when the game server does not answer', async () => {
  const { code, out } = await cli(['doctor'])
  expect(code).toBe(1)
  for (const line of [
    /^ok\s+configuration/m,
    /^ok\s+database/m,
    /^ok\s+migrations/m,
    /^ok\s+content/m,
    /^fail\s+game server/m,
    /^warn\s+sample value/m,
    /^warn\s+backup\s+there is none/m,
  ]) {
    expect(out).toMatch(line)
  }
  const wrong = await cli(['doctor'], '', { PORT: 'my-secret-port', LOG_LEVEL: 'loud' })
  expect(wrong.code).toBe(1)
  expect(wrong.out).toMatch(/PORT must be[\s\S]*LOG_LEVEL must be/)
  expect(wrong.out).not.toMatch(/my-secret-port|loud/)
})

test('a reader who stops reading ends no command before it has left the database', async () => {
  const child = spawn(process.execPath, ['scripts/cli.mjs', 'doctor'], {
    cwd: rootDir,
    env: { ...process.env, DATA_DIR: site.dataDir },
  })
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk
  })
  child.stdout.once('data', () => child.stdout.destroy())
  const [code] = await once(child, 'close')
  expect({ code, err }).toEqual({ code: 1, err: '' })
})

test('an answer that does not fit on the disk is no success', async () => {
  const full = await open('/dev/full', 'w')
  try {
    const child = spawn(process.execPath, ['scripts/cli.mjs', 'user', 'list'], {
      cwd: rootDir,
      env: { ...process.env, DATA_DIR: site.dataDir },
      stdio: ['ignore', full.fd, 'pipe'],
    })
    let err = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      err += chunk
    })
    const [code] = await once(child, 'close')
    expect(code).not.toBe(0)
    expect(err).toContain('ENOSPC')
  } finally {
    await full.close()
  }
})

test('backup saves the running site once per name, and restore makes another site of it', async () => {
  const directory = await temporaryDir()
  const file = join(directory, 'site.backup')
  const session = (await login('Climber', 'climbers secret')).headers.get('set-cookie')?.split(';')[0] ?? ''
  const saved = await cli(['backup', file])
  expect(saved).toMatchObject({ code: 0, err: '' })
  expect(saved.out).toMatch(
    /^[\d,]+ rows of \d+ tables, 0 images, as of \S+Z, saved in \S+site\.backup \(\S+ MB\)\nThe list of deleted accounts is next to it: \S+\n$/,
  )
  expect(await cli(['backup', file])).toMatchObject({ code: 1, out: '' })
  expect((await cli(['doctor'])).out).toMatch(/^ok\s+backup\s+the newest was taken \S+Z, 0 days ago$/m)

  const refused = await cli(['restore', file])
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(/^The database is not empty \(.*users.*\): restore into a new DATA_DIR/)
  expect((await cli(['restore', join(directory, 'none')])).err).toMatch(/^There is no file/)

  const other = join(directory, 'data')
  const restored = await cli(['restore', file], '', { DATA_DIR: other })
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toMatch(
    /, restored; now compare: npm run cli -- ledger verify\n0 accounts of the list/,
  )
  expect((await cli(['ledger', 'verify'], '', { DATA_DIR: other })).code).toBe(0)
  const copy = await startSite({}, other)
  try {
    expect(copy.output()).not.toContain('There is no Owner yet')
    const me = (cookie: string) => fetch(`${copy.url}/api/user`, { headers: { cookie } })
    expect((await me(session)).status).toBe(401)
    const body = JSON.stringify({ username: 'Climber', password: 'climbers secret' })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${copy.url}/api/login`, { method: 'POST', headers, body })
    expect(await response.json()).toMatchObject({ username: 'Climber', rank: 'Moderator' })
  } finally {
    await copy.stop()
    await rm(directory, { recursive: true })
  }
})

test('commands work when no site runs, and a site starts afterwards', async () => {
  await site.stop()
  const { code, out } = await cli(['user', 'list'])
  expect(code).toBe(0)
  expect(out).toContain('First Owner')
  site = await startSite({}, site.dataDir)
  expect(site.output()).not.toContain('There is no Owner yet')
})

test('[owner.02] the steps that /admin/settings/backups says restore a backup that was made there', async () => {
  const signedIn = await login('First Owner', 'owners secret')
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const headers = { cookie, 'content-type': 'application/json', origin: site.url }
  const made = await fetch(`${site.url}/api/admin/backups`, { method: 'POST', headers, body: '{}' })
  expect(made.status).toBe(202)
  const backups = async (): Promise<{ restore: string }[]> =>
    (await (await fetch(`${site.url}/api/admin/backups`, { headers })).json()).backups
  await expect.poll(backups, { timeout: 60_000 }).toHaveLength(1)
  const [{ restore } = { restore: '' }] = await backups()
  const page = await (await fetch(`${site.url}/admin/settings/backups`, { headers: { cookie } })).text()
  const said = (html: string) => html.replaceAll(/<!--.*?-->|<[^>]+>/g, '')
  expect(said(page)).toContain(restore)
  const list = /To restore one.*?<ol[^>]*>(.*?)<\/ol>/s.exec(page)?.[1] ?? ''
  const other = join(await temporaryDir(), 'data')
  let copy: Site | undefined
  /** What each step of the page does. */
  const deeds: Record<string, () => Promise<unknown>> = {
    'Stop the site.': () => site.stop(),
    'Set DATA_DIR to a new directory or, with a database of your own, DATABASE_URL to an empty one.': () =>
      Promise.resolve(other),
    'Run the command of the backup, before the site starts for the first time.': async () =>
      expect(
        await cli(restore.replace('npm run cli -- ', '').split(' '), '', { DATA_DIR: other }),
      ).toMatchObject({
        code: 0,
        err: '',
      }),
    'Start the site. What was stored before stays in the old place.': async () => {
      copy = await startSite({}, other)
    },
  }
  const steps = [...list.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, step]) => said(step ?? ''))
  expect(steps).toEqual(Object.keys(deeds))
  for (const step of steps) await deeds[step]?.()
  const body = JSON.stringify({ username: 'First Owner', password: 'owners secret' })
  const again = await fetch(`${copy?.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(await again.json()).toMatchObject({ username: 'First Owner', rank: 'Owner' })
  await copy?.stop()
  site = await startSite({}, site.dataDir)
})

test('one clear line when the port is taken, when a second site wants the same data, and when a variable is wrong', async () => {
  const start = (environment: Record<string, string>) =>
    startSite(environment, site.dataDir).then(
      () => 'started',
      (error: Error) => error.message.split('\n').slice(1).join('\n').trim(),
    )
  expect(await start({})).toMatch(/Another process already serves the site from .*DATA_DIR\.$/m)
  expect(await start({ STATUS_POLL_MS: 'often' })).toContain(
    'STATUS_POLL_MS must be a whole number from 100 to 3600000',
  )
  const occupant = createServer().listen(0, '127.0.0.1')
  await once(occupant, 'listening')
  const { port } = occupant.address() as AddressInfo
  await site.stop()
  expect(await start({ PORT: String(port) })).toContain(`Port ${port} on 127.0.0.1 is taken`)
  occupant.close()
})

test('content that is not valid stops the start with its line, and the database that started meanwhile with it', async () => {
  const contentDir = await temporaryDir()
  await cp(join(rootDir, 'content'), contentDir, { recursive: true })
  await writeFile(join(contentDir, 'faq.yaml'), 'questions: none')
  await site.stop()
  await expect(startSite({ CONTENT_DIR: contentDir }, site.dataDir)).rejects.toThrow(/faq\.yaml/)
  expect(existsSync(join(site.dataDir, 'postgres/cluster/data/PG_VERSION'))).toBe(true)
  expect(existsSync(join(site.dataDir, 'postgres/cluster/data/postmaster.pid'))).toBe(false)
  await rm(contentDir, { recursive: true })
})
