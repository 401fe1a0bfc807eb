import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkServer } from '../../cli/check-server.ts'
import { event, gameServer, match, player, type TestGameServer } from '../../testing/game-server.ts'
import { neverOlderThanMessages } from '../../testing/never-older.ts'
import { bySize } from '../../testing/size.ts'
import { openReplicated, type Replicated } from '../../testing/standby.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { createLogger } from '../logs/logger.ts'

const lines: string[] = []
let servers: Replicated
let site: TestApp
let game: TestGameServer

beforeAll(async () => {
  servers = await openReplicated()
  const log = createLogger('warn', { write: (line) => void lines.push(JSON.parse(line).msg) })
  site = await testApp({
    store: servers.primary,
    environment: {
      DATABASE_URL: servers.primary.appUrl,
      DATABASE_READ_URL: servers.readUrl,
      RATE_LIMITS: 'off',
    },
    visitorCaches: true,
    log,
  })
  game = await gameServer(site)
})
afterAll(async () => {
  await site?.close()
  await servers?.stop()
})

const withTimeout = { timeout: 200_000, interval: 20 }

const counts = () => ({ ...site.database.replicas!.counts })

/** Reads by a visitor, past the cache, until one was answered by a replica. */
const readFromReplica = (path: string) =>
  vi.waitFor(async () => {
    const before = counts()
    site.context.visitorCaches!.responses.invalidate()
    const { status, json } = await site.browser().get(path)
    expect(status).toBe(200)
    expect(counts().replica).toBeGreaterThan(before.replica)
    return json
  }, withTimeout)

const winsOf = (board: { readonly entries: { readonly stats: { readonly wins: number } }[] }) =>
  board.entries.map(({ stats }) => stats.wins).toSorted()

test('[standby.07] A replica answers visitors; a member, a write and a transaction are answered by the primary', async () => {
  await readFromReplica('/api/leaderboard')
  const member = await site.member()
  const before = counts()
  expect((await member.get('/api/leaderboard?gameType=boxing')).status).toBe(200)
  expect((await member.get('/api/user')).status).toBe(200)
  expect((await member.post('/api/posts', { content: 'written' })).status).toBe(201)
  expect(counts()).toEqual(before)
  await vi.waitFor(async () => {
    const { replica } = counts()
    const found = await site.database.replicas!.prefer(() =>
      site.database.sql
        .transaction()
        .execute((transaction) =>
          sql<{ standby: boolean }>`SELECT pg_is_in_recovery() AS standby`.execute(transaction),
        ),
    )
    expect([found.rows[0]?.standby, counts().replica]).toEqual([false, replica])
  }, withTimeout)
})

test('[standby.08] A replica that has not replayed a message or a write is passed over until it has', async () => {
  await readFromReplica('/api/leaderboard?gameType=boxing')
  await servers.onStandby('SELECT pg_wal_replay_pause()')
  try {
    await game.report(event('match', match([player('1'), player('2', { result: 'loss' })])))
    const { json } = await site.browser().get('/api/leaderboard?gameType=boxing')
    expect(winsOf(json)).toEqual([0, 1])
    const member = await site.member()
    await member.post('/api/posts', { content: 'just written' })
    const { json: posts } = await site.browser().get('/api/posts')
    expect(posts[0].content).toBe('just written')
  } finally {
    await servers.onStandby('SELECT pg_wal_replay_resume()')
  }
  expect(winsOf(await readFromReplica('/api/leaderboard?gameType=boxing'))).toEqual([0, 1])
})

test('[standby.08] What another program writes without a message is read from the primary a second later', async () => {
  await readFromReplica('/api/posts')
  await servers.onStandby('SELECT pg_wal_replay_pause()')
  try {
    await sql`UPDATE all_posts SET content = 'changed elsewhere'`.execute(site.database.sql)
    await vi.waitFor(async () => {
      site.context.visitorCaches!.responses.invalidate()
      const { json } = await site.browser().get('/api/posts')
      expect(json[0].content).toBe('changed elsewhere')
    }, withTimeout)
  } finally {
    await servers.onStandby('SELECT pg_wal_replay_resume()')
  }
})

test('[standby.09] What a standby cannot answer is answered by the primary, which is asked at once from then on', async () => {
  await readFromReplica('/api/leaderboard')
  const presence = async () => {
    site.context.visitorCaches!.responses.invalidate()
    return (await site.browser().get('/api/presence')).status
  }
  expect(await presence()).toBe(200)
  for (const text of ['SELECT count(*) FROM rate_limits', `SELECT pg_notify('replicas', '')`]) {
    const run = () => site.database.replicas!.prefer(() => sql.raw(text).execute(site.database.sql))
    await run()
    const before = counts()
    await run()
    expect(counts()).toEqual({ ...before, primary: before.primary + 1 })
  }
  await readFromReplica('/api/leaderboard')
})

test('[standby.10] While a replica lags, no page is older than a live message or a comment that was heard', async () => {
  const { older, replica, primary } = await neverOlderThanMessages(site, servers, bySize(20, 60))
  expect(older).toEqual([])
  expect(Math.min(replica, primary)).toBeGreaterThan(0)
})

const examine = async (databaseReadUrl: string) => {
  const said: string[] = []
  const config = { ...site.context.config, databaseReadUrl }
  await checkServer(config, site.database, (verdict, what, detail) =>
    said.push(`${verdict} ${what}: ${detail}`),
  )
  return said.filter((line) => !line.includes('clocks'))
}

/** Whether writes wait for a standby, whichever it is. */
async function waitForStandby(isWaiting: boolean) {
  await servers.onPrimary(`ALTER SYSTEM SET synchronous_standby_names = '${isWaiting ? '*' : ''}'`)
  await servers.onPrimary('SELECT pg_reload_conf()')
}

test('[standby.13] doctor warns of standbys that are not synchronous, and of a DATABASE_READ_URL that leads to a primary', async () => {
  expect(await examine(servers.readUrl)).toEqual([
    expect.stringMatching(/^ok server: the primary/),
    expect.stringMatching(/^warn standbys: 1 standby follows, and none is synchronous/),
    expect.stringMatching(/^ok replica: a standby/),
  ])
  await waitForStandby(true)
  await vi.waitFor(
    async () =>
      expect(await examine(servers.primary.appUrl)).toEqual([
        expect.stringMatching(/^ok server: the primary/),
        'ok standbys: 1 standby follows',
        expect.stringMatching(/^warn replica: DATABASE_READ_URL leads to a primary/),
      ]),
    withTimeout,
  )
  await waitForStandby(false)
})

test('[standby.11] Without a replica the primary answers everything, and the log says so once', async () => {
  await readFromReplica('/api/leaderboard')
  lines.length = 0
  await servers.endStandby()
  for (let time = 0; time < 5; time += 1) {
    site.context.visitorCaches!.responses.invalidate()
    expect((await site.browser().get('/api/leaderboard')).status).toBe(200)
  }
  await vi.waitFor(async () => {
    site.context.visitorCaches!.responses.invalidate()
    expect((await site.browser().get('/api/leaderboard')).status).toBe(200)
    expect(lines).toEqual(['a replica does not respond: the primary answers its reads'])
  }, withTimeout)
  expect(site.database.outageBegunAtMs).toBeUndefined()
  const { text } = await site.browser().get('/metrics', { address: '127.0.0.1' })
  expect(text).toMatch(/^database_replica_reads_total\{server="primary"\} [1-9]/m)
})

test('[standby.16] With no standby left doctor and metrics say so; where writes wait for one, readiness says that none are accepted', async () => {
  const ready = async () => (await site.browser().get('/health/ready')).json
  const standbyLines = async () =>
    (await examine(servers.readUrl)).filter((line) => line.includes(' standbys: '))
  expect(await ready()).toEqual({ status: 'ready', writes: true })
  expect(await standbyLines()).toEqual([
    'warn standbys: none follows: when this server dies, what it holds is away until it is back',
  ])
  const { text } = await site.browser().get('/metrics', { address: '127.0.0.1' })
  expect(text).toMatch(/^database_standbys 0$/m)
  await waitForStandby(true)
  await vi.waitFor(async () => expect(await ready()).toEqual({ status: 'ready', writes: false }), withTimeout)
  expect(await standbyLines()).toEqual(['warn standbys: none follows, and writes wait for one'])
  await waitForStandby(false)
  await vi.waitFor(async () => expect(await ready()).toEqual({ status: 'ready', writes: true }), withTimeout)
})
