import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { backupCommand, restoreCommand } from '../../src/server/cli/backup.ts'
import { readConfig } from '../../src/server/config.ts'
import {
  deletedAccountsJob,
  readDeletedAccounts,
  updateDeletedAccountsList,
} from '../../src/server/domains/accounts/personal-data/deleted-accounts.ts'
import {
  tracesOf,
  wholeMember,
} from '../../src/server/domains/accounts/personal-data/testing/whole-member.ts'
import { verifyLedger } from '../../src/server/domains/matches/ledger/rebuild.ts'
import { BackupSetup, query } from '../../src/server/platform/database/backup/testing.ts'
import { startJobs } from '../../src/server/platform/jobs/jobs.ts'
import { rootDir } from '../../src/server/store.ts'
import {
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../src/server/testing/game-server.ts'
import { password, type TestApp, testApp } from '../../src/server/testing/test-app.ts'
import type { TestDatabase } from '../../src/server/testing/test-server.ts'

const stage = new BackupSetup()
const said: string[] = []
let site: TestApp
let server: TestGameServer
let directory: string

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  directory = await mkdtemp(join(tmpdir(), 'deleted-'))
})
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)))
})
afterEach(() => {
  said.length = 0
  vi.restoreAllMocks()
})
afterAll(async () => {
  await site.close()
  await stage.close()
  await rm(directory, { recursive: true })
})

let dirs = 0
const newDir = async () => {
  dirs += 1
  const path = join(directory, String(dirs))
  await mkdir(path)
  return path
}

const configOf = (store: TestDatabase, dataDir: string) =>
  readConfig(
    { DATABASE_URL: store.appUrl, MIGRATION_DATABASE_URL: store.ownerUrl, DATA_DIR: dataDir },
    rootDir,
  )

const backUpTo = async (file: string) =>
  expect(await backupCommand([file], configOf(site.store, directory))).toBe(0)

/** Restores into a new database; returns the running site and the command's output. */
async function restored(words: readonly string[], dataDir?: string) {
  const store = await stage.migrated()
  const config = configOf(store, dataDir ?? (await newDir()))
  expect(await restoreCommand(words, config)).toBe(0)
  return {
    store,
    app: await testApp({ store, environment: { RATE_LIMITS: 'off' } }),
    error: said.at(-1) ?? '',
  }
}

test('a backup of before a deletion brings neither the account nor a word of it back', async () => {
  const rival = 'rival-restore'
  const { member, id, said: words } = await wholeMember(site, server, rival)
  const stays = await site.member('Stays')
  await stays.post('/api/posts', { content: 'I stay' })
  const older = join(await newDir(), 'monday.backup')
  await backUpTo(older)
  expect((await member.post('/api/account/delete', { password, now: true })).status).toBe(204)
  // A later backup in the same directory updates the list next to both.
  await backUpTo(join(dirname(older), 'tuesday.backup'))
  expect(said.at(-1)).toContain(join(dirname(older), 'deleted-accounts'))

  const { store, app, error } = await restored([older])
  expect(error).toMatch(
    /^1 account of the list was deleted again \(.*deleted-accounts\); .* complete until 20/,
  )
  const left = await tracesOf(app, Object.values(words))
  expect(left.filter((trace) => !trace.startsWith('outbox'))).toEqual([])
  const login = { username: words.username, password }
  expect((await app.browser().post('/api/login', login)).status).toBe(401)
  expect((await app.browser().get(`/api/users/${id}`)).json.username).toBe('Deleted player')
  expect((await app.browser().post('/api/login', { username: 'Stays', password })).status).toBe(200)
  const posts = await query<{ content: string }>(store, 'SELECT content FROM posts')
  expect(posts.map(({ content }) => content)).toContain('I stay')
  expect(await verifyLedger(app.database)).toMatchObject({ differences: 0 })
  expect(await query(store, `SELECT actor_name FROM audit_log WHERE action = 'member.delete'`)).toEqual([
    { actor_name: 'Deleted player' },
  ])
  // Later reports of the game server do not name anybody either.
  const again = await gameServer(app, 'After the restore')
  await again.report(event('match', match([player(words.xuid, { gamertag: words.gamertag })])))
  const named = await tracesOf(app, [words.gamertag])
  expect(named.filter((trace) => !trace.startsWith('outbox'))).toEqual([])
  await app.close()
})

test('a player who was linked to the deleted account only after the backup is gone as well', async () => {
  const xuid = '2535-late-link'
  await server.report(event('match', match([player(xuid, { gamertag: 'LateLink' }), player('other')])))
  const member = await site.member('Late Linker')
  const older = join(await newDir(), 'a.backup')
  await backUpTo(older)
  await server.report(event('link.code', { xuid, gamertag: 'LateLink', code: 'LATE2345' }))
  expect((await member.post('/api/link', { code: 'LATE2345' })).status).toBe(200)
  expect((await member.post('/api/account/delete', { password, now: true })).status).toBe(204)
  const context = { ...site.context, config: { ...site.context.config, dataDir: await newDir() } }
  await updateDeletedAccountsList(context)
  await rm(join(dirname(older), 'deleted-accounts'))

  const list = join(context.config.dataDir, 'deleted-accounts')
  const { app } = await restored([older, '--deleted', list])
  const left = await tracesOf(app, ['Late Linker', 'LateLink', xuid])
  expect(left.filter((trace) => !trace.startsWith('outbox'))).toEqual([])
  expect(await verifyLedger(app.database)).toMatchObject({ differences: 0 })
  await app.close()
})

test('somebody who registered later under the same number is not taken for the deleted one', async () => {
  const older = join(await newDir(), 'a.backup')
  await backUpTo(older)
  const gone = await site.member('Gone After')
  expect((await gone.post('/api/account/delete', { password, now: true })).status).toBe(204)
  await backUpTo(join(dirname(older), 'b.backup'))
  const first = await restored([older])
  // The restored site assigns the id again.
  const newcomer = await first.app.member('Newcomer')
  expect(newcomer.user.id).toBe(gone.user.id)
  const newer = join(dirname(older), 'c.backup')
  expect(await backupCommand([newer], configOf(first.store, directory))).toBe(0)
  await first.app.close()
  const second = await restored([newer])
  expect((await second.app.browser().post('/api/login', { username: 'Newcomer', password })).status).toBe(200)
  await second.app.close()
})

test('without a list it says what it could not do', async () => {
  const file = join(await newDir(), 'a.backup')
  await backUpTo(file)
  await rm(join(dirname(file), 'deleted-accounts'))
  const { app, error } = await restored([file])
  expect(error).toMatch(
    /^No list of deleted accounts was found: accounts that were deleted after 20.* are back/,
  )
  expect(error).toContain('--deleted <list>')
  await app.close()
})

describe('[owner.91] an account that can be restored', () => {
  const hide = async (name: string) => {
    const member = await site.member(name)
    const post = await member.post('/api/posts', { content: `A post of ${name}` })
    return { member, name, postId: post.json.id as number }
  }
  const remove = async ({
    member,
  }: {
    member: { post(url: string, body: object): Promise<{ status: number }> }
  }) => expect((await member.post('/api/account/delete', { password })).status).toBe(204)
  const signIn = async (app: TestApp, username: string) => {
    const { status, json } = await app.browser().post('/api/login', { username, password })
    return status === 200 ? 'signed in' : json.code
  }

  test('[owner.91] is hidden again by a backup of before, with the same date, and can be restored', async () => {
    const one = await hide('Hidden Again')
    const older = join(await newDir(), 'a.backup')
    await backUpTo(older)
    await remove(one)
    await backUpTo(join(dirname(older), 'b.backup'))
    const { app, store, error } = await restored([older])
    expect(error).toMatch(/^1 account of the list was deleted again/)
    expect(await signIn(app, one.name)).toBe('deletion_pending')
    expect((await app.browser().get(`/api/posts/${one.postId}`)).status).toBe(404)
    const date = (database: TestDatabase) =>
      query<{ deletes_at: Date }>(database, 'SELECT deletes_at FROM pending_deletions WHERE username = $1', [
        one.name,
      ])
    // The list has no microseconds.
    const dates = [await date(store), await date(site.store)].map(([row]) => Number(row?.deletes_at))
    expect(dates[0]).toBe(dates[1])
    const back = await app.browser().post('/api/account/restore', { username: one.name, password })
    expect([back.status, (await app.browser().get(`/api/posts/${one.postId}`)).status]).toEqual([200, 200])
    await app.close()
  })

  test('[owner.91] is deleted by a restore after its date, and shown again when its member restored it since', async () => {
    const [late, kept] = [await hide('Too Late'), await hide('Thought Again')]
    for (const one of [late, kept]) await remove(one)
    const older = join(await newDir(), 'a.backup')
    await backUpTo(older)
    const untouched = await restored([older])
    expect(await signIn(untouched.app, late.name)).toBe('deletion_pending')
    await untouched.app.close()
    await query(
      site.store,
      `UPDATE pending_deletions SET deletes_at = now() - interval '1 hour' WHERE username = $1`,
      [late.name],
    )
    const back = await site.browser().post('/api/account/restore', { username: kept.name, password })
    expect(back.status).toBe(200)
    await backUpTo(join(dirname(older), 'b.backup'))
    const { app, store } = await restored([older])
    expect(await signIn(app, late.name)).toBe('wrong_credentials')
    expect(await query(store, 'SELECT FROM users WHERE id = $1', [late.member.user.id])).toEqual([])
    expect(await signIn(app, kept.name)).toBe('signed in')
    expect((await app.browser().get(`/api/posts/${kept.postId}`)).status).toBe(200)
    await app.close()
  })
})

describe('the list', () => {
  test('names nobody, is its owner’s alone, and knows every deletion a moment after it', async () => {
    const dataDir = await newDir()
    const context = { ...site.context, config: { ...site.context.config, dataDir } }
    const kept = startJobs(context, [deletedAccountsJob(context)])
    const { member, said: words } = await wholeMember(site, server, 'rival-list')
    await expect.poll(() => kept.states[0]?.lastSuccessAt).toBeDefined()
    const path = join(dataDir, 'deleted-accounts')
    const before = (await readDeletedAccounts(path))?.entries.length ?? 0
    expect((await member.post('/api/account/delete', { password, now: true })).status).toBe(204)
    // The account, its XUID and its PlayFab id.
    await vi.waitFor(
      async () => expect((await readDeletedAccounts(path))?.entries).toHaveLength(before + 3),
      15_000,
    )
    await kept.stop()
    const text = await readFile(path, 'utf8')
    for (const word of Object.values(words)) expect(text).not.toContain(` ${word}`)
    // As a whole word: a hash may begin with the digits of an id.
    expect(text.split(/\s+/)).not.toContain(String(member.user.id))
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(dataDir)).toEqual(['deleted-accounts'])
  })

  test('keeps what the database has forgotten by a restore', async () => {
    const file = join(await newDir(), 'a.backup')
    await backUpTo(file)
    const path = join(dirname(file), 'deleted-accounts')
    const line = `2026-01-01T00:00:00.000Z account ${'A'.repeat(43)}`
    await writeFile(path, `${await readFile(path, 'utf8')}${line}\n`)
    await backUpTo(join(dirname(file), 'b.backup'))
    expect(await readFile(path, 'utf8')).toContain(line)
  })

  test.each([
    ['another file', 'hello\n', /unexpected first line/],
    [
      'a damaged one',
      'deleted accounts, complete until 2026-01-01T00:00:00.000Z\n2026 account x\n',
      /line 2 is damaged/,
    ],
  ])('%s is refused before anything is restored, and never overwritten', async (_what, text, reason) => {
    const file = join(await newDir(), 'a.backup')
    await backUpTo(file)
    const list = join(await newDir(), 'list')
    await writeFile(list, text)
    const store = await stage.migrated()
    const config = configOf(store, await newDir())
    await expect(restoreCommand([file, '--deleted', list], config)).rejects.toThrow(reason)
    expect(await query(store, 'SELECT FROM users')).toEqual([])
    await expect(restoreCommand([file, '--deleted', `${list}-not`], config)).rejects.toThrow(
      /There is no file/,
    )
    await rm(join(dirname(file), 'deleted-accounts'))
    await writeFile(join(dirname(file), 'deleted-accounts'), text)
    await expect(
      backupCommand([join(dirname(file), 'b.backup')], configOf(site.store, directory)),
    ).rejects.toThrow(reason)
    expect(await readFile(join(dirname(file), 'deleted-accounts'), 'utf8')).toBe(text)
  })
})
