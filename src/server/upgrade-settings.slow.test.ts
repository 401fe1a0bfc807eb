import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shippedRanks } from '../contract/accounts/ranks.ts'
import { BackupSetup, migrationsDir, query, sqlDirectory } from './platform/backup/testing.ts'
import { appRole } from './platform/embedded-postgres/roles.ts'
import { migrate } from './platform/migrations.ts'
import { rootDir } from './store.ts'
import { testApp } from './testing/test-app.ts'

/** The migration that brought settings; the release before had only files and variables. */
const firstOfSettings = '0290'

const setup = new BackupSetup()
const log = { info: () => undefined }
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'upgrade-'))
})
afterAll(async () => {
  await setup.close()
  await rm(directory, { recursive: true })
})

test('[field.141] A shop that was saved by the last release has its shipped tiers in their order again, and own tiers after them', async () => {
  const older = join(directory, 'before-order')
  await cp(migrationsDir, older, { recursive: true })
  for (const name of await readdir(older)) if (name >= '0460') await rm(join(older, name))
  const store = await setup.bare()
  await migrate({ url: store.ownerUrl, appRole, directory: older, log })
  const shop = {
    currency: 'EUR',
    ranks: {
      note: 'Once.',
      gold: { cents: 1 },
      emerald: { cents: 2 },
      diamond: { cents: 3 },
      vip: { cents: 4 },
    },
    passes: {},
    perks: [],
  }
  const saved = [
    ['shop', shop],
    ['shop', 'none'],
    ['faq', { sections: [] }],
  ]
  for (const [base, [scope, value]] of saved.entries())
    await query(store, 'INSERT INTO settings_revisions (scope, value, base) VALUES ($1, $2, $3)', [
      scope,
      JSON.stringify(value),
      base,
    ])
  const read = () => query<{ value: typeof shop }>(store, 'SELECT value FROM settings_revisions ORDER BY id')
  expect(Object.keys((await read())[0]!.value.ranks)).toEqual(['vip', 'gold', 'note', 'diamond', 'emerald'])
  await migrate({ url: store.ownerUrl, appRole, directory: migrationsDir, sqlDirectory, log })
  const now = await read()
  expect(Object.keys(now[0]!.value.ranks)).toEqual(['note', 'gold', 'emerald', 'diamond', 'vip'])
  expect(now.map(({ value }) => value)).toEqual(saved.map(([, value]) => value))
})

test('[settings.137] An upgrade of a site with changed content files, variables and all ten ranks in use moves and loses nothing', async () => {
  const older = join(directory, 'migrations')
  await cp(migrationsDir, older, { recursive: true })
  for (const name of await readdir(older)) if (name >= firstOfSettings) await rm(join(older, name))
  const store = await setup.bare()
  await migrate({ url: store.ownerUrl, appRole, directory: older, log })
  for (const rank of shippedRanks)
    await query(
      store,
      `INSERT INTO users (username, password_hash, rank, password_is_short) VALUES ($1, 'x', $2, false)`,
      [`The ${rank}`, rank],
    )
  const people = 'SELECT * FROM users ORDER BY id'
  const before = await query<Record<string, unknown>>(store, people)

  const contentDir = join(directory, 'content')
  await cp(join(rootDir, 'content'), contentDir, { recursive: true })
  await writeFile(join(contentDir, 'announcement.yaml'), 'text: From the file\nlink:\n')
  await writeFile(join(contentDir, 'terms.md'), '# Own terms\n')
  const files = async () => {
    const found = await readdir(contentDir, { recursive: true, withFileTypes: true })
    const paths = found.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    return Promise.all(paths.sort().map((path) => readFile(path, 'utf8')))
  }
  const written = await files()

  await migrate({ url: store.ownerUrl, appRole, directory: migrationsDir, sqlDirectory, log })
  const app = await testApp({
    store,
    environment: {
      RATE_LIMITS: 'off',
      CONTENT_DIR: contentDir,
      SITE_NAME: 'Own Network',
      SITE_SHORT_NAME: 'Own',
      GAME_HOST: 'play.own.example',
    },
  })
  try {
    const after = await query<Record<string, unknown>>(store, people)
    expect(
      after.map((row, at) => Object.fromEntries(Object.keys(before[at] ?? {}).map((key) => [key, row[key]]))),
    ).toEqual(before)
    expect(
      await query(store, 'SELECT key, name, aliases FROM ranks WHERE number < 10 ORDER BY position'),
    ).toEqual(shippedRanks.map((key) => ({ key, name: key, aliases: key === 'Moderator' ? ['mod'] : [] })))
    expect(app.content.site()).toMatchObject({
      name: 'Own Network',
      gameHost: 'play.own.example',
      announcement: { text: 'From the file' },
    })
    const visitor = app.browser()
    expect((await visitor.get('/api/content/legal/terms')).json.html).toContain('Own terms')
    const member = await app.member()
    await query(store, `UPDATE users SET rank = 'Owner' WHERE id = $1`, [member.user.id])
    const { scopes } = (await member.get('/api/admin/settings')).json
    const sources = Object.fromEntries(
      scopes.map(({ scope, source, lockedBy }: Record<string, string>) => [scope, [source, lockedBy]]),
    )
    expect(sources.identity).toEqual(['variable', 'SITE_NAME, SITE_SHORT_NAME, GAME_HOST'])
    expect(sources.announcement).toEqual(['file', join(contentDir, 'announcement.yaml')])
    expect(sources.rules?.[0]).toBe('shipped')
    // Nothing was copied out of files into the database, and set-up is over: there is an Owner.
    expect(await query(store, 'SELECT FROM settings_revisions')).toEqual([])
    const second = { token: 'a'.repeat(43), username: 'A second Owner', password: 'correct horse' }
    expect((await visitor.post('/api/setup/owner', second)).status).toBe(404)
    expect(await query(store, `SELECT FROM users WHERE username = 'A second Owner'`)).toEqual([])
    expect(await files()).toEqual(written)
  } finally {
    await app.close()
  }
})
