import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Server } from '@serenityjs/raknet'
import { type FastifyInstance, fastify } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { endpoints } from '../../../../contract/endpoints.ts'
import type { StatusHistory } from '../../../../contract/network/status-schemas.ts'
import { readConfig, type VariableName } from '../../../config.ts'
import { createContext, startContext } from '../../../context.ts'
import { ports } from '../../../domains.ts'
import { type PingGameServer, type PingReply, pingGameServer } from '../../../gateways/bedrock-ping.ts'
import { readCertificate } from '../../../gateways/certificate.ts'
import { discordWebhookGateway } from '../../../gateways/discord-webhook.ts'
import { ownAddressGateway } from '../../../gateways/own-address.ts'
import { pictureGateway } from '../../../gateways/picture.ts'
import { pushGateway } from '../../../gateways/push.ts'
import { webhookGateway } from '../../../gateways/webhook.ts'
import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { EndpointRouter } from '../../../platform/http/endpoints.ts'
import { openSockets } from '../../../platform/live/sockets.ts'
import { createTestDatabase } from '../../../testing/template-database.ts'
import { sweepStatusHistory } from './queries.ts'
import { startStatus } from './start.ts'

const log = pino({ level: 'silent' })
const withTimeout = { timeout: 30_000, interval: 10 }
const pollMs = 100

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
beforeEach(async () => {
  await sql`DELETE FROM game_ping`.execute(database.sql)
  await sql`DELETE FROM game_servers`.execute(database.sql)
})

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Process {
  readonly app: FastifyInstance
  status(): Promise<Record<string, unknown>>
  /** Subscribes a browser and returns its messages. */
  watch(): Promise<unknown[]>
  stop(): Promise<void>
}

interface Options {
  readonly ping?: PingGameServer
  readonly environment?: Partial<Record<VariableName, string>>
  readonly database?: Database
}

/** The status part of a site process. */
async function startProcess(options: Options = {}): Promise<Process> {
  const config = readConfig(
    { STATUS_POLL_MS: String(pollMs), RATE_LIMITS: 'off', PASSWORD_LIMIT: 'off', ...options.environment },
    '/',
  )
  const mine = options.database ?? database
  const context = createContext(config, {
    log,
    databaseUrl: store.appUrl,
    database: mine,
    gateways: {
      ping: options.ping ?? (async () => undefined),
      mail: async () => {},
      discord: undefined,
      discordWebhook: discordWebhookGateway(config),
      discordRoles: undefined,
      picture: pictureGateway(config),
      push: pushGateway(config),
      webhook: webhookGateway(config),
      certificate: readCertificate,
      ownAddress: ownAddressGateway(config),
    },
    visitorCaches: undefined,
  })
  const app = fastify()
  app.decorateRequest('cookies')
  app.addHook('onRequest', async (request) => {
    request.cookies = {}
  })
  const sockets = openSockets(app, context)
  const stopContext = await startContext(context)
  const status = startStatus(context, sockets)
  new EndpointRouter(app, context, ports).mount(endpoints.status, status.handlers)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (async () => {
      await sockets.close()
      await status.close()
      await app.close()
      await stopContext()
    })()
    return stopping
  }
  closing.push(stop)
  return {
    app,
    status: async () => (await app.inject('/api/minecraft/status')).json(),
    async watch() {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`)
      const heard: unknown[] = []
      socket.on('message', (data) => heard.push(JSON.parse(data.toString())))
      await once(socket, 'open')
      socket.send('{"type":"subscribe","channel":"server_status"}')
      await vi.waitFor(() => expect(heard).not.toEqual([]), withTimeout)
      return heard
    },
    stop,
  }
}

const response = (playerCount: number): PingReply => ({
  playerCount,
  maxPlayers: 100,
  version: '1.26.0',
  motd: 'Vulx',
  latencyMs: 3,
})
const message = (playerCount: number, isOnline: boolean) => ({
  type: 'server_status_update',
  data: { playerCount, isOnline },
})

async function heartbeat(playerCount: number, agoSeconds = 0) {
  const secret = Buffer.alloc(32)
  secret.writeUInt32BE(playerCount)
  await sql`
    WITH server AS (INSERT INTO game_servers (name, secret_hash) VALUES ('lobby', ${secret}) RETURNING id)
    INSERT INTO heartbeats (server_id, received_at, next_poll_ms, player_count, max_players)
    SELECT id, now() - make_interval(secs => ${agoSeconds}), 5000, ${playerCount}, 50 FROM server
  `.execute(database.sql)
}

describe('GET /api/minecraft/status', () => {
  test('[status.07] answers {isOnline, playerCount, maxPlayers, version, motd, latencyMs, source, checkedAt}', async () => {
    const site = await startProcess({ ping: async () => response(12) })
    await vi.waitFor(
      async () =>
        expect(await site.status()).toEqual({
          isOnline: true,
          playerCount: 12,
          maxPlayers: 100,
          version: '1.26.0',
          motd: 'Vulx',
          latencyMs: 3,
          source: 'ping',
          checkedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        }),
      withTimeout,
    )
  })

  test('[status.07] answers offline with playerCount 0 and null for unknown fields', async () => {
    const site = await startProcess()
    const offline = {
      isOnline: false,
      playerCount: 0,
      maxPlayers: null,
      version: null,
      motd: null,
      latencyMs: null,
      source: null,
    }
    expect(await site.status()).toMatchObject(offline)
    await vi.waitFor(async () => expect((await site.status()).checkedAt).not.toBeNull(), withTimeout)
    expect(await site.status()).toMatchObject(offline)
  })

  test('[inputs.02] a pong without a number of players is stored as such: the game server is online, heartbeats count', async () => {
    await heartbeat(5)
    const site = await startProcess({ ping: async () => ({ ...response(0), playerCount: null, motd: null }) })
    await vi.waitFor(
      async () =>
        expect(await site.status()).toMatchObject({
          isOnline: true,
          playerCount: 5,
          maxPlayers: 100,
          motd: null,
          source: 'ping',
        }),
      withTimeout,
    )
  })

  test('[status.09] Without a ping that succeeds, fresh heartbeats of all game servers are added up', async () => {
    await heartbeat(4)
    await heartbeat(5)
    await heartbeat(100, 16)
    const site = await startProcess()
    await vi.waitFor(
      async () =>
        expect(await site.status()).toMatchObject({ playerCount: 9, maxPlayers: 100, source: 'heartbeat' }),
      withTimeout,
    )
  })
})

describe('Browsers that subscribed', () => {
  test('[status.10] hear the current status at once, and then what changes and nothing else', async () => {
    let players: PingReply | undefined = response(1)
    let polls = 0
    const ping = async () => {
      polls += 1
      return players
    }
    // A ping counts for three polls: a busy machine may not be late by so much.
    const site = await startProcess({ ping, environment: { STATUS_POLL_MS: '1500' } })
    await vi.waitFor(async () => expect(await site.status()).toMatchObject({ playerCount: 1 }), withTimeout)
    const heard = await site.watch()
    expect(heard).toEqual([message(1, true)])
    const before = polls
    await vi.waitFor(() => expect(polls).toBeGreaterThan(before + 2), withTimeout)
    players = response(2)
    await vi.waitFor(() => expect(heard).toContainEqual(message(2, true)), withTimeout)
    players = undefined
    await vi.waitFor(() => expect(heard).toContainEqual(message(0, false)), withTimeout)
    expect(heard).toEqual([message(1, true), message(2, true), message(0, false)])
  })

  test('of every process hear what one process polls, and another process takes over', async () => {
    const requests: string[] = []
    const pingOf = (name: string, players: number) => async () => {
      requests.push(name)
      return response(players)
    }
    const one = await startProcess({ ping: pingOf('one', 1) })
    await vi.waitFor(() => expect(requests).toContain('one'), withTimeout)
    const two = await startProcess({ ping: pingOf('two', 2) })
    const heard = await two.watch()
    await vi.waitFor(() => expect(heard.at(-1)).toEqual(message(1, true)), withTimeout)
    expect(requests).not.toContain('two')
    await one.stop()
    await vi.waitFor(() => expect(heard.at(-1)).toEqual(message(2, true)), withTimeout)
  })

  test('see a real RakNet server come and go with the poll that finds it, by push', async () => {
    const probe = createSocket('udp4').bind(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address()
    probe.close()
    const poll = 1_500
    const polls = { answered: 0, silent: 0 }
    // The next poll waits until the test has seen what this one pushed, however slow the machine is.
    let mayPoll = () => polls.answered === 0
    const site = await startProcess({
      async ping(...said) {
        await vi.waitFor(() => expect(mayPoll()).toBe(true), withTimeout)
        const response = await pingGameServer(...said)
        polls[response === undefined ? 'silent' : 'answered'] += 1
        return response
      },
      environment: { GAME_PORT: String(port), STATUS_POLL_MS: String(poll) },
    })
    const heard = await site.watch()
    expect(heard).toEqual([message(0, false)])

    const game = new Server({
      address: '127.0.0.1',
      port,
      message: 'Vulx',
      version: '1.26.0',
      maxConnections: 64,
    })
    game.start(false)
    await vi.waitFor(() => expect(heard.at(-1)).toEqual(message(0, true)), withTimeout)
    expect(polls.answered).toBe(1)

    const silent = polls.silent
    game.stop()
    mayPoll = () => polls.silent - silent < 3
    await vi.waitFor(() => expect(heard.at(-1)).toEqual(message(0, false)), withTimeout)
    mayPoll = () => true
  })
})

describe('The poller', () => {
  test('never overlaps itself, however long a ping takes', async () => {
    let running = 0
    let max = 0
    let polls = 0
    await startProcess({
      ping: async () => {
        running += 1
        max = Math.max(max, running)
        await new Promise((resolve) => setTimeout(resolve, 3 * pollMs))
        running -= 1
        polls += 1
        return response(1)
      },
    })
    await vi.waitFor(() => expect(polls).toBeGreaterThan(2), withTimeout)
    expect(max).toBe(1)
  })

  test('goes on after a ping or the database failed; without news the status becomes offline by itself', async () => {
    let isBroken = false
    let polls = 0
    const broken: Database = {
      ...database,
      get sql() {
        if (isBroken) throw new Error('the database is away')
        return database.sql
      },
    }
    const ping = async () => {
      polls += 1
      if (polls % 2 === 0) throw new Error('a ping that fails where none should')
      return response(6)
    }
    const site = await startProcess({ ping, database: broken })
    const heard = await site.watch()
    await vi.waitFor(() => expect(heard.at(-1)).toEqual(message(6, true)), withTimeout)
    isBroken = true
    await vi.waitFor(() => expect(heard.at(-1)).toEqual(message(0, false)), withTimeout)
    const before = polls
    await vi.waitFor(() => expect(polls).toBeGreaterThan(before + 2), withTimeout)
    isBroken = false
    await vi.waitFor(() => expect(heard.at(-1)).toEqual(message(6, true)), withTimeout)
  })
})

describe('the history of /status', () => {
  const history = async ({ app }: Process): Promise<StatusHistory> =>
    (await app.inject('/api/status/history')).json()
  const stored = async (table: 'minutes' | 'hours') =>
    (
      await sql<{ asked: number; answered: number; players: number }>`
        SELECT sum(asked)::int AS asked, sum(answered)::int AS answered, max(players) AS players
        FROM ${sql.table(`status_${table}`)}`.execute(database.sql)
    ).rows[0]

  beforeEach(async () => {
    await sql`DELETE FROM status_minutes`.execute(database.sql)
    await sql`DELETE FROM status_hours`.execute(database.sql)
  })

  test('[settings.133] Each question to the game server is counted in its minute and its hour, as answered where it, or a heartbeat, did', async () => {
    let players: number | undefined
    const site = await startProcess({
      ping: async () => (players === undefined ? undefined : response(players)),
    })
    const counted = (expected: object) =>
      vi.waitFor(async () => expect(await stored('minutes')).toMatchObject(expected), withTimeout)
    await vi.waitFor(async () => expect((await stored('minutes'))?.asked).toBeGreaterThan(2), withTimeout)
    expect(await stored('minutes')).toMatchObject({ answered: 0, players: 0 })
    await heartbeat(5)
    await counted({ players: 5 })
    players = 9
    await counted({ players: 9 })
    // The most at once, not the newest.
    players = 2
    await vi.waitFor(async () => expect((await site.status()).playerCount).toBe(2), withTimeout)
    await site.stop()
    const minutes = await stored('minutes')
    expect(minutes).toMatchObject({ players: 9 })
    expect(minutes!.answered).toBeGreaterThan(0)
    expect(minutes!.answered).toBeLessThan(minutes!.asked)
    expect(await stored('hours')).toEqual(minutes)
  })

  test('[settings.134] It is the last 24 hours, the peak of 30 days and 90 days; where nobody asked, it says nothing', async () => {
    await sql`
      INSERT INTO status_minutes (minute, asked, answered, players)
      SELECT date_trunc('minute', now()) - ago, 4, answered, players FROM (VALUES
        (interval '23 hours', 4, 30), (interval '5 hours', 0, 0), (interval '30 hours', 4, 70)
      ) AS one (ago, answered, players)`.execute(database.sql)
    await sql`
      INSERT INTO status_hours (hour, asked, answered, players)
      SELECT date_trunc('hour', now(), 'UTC') - ago, 240, answered, players FROM (VALUES
        (interval '29 days', 240, 55), (interval '31 days', 240, 99), (interval '10 days', 0, 0),
        (interval '100 days', 240, 200)
      ) AS one (ago, answered, players)`.execute(database.sql)
    // Polls later than the test lasts.
    const site = await startProcess({ environment: { STATUS_POLL_MS: '60000' } })
    await vi.waitFor(async () => expect((await stored('hours'))?.asked).toBe(961), withTimeout)
    const { steps, peak, days } = await history(site)
    expect([steps.length, days.length]).toEqual([96, 90])
    const measured = steps.filter(({ players }) => players !== null)
    expect(measured.map(({ asked, answered, players }) => [asked, answered, players])).toEqual([
      [4, 4, 30],
      [4, 0, 0],
      [1, 0, 0],
    ])
    expect(steps.filter(({ players }) => players === null).every(({ asked }) => asked === 0)).toBe(true)
    expect(peak).toMatchObject({ players: 55 })
    const asked = days.filter((day) => day.asked > 0)
    expect(asked.map((day) => [day.asked, day.answered])).toEqual([
      [240, 240],
      [240, 240],
      [240, 0],
      [1, 0],
    ])
    expect(days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10))
  })

  test('[settings.135] Minutes are kept for 48 hours, hours for 400 days', async () => {
    await sql`
      INSERT INTO status_minutes VALUES (now() - interval '49 hours', 1, 1, 1), (now() - interval '47 hours', 1, 1, 2)
    `.execute(database.sql)
    await sql`
      INSERT INTO status_hours VALUES (now() - interval '401 days', 1, 1, 1), (now() - interval '399 days', 1, 1, 2)
    `.execute(database.sql)
    await sweepStatusHistory(database)
    expect([await stored('minutes'), await stored('hours')]).toEqual([
      { asked: 1, answered: 1, players: 2 },
      { asked: 1, answered: 1, players: 2 },
    ])
  })
})
