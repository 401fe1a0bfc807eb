import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPassword } from '../../domains/accounts/users/passwords.ts'
import { ConcurrencyLimiter } from '../../platform/http/concurrency-limiter.ts'
import { gameServer } from '../../testing/game-server.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { exportTo } from './export.ts'
import { type ImportOptions, importFile, type LineReport } from './import.ts'
import { readRankMapping } from './members.ts'
import { withSavepoint } from './queries.ts'

let site: TestApp
let directory: string
let files = 0
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  directory = await mkdtemp(join(tmpdir(), 'import-'))
})
afterAll(async () => {
  await site.close()
  await rm(directory, { recursive: true })
})

const run = async (
  lines: readonly (object | string | Buffer)[],
  {
    source = `old-${files}`,
    on = site,
    ...options
  }: Partial<ImportOptions> & { source?: string; on?: TestApp } = {},
) => {
  files += 1
  const file = join(directory, `${files}.jsonl`)
  const head = { kind: 'import', version: 1, source }
  const bytes = [head, ...lines].map((line) =>
    Buffer.isBuffer(line) || typeof line === 'string' ? Buffer.from(line) : Buffer.from(JSON.stringify(line)),
  )
  await writeFile(file, Buffer.concat(bytes.flatMap((one) => [one, Buffer.from('\n')])))
  const said: LineReport[] = []
  const report = await importFile(
    { ...on.context, content: on.content },
    file,
    { dryRun: false, ranks: new Map(), renameSuffix: undefined, ...options },
    (line) => said.push(line),
  )
  return { ...report, said: said.map(({ record = '', text }) => `${record} ${text}`.trim()) }
}
const rows = async <T>(query: ReturnType<typeof sql<T>>, on = site) =>
  (await query.execute(on.database.sql)).rows
const memberOf = async (name: string) =>
  (
    await rows(
      sql<{
        id: number
        rank: string
        email: string | null
        password_hash: string
        language: string | null
        created_at: Date
        linked_at: Date | null
        gamertag: string | null
      }>`
        SELECT * FROM users WHERE username = ${name}`,
    )
  )[0]
const login = (username: string, password: string, on = site) =>
  on.browser().post('/api/login', { username, password })

test('[owner.105] a dry run says what a run would do, and stores nothing', async () => {
  const lines = [
    { kind: 'member', id: 1, name: 'Dry Member', xuid: '2533274790000001', joined: '2021-05-01T10:00:00Z' },
    { kind: 'member', id: 2, name: '.bad' },
    { kind: 'news', id: 1, title: 'Dry news', html: '<p>Text</p>', author: 1 },
    { kind: 'page', id: 1, title: 'Dry page', slug: 'dry', markdown: 'Text' },
    {
      kind: 'punishment',
      id: 1,
      type: 'ban',
      member: 1,
      reason: 'Cheats',
      by: 'Staff',
      at: '2022-01-01T00:00:00Z',
    },
    { kind: 'redirect', from: '/profile/dry', toMember: 1 },
  ]
  const tables = sql<{ rows: string }>`
    SELECT (SELECT count(*) FROM users) || ' ' || (SELECT count(*) FROM news) || ' ' || (SELECT count(*) FROM punishments)
      || ' ' || (SELECT count(*) FROM settings_revisions) || ' ' || (SELECT count(*) FROM redirects) || ' '
      || (SELECT count(*) FROM imported_records) || ' ' || (SELECT count(*) FROM audit_log) AS rows`
  const before = await rows(tables)
  const dry = await run(lines, { dryRun: true })
  expect(await rows(tables)).toEqual(before)
  const { counts, said } = await run(lines)
  expect({ counts, said }).toEqual({ counts: dry.counts, said: dry.said })
  expect(counts).toMatchObject({
    member: { brought: 1, refused: 1 },
    punishment: { brought: 1 },
    redirect: { brought: 1 },
  })
  expect(said).toContain('member "2" name: Username may contain letters, digits, spaces, _ and -')
})

test('[owner.106] a member comes with name, address, date, rank, language and player, and signs in with the old password, which is then stored as the site stores one', async () => {
  const old = (await bcrypt('old password', { cost: 4 })).replace('$2b', '$2y')
  const { said } = await run([
    {
      kind: 'member',
      id: 'a1',
      name: 'Old Friend',
      email: 'friend@example.org',
      emailConfirmed: true,
      passwordHash: old,
      joined: '2019-03-02T11:12:13Z',
      rank: 'gold',
      xuid: '2533274790000002',
      gamertag: 'OldTag',
      language: 'pt-BR',
    },
    {
      kind: 'member',
      id: 'a2',
      name: 'Argon Friend',
      passwordHash: await argon2('other password', { memoryCost: 8_192, timeCost: 3, parallelism: 1 }),
    },
  ])
  expect(said).toEqual([])
  expect(await memberOf('Old Friend')).toMatchObject({
    rank: 'Gold',
    email: 'friend@example.org',
    password_hash: old,
    language: 'pt-BR',
    created_at: new Date('2019-03-02T11:12:13Z'),
    gamertag: 'OldTag',
    linked_at: expect.any(Date),
  })
  expect((await login('Old Friend', 'wrong password')).status).toBe(401)
  expect(await memberOf('Old Friend')).toMatchObject({ password_hash: old })
  for (const [name, password] of [
    ['Old Friend', 'old password'],
    ['Argon Friend', 'other password'],
  ] as const) {
    expect((await login(name, password)).status, name).toBe(200)
    const stored = (await memberOf(name))!.password_hash
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/)
    expect((await login(name, password)).status).toBe(200)
    expect((await memberOf(name))!.password_hash).toBe(stored)
  }
  const [verified] = await rows(sql<{ email: string }>`
    SELECT verified_emails.email FROM verified_emails JOIN users ON users.id = user_id WHERE username = 'Old Friend'`)
  expect(verified).toEqual({ email: 'friend@example.org' })
  const [identity] = await rows(sql<{ value: string }>`
    SELECT value FROM game_identities JOIN users ON users.id = user_id WHERE username = 'Old Friend'`)
  expect(identity).toEqual({ value: '2533274790000002' })
})

test('[owner.107] a hash that is too costly to check is refused, and no password opens its account', async () => {
  const salt = 'A'.repeat(53)
  const rest = 'c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaGhhc2g'
  const { said } = await run([
    { kind: 'member', id: 'h1', name: 'Costly One', passwordHash: `$2y$15$${salt}` },
    {
      kind: 'member',
      id: 'h2',
      name: 'Costly Two',
      passwordHash: `$argon2id$v=19$m=1048576,t=1,p=1$${rest}`,
    },
    {
      kind: 'member',
      id: 'h3',
      name: 'Costly Three',
      passwordHash: `$argon2id$v=19$m=65536,t=9,p=1$${rest}`,
    },
    {
      kind: 'member',
      id: 'h4',
      name: 'Costly Four',
      passwordHash: 'sha256$5d41402abc4b2a76b9719d911017c592',
    },
    { kind: 'member', id: 'h5', name: 'Costly Five' },
  ])
  expect(said).toEqual([
    'member "h1" passwordHash: bcrypt with cost 15: only 4 to 14 are checked; a new password has to be chosen',
    'member "h2" passwordHash: argon2 with 1048576 KiB of memory: at most 65536 are used; a new password has to be chosen',
    'member "h3" passwordHash: argon2 with 9 passes over 65536 KiB: that takes too long; a new password has to be chosen',
    'member "h4" passwordHash: neither bcrypt nor argon2; a new password has to be chosen',
    'member "h5" passwordHash: there is none, so a new password has to be chosen',
  ])
  for (const name of ['Costly One', 'Costly Two', 'Costly Five'])
    for (const password of ['-', 'nobody has this password'])
      expect((await login(name, password)).status).toBe(401)
})

test('[owner.107] a hash that looks right but that no program can have written is refused, and where one is stored its sign-in fails as with a wrong password', async () => {
  const broken = `$argon2id$v=19$m=64,t=1,p=1$${'A'.repeat(13)}$${'A'.repeat(43)}`
  const { said } = await run([{ kind: 'member', id: 'h6', name: 'Broken One', passwordHash: broken }])
  expect(said).toEqual([
    'member "h6" passwordHash: argon2 with a salt or an output that is no base64; a new password has to be chosen',
  ])
  await sql`UPDATE users SET password_hash = ${broken} WHERE username = 'Broken One'`.execute(
    site.database.sql,
  )
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect((await login('Broken One', 'nobody has this password')).status).toBe(401)
  await sql`UPDATE users SET password_hash = '-' WHERE username = 'Broken One'`.execute(site.database.sql)
})

test('[owner.108] two sign-ins at once with an old password both succeed, and wait for the same slots as others', async () => {
  await run([
    {
      kind: 'member',
      id: 'p1',
      name: 'Twice At Once',
      passwordHash: await bcrypt('old password', { cost: 4 }),
    },
  ])
  const both = await Promise.all([
    login('Twice At Once', 'old password'),
    login('Twice At Once', 'old password'),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const hashLimiter = new ConcurrencyLimiter(1, 0)
  let free = () => {}
  const busy = hashLimiter.run(() => new Promise<void>((resolve) => (free = resolve)))
  await expect(checkPassword({ hashLimiter }, await bcrypt('x', { cost: 4 }), 'x')).rejects.toMatchObject({
    status: 503,
  })
  free()
  await busy
})

test('[owner.109] a staff rank is given only where the operator maps it, and an unknown rank is none', async () => {
  const lines = (id: string) => [
    { kind: 'member', id: `${id}1`, name: `Rank ${id} One`, rank: 'Owner' },
    { kind: 'member', id: `${id}2`, name: `Rank ${id} Two`, rank: 'Builder' },
    { kind: 'member', id: `${id}3`, name: `Rank ${id} Three`, rank: 'mod' },
  ]
  const { said } = await run(lines('a'))
  expect(said.filter((line) => line.includes('rank:'))).toEqual([
    'member "a1" rank: Owner is a staff rank, which is given only with --rank "Owner=Owner"',
    'member "a2" rank: there is no rank "Builder" here; name one with --rank',
    'member "a3" rank: Moderator is a staff rank, which is given only with --rank "mod=Moderator"',
  ])
  const ranksOf = async (id: string) =>
    (
      await rows(
        sql<{ rank: string }>`SELECT rank FROM users WHERE username LIKE ${`Rank ${id} %`} ORDER BY id`,
      )
    ).map(({ rank }) => rank)
  expect(await ranksOf('a')).toEqual(['Member', 'Member', 'Member'])
  const ranks = new Map(
    ['Builder=Helper', 'MOD=moderator'].map((one) => {
      const mapping = readRankMapping(one)
      if (typeof mapping === 'string') throw new Error(mapping)
      return [mapping.from, mapping.to] as const
    }),
  )
  await run(lines('b'), { ranks })
  expect(await ranksOf('b')).toEqual(['Member', 'Helper', 'Moderator'])
  expect(readRankMapping('Builder=Nobody')).toBe('--rank Builder=Nobody: there is no rank Nobody here')
})

test('[owner.110] a name that is taken, reserved or not allowed is not brought along, or with the suffix that the operator chose', async () => {
  const taken = await site.member('Taken Name')
  const lines = (id: string) => [
    { kind: 'member', id: `${id}1`, name: 'TAKEN name' },
    { kind: 'member', id: `${id}2`, name: 'Аdmin' },
    { kind: 'member', id: `${id}3`, name: 'Support' },
    { kind: 'member', id: `${id}4`, name: '.Bedrock Jörg' },
    { kind: 'member', id: `${id}5`, name: '?' },
  ]
  const plain = await run(lines('n'))
  expect(plain.counts.member).toEqual({ brought: 0, already: 0, refused: 5 })
  expect(plain.said).toEqual([
    'member "n1" name: a member of this site has it',
    expect.stringContaining('member "n2" name:'),
    'member "n3" name: it speaks for the site, or looks like that of somebody of the team',
    'member "n4" name: Username may contain letters, digits, spaces, _ and -',
    'member "n5" name: Username must be at least 3 characters',
  ])
  const { said, counts } = await run(lines('m'), { renameSuffix: '-old' })
  expect(counts.member).toEqual({ brought: 5, already: 0, refused: 0 })
  expect(
    said.filter((line) => line.includes('called')).map((line) => /called (.+?) \(/.exec(line)?.[1]),
  ).toEqual(['TAKEN name-old', 'dmin-old', 'Support-old', 'Bedrock Jorg-old', '-old'])
  expect(await memberOf('Taken Name')).toMatchObject({ id: taken.user.id })
})

test('[owner.110] the name of a deleted account that can be restored is taken', async () => {
  await sql`
    WITH made AS (INSERT INTO users (gamertag) VALUES ('Hidden') RETURNING id)
    INSERT INTO pending_deletions (user_id, username, password_hash, fields, deletes_at)
    SELECT id, 'Gone Friend', '-', '{}', now() + interval '1 day' FROM made`.execute(site.database.sql)
  const passwordHash = await bcrypt('x', { cost: 4 })
  const { said } = await run([{ kind: 'member', id: 'g1', name: 'gone friend', passwordHash }], {
    renameSuffix: '-old',
  })
  expect(said).toEqual(['member "g1" is now called gone friend-old (name: a member of this site has it)'])
  await sql`DELETE FROM users WHERE gamertag = 'Hidden'`.execute(site.database.sql)
})

test('[owner.110] a name that speaks for the site by its saved name is not brought along', async () => {
  const value = { name: 'Saved Castle', shortName: 'Castle', host: 'play.example.org', port: 19132 }
  await sql`INSERT INTO settings_revisions (scope, value, base) VALUES ('identity', ${JSON.stringify(value)}, 0)`.execute(
    site.database.sql,
  )
  const { said, counts } = await run([{ kind: 'member', id: 's1', name: 'Castle Support' }])
  await sql`DELETE FROM settings_revisions WHERE scope = 'identity'`.execute(site.database.sql)
  expect(counts.member).toEqual({ brought: 0, already: 0, refused: 1 })
  expect(said).toEqual([
    'member "s1" name: it speaks for the site, or looks like that of somebody of the team',
  ])
})

test('[owner.111] an address or a player that a member here has already is not given to another one', async () => {
  const { said, counts } = await run([
    {
      kind: 'member',
      id: 'd1',
      name: 'First One',
      email: 'same@example.org',
      emailConfirmed: true,
      xuid: '2533274790000003',
    },
    {
      kind: 'member',
      id: 'd2',
      name: 'Second One',
      email: 'SAME@example.org',
      emailConfirmed: true,
      xuid: '2533274790000003',
    },
    { kind: 'member', id: 'd3', name: 'Third One', email: 'no address', xuid: 'abc' },
  ])
  expect(counts.member).toEqual({ brought: 2, already: 0, refused: 1 })
  expect(said.filter((line) => !line.includes('passwordHash'))).toEqual([
    'member xuid: must be the digits of an XUID',
    'member "d2" email: another member here has it',
    'member "d2" xuid: another member here is linked to this player',
  ])
  expect(await memberOf('Second One')).toMatchObject({ email: null, linked_at: null })
})

test('[owner.112] a line that is too long, no UTF-8, no object or of an unknown kind is listed and stops nothing', async () => {
  const { unreadable, said, counts } = await run([
    {
      kind: 'member',
      id: 'l1',
      name: 'Before Lines',
      favourite: 'tea',
      passwordHash: await bcrypt('x', { cost: 4 }),
    },
    `{"kind":"news","title":"${'x'.repeat(1_100_000)}"}`,
    Buffer.from([0x7b, 0xff, 0x7d]),
    '[1, 2]',
    '{"kind":"member",',
    '',
    { kind: 'forum', id: 1 },
    { kind: 'member', id: 'l2' },
    { kind: 'member', id: 'l3', name: 'After Lines', passwordHash: await bcrypt('x', { cost: 4 }) },
  ])
  expect([unreadable, counts.member]).toEqual([5, { brought: 2, already: 0, refused: 1 }])
  expect(said).toEqual([
    'is longer than 1048576 bytes',
    'is not text in UTF-8',
    'is not a JSON object',
    'is not a JSON object',
    'its kind is "forum", not one of member, news, page, punishment, redirect',
    expect.stringMatching(/^member name: /),
    'member "l1" not read: favourite',
  ])
  const file = join(directory, 'headless.jsonl')
  await writeFile(file, '{"kind":"member","id":1,"name":"No Head"}\n')
  const options = { dryRun: false, ranks: new Map(), renameSuffix: undefined }
  await expect(
    importFile({ ...site.context, content: site.content }, file, options, () => {}),
  ).rejects.toThrow(/^Line 1 of .* is not the head of an import/)
})

test('[owner.133] a record that is refused leaves nothing behind, also where a part of it was refused before', async () => {
  const target = (path: string) => sql`INSERT INTO redirects (path, target) VALUES (${path}, '/rules')`
  await site.database.sql.transaction().execute(async (transaction) => {
    await withSavepoint(transaction, async () => {
      await target('/undone-first').execute(transaction)
      await withSavepoint(transaction, () => Promise.reject(new Error('part'))).catch(() => {})
      await target('/undone-last').execute(transaction)
      throw new Error('whole')
    }).catch(() => {})
    await target('/stored-after').execute(transaction)
  })
  const left = await rows(sql<{ path: string }>`DELETE FROM redirects WHERE target = '/rules' RETURNING path`)
  expect(left).toEqual([{ path: '/stored-after' }])
})

test('[owner.113] news and pages keep their dates and texts without HTML, and nobody is notified of them', async () => {
  const notified = sql<{ count: number }>`SELECT count(*)::int AS count FROM notification_fanouts`
  const before = await rows(notified)
  const { said } = await run([
    { kind: 'member', id: 'w1', name: 'Old Writer', passwordHash: await bcrypt('x', { cost: 4 }) },
    {
      kind: 'news',
      id: 9,
      title: 'Season   one',
      slug: 'season-one',
      html: '<h2>Big</h2><p style="color:red">Hello <b>all</b> &amp; <a href="https://example.org/x">this</a><script>alert(1)</script></p><ul><li>One</li><li>Two_three</li></ul><img src="/x.png">',
      publishedAt: '2020-02-03T04:05:06Z',
      author: 'w1',
    },
    {
      kind: 'news',
      id: 10,
      title: 'Season again',
      slug: 'season-one',
      markdown: 'Text',
      publishedAt: '2099-01-01T00:00:00Z',
    },
    {
      kind: 'page',
      id: 1,
      title: 'Rules of old',
      slug: 'Rules',
      html: '<p>Be <i>kind</i> {always}</p><p>Type <code>/msg {player} {}</code> `{or}</p>',
      updatedAt: '2020-01-01T00:00:00Z',
    },
  ])
  expect(said).toEqual([
    'news "9" without 1 × colours and other styles',
    'news "9" without 1 × scripts',
    'news "9" without 1 × pictures',
    'news "10" slug: its address here is /news/season-one-2',
    'news "10" publishedAt: it is in the future, so it is a draft',
    'page "1" slug: its address here is /p/rules-page',
  ])
  const shown = await site.browser().get('/api/news/season-one')
  expect(shown.json).toMatchObject({
    title: 'Season one',
    publishedAt: '2020-02-03T04:05:06.000Z',
    author: { username: 'Old Writer' },
    summary: 'Big Hello all & this One Two_three',
  })
  expect(shown.json.html).toContain('<h2>Big</h2>')
  expect(shown.json.html).toContain('<p>Hello <strong>all</strong> &amp; <a href="https://example.org/x"')
  expect(shown.json.html).not.toMatch(/script|alert|img|style/)
  expect((await site.browser().get('/api/news/season-one-2')).status).toBe(404)
  const [page] = await rows(sql<{ value: { text: string }; at: Date }>`
    SELECT value, at FROM settings_revisions WHERE scope = 'page.rules-page'`)
  expect(page).toMatchObject({
    value: {
      text: 'Be *kind* &#123;always}\n\nType `/msg `&#123;`player} `&#123;`}` \\`&#123;or}',
      isPublished: true,
    },
    at: new Date('2020-01-01T00:00:00Z'),
  })
  expect(await rows(notified)).toEqual(before)
})

test('[owner.114] punishments keep reason, giver, start, end and lift; what contradicts itself or is about nobody is refused', async () => {
  const hash = await bcrypt('x', { cost: 4 })
  await gameServer(site)
  const ban = { kind: 'punishment', type: 'ban', reason: 'Cheats', at: '2021-01-01T00:00:00Z' }
  const { said, counts } = await run(
    [
      { kind: 'member', id: 'x1', name: 'Punished One', xuid: '2533274790000011', passwordHash: hash },
      { kind: 'member', id: 'x2', name: 'Punishing One', passwordHash: hash },
      { kind: 'member', id: 'x3', name: 'Owning One', passwordHash: hash, rank: 'Boss' },
      { ...ban, id: 1, member: 'x1', byMember: 'x2', until: '2021-02-01T00:00:00Z' },
      { ...ban, id: 2, xuid: '2533274790000012', gamertag: 'Only Player', by: 'OldMod' },
      {
        ...ban,
        id: 3,
        type: 'mute',
        member: 'x1',
        liftedAt: '2021-01-05T00:00:00Z',
        liftReason: 'Said sorry',
      },
      { ...ban, id: 4, type: 'restriction', member: 'x2', byMember: 'gone', reason: '' },
      { ...ban, id: 5, member: 'x2' },
      { ...ban, id: 11, type: 'restriction', member: 'x3', byMember: 'x2' },
      { ...ban, id: 6, member: 'nobody' },
      { ...ban, id: 7, member: 'x1', until: '2020-01-01T00:00:00Z' },
      { ...ban, id: 8, member: 'x1', at: '2098-01-01T00:00:00Z' },
      { ...ban, id: 9, type: 'warn', member: 'x1', until: '2022-01-01T00:00:00Z' },
      { ...ban, id: 10, type: 'jail', member: 'x1' },
    ],
    { ranks: new Map([['boss', 'Owner']]) },
  )
  expect(counts.punishment).toEqual({ brought: 4, already: 0, refused: 7 })
  expect(said).toEqual([
    'punishment type: must be ban, mute, kick, warn or restriction',
    'punishment "3" by: who gave it is unknown',
    'punishment "4" by: who gave it is unknown',
    'punishment "5" member: no player in the game is known of them, as they have no XUID',
    'punishment "11" member: they are an Owner here, whom nobody restricts',
    'punishment "6" member: nobody was not brought along',
    'punishment "7" until: it is not after at',
    'punishment "8" at: it is in the future',
    'punishment "9" until: a kick and a warning have no duration',
  ])
  const stored = await rows(sql<object>`
    SELECT punishments.kind, reason, at, until, by_name, maker.username AS maker, value AS xuid,
      (SELECT change.at FROM punishment_changes AS change WHERE punishment_id = punishments.id) AS lifted
    FROM punishments JOIN game_identities AS identity ON identity.id = identity_id LEFT JOIN users AS maker ON maker.id = made_by
    WHERE value IN ('2533274790000011', '2533274790000012') ORDER BY punishments.created_at`)
  const at = new Date('2021-01-01T00:00:00Z')
  const none = { by_name: null, maker: null, until: null, lifted: null }
  expect(stored).toEqual(
    expect.arrayContaining([
      {
        ...none,
        kind: 'ban',
        reason: 'Cheats',
        at,
        until: new Date('2021-02-01T00:00:00Z'),
        maker: 'Punishing One',
        xuid: '2533274790000011',
      },
      { ...none, kind: 'ban', reason: 'Cheats', at, by_name: 'OldMod', xuid: '2533274790000012' },
      {
        ...none,
        kind: 'mute',
        reason: 'Cheats',
        at,
        xuid: '2533274790000011',
        lifted: new Date('2021-01-05T00:00:00Z'),
      },
    ]),
  )
  const [restriction] = await rows(sql<object>`
    SELECT reason, restrictions.created_at, until, lifted_at FROM restrictions JOIN users ON users.id = user_id
    WHERE username = 'Punishing One'`)
  expect(restriction).toEqual({ reason: 'No reason was given', created_at: at, until: null, lifted_at: null })
  const queued = await rows(sql<object>`
    SELECT data ->> 'xuid' AS xuid, data ->> 'kind' AS kind FROM outbox WHERE type = 'punish'`)
  expect(queued, 'game servers put into force what still is').toEqual([
    { xuid: '2533274790000012', kind: 'ban' },
  ])
  expect(await rows(sql`SELECT FROM outbox WHERE type = 'message'`), 'nothing is said in game').toEqual([])
})

test('[owner.114] a punishment with a member and an XUID is about the player whom the XUID names', async () => {
  const ban = {
    kind: 'punishment',
    type: 'ban',
    reason: 'Two accounts',
    at: '2021-01-01T00:00:00Z',
    by: 'Mod',
  }
  const passwordHash = await bcrypt('x', { cost: 4 })
  const { said, counts } = await run([
    { kind: 'member', id: 'y1', name: 'Other Player', xuid: '2533274790000021', passwordHash },
    { kind: 'member', id: 'y2', name: 'No Player', passwordHash },
    { ...ban, id: 1, member: 'y1', xuid: '2533274790000022', gamertag: 'Second Player' },
    { ...ban, id: 2, member: 'y2', xuid: '2533274790000023', gamertag: 'Third Player' },
  ])
  expect([said, counts.punishment]).toEqual([[], { brought: 2, already: 0, refused: 0 }])
  const stored = sql<{ value: string }>`
    SELECT value FROM punishments JOIN game_identities ON game_identities.id = identity_id
    WHERE reason = 'Two accounts' ORDER BY value`
  expect(await rows(stored)).toEqual([{ value: '2533274790000022' }, { value: '2533274790000023' }])
})

test('[owner.115] an old address leads to the new page where the site has none, and never to another site', async () => {
  const hash = await bcrypt('x', { cost: 4 })
  const { said, counts } = await run([
    { kind: 'member', id: 'r1', name: 'Moved One', passwordHash: hash },
    {
      kind: 'news',
      id: 'r1',
      title: 'Moved news',
      slug: 'moved',
      markdown: 'Text',
      publishedAt: '2020-01-01T00:00:00Z',
    },
    { kind: 'redirect', from: '/forum/topic/77/', toNews: 'r1' },
    { kind: 'redirect', from: '/Profile/Moved%20One/', toMember: 'r1' },
    { kind: 'redirect', from: '/old-rules', to: '/rules' },
    { kind: 'redirect', from: '/older-rules', to: '/old-rules' },
    { kind: 'redirect', from: '/evil-1', to: '//evil.example' },
    { kind: 'redirect', from: '/evil-2', to: '/\\evil.example' },
    { kind: 'redirect', from: '/evil-3', to: 'https://evil.example/' },
    { kind: 'redirect', from: '/evil-4', to: '/a\r\nset-cookie: x' },
    { kind: 'redirect', from: '/loop', to: '/loop/' },
    { kind: 'redirect', from: '/ring/12', to: '/ring/12-title' },
    { kind: 'redirect', from: '/circle-1', to: '/circle-2' },
    { kind: 'redirect', from: '/circle-2', to: '/circle-1' },
    { kind: 'redirect', from: '//evil.example', to: '/rules' },
    { kind: 'redirect', from: '/old-rules/', to: '/faq' },
    { kind: 'redirect', from: '/none', toMember: 'nobody' },
  ])
  expect(counts.redirect).toEqual({ brought: 5, already: 0, refused: 10 })
  expect(said.filter((line) => line.includes('"/evil'))).toEqual(
    [1, 2, 3, 4].map((one) => `redirect "/evil-${one}" to: it must be a path of this site, like /rules`),
  )
  const pages = await testApp({
    store: site.store,
    visitorCaches: true,
    environment: { RATE_LIMITS: 'off' },
    render: async ({ url }) =>
      new Response('page', { status: new URL(url).pathname === '/rules' ? 200 : 404 }),
  })
  try {
    await sql`
      INSERT INTO redirects (path, target) VALUES ('/rules', '/faq'), ('/turn', '/turn/1-a'), ('/turn/1', '/turn'),
        ('/steps-0', '/steps-1'), ('/steps-1', '/steps-2'), ('/steps-2', '/steps-3'), ('/steps-3', '/steps-4'),
        ('/steps-4', '/steps-5'), ('/steps-5', '/steps-6')`.execute(site.database.sql)
    const id = (await memberOf('Moved One'))!.id
    const member = await pages.member('Redirected')
    for (const browser of [pages.browser(), member])
      for (const [from, to] of [
        ['/forum/topic/77', '/news/moved'],
        ['/forum/topic/77-any-title/', '/news/moved'],
        ['/profile/moved%20one', `/player/${id}`],
        ['/older-rules?page=2', '/rules'],
        ['/forum/topic/78', undefined],
        ['/rules', undefined],
        ['/turn', undefined],
        ['/turn/1-other', undefined],
        ['/steps-0', undefined],
        ['/steps-1', '/steps-2'],
      ] as const) {
        const { status, headers } = await browser.get(from, { headers: { accept: 'text/html' } })
        expect([from, status, headers.location, headers['cache-control']]).toEqual([
          from,
          to !== undefined ? 301 : from === '/rules' ? 200 : 404,
          to,
          'no-store',
        ])
      }
    await sql`DELETE FROM redirects WHERE path ~ '^/(turn|steps)'`.execute(site.database.sql)
    await sql`DELETE FROM users WHERE id = ${id}`.execute(site.database.sql)
    const left = sql`SELECT FROM redirects WHERE path LIKE '/profile/moved%'`
    expect(await rows(left), 'an address with a name goes with its account').toEqual([])
  } finally {
    await pages.close()
  }
})

test('[owner.116] a second run brings nothing twice, changes nothing, and leaves out who was deleted here since', async () => {
  const hash = await bcrypt('x', { cost: 4 })
  const lines = [
    { kind: 'member', id: 1, name: 'Again One', passwordHash: hash },
    { kind: 'member', id: 2, name: 'Again Two', passwordHash: hash },
    { kind: 'member', id: 1, name: 'Again Three', passwordHash: hash },
    { kind: 'news', id: 1, title: 'Again news', markdown: 'Text' },
  ]
  const first = await run(lines, { source: 'again' })
  expect(first.counts).toMatchObject({ member: { brought: 2, already: 1 }, news: { brought: 1 } })
  await sql`DELETE FROM users WHERE username = 'Again Two'`.execute(site.database.sql)
  const second = await run(lines, { source: 'again' })
  expect(second.counts).toMatchObject({
    member: { brought: 0, already: 3 },
    news: { brought: 0, already: 1 },
  })
  expect(await memberOf('Again Two')).toBeUndefined()
  const entries = await rows(sql<{ after: object }>`
    SELECT actor_name, after FROM audit_log WHERE action = 'site.import' AND after ->> 'source' = 'again'`)
  expect(entries).toEqual([
    {
      actor_name: 'command line',
      after: { source: 'again', members: 2, news: 1, pages: 0, punishments: 0, redirects: 0 },
    },
  ])
})

test('[owner.117] nobody is mailed because of an import', async () => {
  const mails = sql`SELECT FROM outbox WHERE channel = 'mail'`
  expect(await rows(mails)).toEqual([])
  expect(await rows(sql`SELECT FROM notification_deliveries`)).toEqual([])
  expect(await rows(sql`SELECT FROM newsletter_issues`)).toEqual([])
})

test('[owner.118, owner.158] an export holds what an import brings: another site has the same members, news, pages, punishments and redirects from it', async () => {
  const words = {
    de: { title: 'Neues', markdown: 'Ein **Text**.', html: '<p>Ein <strong>Text</strong>.</p>' },
  }
  await sql`
    UPDATE news SET words = ${JSON.stringify(words)}::jsonb WHERE id = (SELECT min(id) FROM news)
  `.execute(site.database.sql)
  const file = join(directory, 'export.jsonl')
  const { counts } = await exportTo(site.database, site.context.config, file)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await expect(exportTo(site.database, site.context.config, file)).rejects.toThrow('is there already')
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n').slice(1)
  const other = await testApp({ environment: { RATE_LIMITS: 'off' } })
  try {
    const brought = await run(lines, { source: 'first-site', on: other })
    const ofKind = (kind: keyof typeof counts) => brought.counts[kind].brought + brought.counts[kind].refused
    expect(brought.unreadable).toBe(0)
    for (const kind of ['member', 'news', 'page', 'punishment', 'redirect'] as const) {
      expect([kind, ofKind(kind)]).toEqual([kind, counts[kind]])
      expect(counts[kind]).toBeGreaterThan(0)
    }
    const names = (on: TestApp) =>
      rows(
        sql<object>`
        SELECT username, email, password_hash, rank, language, created_at, gamertag FROM users
        WHERE username IS NOT NULL AND username NOT IN ('Support-old', 'dmin-old') ORDER BY username`,
        on,
      )
    const ranks = new Set((await names(site)).map((one) => (one as { rank: string }).rank))
    expect(ranks.has('Moderator')).toBe(true)
    const withoutStaff = (await names(site)).map((one) => {
      const { rank } = one as { rank: string }
      return { ...one, rank: ['Helper', 'Moderator', 'Owner'].includes(rank) ? 'Member' : rank }
    })
    expect(await names(other)).toEqual(withoutStaff)
    const news = (on: TestApp) =>
      rows(
        sql<object>`SELECT slug, title, summary, markdown, html, words, published_at FROM news ORDER BY slug`,
        on,
      )
    expect(await news(site)).toContainEqual(expect.objectContaining({ words }))
    expect(await news(other)).toEqual(await news(site))
  } finally {
    await other.close()
  }
})

test('[owner.131] an export is named by its database and bears the address in force, so that those of two sites are not mixed up', async () => {
  const headOf = async (on: TestApp, name: string) => {
    const file = join(directory, `${name}.jsonl`)
    await exportTo(on.database, on.context.config, file)
    return JSON.parse((await readFile(file, 'utf8')).split('\n')[0]!) as Record<string, unknown>
  }
  const other = await testApp({ environment: { RATE_LIMITS: 'off' } })
  try {
    const before = await headOf(site, 'head')
    expect(before.source).toMatch(/^site-[0-9a-f]{16}$/)
    // Databases of tests are copies of one.
    const owner = new Client({ connectionString: other.store.ownerUrl })
    await owner.connect()
    await owner.query(`ALTER TABLE identity_hash_key DISABLE TRIGGER USER;
      UPDATE identity_hash_key SET key = decode(repeat('42', 32), 'hex')`)
    await owner.end()
    expect((await headOf(other, 'head-of-other')).source).not.toBe(before.source)
    const value = { publicUrl: 'https://castle.example', saveUnchecked: true }
    await sql`INSERT INTO settings_revisions (scope, value, base) VALUES ('address', ${JSON.stringify(value)}, 0)`.execute(
      site.database.sql,
    )
    const config = { ...site.context.config, given: new Map() }
    const file = join(directory, 'address.jsonl')
    await exportTo(site.database, config, file)
    expect(JSON.parse((await readFile(file, 'utf8')).split('\n')[0]!)).toEqual({
      ...before,
      address: 'https://castle.example',
    })
    const options = { dryRun: true, ranks: new Map(), renameSuffix: undefined }
    const report = await importFile({ ...other.context, content: other.content }, file, options, () => {})
    expect(report).toMatchObject({ source: before.source, address: 'https://castle.example' })
  } finally {
    await sql`DELETE FROM settings_revisions WHERE scope = 'address'`.execute(site.database.sql)
    await other.close()
  }
})
