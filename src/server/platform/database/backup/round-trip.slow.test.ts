import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyLedger } from '../../../domains/matches/ledger/rebuild.ts'
import { tables } from '../../../domains.ts'
import { event, gameServer, match, player } from '../../../testing/game-server.ts'
import { head } from '../../../testing/heads.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import type { TestDatabase } from '../../../testing/test-server.ts'
import { appRole } from '../embedded-postgres/roles.ts'
import { migrate, migrationStatus } from '../migrations.ts'
import type { Manifest } from './manifest.ts'
import { BackupSetup, backUp, migrationsDir, query, restore, sqlDirectory, storedRows } from './testing.ts'

const stage = new BackupSetup()
afterAll(() => stage.close())

const environment = { RATE_LIMITS: 'off' } as const
const pictureOf = async (red: number) => {
  const bytes = await sharp({
    create: { width: 60, height: 40, channels: 3, background: { r: red, g: 9, b: 9 } },
  })
    .png()
    .toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}

describe('of a site that eight writers change meanwhile', () => {
  let site: TestApp
  let file: string
  let manifest: Manifest
  /** Manifest of the restored database before a site runs on it. */
  let again: Manifest
  let counts: Record<string, number>
  let target: TestDatabase
  let restored: TestApp
  let written = 0

  beforeAll(async () => {
    site = await testApp({ environment })
    const server = await gameServer(site)
    await gameServer(site, 'Practice US')
    const author = await site.member('Author')
    const image = await pictureOf(1)
    await author.post('/api/posts', { content: 'With a picture', mediaUrl: image })
    await author.put('/api/user/avatar', { image })
    await author.post('/api/posts', { content: 'x'.repeat(500) })
    await author.delete('/api/posts/2')
    const code = 'ABCD2345'
    await server.report(event('link.code', { xuid: '500', gamertag: 'Tag 500', code }))
    await server.report(event('player', { xuid: '500', gamertag: 'Tag 500', head: await head(1) }))
    await server.report(event('heartbeat', { playerCount: 3, maxPlayers: 9, version: '1.21' }))
    for (let n = 0; n < 40; n += 1) {
      const fighters = [
        player(`${n % 7}`, { points: 3, kills: 2 }),
        player(`${7 + (n % 5)}`, { result: 'loss' }),
      ]
      await server.report(event('match', match(fighters)))
    }
    // Special characters must survive unchanged.
    await query(
      site.store,
      `UPDATE users SET bio = E'tab\\t back\\\\slash \\\\N line\\n "quote" é 𐍈' WHERE username = 'Author'`,
    )
    for (const row of [
      `second_factors SELECT id, sha256('a'), now(), 5`,
      `second_factor_recovery_codes SELECT id, sha256('b')`,
      `second_factor_setups SELECT id, sha256('c'), now()`,
      `email_tokens SELECT id, 'a@mail.example', sha256('d'), now(), now()`,
      `recovery_tokens SELECT id, 'mail', sha256('e'), NULL, now(), now()`,
    ])
      await query(site.store, `INSERT INTO ${row} FROM users WHERE username = 'Author'`)
    await query(
      site.store,
      `INSERT INTO outbox (channel, type, data, server_id, done_at) VALUES
        ('mail', 'mail', '{"text": "secret link"}', NULL, NULL), ('game', 'message', '{"text": "told"}', 1, now()),
        ('game', 'message', '{"text": "untold"}', 1, NULL)`,
    )

    let running = true
    const idle = new Set<unknown>()
    const writer = (work: (n: number) => Promise<unknown>) => {
      idle.add(work)
      return async () => {
        for (let n = 0; running; n += 1) {
          await work(n)
          idle.delete(work)
          written += 1
        }
      }
    }
    const posts = async (name: string) => {
      const member = await site.member(name)
      return writer((n) => member.post('/api/posts', { content: `${name} ${n}` }))
    }
    const images = async (name: string, red: number) => {
      const member = await site.member(name)
      return writer(async (n) => {
        const response = await member.post('/api/posts', {
          content: 'p',
          mediaUrl: await pictureOf((red + n) % 256),
        })
        // Deletes images with their posts while the snapshot is running.
        if (n % 2 === 1) await member.delete(`/api/posts/${response.json.id}`)
      })
    }
    const matches = (first: number) =>
      writer((n) =>
        server.report(
          event(
            'match',
            match([player(`${first + (n % 9)}`, { points: 2 }), player(`${first + 20}`, { result: 'loss' })]),
          ),
        ),
      )
    const writers = [
      await posts('Writer1'),
      await posts('Writer2'),
      await images('Painter1', 10),
      await images('Painter2', 90),
      matches(0),
      matches(4),
      matches(100),
      matches(200),
    ].map((work) => work())
    // On a busy machine a writer may come late: each has written before the backup begins.
    while (written < 40 || idle.size > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    file = await stage.file()
    const before = written
    manifest = (await backUp(site.store, file)).manifest
    const during = written - before
    running = false
    await Promise.all(writers)
    expect(during, 'others wrote while the backup was written').toBeGreaterThan(0)

    target = await stage.migrated()
    await restore(target, file)
    counts = await storedRows(target)
    again = (await backUp(target, await stage.file())).manifest
    restored = await testApp({ environment, store: target })
  })
  afterAll(async () => {
    await restored.close()
    await site.close()
  })

  test('the file is its owner’s alone, without any other beside it', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(join(file, '..'))).toEqual(['site.backup'])
  })

  test('counts and checksums are those of the snapshot', async () => {
    expect(again.tables).toEqual(manifest.tables)
    expect(again.counters).toEqual(manifest.counters)
    const own = manifest.tables.filter(({ name }) => !tables[name]?.filledByMigrations)
    for (const { name, rows } of own) expect([name, counts[name] ?? 0]).toEqual([name, rows])
    expect(counts.all_posts).toBeGreaterThan(1)
    expect(counts.media).toBeGreaterThan(1)
    expect(counts.matches).toBeGreaterThan(40)
  })

  test('figures and matches agree, though matches came in the middle', async () => {
    expect(await verifyLedger(restored.database)).toMatchObject({ differences: 0 })
  })

  test('what is secret for a moment is not in it', async () => {
    for (const name of [
      'sessions',
      'recovery_tokens',
      'email_tokens',
      'second_factor_setups',
      'link_codes',
      'rate_limits',
      'idempotency_keys',
      'game_ping',
      'heartbeats',
    ])
      expect([name, counts[name]]).toEqual([name, undefined])
    for (const name of ['sessions', 'recovery_tokens', 'email_tokens', 'second_factor_setups'])
      expect(await query(site.store, `SELECT FROM ${name}`)).not.toEqual([])
    // An active second factor is still required after a restore.
    expect(counts).toMatchObject({ second_factors: 1, second_factor_recovery_codes: 1 })
    expect(await query(target, 'SELECT channel, data FROM outbox')).toEqual([
      { channel: 'game', data: { text: 'untold' } },
    ])
  })

  test('text arrives as it was, and generated columns compute themselves', async () => {
    const row = `SELECT bio, shown_name FROM users WHERE username = 'Author'`
    expect(await query(target, row)).toEqual(await query(site.store, row))
    expect(await query(target, row)).toEqual([
      { bio: 'tab\t back\\slash \\N line\n "quote" é 𐍈', shown_name: 'Author' },
    ])
  })

  test('the site answers from it: a page of posts, an image byte for byte, and a member who signs in', async () => {
    const posts = (await restored.browser().get('/api/posts?limit=100')).json
    const { rows } = await pageOfPosts(target)
    expect(posts.map(({ id }: { id: number }) => id)).toEqual(rows)
    const { mediaUrl } = (await restored.browser().get('/api/posts?before=2')).json[0]
    const images = await Promise.all(
      [site, restored].map((each) => each.app.inject({ method: 'GET', url: mediaUrl })),
    )
    expect(images.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(images[1]?.rawPayload).toEqual(images[0]?.rawPayload)
    const login = { username: 'Writer1', password: 'correct horse' }
    expect((await restored.browser().post('/api/login', login)).status).toBe(200)
  })

  test('the key of forgotten identities is the saved one, so that they are recognised', async () => {
    const key = (of: TestDatabase) => query<{ key: Buffer }>(of, 'SELECT key FROM identity_hash_key')
    expect(await key(target)).toEqual(await key(site.store))
  })

  test('numbers go on after the last that was given, also of rows that are gone', async () => {
    const next = manifest.counters.find(({ table }) => table === 'all_posts')?.next
    const member = await restored.member('Newcomer')
    const post = await member.post('/api/posts', { content: 'After the restore' })
    expect(post.json.id).toBe(Number(next))
    expect(post.json.id).toBeGreaterThan(2)
  })

  test('facts are still append-only, for the site and for the owner', async () => {
    await expect(query(target, 'DELETE FROM matches')).rejects.toThrow('matches is append-only')
    const asSite = { ...target, ownerUrl: target.appUrl }
    await expect(query(asSite, 'UPDATE matches SET ranked = false')).rejects.toThrow('permission denied')
    await expect(query(asSite, 'DELETE FROM schema_migrations')).rejects.toThrow('permission denied')
    // An image is still deleted with its last post.
    await query(target, 'DELETE FROM posts')
    expect(await query(target, 'SELECT FROM media')).toEqual([])
  })

  test('both databases know the time of the backup, and an older one does not replace it', async () => {
    const when = 'SELECT taken_at FROM last_backup'
    expect(await query(site.store, when)).toEqual([{ taken_at: new Date(manifest.header.takenAt) }])
    await query(site.store, `UPDATE last_backup SET taken_at = '2999-01-01Z'`)
    await backUp(site.store, await stage.file())
    expect(await query(site.store, when)).toEqual([{ taken_at: new Date('2999-01-01Z') }])
  })

  const pageOfPosts = async (store: TestDatabase) => ({
    rows: (await query<{ id: number }>(store, 'SELECT id FROM posts ORDER BY id DESC LIMIT 100')).map(
      ({ id }) => id,
    ),
  })
})

describe('of release 0.2.0', () => {
  let file: string
  const log = { info: () => undefined }

  beforeAll(async () => {
    const source = await stage.released()
    await query(source, `INSERT INTO users (username, password_hash) VALUES ('Somebody', 'x')`)
    await query(
      source,
      `INSERT INTO moderation_reports (subject_type, subject_id, reason) VALUES ('post', 1, 'spam')`,
    )
    file = await stage.file()
    // The newer release writes the backup before it migrates.
    const { manifest } = await backUp(source, file)
    expect(manifest.header.migration).toBe(290)
    expect(await query(source, 'SELECT max(number) FROM schema_migrations')).toEqual([{ max: 290 }])
  })

  test.each(['bare', 'migrated'] as const)(
    '[plugs.05] into a %s database: loaded as it was, then migrated, with the functions, views and triggers of this release',
    async (kind) => {
      const target = await stage[kind]()
      await restore(target, file)
      const newest = (await readdir(migrationsDir)).sort().at(-1)
      expect(
        await query(target, `SELECT max(number) AS number, count(*)::int AS all FROM schema_migrations`),
      ).toEqual([{ number: Number(newest?.slice(0, 4)), all: (await readdir(migrationsDir)).length }])
      expect(await storedRows(target)).toEqual({ users: 1, moderation_reports: 1, last_backup: 1 })
      // From a migration that is newer than the backup.
      expect(await query(target, 'SELECT former_names FROM users')).toEqual([{ former_names: [] }])
      const asSite = { ...target, ownerUrl: target.appUrl }
      expect(
        await query(asSite, `INSERT INTO posts (user_id, content) VALUES (1, 'a') RETURNING id`),
      ).toEqual([{ id: 1 }])
      await expect(query(asSite, 'DELETE FROM audit_log')).rejects.toThrow('permission denied')
      expect((await migrationStatus(target.ownerUrl, migrationsDir, sqlDirectory)).pending).toEqual([])
      // Same result as migrating step by step.
      await migrate({ url: target.ownerUrl, appRole, directory: migrationsDir, sqlDirectory, log })
    },
  )

  test('a backup of this release is refused by the one before, and the database stays as it was', async () => {
    const source = await stage.migrated()
    const newer = await stage.file()
    await backUp(source, newer)
    const target = await stage.bare()
    const signal = new AbortController().signal
    const older = await mkdtemp(join(tmpdir(), 'migrations-'))
    await cp(migrationsDir, older, { recursive: true })
    const [newest, second] = (await readdir(older)).sort().reverse()
    await rm(join(older, newest!))
    await expect(restore(target, newer, signal, older)).rejects.toThrow(
      `this release knows none after ${Number(second!.slice(0, 4))}`,
    )
    await expect(backUp(source, await stage.file(), signal, older)).rejects.toThrow(
      /start the newer release again/,
    )
    expect(await query(target, `SELECT to_regclass('users') AS users`)).toEqual([{ users: null }])
    await rm(older, { recursive: true })
  })
})
