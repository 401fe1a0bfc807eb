import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shippedRanks } from '../../src/contract/accounts/ranks.ts'
import {
  BackupSetup,
  migrationsDir,
  query,
  sqlDirectory,
} from '../../src/server/platform/database/backup/testing.ts'
import { appRole } from '../../src/server/platform/database/embedded-postgres/roles.ts'
import { migrate } from '../../src/server/platform/database/migrations.ts'
import { rootDir } from '../../src/server/store.ts'
import { testApp } from '../../src/server/testing/test-app.ts'

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

test('[field.68] Names of matches played before the upgrade are former names, the newest first', async () => {
  const older = join(directory, 'before-names')
  await cp(migrationsDir, older, { recursive: true })
  for (const name of await readdir(older)) if (name >= '0510') await rm(join(older, name))
  const store = await setup.bare()
  await migrate({ url: store.ownerUrl, appRole, directory: older, log })
  await query(store, `INSERT INTO game_servers (name, secret_hash) VALUES ('One', sha256('x'))`)
  await query(
    store,
    `INSERT INTO users (username, password_hash, rank, password_is_short) VALUES ('Team_Lead', 'x', 'Admin', false)`,
  )
  /** A player with the names of their matches, the oldest first, on each of their identities. */
  const player = async (gamertag: string, ...identities: string[][]) => {
    const [{ id }] = (await query<{ id: number }>(
      store,
      'INSERT INTO users (gamertag) VALUES ($1) RETURNING id',
      [gamertag],
    )) as [{ id: number }]
    for (const [at, names] of identities.entries())
      await query(
        store,
        `WITH own AS (INSERT INTO game_identities (kind, value, user_id) VALUES ($1, $2, $3) RETURNING id),
        named AS (SELECT name, gen_random_uuid() AS match_id, timestamptz '2026-01-01Z' + at * interval '1 hour' AS ended_at
          FROM unnest($4::text[]) WITH ORDINALITY AS names (name, at)),
        played AS (INSERT INTO matches (match_id, server_id, game_type, ranked, started_at, ended_at, content_hash)
          SELECT match_id, 1, 'sumo', true, ended_at, ended_at, decode(repeat('00', 32), 'hex') FROM named)
        INSERT INTO match_players (identity_id, match_id, ended_at, gamertag, result, kills, deaths, assists, points)
        SELECT own.id, match_id, ended_at, name, 'win', 0, 0, 0, 0 FROM named, own`,
        [['xuid', 'pfid'][at], `known-${id}`, id, names],
      )
    return id
  }
  const many = Array.from({ length: 12 }, (_, at) => `Name ${at}`)
  const reserved = await player('Team Boss', ['Sincere', 'Team Boss'])
  await query(store, 'UPDATE users SET gamertag_is_reserved = true WHERE id = $1', [reserved])
  const forgotten = await player('Deleted player', ['Was Here'])
  await query(
    store,
    `UPDATE game_identities SET forgotten_at = now(), value = 'forgotten ' || id WHERE user_id = $1`,
    [forgotten],
  )
  const expected = new Map([
    [
      await player('Now', ['First', 'Second', 'First', 'Now'], ['Second', 'Elsewhere']),
      ['First', 'Elsewhere', 'Second'],
    ],
    [await player('Always', ['Always', 'Always']), []],
    [await player('Busy', [...many, 'Busy']), many.toReversed().slice(0, 10)],
    [await player('Honest', ['Player 12', 'Deleted player', 'TEAM LEAD', 'Honest']), []],
    [await player('Idle'), []],
    [reserved, []],
    [forgotten, []],
  ])
  await migrate({ url: store.ownerUrl, appRole, directory: migrationsDir, sqlDirectory, log })
  const now = await query<{ id: number; names: string[] }>(
    store,
    'SELECT id, former_names AS names FROM users WHERE username IS NULL ORDER BY id',
  )
  expect(now.map(({ id, names }) => [id, names])).toEqual([...expected].sort(([one], [other]) => one - other))
})

test('[settings.137] An upgrade of a site with changed content files, variables and all ten ranks in use moves and loses nothing', async () => {
  const store = await setup.released()
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
