import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hash } from '@node-rs/bcrypt'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from '../../src/server/platform/database/embedded-postgres.ts'
import { type Mariadb, startMariadb } from './support/mariadb.ts'
import { endSite, migratedDataDir, rootDir, type Site, startSite } from './support/site.ts'
import { temporaryDir } from './support/temporary-dir.ts'

const members = 800
const news = 40
const punishments = 300
/** With an own player in the game. */
const players = 400

let mariadb: Mariadb
let store: EmbeddedPostgres
let owner: Client
let site: Site
let directory: string
/** One of each cost, with the password that it is of. */
let hashes: { readonly hash: string; readonly password: string }[]

beforeAll(async () => {
  hashes = await Promise.all(
    [4, 10, 13].map(async (cost) => ({
      hash: (await hash(`old password ${cost}`, { cost })).replace('$2b', '$2y'),
      password: `old password ${cost}`,
    })),
  )
  mariadb = await startMariadb()
  directory = await temporaryDir()
  const dataDir = await migratedDataDir()
  store = await openEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }), as: 'guest' })
  owner = new Client({ connectionString: store.ownerUrl })
  await owner.connect()
  site = await startSite({}, dataDir)
})
afterAll(async () => {
  await owner?.end()
  await endSite(site)
  await store?.stop()
  await mariadb?.stop()
  await rm(directory, { recursive: true, force: true })
})

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const quoted = (value: unknown) =>
  value === null
    ? 'NULL'
    : typeof value === 'number'
      ? String(value)
      : `'${String(value).replaceAll("'", "''")}'`
const insert = (table: string, rows: readonly Readonly<Record<string, unknown>>[]) =>
  `INSERT INTO ${table} (${Object.keys(rows[0]!)
    .map((name) => `\`${name}\``)
    .join(
      ', ',
    )}) VALUES\n${rows.map((row) => `(${Object.values(row).map(quoted).join(', ')})`).join(',\n')};\n`

const hashOf = (number: number) => hashes[number % 50 === 0 ? 2 : number % 2]!
const secondsOf = (number: number) => 1_500_000_000 + number * 10_000
const dateOf = (number: number) => new Date(secondsOf(number) * 1_000)
const textOf = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ')
const xuidOf = (number: number) => String(2_535_400_000_000_000 + number)
/** As Floodgate names a Bedrock player. */
const floodgate = (number: number) =>
  `${'0'.repeat(16)}${BigInt(xuidOf(number)).toString(16).padStart(16, '0')}`

const nameless = () =>
  [
    insert('nl2_languages', [{ id: 1, name: 'German', short_code: 'de_DE' }]),
    insert('nl2_groups', [
      { id: 1, name: 'Member', group_html: '', permissions: '[]', default_group: 1, order: 3 },
      { id: 2, name: 'VIP', group_html: '', permissions: '[]', default_group: 0, order: 2 },
      { id: 3, name: 'Admin', group_html: '', permissions: '[]', default_group: 0, order: 1 },
    ]),
    insert(
      'nl2_users',
      [...numbers(members), members + 1].map((id) => ({
        id,
        username: id > members ? 'Admin' : `Neo${id}`,
        nickname: id > members ? 'Admin' : `Neo ${id}`,
        password: hashOf(id).hash,
        joined: secondsOf(id),
        email: `neo${id}@example.org`,
        active: id % 10 === 0 ? 0 : 1,
        language_id: id % 4 === 0 ? 1 : null,
      })),
    ),
    insert('nl2_users_groups', [
      ...numbers(members).map((user_id) => ({ user_id, group_id: 1 })),
      { user_id: 1, group_id: 3 },
      { user_id: 2, group_id: 2 },
    ]),
    insert('nl2_integrations', [{ id: 1, name: 'Minecraft' }]),
    insert(
      'nl2_users_integrations',
      numbers(players + 10).map((user_id) => ({
        user_id,
        integration_id: 1,
        identifier: floodgate(user_id),
        username: `.NeoTag${user_id}`,
        // Those above have proved nothing.
        verified: user_id <= players ? 1 : 0,
        date: secondsOf(user_id),
      })),
    ),
    insert('nl2_forums', [
      { id: 1, forum_title: 'News', forum_order: 1, news: 1 },
      { id: 2, forum_title: 'Talk', forum_order: 2, news: 0 },
    ]),
    insert(
      'nl2_topics',
      numbers(news + 5).map((id) => ({
        id,
        forum_id: id > news ? 2 : 1,
        topic_title: `Neo &amp; news ${id}`,
        topic_creator: id,
        topic_last_user: id,
        topic_date: secondsOf(id),
        topic_reply_date: secondsOf(id),
      })),
    ),
    insert(
      'nl2_posts',
      numbers(news + 5).flatMap((topic_id) =>
        [`<p>Text <strong>${topic_id}</strong></p>`, '<p>A reply</p>'].map((post_content) => ({
          forum_id: topic_id > news ? 2 : 1,
          topic_id,
          post_creator: topic_id,
          post_content,
          created: secondsOf(topic_id),
        })),
      ),
    ),
    insert('nl2_custom_pages', [
      { url: '/staff-list', title: 'The staff', content: '&lt;p&gt;All of us&lt;/p&gt;' },
    ]),
    insert(
      'nl2_infractions',
      numbers(punishments + 3).map((id) => ({
        id,
        type: id > punishments ? 4 : [1, 2, 3, 2][id % 4],
        punished: id,
        staff: members,
        reason: `Rule &quot;${id}&quot;`,
        infraction_date: textOf(dateOf(id)),
        created: secondsOf(id),
        revoked: id % 5 === 0 ? 1 : 0,
        revoked_at: id % 5 === 0 ? secondsOf(id) + 60 : null,
      })),
    ),
  ].join('')

const azuriom = () =>
  [
    insert('roles', [
      { id: 1, name: 'Member', color: 'aaaaaa', power: 0 },
      { id: 2, name: 'VIP', color: 'bbbbbb', power: 1 },
      { id: 3, name: 'Admin', color: 'cccccc', power: 9 },
    ]),
    insert(
      'users',
      [...numbers(members), members + 1].map((id) => ({
        id,
        name: id > members ? 'Admin' : `Azu${id}`,
        email: `azu${id}@example.org`,
        email_verified_at: id % 10 === 0 ? null : textOf(dateOf(id)),
        password: hashOf(id).hash,
        role_id: id === 1 ? 3 : id === 2 ? 2 : 1,
        game_id: id <= players ? String(2_535_500_000_000_000 + id) : null,
        locale: id % 4 === 0 ? 'de' : null,
        created_at: textOf(dateOf(id)),
      })),
    ),
    insert(
      'posts',
      numbers(news).map((id) => ({
        id,
        author_id: id,
        title: `Azu news ${id}`,
        description: `About ${id}`,
        slug: `azu-news-${id}`,
        content: `<p>Text <strong>${id}</strong></p>`,
        published_at: textOf(dateOf(id)),
      })),
    ),
    insert('pages', [
      { title: 'Vote', description: 'For us', slug: 'vote', content: '<p>Vote</p>', is_enabled: 1 },
    ]),
    insert(
      'bans',
      numbers(punishments).map((id) => ({
        id,
        user_id: id,
        author_id: members,
        reason: `Rule "${id}"`,
        removed_at: id % 5 === 0 ? textOf(new Date(dateOf(id).getTime() + 60_000)) : null,
        created_at: textOf(dateOf(id)),
      })),
    ),
    insert('redirects', [
      { source: 'old-rules', destination: '/rules', code: 301 },
      { source: 'evil', destination: 'https://evil.example/', code: 301 },
    ]),
  ].join('')

const cliOf = (words: readonly string[]) => {
  const child = spawn(process.execPath, ['scripts/cli.mjs', ...words], {
    cwd: rootDir,
    env: { ...process.env, DATA_DIR: site.dataDir },
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      out += chunk
    })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out }))
  return { child, ended }
}

const count = async (source: string) =>
  (
    await owner.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM imported_records WHERE source = $1',
      [source],
    )
  ).rows[0]!.count

/** Begins the import, and kills it once so many records are stored; others were begun then. */
async function killedAt(words: readonly string[], source: string, records: number): Promise<number> {
  const { child, ended } = cliOf(words)
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  while (!isOver && (await count(source)) < records) await new Promise((resolve) => setTimeout(resolve, 3))
  child.kill('SIGKILL')
  const { code } = await ended
  expect(code, 'it was cut off').toBeNull()
  return count(source)
}

const login = (username: string, password: string) =>
  fetch(`${site.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })

const locationOf = async (path: string) => {
  const response = await fetch(site.url + path, { redirect: 'manual', headers: { accept: 'text/html' } })
  return [response.status, response.headers.get('location')]
}

const foreign = [
  {
    program: 'nameless',
    schema: 'integrations/import/test/nameless.sql',
    fill: nameless,
    words: [],
    prefix: 'Neo',
    newsTitle: (number: number) => `Neo & news ${number}`,
    records: 2 * members + 2 * news + 2 + punishments,
    kills: [150, members + news + 101, 2 * members + 300],
  },
  {
    program: 'azuriom',
    schema: 'integrations/import/test/azuriom.sql',
    fill: azuriom,
    words: ['--trust-game-ids'],
    prefix: 'Azu',
    newsTitle: (number: number) => `Azu news ${number}`,
    records: members + 2 * news + 2 + punishments + 1,
    kills: [150, 550, members + news + 101],
  },
] as const

test.each(foreign)(
  '[owner.119] 800 members, 40 news and 300 punishments of $program come once and whole, though the import is killed three times',
  async ({ program, schema, fill, words, prefix, newsTitle, records, kills }) => {
    mariadb.run(program, (await readFile(join(rootDir, schema), 'utf8')) + fill())
    const file = join(directory, `${program}.jsonl`)
    const converted = await promisify(execFile)(
      process.execPath,
      ['integrations/import/convert.mjs', program, file, '--source', program, ...words],
      { cwd: rootDir, env: { ...process.env, SOURCE_URL: mariadb.url(program) } },
    )
    expect(converted.stdout).toContain(`${members + 1} member`)
    expect(converted.stdout).toContain(`${punishments} punishment`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    const command = ['import', file, '--rank', 'VIP=Gold']
    const dry = await cliOf([...command, '--dry-run']).ended
    expect(dry.out).toContain(`members: ${members} brought, 0 here already, 1 cannot be brought along`)
    expect(await count(program)).toBe(0)

    let stored = 0
    for (const kill of kills) {
      const after = await killedAt(command, program, kill)
      expect(after).toBeGreaterThan(stored)
      expect(after).toBeLessThan(records)
      stored = after
    }
    const done = await cliOf(command).ended
    expect(done.code, 'one member could not be brought along').toBe(1)
    expect(done.out).toContain('name: it speaks for the site')
    const again = await cliOf(command).ended
    expect(again.out).toContain(`members: 0 brought, ${members} here already, 1 cannot be brought along`)
    expect(await count(program)).toBe(records)

    const all = numbers(members)
    const { rows: brought } = await owner.query(
      `SELECT username, created_at, password_hash, email, rank, language, linked_at IS NOT NULL AS linked,
      EXISTS (SELECT FROM verified_emails WHERE user_id = users.id) AS verified,
      (SELECT value FROM game_identities WHERE user_id = users.id) AS xuid
    FROM users WHERE username LIKE $1 ORDER BY created_at`,
      [`${prefix}%`],
    )
    const xuid = (number: number) =>
      program === 'nameless' ? xuidOf(number) : String(2_535_500_000_000_000 + number)
    expect(brought).toEqual(
      all.map((number) => ({
        username: `${prefix}${number}`,
        created_at: dateOf(number),
        password_hash: hashOf(number).hash,
        email: `${prefix.toLowerCase()}${number}@example.org`,
        rank: number === 2 ? 'Gold' : 'Member',
        language: number % 4 === 0 ? 'de' : null,
        linked: number <= players,
        verified: number % 10 !== 0,
        xuid: number <= players ? xuid(number) : null,
      })),
    )
    const { rows: items } = await owner.query(
      `SELECT title, markdown, published_at, users.username FROM news LEFT JOIN users ON users.id = author_id
    WHERE title LIKE $1 ORDER BY published_at`,
      [`${prefix}%`],
    )
    expect(items).toEqual(
      numbers(news).map((number) => ({
        title: newsTitle(number),
        markdown: `Text **${number}**`,
        published_at: dateOf(number),
        username: `${prefix}${number}`,
      })),
    )
    const isWarning = (number: number) => program === 'nameless' && number % 2 === 1
    const { rows: punished } = await owner.query(
      `SELECT * FROM (
      SELECT users.username, 'restriction' AS kind, reason, restrictions.created_at AS at, maker.username AS by, lifted_at
      FROM restrictions JOIN users ON users.id = user_id LEFT JOIN users AS maker ON maker.id = created_by
      UNION ALL
      SELECT users.username, kind, punishments.reason, punishments.at, maker.username, (SELECT change.at
        FROM punishment_changes AS change WHERE punishment_id = punishments.id)
      FROM punishments JOIN (SELECT id, user_id FROM game_identities) AS own ON own.id = identity_id
        JOIN users ON users.id = user_id LEFT JOIN users AS maker ON maker.id = made_by
    ) AS given WHERE username LIKE $1 ORDER BY at`,
      [`${prefix}%`],
    )
    expect(punished).toEqual(
      numbers(punishments).map((number) => ({
        username: `${prefix}${number}`,
        kind: isWarning(number) ? 'warn' : 'restriction',
        reason: `Rule "${number}"`,
        at: dateOf(number),
        by: `${prefix}${members}`,
        lifted_at: number % 5 === 0 ? new Date(dateOf(number).getTime() + 60_000) : null,
      })),
    )

    for (const number of [1, 2, 50, 401, members]) {
      const { password } = hashOf(number)
      expect((await login(`${prefix}${number}`, `${password}!`)).status).toBe(401)
      expect((await login(`${prefix}${number}`, password)).status).toBe(200)
      expect((await login(`${prefix}${number}`, password)).status).toBe(200)
    }
    const { rows: entries } = await owner.query(
      `SELECT after FROM audit_log WHERE action = 'site.import' AND after ->> 'source' = $1`,
      [program],
    )
    expect(entries).toHaveLength(1)
    expect(entries[0]!.after).toMatchObject({ members, news, punishments })

    const { rows: ids } = await owner.query('SELECT id FROM users WHERE username = $1', [`${prefix}7`])
    if (program === 'nameless') {
      expect(await locationOf('/profile/Neo7/')).toEqual([301, `/player/${ids[0]!.id}`])
      expect(await locationOf('/forum/topic/7-neo-news-7/')).toEqual([301, '/news/neo-news-7'])
      expect(await locationOf('/staff-list')).toEqual([301, '/p/staff-list'])
    } else {
      expect(await locationOf('/news/azu-news-7')).toEqual([200, null])
      expect(await locationOf('/vote')).toEqual([301, '/p/vote'])
      expect(await locationOf('/old-rules')).toEqual([301, '/rules'])
      expect((await locationOf('/evil'))[0]).toBe(404)
    }
  },
)
