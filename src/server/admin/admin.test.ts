import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rank, shippedRanks } from '../../contract/accounts/ranks.ts'
import { type AuditRecord, recordAudit, recordConsoleAudit } from '../platform/audit.ts'
import { rootDir } from '../store.ts'
import { event, gameServer } from '../testing/game-server.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { storeDatabaseSize } from './storage/queries.ts'

let site: TestApp
let contentDir: string
beforeAll(async () => {
  contentDir = await mkdtemp(join(tmpdir(), 'content-'))
  await cp(join(rootDir, 'content'), contentDir, { recursive: true })
  site = await testApp({
    environment: {
      RATE_LIMITS: 'off',
      CONTENT_DIR: contentDir,
      GAME_HOST: 'play.example.net',
      PUBLIC_URL: 'https://example.net',
    },
  })
})
afterAll(async () => {
  await site.close()
  await rm(contentDir, { recursive: true })
})

const somebody = async (rank: Rank) => {
  const member = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
  return member
}

describe('the overview', () => {
  test('is refused to visitors and members', async () => {
    expect((await site.browser().get('/api/admin/overview')).status).toBe(401)
    for (const rank of shippedRanks.slice(0, 4)) {
      expect((await (await somebody(rank)).get('/api/admin/overview')).status).toBe(403)
    }
  })

  test('counts what waits, says what a young site lacks, and shows each game server’s key with its last use', async () => {
    const staff = await somebody('Admin')
    const author = await site.member()
    const post = (await author.post('/api/posts', { content: 'Hello' })).json.id
    // Two reports about a post are one case.
    await (await site.member()).post(`/api/posts/${post}/reports`, { reason: 'spam' })
    await (await site.member()).post(`/api/posts/${post}/reports`, { reason: 'more of it' })
    await author.post('/api/reports', {
      gameMode: 'sumo',
      severity: 'low',
      reason: 'It broke',
      details: 'It broke, and I do not know how to say it longer.',
    })
    const message = { name: 'A', email: 'a@mail.example', subject: 'B', message: 'C' }
    await site.browser().post('/api/contact', message)
    await site.browser().post('/api/contact', { ...message, website: 'spam' })
    await sql`INSERT INTO game_servers (name, secret_hash) VALUES ('Practice 1', sha256('a'))`.execute(
      site.database.sql,
    )
    const { json } = await staff.get('/api/admin/overview')
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM users WHERE username IS NOT NULL
    `.execute(site.database.sql)
    expect(json.counts).toEqual({
      pendingReports: 1,
      openApplications: 0,
      openModeration: 1,
      waitingAppeals: 0,
      unreadMessages: 1,
      members: rows[0]?.n,
      membersOnline: rows[0]?.n,
      rankedPlayers: 0,
      matchesToday: 0,
    })
    const waits = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(json.oldest).toEqual({
      pendingReports: waits,
      openApplications: null,
      openModeration: waits,
      waitingAppeals: null,
      unreadMessages: waits,
    })
    expect(json.setup).toEqual([
      { key: 'name', done: false },
      { key: 'gameHost', done: false },
      { key: 'publicUrl', done: true },
      { key: 'look', done: false },
      { key: 'links', done: false },
      { key: 'discord', done: false },
      { key: 'gameServer', done: false },
      { key: 'staff', done: false },
      { key: 'mail', done: false },
      { key: 'backup', done: false },
    ])
    expect(json.lastBackupAt).toBeNull()
    expect(json.gameServers).toMatchObject([{ name: 'Practice 1', lastUsedAt: null, revokedAt: null }])
    expect(JSON.stringify(json)).not.toContain('secret')
  })

  test('[guards.83] has no set-up hints for staff who cannot set anything up; the address of the game is done only while a server answers', async () => {
    const setupFor = async (rank: Rank) => (await (await somebody(rank)).get('/api/admin/overview')).json
    for (const rank of ['Helper', 'Moderator', 'Product Staff'] as const)
      expect((await setupFor(rank)).setup).toEqual([])
    await sql`
      INSERT INTO game_ping (checked_at, answered_at, player_count) VALUES (now(), now(), 3)
      ON CONFLICT (only_row) DO UPDATE SET checked_at = now(), answered_at = now()
    `.execute(site.database.sql)
    const responses = await setupFor('Admin')
    expect(responses.setup[1]).toEqual({ key: 'gameHost', done: true })
    expect(Date.parse(responses.gameServer.pongAt)).not.toBeNaN()
    await sql`UPDATE game_ping SET answered_at = now() - interval '1 day'`.execute(site.database.sql)
    expect((await setupFor('Owner')).setup[1]).toEqual({ key: 'gameHost', done: false })
  })

  test('[settings.130] Name and look are set up once they were saved, the game server with its first heartbeat, staff with a second one or an invitation', async () => {
    const young = await testApp({ environment: { RATE_LIMITS: 'off' } })
    const owner = await young.member()
    await sql`UPDATE users SET rank = 'Owner' WHERE id = ${owner.user.id}`.execute(young.database.sql)
    const done = async () =>
      (await owner.get('/api/admin/overview')).json.setup.flatMap((item: { key: string; done: boolean }) =>
        item.done ? [item.key] : [],
      )
    const before = await done()
    for (const key of ['name', 'gameServer', 'staff']) expect(before).not.toContain(key)
    await owner.put('/api/admin/settings/identity', {
      value: { name: 'Isles', shortName: 'Isles', host: 'play.example', port: 19_132 },
      base: null,
    })
    expect(await done()).toContain('name')
    expect(await done()).not.toContain('look')
    await owner.put('/api/admin/settings/look', {
      value: { accent: '#3dd6c8', tint: null, corners: 'round' },
      base: null,
    })
    expect(await done()).toContain('look')
    const server = await gameServer(young)
    expect(await done()).not.toContain('gameServer')
    await server.report(event('heartbeat', { playerCount: 1 }))
    expect(await done()).toContain('gameServer')
    await owner.post('/api/admin/invites', { rank: 'Helper' })
    expect(await done()).toContain('staff')
    await sql`DELETE FROM invites`.execute(young.database.sql)
    const helper = await young.member()
    expect(await done()).not.toContain('staff')
    await sql`UPDATE users SET rank = 'Helper' WHERE id = ${helper.user.id}`.execute(young.database.sql)
    expect(await done()).toContain('staff')
    await young.close()
  })

  test('[owner.43] says to Admins alone how large disk and database are, and how much the database grows in a week', async () => {
    const run = (query: ReturnType<typeof sql>) => query.execute(site.database.sql)
    const storage = async (rank: Rank) =>
      (await (await somebody(rank)).get('/api/admin/overview')).json.storage
    for (const rank of ['Helper', 'Moderator'] as const) expect(await storage(rank)).toBeNull()
    const young = await storage('Admin')
    expect(young.database.bytes).toBeGreaterThan(1_000_000)
    expect(young.database.weeklyGrowth).toBeNull()
    const size = (daysAgo: number, less: number) =>
      run(sql`INSERT INTO database_sizes (day, bytes)
        VALUES (CAST(now() AT TIME ZONE 'UTC' AS date) - ${daysAgo}::int, pg_database_size(current_database()) - ${less}::int)`)
    await size(31, 1)
    await size(14, 2_000_000)
    await size(6, 3_000_000)
    for (let hours = 0; hours < 2; hours += 1) await storeDatabaseSize(site.database.sql)
    const { rows } = await run(
      sql`SELECT CAST(now() AT TIME ZONE 'UTC' AS date) - day AS age FROM database_sizes ORDER BY day`,
    )
    expect(rows).toEqual([{ age: 14 }, { age: 6 }, { age: 0 }])
    const { bytes, weeklyGrowth } = (await storage('Owner')).database
    // Half of what two weeks brought, and of what this test wrote since.
    expect(weeklyGrowth).toBeGreaterThanOrEqual(1_000_000)
    expect(weeklyGrowth).toBeLessThan(1_500_000)
    expect(bytes).toBeGreaterThanOrEqual(young.database.bytes)
    await run(sql`DELETE FROM database_sizes`)
  })

  test.each([
    [6.9, true],
    [7.1, false],
  ])('a backup of %d days ago: done is %s', async (days, done) => {
    const staff = await somebody('Admin')
    const { rows } = await sql<{ at: Date }>`
      INSERT INTO last_backup (taken_at, file_bytes) VALUES (now() - ${days} * interval '1 day', 1)
      ON CONFLICT (only_row) DO UPDATE SET taken_at = excluded.taken_at RETURNING taken_at AS at
    `.execute(site.database.sql)
    const { json } = await staff.get('/api/admin/overview')
    expect(json.lastBackupAt).toBe(rows[0]?.at.toISOString())
    expect(json.setup.at(-1)).toEqual({ key: 'backup', done })
  })

  test('names a content file that was broken while the site runs', async () => {
    const staff = await somebody('Helper')
    expect((await staff.get('/api/admin/overview')).json.content).toEqual({ problems: [] })
    await writeFile(join(contentDir, 'guidelines.yaml'), 'guidelines: []')
    expect((await staff.get('/api/admin/overview')).json.content.problems).toEqual([
      expect.stringMatching(/guidelines\.yaml:1: guidelines must not be empty/),
    ])
    expect((await site.browser().get('/api/content/guidelines')).status).toBe(200)
  })
})

describe('the audit log', () => {
  test('is for admins alone', async () => {
    expect((await site.browser().get('/api/admin/audit')).status).toBe(401)
    for (const rank of shippedRanks) {
      const { status } = await (await somebody(rank)).get('/api/admin/audit')
      expect([rank, status]).toEqual([rank, ['Admin', 'Manager', 'Owner'].includes(rank) ? 200 : 403])
    }
  })

  test('is filtered by who and what, newest first, with a next page that keeps the filter', async () => {
    const admin = await somebody('Admin')
    const keeper = await site.member('Night_Keeper')
    for (const action of ['report.status', 'report.delete', 'event.create', 'report.status'] as const) {
      await recordAudit(site.database.sql, {
        actor: { id: keeper.user.id, rank: 'Helper' },
        action,
        subject: { type: 'report', id: 1 },
        before: null,
        after: { status: 'resolved' },
      })
    }
    const found = await admin.get('/api/admin/audit?actor=night_&action=report&limit=2')
    const actions = (response: typeof found) => response.json.map(({ action }: { action: string }) => action)
    expect(actions(found)).toEqual(['report.status', 'report.delete'])
    const next = /<([^>]+)>/.exec(String(found.headers.link))?.[1] ?? ''
    expect(actions(await admin.get(next))).toEqual(['report.status'])
    expect(actions(await admin.get('/api/admin/audit?actor=nightXkeeper'))).toEqual([])
    expect(actions(await admin.get('/api/admin/audit?action=%25'))).toEqual([])
    expect(actions(await admin.get('/api/admin/audit?action=report.delete'))).toEqual(['report.delete'])
    expect(actions(await admin.get('/api/admin/audit?action=repor'))).toEqual([])
    // One or two characters match the beginning of a name, more match any part.
    expect(actions(await admin.get('/api/admin/audit?actor=ni&action=event'))).toEqual(['event.create'])
    expect(actions(await admin.get('/api/admin/audit?actor=gh&action=event'))).toEqual([])
    expect(actions(await admin.get('/api/admin/audit?actor=KEEPER&action=event'))).toEqual(['event.create'])
  })

  const write = (
    action: AuditRecord['action'],
    subject: AuditRecord['subject'],
    after: AuditRecord['after'] = {},
  ) => recordConsoleAudit(site.database.sql, { action, subject, before: null, after })

  test('names its subjects as they are called today, and says nothing of those that are gone', async () => {
    const admin = await somebody('Admin')
    const target = await site.member('Named Today')
    await write('member.clear', { type: 'member', id: target.user.id })
    await write('member.clear', { type: 'member', id: 2_000_000_000 })
    const { json } = await admin.get('/api/admin/audit?action=member.clear')
    expect(json.map(({ subjectName }: { subjectName: string | null }) => subjectName)).toEqual([
      null,
      'Named Today',
    ])
  })

  test('is filtered by subject and by day, both days included; what is no day is a 400', async () => {
    const admin = await somebody('Admin')
    await sql`
      INSERT INTO audit_log (actor_name, action, subject_type, subject_id, at) VALUES
        ('x', 'day.one', 'thing', 1, '2026-01-01T00:00:00Z'), ('x', 'day.two', 'thing', 2, '2026-01-01T23:59:59.9Z'),
        ('x', 'day.three', 'thing', 1, '2026-01-02T00:00:00Z')
    `.execute(site.database.sql)
    const found = async (query: string) =>
      (await admin.get(`/api/admin/audit?${query}`)).json.map(({ action }: { action: string }) => action)
    expect(await found('subjectType=thing')).toEqual(['day.three', 'day.two', 'day.one'])
    expect(await found('subjectType=thing&subjectId=1')).toEqual(['day.three', 'day.one'])
    expect(await found('action=day&from=2026-01-01&to=2026-01-01')).toEqual(['day.two', 'day.one'])
    expect(await found('action=day&from=2026-01-02')).toEqual(['day.three'])
    expect(await found('subjectType=thing&subjectId=1&to=2026-01-01')).toEqual(['day.one'])
    const page = await admin.get('/api/admin/audit?subjectType=thing&from=2026-01-01&to=2026-01-01&limit=1')
    const next = /<([^>]+)>/.exec(String(page.headers.link))?.[1] ?? ''
    expect((await admin.get(next)).json.map(({ action }: { action: string }) => action)).toEqual(['day.one'])
    for (const query of ['from=yesterday', 'to=2026-02-30', 'subjectId=0', 'from=2026-01-01T00:00:00Z'])
      expect([query, (await admin.get(`/api/admin/audit?${query}`)).status]).toEqual([query, 400])
  })

  test('is a CSV file for admins alone, with the same filters, and no field that a spreadsheet would execute', async () => {
    for (const rank of ['Member', 'Helper', 'Product Staff'] as const)
      expect((await (await somebody(rank)).get('/api/admin/audit.csv')).status).toBe(403)
    expect((await site.browser().get('/api/admin/audit.csv')).status).toBe(401)
    const admin = await somebody('Admin')
    const target = await site.member()
    const names = ['=HYPERLINK("http://evil.example","x")', '+1', '-1', '@SUM(1)', ' =1', '\t=1', '＝1']
    for (const name of names)
      await sql`
        INSERT INTO audit_log (actor_name, action, subject_type, subject_id)
        VALUES (${name}, 'csv.row', 'member', ${target.user.id})
      `.execute(site.database.sql)
    const { headers, text } = await admin.get('/api/admin/audit.csv?action=csv')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/)
    const lines = text.split('\r\n')
    expect(lines[0]).toBe(
      '"id","at","actorId","actorName","actorRank","action","subjectType","subjectId","subjectName","before","after"',
    )
    const shown = [...names].reverse().map((name) => `"'${name.replaceAll('"', '""')}"`)
    expect(lines.slice(1, -1).map((line) => line.split(',"csv.row"')[0]?.split('Z",,')[1])).toEqual(
      shown.map((name) => `${name},`),
    )
    expect((await admin.get('/api/admin/audit.csv?action=nothing')).text.split('\r\n')).toHaveLength(2)
  })

  test('is a file of every page of the log', async () => {
    const admin = await somebody('Admin')
    await sql`
      INSERT INTO audit_log (actor_name, action, subject_type) SELECT 'x', 'many.rows', 'thing' FROM generate_series(1, 1201)
    `.execute(site.database.sql)
    const { text } = await admin.get('/api/admin/audit.csv?action=many')
    const ids = [...text.matchAll(/^"(\d+)"/gm)].map(([, id]) => Number(id))
    expect([ids.length, new Set(ids).size]).toEqual([1201, 1201])
  })
})
