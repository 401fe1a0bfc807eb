import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../testing/template-database.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { LiveHub, leastOutageMs, outageToReport } from './live-hub.ts'

const log = pino({ level: 'silent' })
const withTimeout = { timeout: 30_000, interval: 20 }

let store: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database

beforeAll(async () => {
  store = await createTestDatabase()
  database = openDatabase({ url: store.appUrl, log })
})
afterAll(async () => {
  await database.close()
  await store.drop()
})

const open: LiveHub[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((hub) => hub.close()))
})

/** Acts as another process of the site. */
async function startHub(url = store.appUrl, into = log) {
  const hub = new LiveHub({ url, database, log: into })
  open.push(hub)
  await hub.start()
  return hub
}

/** Terminates the connections of all hubs, as a database restart does. */
async function breakConnections() {
  const client = new pg.Client(store.appUrl)
  await client.connect()
  await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'live'
    AND datname = current_database()`)
  await client.end()
}

/** A proxy to the same database that can go silent without closing, for new connections as well, or be away. */
async function silentLine() {
  const { host, port, user, password, database: name } = new pg.Client(store.appUrl)
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const ends: (() => void)[] = []
  const silences: (() => void)[] = []
  let isSilent = false
  let refused = 0
  const server = createServer((near) => {
    near.on('error', () => undefined)
    if (refused > 0) {
      refused -= 1
      near.destroy()
      return
    }
    ends.push(() => near.destroy())
    if (isSilent) return
    const far = connect(target)
    far.on('error', () => undefined)
    ends.push(() => far.destroy())
    near.pipe(far).pipe(near)
    silences.push(() => {
      near.unpipe(far).pause()
      far.unpipe(near).pause()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = (server.address() as AddressInfo).port
  return {
    url: `postgres://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${own}/${name}`,
    fallSilent() {
      isSilent = true
      for (const silence of silences) silence()
    },
    /** Ends all connections, and as many of those that follow. */
    breakUntil(attempts: number) {
      refused = attempts
      for (const end of ends.splice(0)) end()
    },
    close() {
      for (const end of ends) end()
      server.close()
    },
  }
}

describe('Messages', () => {
  test('reach every process, the sender included, and only their channel', async () => {
    const [one, two] = [await startHub(), await startHub()]
    const heard: unknown[] = []
    one.listen('status', (payload) => heard.push(['one', payload]))
    two.listen('status', (payload) => heard.push(['two', payload]))
    two.listen('constructor', (payload) => heard.push(['wrong', payload]))
    await one.publish('status', { online: true })
    await vi.waitFor(() => expect(heard).toHaveLength(2), withTimeout)
    expect(heard).toContainEqual(['one', { online: true }])
    expect(heard).toContainEqual(['two', { online: true }])
  })

  test('of a transaction are sent only when it commits', async () => {
    const hub = await startHub()
    const heard: unknown[] = []
    hub.listen('news', (payload) => heard.push(payload))
    await expect(
      database.sql.transaction().execute(async (transaction) => {
        await hub.publish('news', { id: 1 }, transaction)
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await database.sql.transaction().execute((transaction) => hub.publish('news', { id: 2 }, transaction))
    await vi.waitFor(() => expect(heard).toEqual([{ id: 2 }]), withTimeout)
  })

  test('that are too large for PostgreSQL are refused before it refuses them', async () => {
    const hub = await startHub()
    await expect(hub.publish('news', { text: 'ü'.repeat(4_000) })).rejects.toThrow('too large')
    await hub.publish('news', { text: 'ü'.repeat(3_800) })
  })

  test('that are not ours, and listeners that fail, harm nobody', async () => {
    const hub = await startHub()
    const heard: unknown[] = []
    hub.listen('news', () => {
      throw new Error('a listener that fails')
    })
    hub.listen('news', (payload) => heard.push(payload))
    const client = new pg.Client(store.appUrl)
    await client.connect()
    for (const text of ['garbage', 'null', '[]', '{"channel":7}']) {
      await client.query('SELECT pg_notify($1, $2)', ['live', text])
    }
    await client.end()
    await hub.publish('news', { id: 3 })
    await vi.waitFor(() => expect(heard).toEqual([{ id: 3 }]), withTimeout)
  })

  test('stop for a listener that stops listening', async () => {
    const hub = await startHub()
    const heard: string[] = []
    const stop = hub.listen('news', () => heard.push('stopped'))
    hub.listen('news', () => heard.push('stays'))
    stop()
    await hub.publish('news', {})
    await vi.waitFor(() => expect(heard).toEqual(['stays']), withTimeout)
  })
})

describe('A connection that breaks', () => {
  test('comes back by itself, tells that messages may be missing, and hears again', async () => {
    const hub = await startHub()
    const heard: unknown[] = []
    const resync = vi.fn()
    hub.listen('news', (payload) => heard.push(payload))
    hub.onResync(resync)
    expect(resync).not.toHaveBeenCalled()
    expect(hub.lastOutage).toBeUndefined()
    const before = Date.now()
    await breakConnections()
    await vi.waitFor(() => expect(resync).toHaveBeenCalledTimes(1), withTimeout)
    const { from, to } = hub.lastOutage!
    const times = [before, from.getTime(), to.getTime(), Date.now()]
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    await hub.publish('news', { id: 4 })
    await vi.waitFor(() => expect(heard).toEqual([{ id: 4 }]), withTimeout)
  })

  test('or cannot be made at first does not keep the site from starting', async () => {
    const hub = await startHub('postgres://nobody@127.0.0.1:1/nothing')
    expect(hub.isLeader('poller')).toBe(false)
  })

  test('gives up leadership at once, and some process leads again afterwards', async () => {
    const [one, two] = [await startHub(), await startHub()]
    const changes: boolean[] = []
    one.lead('poller', (leading) => changes.push(leading))
    await vi.waitFor(() => expect(one.isLeader('poller')).toBe(true), withTimeout)
    two.lead('poller', () => undefined)
    await breakConnections()
    await vi.waitFor(() => expect(changes.slice(0, 2)).toEqual([true, false]), withTimeout)
    await vi.waitFor(() => expect(one.isLeader('poller') !== two.isLeader('poller')).toBe(true), withTimeout)
  })
})

test('A line to the database that falls silent ends leadership within some seconds', async () => {
  const line = await silentLine()
  const hub = await startHub(line.url)
  hub.lead('poller', () => undefined)
  await vi.waitFor(() => expect(hub.isLeader('poller')).toBe(true), withTimeout)
  line.fallSilent()
  await vi.waitFor(() => expect(hub.isLeader('poller')).toBe(false), withTimeout)
  line.close()
})

test('A leader that falls silent while its connection stays open is replaced by another process', async () => {
  const line = await silentLine()
  const [one, two] = [await startHub(line.url), await startHub()]
  one.lead('poller', () => undefined)
  await vi.waitFor(() => expect(one.isLeader('poller')).toBe(true), withTimeout)
  two.lead('poller', () => undefined)
  line.fallSilent()
  await vi.waitFor(() => expect(two.isLeader('poller')).toBe(true), withTimeout)
  line.close()
})

test('[owner.28] A short outage does not hide a long one that came before it, and a long one replaces it', () => {
  const outage = (ms: number) => ({ from: new Date(0), to: new Date(ms) })
  const [short, long, longer] = [1_000, leastOutageMs, 2 * leastOutageMs].map(outage) as [
    ReturnType<typeof outage>,
    ReturnType<typeof outage>,
    ReturnType<typeof outage>,
  ]
  expect(outageToReport(undefined, short)).toBe(short)
  expect(outageToReport(longer, short)).toBe(longer)
  expect(outageToReport(longer, long)).toBe(long)
})

test('[fast.01] A database that is away is one line in the log when it goes and one when it is back, however often it is tried', async () => {
  const line = await silentLine()
  const lines: { level: number; msg: string }[] = []
  const hub = await startHub(line.url, pino({}, { write: (text) => void lines.push(JSON.parse(text)) }))
  let reopened = 0
  hub.onResync(() => {
    reopened += 1
  })
  line.breakUntil(3)
  await vi.waitFor(() => expect(reopened).toBe(1), withTimeout)
  expect(lines).toMatchObject([
    { level: 40, msg: 'live connection to the database lost' },
    { level: 30, msg: 'live connection to the database is back', downSince: expect.any(String) },
  ])
  line.close()
})

describe('Leadership', () => {
  test('belongs to one process at a time, and another takes over when that one goes', async () => {
    const [one, two] = [await startHub(), await startHub()]
    one.lead('poller', () => undefined)
    await vi.waitFor(() => expect(one.isLeader('poller')).toBe(true), withTimeout)
    two.lead('poller', () => undefined)
    two.lead('another', () => undefined)
    await vi.waitFor(() => expect(two.isLeader('another')).toBe(true), withTimeout)
    expect(two.isLeader('poller')).toBe(false)
    await one.close()
    expect(one.isLeader('poller')).toBe(false)
    await vi.waitFor(() => expect(two.isLeader('poller')).toBe(true), withTimeout)
  })

  test('is handed over by a process that steps down and stays', async () => {
    const [one, two] = [await startHub(), await startHub()]
    const stepDown = one.lead('poller', () => undefined)
    await vi.waitFor(() => expect(one.isLeader('poller')).toBe(true), withTimeout)
    two.lead('poller', () => undefined)
    stepDown()
    await vi.waitFor(() => expect(two.isLeader('poller')).toBe(true), withTimeout)
    expect(one.isLeader('poller')).toBe(false)
  })
})
