import { once } from 'node:events'
import { type AddressInfo, connect as netConnect } from 'node:net'
import { type FastifyInstance, fastify } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { isStaff, type Rank } from '../../../contract/accounts/ranks.ts'
import { type Config, readConfig } from '../../config.ts'
import type { Sessions } from '../http/sessions.ts'
import { SocketClient } from './socket-client.ts'
import { openSockets, type Sockets } from './sockets.ts'

let app: FastifyInstance
let sockets: Sockets
let port: number
let peek: Sessions['peek'] = async () => null

async function serve(changes: Partial<Config> = {}) {
  app = fastify()
  const config = { ...readConfig({ PUBLIC_URL: 'https://vulx.example' }, '/'), ...changes }
  sockets = openSockets(app, {
    config,
    log: pino({ level: 'silent' }),
    sessions: { peek: (token) => peek(token) },
  })
  sockets.channel('server_status', {
    onSubscribe: (send) => send({ type: 'server_status_update', data: { playerCount: 7, isOnline: true } }),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
}

beforeEach(() => serve())
afterEach(async () => {
  vi.useRealTimers()
  await sockets.close()
  await app.close()
})

/** A client that records its messages. */
class Client {
  readonly heard: unknown[] = []
  readonly closed: Promise<number>
  readonly refused: Promise<number>

  constructor(readonly socket: WebSocket) {
    socket.on('message', (data, isBinary) => {
      expect(isBinary).toBe(false)
      this.heard.push(JSON.parse(data.toString()))
    })
    socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => socket.on('close', resolve))
    this.refused = new Promise((resolve) =>
      socket.on('unexpected-response', (_request, response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      }),
    )
  }

  say(message: object | string) {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Resolves when the server has read everything sent before; it responds to pings in order. */
  async settled() {
    this.socket.ping()
    await once(this.socket, 'pong')
  }
}

const knock = (options: ClientOptions = {}, path = '/ws') =>
  new Client(new WebSocket(`ws://127.0.0.1:${port}${path}`, options))

async function connect(options: ClientOptions = {}) {
  const client = knock(options)
  await once(client.socket, 'open')
  return client
}

const status = { type: 'server_status_update', data: { playerCount: 7, isOnline: true } } as const
const news = { type: 'server_status_update', data: { playerCount: 8, isOnline: true } } as const

describe('Subscriptions', () => {
  test('[live.17] Status and stats subscriptions share one socket; unsubscribing from one leaves the other', async () => {
    const client = await connect()
    client.say({ type: 'subscribe', channel: 'server_status' })
    client.say({ type: 'subscribe', gameType: 'nodebuff' })
    client.say({ type: 'subscribe', gameType: 'sumo' })
    client.say({ type: 'unsubscribe', gameType: 'nodebuff' })
    await client.settled()
    sockets.broadcast('server_status', news)
    sockets.broadcast('stats:sumo', { type: 'error', message: 'sumo' })
    sockets.broadcast('stats:nodebuff', { type: 'error', message: 'nodebuff' })
    await client.settled()
    expect(client.heard).toEqual([status, news, { type: 'error', message: 'sumo' }])

    client.say({ type: 'unsubscribe', channel: 'server_status' })
    await client.settled()
    sockets.broadcast('server_status', news)
    sockets.broadcast('stats:sumo', { type: 'error', message: 'sumo again' })
    await client.settled()
    expect(client.heard.slice(3)).toEqual([{ type: 'error', message: 'sumo again' }])
  })

  test('A message to very many is sent in turns, in order, and reaches all', async () => {
    await sockets.close()
    await app.close()
    await serve({ rateLimits: false })
    const clients = await Promise.all(Array.from({ length: 600 }, () => connect()))
    for (const client of clients) client.say({ type: 'subscribe', gameType: 'sumo' })
    await Promise.all(clients.map((client) => client.settled()))
    const sent = vi.spyOn(SocketClient.prototype, 'send')
    sockets.broadcast('stats:sumo', { type: 'error', message: 'first' })
    expect(sent.mock.calls.length).toBeLessThanOrEqual(500)
    sockets.broadcast('stats:sumo', { type: 'error', message: 'second' })
    await expect.poll(() => sent.mock.calls.length).toBe(1_200)
    await Promise.all(clients.map((client) => client.settled()))
    sent.mockRestore()
    for (const { heard } of clients) {
      expect(heard).toEqual([
        { type: 'error', message: 'first' },
        { type: 'error', message: 'second' },
      ])
    }
  })

  test('Very many are asked in turns whether they are alive', async () => {
    await sockets.close()
    await app.close()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await serve({ rateLimits: false })
    await Promise.all(Array.from({ length: 600 }, () => connect()))
    const requests = vi.spyOn(SocketClient.prototype, 'checkAlive')
    vi.advanceTimersByTime(30_000)
    expect(requests).toHaveBeenCalledTimes(500)
    await expect.poll(() => requests.mock.calls.length).toBe(600)
    requests.mockRestore()
  })

  test('[status.10] On subscribing to server_status the current status comes at once', async () => {
    const client = await connect()
    client.say({ type: 'subscribe', channel: 'server_status' })
    await client.settled()
    expect(client.heard).toEqual([status])
  })

  test('A channel for staff asks who somebody is at every message: a visitor and a demoted member hear nothing', async () => {
    sockets.channel('staff', { admits: isStaff })
    const ranks = new Map<string | undefined, Rank>([
      ['moderator', 'Moderator'],
      ['member', 'Gold'],
    ])
    peek = async (token) => {
      const rank = ranks.get(token)
      return rank === undefined ? null : { id: 1, rank }
    }
    const as = (token?: string) =>
      connect(token === undefined ? {} : { headers: { cookie: `a=b; __Host-session=${token}` } })
    const [visitor, member, moderator] = [await as(), await as('member'), await as('moderator')]
    const say = async () => {
      sockets.broadcast('staff', { type: 'staff_update', list: 'reports' })
      for (const client of [visitor, member, moderator]) await client.settled()
    }
    for (const client of [visitor, member, moderator]) {
      client.say({ type: 'subscribe', channel: 'staff' })
      await client.settled()
    }
    await say()
    expect([visitor, member, moderator].map(({ heard }) => heard.length)).toEqual([0, 0, 1])
    ranks.set('moderator', 'Member')
    await say()
    expect(moderator.heard).toHaveLength(1)
    ranks.set('moderator', 'Helper')
    peek = async () => {
      throw new Error('the database is away')
    }
    await say()
    expect(moderator.heard).toHaveLength(1)
  })

  test('Who did not subscribe hears nothing', async () => {
    const client = await connect()
    sockets.broadcast('server_status', news)
    await client.settled()
    expect(client.heard).toEqual([])
  })
})

describe('Who may come in', () => {
  test('An upgrade that reaches the sockets at another path is refused and cut off, no matter who else hears of upgrades', async () => {
    app.server.on('upgrade', () => undefined)
    const socket = netConnect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.write('GET /api/user HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n')
    await once(socket, 'close')
    expect(received).toMatch(/^HTTP\/1.1 404 /)
    expect(received).toMatch(/X-Content-Type-Options: nosniff/)
  })

  test('[live.18] /ws with a foreign Origin is refused with 403, without Origin accepted', async () => {
    expect(await knock({ origin: 'https://evil.example' }).refused).toBe(403)
    expect(await knock({ origin: 'null' }).refused).toBe(403)
    await connect({ origin: 'https://vulx.example' })
    await connect({ origin: `http://127.0.0.1:${port}` })
    await connect()
    expect(sockets.count()).toBe(3)
  })

  test('At most 100 sockets are open per address; the next one gets 429, and a place that is left is free', async () => {
    const clients = await Promise.all(Array.from({ length: 100 }, () => connect()))
    expect(await knock().refused).toBe(429)
    clients[0]?.socket.close()
    await clients[0]?.closed
    await expect.poll(() => sockets.count()).toBe(99)
    await connect()
  })

  test('RATE_LIMITS=off lifts the number of sockets', async () => {
    await app.close()
    await serve({ rateLimits: false })
    await Promise.all(Array.from({ length: 101 }, () => connect()))
    expect(sockets.count()).toBe(101)
  })

  test('Forwarded addresses count only from a proxy that the operator named', async () => {
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    await Promise.all(Array.from({ length: 100 }, (_, i) => connect(from(`203.0.113.${i}`))))
    expect(await knock(from('203.0.113.200')).refused).toBe(429)

    await sockets.close()
    await app.close()
    await serve({ trustProxy: ['127.0.0.1'] })
    await Promise.all(Array.from({ length: 100 }, () => connect(from('203.0.113.1'))))
    expect(await knock(from('203.0.113.1')).refused).toBe(429)
    expect(await knock(from('198.51.100.9, 203.0.113.1')).refused).toBe(429)
    await connect(from('203.0.113.2'))
  })

  test('Another address has no WebSocket', async () => {
    expect(await knock({}, '/ws2').refused).toBe(404)
    await connect()
    const withQuery = knock({}, '/ws?x=1')
    await once(withQuery.socket, 'open')
  })
})

describe('What clients may say', () => {
  test('[live.19] A WebSocket frame over 4 KB closes with 1009', async () => {
    const client = await connect()
    client.say('x'.repeat(4096))
    await client.settled()
    expect(client.heard).toHaveLength(1)
    client.say('x'.repeat(4097))
    expect(await client.closed).toBe(1009)
  })

  test('[live.20] A frame that is not JSON of a known type gets an error; the tenth within a minute closes with 1008', async () => {
    const client = await connect()
    const bad = [
      'garbage',
      '{',
      'null',
      '[]',
      '7',
      '{"type":"subscribe"}',
      '{"type":"subscribe","channel":"__proto__"}',
      '{"type":"subscribe","gameType":"Constructor"}',
    ]
    for (const frame of bad) client.say(frame)
    client.socket.send(Buffer.from('{"type":"subscribe","channel":"server_status"}'), { binary: true })
    await client.settled()
    expect(client.heard).toHaveLength(9)
    for (const answer of client.heard) expect(answer).toEqual({ type: 'error', message: expect.any(String) })
    client.say('garbage')
    expect(await client.closed).toBe(1008)
    expect(client.heard).toHaveLength(10)
  })

  test('Bad frames of more than a minute ago are forgiven', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const client = await connect()
    for (let i = 0; i < 9; i += 1) client.say('garbage')
    await client.settled()
    vi.setSystemTime(Date.now() + 61_000)
    for (let i = 0; i < 9; i += 1) client.say('garbage')
    client.say({ type: 'subscribe', channel: 'server_status' })
    await client.settled()
    expect(client.heard).toHaveLength(19)
  })

  test('A message in more than 16 pieces closes with 1008', async () => {
    const client = await connect()
    for (let n = 0; n < 15; n += 1) client.socket.send('', { fin: false })
    client.say({ type: 'subscribe', channel: 'server_status' })
    await client.settled()
    expect(client.heard).toEqual([status])
    for (let n = 0; n < 17; n += 1) client.socket.send('', { fin: false })
    expect(await client.closed).toBe(1008)
  })

  test('A client that pings without end is let go', async () => {
    const client = await connect()
    for (let i = 0; i < 601; i += 1) client.socket.ping()
    expect(await client.closed).toBe(1008)
  })

  test('A client that says much at once lets others speak in between', async () => {
    const client = await connect()
    let turns = 0
    let firstAt: number | undefined
    let lastAt = 0
    let isOver = false
    const turn = () => {
      turns += 1
      if (!isOver) setImmediate(turn)
    }
    sockets.channel('staff', {
      onSubscribe() {
        firstAt ??= turns
        lastAt = turns
      },
    })
    turn()
    for (let i = 0; i < 100; i += 1) client.say({ type: 'subscribe', channel: 'staff' })
    await client.settled()
    isOver = true
    expect(lastAt - (firstAt ?? 0)).toBeGreaterThanOrEqual(99)
  })

  test('A client that talks without end is let go', async () => {
    const client = await connect()
    for (let i = 0; i < 601; i += 1) client.say({ type: 'unsubscribe', gameType: 'sumo' })
    expect(await client.closed).toBe(1008)
  })
})

describe('What came between a document and its subscription', () => {
  const changed = { type: 'modes_update' } as const
  const subscribed = async (client: Client, channel: string, since: number | undefined = 0) => {
    client.say({ type: 'subscribe', channel, since })
    await client.settled()
    return client.heard
  }

  test('[tonight.49] A browser whose channel had a message since its document was made hears that it missed one, also where nobody was subscribed', async () => {
    expect(await subscribed(await connect(), 'modes')).toEqual([])
    sockets.broadcast('modes', changed)
    sockets.broadcast('stats:sumo', { type: 'ratings_update', gameType: 'sumo' })
    expect(await subscribed(await connect(), 'modes', Date.now() - 500)).toEqual([{ type: 'resync' }])
    const ofGames = await connect()
    for (const gameType of ['sumo', 'boxing']) ofGames.say({ type: 'subscribe', gameType, since: 0 })
    await ofGames.settled()
    expect(ofGames.heard).toEqual([{ type: 'resync' }])
  })

  test('A browser whose document is newer, or that says of none, has missed nothing', async () => {
    sockets.broadcast('modes', changed)
    expect(await subscribed(await connect(), 'modes', Date.now() + 2_000)).toEqual([])
    const client = await connect()
    client.say({ type: 'subscribe', channel: 'modes' })
    await client.settled()
    expect(client.heard).toEqual([])
  })

  test('A channel that sends its state on each subscription says only that', async () => {
    const status = { type: 'server_status_update', data: { playerCount: 8, isOnline: true } } as const
    sockets.broadcast('server_status', status)
    const [heard, ...more] = await subscribed(await connect(), 'server_status')
    expect([heard, more]).toEqual([{ ...status, data: { playerCount: 7, isOnline: true } }, []])
  })

  test('Who may not hear the messages of a channel does not hear that there was one', async () => {
    sockets.channel('staff', { admits: (viewer) => viewer !== null })
    sockets.broadcast('staff', { type: 'staff_update', list: 'reports' })
    expect(await subscribed(await connect(), 'staff')).toEqual([])
  })
})

describe('How it ends', () => {
  test('[inputs.52] When messages may have been missed every socket hears it and stays', async () => {
    const clients = [await connect(), await connect()]
    sockets.resyncAll()
    for (const client of clients) await vi.waitFor(() => expect(client.heard).toEqual([{ type: 'resync' }]))
    expect(clients.map(({ socket }) => socket.readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN])
  })

  test('Shutdown closes every socket with 1001, and nobody comes in any more', async () => {
    const client = await connect()
    const closing = sockets.close()
    expect(await knock().refused).toBe(503)
    expect(await client.closed).toBe(1001)
    await closing
    expect(sockets.count()).toBe(0)
  })

  test('A client that does not answer the goodbye does not hold up the shutdown', async () => {
    const client = await connect()
    client.socket.pause()
    await sockets.close()
    expect(sockets.count()).toBe(0)
    client.socket.resume()
  })

  test('A client that stops reading is cut rather than buffered for', async () => {
    const client = await connect()
    client.say({ type: 'subscribe', gameType: 'sumo' })
    await client.settled()
    client.socket.pause()
    const message = { type: 'error', message: 'x'.repeat(64 * 1024) } as const
    for (let i = 0; i < 400 && sockets.count() > 0; i += 1) {
      sockets.broadcast('stats:sumo', message)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(sockets.count()).toBe(0)
    client.socket.terminate()
  })
})

test('A client that answers no ping for 30 s is ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await sockets.close()
  await app.close()
  await serve()
  const dead = await connect({ autoPong: false })
  const alive = await connect()
  await vi.advanceTimersByTimeAsync(30_000)
  await alive.settled()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await dead.closed).toBe(1006)
  await expect.poll(() => sockets.count()).toBe(1)
})
