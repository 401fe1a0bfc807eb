import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { withSuperuser } from '../../testing/test-server.ts'
import { createLogger } from '../logs/logger.ts'
import { DatabaseOutage } from './database-outage.ts'

interface Line {
  readonly level: string
  readonly msg: string
  readonly err?: { readonly code?: string }
}

const lines: Line[] = []
let site: TestApp
beforeAll(async () => {
  const log = createLogger('warn', { write: (line) => void lines.push(JSON.parse(line)) })
  site = await testApp({ log, visitorCaches: true })
})
afterAll(() => site.close())

/** Runs a statement as superuser in a database of its own, so that nothing of the tested one refuses it. */
const administer = (text: string) =>
  withSuperuser(inject('postgres').superuserUrl, (client) => client.query(text))

const name = () => new URL(site.store.appUrl).pathname.slice(1)
const endConnections = () =>
  administer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name()}'`)

/** As HAProxy shows a primary that was just demoted: sessions only read until new ones are opened. */
const setReadOnly = async (value: 'on' | 'off') => {
  await administer(`ALTER DATABASE ${name()} SET default_transaction_read_only = ${value}`)
  if (value === 'on') await endConnections()
}

const ready = async () => (await site.browser().get('/health/ready')).json
const said = () => lines.filter(({ msg }) => !msg.startsWith('live connection')).map(({ msg }) => msg)

test('[standby.01, standby.02, standby.03] While the database only reads, writes are 503 with Retry-After and store nothing, reads work, and writes come back without a restart', async () => {
  const member = await site.member()
  expect(await ready()).toEqual({ status: 'ready', writes: true })
  lines.length = 0
  await setReadOnly('on')
  try {
    await vi.waitFor(async () => expect(await ready()).toEqual({ status: 'ready', writes: false }))
    for (let time = 0; time < 12; time += 1) {
      const refused = await member.post('/api/posts', { content: `while it only reads ${time}` })
      expect([refused.status, refused.json.code, Number(refused.headers['retry-after']) > 0]).toEqual([
        503,
        'overloaded',
        true,
      ])
    }
    expect((await site.browser().get('/api/posts')).status).toBe(200)
    expect(site.database.outageBegunAtMs).toBeGreaterThan(0)
    const { text: metrics } = await site.browser().get('/metrics', { address: '127.0.0.1' })
    expect(metrics).toMatch(/^database_writes_refused_since_timestamp_seconds [1-9]/m)
  } finally {
    // Connections that were opened meanwhile go on reading only: the pool must not lend them again.
    await setReadOnly('off')
  }
  await vi.waitFor(async () => {
    const { status } = await member.post('/api/posts', { content: 'once it accepts writes' })
    expect(status).toBe(201)
  })
  await vi.waitFor(() => expect(site.database.outageBegunAtMs).toBeUndefined())
  const { json: posts } = await member.get('/api/posts')
  expect(posts.map(({ content }: { content: string }) => content)).toEqual(['once it accepts writes'])
})

test('[standby.04] An outage of the database is one line of the log for its first error, its begin and its end, not one for each request', () => {
  expect(said()).toEqual([
    'a database connection failed',
    'the database only reads: writes are answered with 503 until it accepts them again',
    expect.stringMatching(/^the database accepts writes again, after \d+\.\d s$/),
  ])
})

test('[standby.04] Connections that are lost one after the other, while others still work, are one line of the log', async () => {
  const said: string[] = []
  const outage = new DatabaseOutage({ warn: (_fields, message) => said.push(message) }, async () => ({
    writes: true,
  }))
  for (let lost = 0; lost < 3; lost += 1) {
    outage.observe(Object.assign(new Error('terminating connection'), { code: '57P01' }))
    await new Promise((resolve) => setImmediate(resolve))
  }
  outage.close()
  expect(said).toEqual(['a database connection failed'])
})

test.each([
  ['debug', ['warn', 'debug']],
  ['info', ['warn']],
] as const)(
  '[standby.04] At LOG_LEVEL %s what else fails because of an outage is for debug alone, and ends nothing',
  (level, levels) => {
    const said: Line[] = []
    const log = createLogger(level, { write: (line) => void said.push(JSON.parse(line)) })
    const outage = new DatabaseOutage(log, async () => ({ writes: true }))
    const err = Object.assign(new Error('terminating connection'), { code: '57P01' })
    outage.observe(err)
    outage.close()
    log.error({ err }, 'request failed')
    expect(said.map(({ level }) => level)).toEqual(levels)
  },
)

test('[standby.05] A single lost connection is one line of the log and no outage', async () => {
  lines.length = 0
  const member = await site.member()
  await endConnections()
  await vi.waitFor(async () => expect((await member.get('/api/user')).status).toBe(200))
  expect(site.database.outageBegunAtMs).toBeUndefined()
  expect(new Set(said())).toEqual(new Set(['a database connection failed']))
})

test('[standby.06] /health/serving is 200 while the database is away', async () => {
  vi.spyOn(site.database, 'ping').mockRejectedValue(new Error('connect ECONNREFUSED'))
  await vi.waitFor(async () => expect((await site.browser().get('/health/ready')).status).toBe(503))
  const serving = await site.browser().get('/health/serving')
  expect([serving.status, serving.json]).toEqual([200, { status: 'serving' }])
  vi.restoreAllMocks()
})
