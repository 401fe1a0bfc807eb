import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { openDatabase } from '../../src/server/platform/database/database.ts'
import { createLogger } from '../../src/server/platform/logs/logger.ts'
import { makeSecretCipher } from '../../src/server/platform/secret-key.ts'
import { startSite } from '../../src/server/site.ts'
import { rootDir } from '../../src/server/store.ts'
import { discordServer } from '../../src/server/testing/discord-server.ts'
import { createTestDatabase } from '../../src/server/testing/template-database.ts'

let store: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

const start = (log = createLogger('silent')) => {
  const environment = {
    DATABASE_URL: store.appUrl,
    MIGRATION_DATABASE_URL: store.ownerUrl,
    PORT: '0',
    STATUS_POLL_MS: '60000',
  }
  return startSite(readConfig(environment, rootDir), log, undefined)
}

async function ask(url: string, agent: Agent) {
  const [response] = await once(get(url, { agent }), 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(text) }
}

test('A stopping site answers on connections that are still open, and closes them with the answer', async () => {
  const site = await start()
  const agents = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }))
  const [one, two] = agents as [Agent, Agent]
  for (const agent of agents) {
    const response = await ask(`${site.url}/api/community`, agent)
    expect(response).toMatchObject({ status: 200, headers: { connection: 'keep-alive' } })
  }
  const stopped = site.stop()
  const late = await ask(`${site.url}/api/community`, one)
  expect(late).toMatchObject({ status: 200, headers: { connection: 'close' }, body: { posts: 0 } })
  expect(await ask(`${site.url}/health/ready`, two)).toMatchObject({
    status: 503,
    body: { status: 'unavailable', reason: 'stopping' },
  })
  await stopped
  await expect(ask(`${site.url}/health/live`, one)).rejects.toThrow('ECONNREFUSED')
})

test('The log of a run has no fields but those of docs/operations.md, and says nothing that was secret', async () => {
  const written: string[] = []
  const site = await start(createLogger('debug', { write: (line) => void written.push(line) }))
  const json = { 'content-type': 'application/json' }
  const post = (path: string, body: object, headers: Record<string, string> = json) =>
    fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const registered = await post('/api/register', { username: 'Logged', password: 'a secret word' })
  const cookie = registered.headers.get('set-cookie')?.split(';')[0] ?? ''
  await post('/api/posts', { content: 'hello' }, { ...json, cookie })
  await post('/api/login', { username: 'Logged', password: 'another secret word' })
  await post('/api/ingest/events', { events: [] }, { ...json, authorization: 'Bearer a secret key' })
  await fetch(`${site.url}/api/players/search?username=a-secret-query`)
  const broken = site.database.sql
  await broken.destroy()
  await fetch(`${site.url}/api/posts`)
  await site.stop()

  const lines = written.map((line) => JSON.parse(line) as Record<string, unknown>)
  const section = readFileSync(`${rootDir}docs/operations.md`, 'utf8')
    .split('### The log')[1]
    ?.split('\n## ')[0]
  const documented = new Set(
    [...(section ?? '').matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
      names.replaceAll('`', '').split(', '),
    ),
  )
  expect([...documented]).toEqual(
    expect.arrayContaining(['level', 'time', 'msg', 'reqId', 'path', 'user', 'err']),
  )
  expect(lines.flatMap((line) => Object.keys(line)).filter((field) => !documented.has(field))).toEqual([])
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'request', method: 'POST', path: '/api/posts', status: 201, user: 1 }),
  )
  expect(lines.some(({ err }) => err !== undefined)).toBe(true)
  expect(written.join('')).not.toMatch(/secret/)
  expect(written.join('')).not.toContain(cookie.split('=')[1])
})

test('[owner.52] what is due at a start goes by the webhooks and the second factor that were set in the browser', async () => {
  const own = await createTestDatabase()
  const discord = await discordServer()
  const config = readConfig(
    {
      DATABASE_URL: own.appUrl,
      MIGRATION_DATABASE_URL: own.ownerUrl,
      SECRET_KEY: 'the-key-of-the-start',
      DISCORD_API_URL: discord.apiUrl,
      PORT: '0',
      STATUS_POLL_MS: '60000',
    },
    rootDir,
  )
  const database = openDatabase({ url: own.appUrl, log: createLogger('silent'), max: 1 })
  const rows = async (query: RawBuilder<unknown>) => (await query.execute(database.sql)).rows
  try {
    const webhook = (await makeSecretCipher(config)).encrypt(
      JSON.stringify(discord.webhook(1)),
      'discord.news',
    )
    await rows(sql`INSERT INTO secrets (name, encrypted) VALUES ('discord.news', ${webhook})`)
    await rows(sql`
      INSERT INTO settings_revisions (scope, value, base) VALUES ('security', '{"staffNeedSecondFactor": true}', 0)
    `)
    await rows(sql`
      INSERT INTO news (slug, title, summary, markdown, html, publish_at)
      VALUES ('due', 'Due', 'Due', 'Due', 'Due', now() - interval '1 minute')
    `)
    // As after a restore: no process has said yet what ranks require.
    await rows(sql`DELETE FROM sent_rank_requirement`)
    await rows(sql`INSERT INTO game_servers (name, secret_hash) VALUES ('Practice', sha256('a'))`)
    await rows(sql`
      WITH staff AS (
        INSERT INTO users (username, password_hash, rank, password_is_short)
        VALUES ('Moderator1', 'x', 'Moderator', false) RETURNING id
      )
      INSERT INTO game_identities (kind, value, user_id) SELECT 'xuid', '1', id FROM staff
    `)
    const site = await startSite(config, createLogger('silent'), undefined)
    try {
      await expect.poll(() => discord.posted.map((one) => one.webhook), { timeout: 20_000 }).toEqual(['1'])
      const ranks = () =>
        rows(sql`SELECT data ->> 'rank' AS rank FROM outbox WHERE type = 'rank' ORDER BY id`)
      await expect.poll(ranks, { timeout: 20_000 }).toEqual([{ rank: 'Member' }])
    } finally {
      await site.stop()
    }
  } finally {
    await database.close()
    discord.close()
    await own.drop()
  }
})

/** A port behind which the database appears when `open` is called. */
async function lateDatabase(target: string) {
  const { hostname, port, searchParams } = new URL(target)
  const path = searchParams.get('host')
  const place = path === null ? { host: hostname, port: Number(port) } : { path: `${path}/.s.PGSQL.${port}` }
  const proxy = createServer((socket) => {
    const through = connect(place)
    socket.pipe(through).pipe(socket)
    for (const one of [socket, through]) one.on('error', () => through.destroy() && socket.destroy())
  })
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const late = (probe.address() as AddressInfo).port
  await new Promise((resolve) => probe.close(resolve))
  const urlOf = (original: string) => {
    const changed = new URL(original)
    changed.search = ''
    changed.host = `127.0.0.1:${late}`
    return changed.href
  }
  return { urlOf, open: () => proxy.listen(late, '127.0.0.1'), close: () => proxy.close() }
}

test('[green.14] a site that starts before its database waits for it with one sentence, then serves', async () => {
  const late = await lateDatabase(store.appUrl)
  const written: string[] = []
  const log = createLogger('warn', { write: (line) => void written.push(JSON.parse(line).msg) })
  const environment = {
    DATABASE_URL: late.urlOf(store.appUrl),
    MIGRATION_DATABASE_URL: late.urlOf(store.ownerUrl),
    PORT: '0',
  }
  const starting = startSite(readConfig(environment, rootDir), log, undefined)
  const waits = () => written.filter((line) => line.startsWith('The database is not reachable'))
  await expect.poll(waits).toEqual([expect.stringMatching(/ECONNREFUSED.*: trying again for up to 60 s$/)])
  late.open()
  const site = await starting
  try {
    expect((await fetch(`${site.url}/health/ready`)).status).toBe(200)
    expect(waits()).toHaveLength(1)
  } finally {
    await site.stop()
    late.close()
  }
})

test('[green.14] a site whose database does not come gives up after DATABASE_WAIT_SECONDS, and says why', async () => {
  const late = await lateDatabase(store.appUrl)
  const environment = { DATABASE_URL: late.urlOf(store.appUrl), PORT: '0', DATABASE_WAIT_SECONDS: '1' }
  const starting = startSite(readConfig(environment, rootDir), createLogger('silent'), undefined)
  await expect(starting).rejects.toThrow(/^the database was not reachable for 1 s \(.*ECONNREFUSED/)
})
