import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Rank, shippedRanks } from '../../contract/accounts/ranks.ts'
import { tables } from '../domains.ts'
import { openBackup } from '../platform/database/backup/file.ts'
import { backupsJob } from '../platform/database/backup/job.ts'
import { migrationsDir } from '../platform/database/backup/testing.ts'
import { type TestApp, type TestBrowser, testApp } from '../testing/test-app.ts'

let site: TestApp
let owner: TestBrowser
let dataDir: string
const never = () => new AbortController().signal

const ranked = async (rank: Rank) => {
  const browser = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(site.database.sql)
  return browser
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "site's data-"))
  site = await testApp({ environment: { RATE_LIMITS: 'off', DATA_DIR: dataDir } })
  owner = await ranked('Owner')
})
afterAll(async () => {
  await site.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  await rm(join(dataDir, 'backups'), { recursive: true, force: true })
  await sql`UPDATE backup_plan SET hour = NULL, daily_at = now(), requested_at = NULL, running_until = NULL,
    failed_at = NULL, failure = NULL`.execute(site.database.sql)
})

const path = '/api/admin/backups'
const plan = (hour: unknown, by = owner) => by.put(`${path}/plan`, { hour })
const state = async (by = owner) => (await by.get(path)).json
const job = (url = site.store.ownerUrl) => backupsJob(site.context, { url, directory: migrationsDir, tables })
const run = (signal = never()) => job().work(signal)
const files = () => readdir(join(dataDir, 'backups')).catch(() => [])
const planned = async () => (await sql`SELECT * FROM backup_plan`.execute(site.database.sql)).rows
const entries = async () =>
  (
    await sql<{ action: string }>`SELECT action, before, after FROM audit_log
      WHERE action LIKE 'backup.%' ORDER BY id`.execute(site.database.sql)
  ).rows
const refused = async (call: () => Promise<{ status: number }>, status: number) => {
  const before = [await planned(), await entries()]
  expect((await call()).status).toBe(status)
  expect([await planned(), await entries()]).toEqual(before)
}

test('[settings.119] Only an Owner orders backups; a Manager reads the list, everybody else gets nothing, and nobody a file', async () => {
  for (const rank of [...shippedRanks.slice(0, 9), null]) {
    const by = rank === null ? site.browser() : await ranked(rank)
    const denied = rank === null ? 401 : 403
    expect((await by.get(path)).status, `${rank}`).toBe(rank === 'Manager' ? 200 : denied)
    await refused(() => by.post(path), denied)
    await refused(() => plan(4, by), denied)
  }
  await owner.post(path)
  await run()
  const [{ name }] = (await state()).backups
  for (const address of [`${path}/${name}`, `/backups/${name}`, `/data/backups/${name}`])
    expect((await owner.get(address)).status).toBe(404)
})

test('[settings.120] 400 for an hour that is none', async () => {
  for (const hour of [24, -1, 4.5, '4', undefined]) await refused(() => plan(hour), 400)
})

test('[settings.121] A backup that was ordered is made once, in DATA_DIR, for the site alone, and listed with size, age and the command that restores it', async () => {
  expect(await state()).toEqual({
    backups: [],
    directory: join(dataDir, 'backups'),
    hour: null,
    isRunning: false,
    failure: null,
  })
  const ordered = await owner.post(path)
  expect([ordered.status, ordered.json.isRunning]).toEqual([202, true])
  await refused(() => owner.post(path), 409)
  await Promise.all([run(), run(), run()])
  const names = await files()
  expect(names).toEqual([expect.stringMatching(/^site-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/)])
  const file = join(dataDir, 'backups', names[0]!)
  const { size, mode } = await stat(file)
  expect(mode & 0o777).toBe(0o600)
  const { backups, isRunning } = await state()
  expect(isRunning).toBe(false)
  expect(backups).toEqual([
    {
      name: names[0],
      bytes: size,
      madeAt: expect.any(String),
      restore: `npm run cli -- restore '${file.replaceAll("'", `'\\''`)}'`,
    },
  ])
  // Complete by its checksum.
  await (await openBackup(file, never())).close()
  const { rows } = await sql`SELECT FROM last_backup WHERE taken_at > now() - interval '1 minute'`.execute(
    site.database.sql,
  )
  expect(rows).toHaveLength(1)
  await run()
  expect(await files()).toEqual(names)
})

test('[settings.122] Seven stay, the newest; other files and what is just being written are left alone', async () => {
  await owner.post(path)
  await run()
  const directory = join(dataDir, 'backups')
  const old = Array.from({ length: 8 }, (_, n) => `site-2026-01-0${n + 1}T04-00-00Z.backup`)
  for (const name of [...old, 'mine.backup', 'site-new.partial', 'site-old.partial'])
    await writeFile(join(directory, name), 'x')
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  await utimes(join(directory, 'site-old.partial'), twoDaysAgo, twoDaysAgo)
  await sql`UPDATE backup_plan SET requested_at = now()`.execute(site.database.sql)
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await run()
  const names = await files()
  expect(names.filter((name) => /^site-.*\.backup$/.test(name))).toHaveLength(7)
  expect(names).not.toContain(old[2])
  expect(names).toEqual(expect.arrayContaining([...old.slice(3), 'mine.backup', 'site-new.partial']))
  expect(names).not.toContain('site-old.partial')
})

test('[settings.123] One is made each day at the chosen hour, of all processes one; an hour that is over today is for tomorrow', async () => {
  const hour = new Date().getUTCHours()
  expect((await plan(hour)).json.hour).toBe(hour)
  await run()
  expect(await files()).toEqual([])
  await sql`UPDATE backup_plan SET daily_at = now() - interval '1 day'`.execute(site.database.sql)
  await Promise.all([run(), run()])
  expect(await files()).toHaveLength(1)
  await run()
  expect(await files()).toHaveLength(1)
  // Nothing was running when it was due: it is made up for.
  await sql`UPDATE backup_plan SET hour = ${(hour + 1) % 24}, daily_at = now() - interval '3 days'`.execute(
    site.database.sql,
  )
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await run()
  expect(await files()).toHaveLength(2)
  expect((await plan(null)).json.hour).toBeNull()
  await sql`UPDATE backup_plan SET daily_at = now() - interval '3 days'`.execute(site.database.sql)
  await run()
  expect(await files()).toHaveLength(2)
})

test('[settings.124] One that fails leaves no file and says why; a killed process gives it back after an hour', async () => {
  await writeFile(join(dataDir, 'backups'), 'a file where the folder belongs')
  await owner.post(path)
  await expect(run()).rejects.toThrow()
  await rm(join(dataDir, 'backups'))
  const { failure, isRunning } = await state()
  expect([failure.reason.length > 0, isRunning]).toEqual([true, false])
  await owner.post(path)
  const stopped = new AbortController()
  stopped.abort()
  await expect(run(stopped.signal)).rejects.toThrow()
  expect(await files()).toEqual([])
  await owner.post(path)
  await sql`UPDATE backup_plan SET running_until = now() + interval '1 minute'`.execute(site.database.sql)
  await run()
  expect(await files()).toEqual([])
  await sql`UPDATE backup_plan SET running_until = now() - interval '1 second'`.execute(site.database.sql)
  await run()
  expect(await files()).toHaveLength(1)
  expect((await state()).failure).toBeNull()
})

test('[settings.125] Ordering a backup and choosing the hour are entries of the audit log', async () => {
  const before = (await entries()).length
  await owner.post(path)
  await plan(4)
  await plan(4)
  await plan(null)
  expect((await entries()).slice(before)).toEqual([
    { action: 'backup.create', before: null, after: null },
    { action: 'backup.plan', before: { hour: null }, after: { hour: 4 } },
    { action: 'backup.plan', before: { hour: 4 }, after: { hour: null } },
  ])
})
