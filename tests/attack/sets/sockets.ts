import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { WebSocket } from 'ws'
import { rateLimits, socketLimits } from '../../../src/contract/limits.ts'
import { RawConnection } from '../support/raw.ts'
import { caseCount, inParallel, pause, type Round } from '../support/round.ts'
import { firstOf, unless } from '../support/tally.ts'
import { blockedTooLong, type Target } from '../support/target.ts'
import { upgrade } from './foreign-origins.ts'

const subscribe = JSON.stringify({ type: 'subscribe', channel: 'server_status' })
const maxMegabytes = 300
const maxP99Ms = 200

const socketUrl = (target: Target) => `${target.url.replace('http', 'ws')}/ws`

async function open(target: Target, from?: string, autoPong = true): Promise<WebSocket> {
  const socket = new WebSocket(socketUrl(target), {
    autoPong,
    ...(from !== undefined && { localAddress: from }),
  })
  // What becomes of it is seen in `close`.
  socket.on('error', () => undefined)
  await once(socket, 'open')
  return socket
}

/** Resident memory of the site's process in megabytes; undefined where the kernel does not say. */
function megabytes({ site }: Target): number | undefined {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${site.pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kilobytes) / 1024)
  } catch {
    return undefined
  }
}

/** Floods, fragments, wrong frames, too many sockets, and thousands that only listen. */
export async function sockets(round: Round): Promise<void> {
  await manyListeners(round)
  await fragments(round)
  await wrongFrames(round)
  await flood(round)
  await burst(round)
  await hundredPerAddress(round)
}

interface Listener {
  readonly socket: WebSocket
  heard: number | undefined
}

const sayPlayers = async (target: Target, authorization: string, playerCount: number) => {
  const event = { id: randomUUID(), type: 'heartbeat', at: new Date().toISOString(), data: { playerCount } }
  await target.ask('/api/ingest/events', {
    method: 'POST',
    body: { events: [event] },
    headers: { authorization },
  })
}

/** Sockets that subscribe and then only listen, fewer than 100 an address. */
async function manyListeners(round: Round): Promise<void> {
  const { target, tally } = round
  const count = caseCount(round, 200, 10_000)
  const authorization = await target.gameServerKey()
  const addresses = Array.from({ length: count }, (_, n) => `127.0.0.${1 + Math.floor(n / 84)}`)
  const listeners: Listener[] = []
  const p99Before = await responsesMeanwhile(round, async () => undefined)
  const before = megabytes(target)
  await inParallel(addresses, 50, async (from) => {
    const listener: Listener = { socket: await open(target, from), heard: undefined }
    listener.socket.on('message', (data) => {
      const message = JSON.parse(data.toString()) as { type: string; data: { playerCount: number } }
      if (message.type === 'server_status_update') listener.heard = message.data.playerCount
    })
    listener.socket.send(subscribe)
    listeners.push(listener)
  })
  const heardBy = async (players: number, withinMs: number) => {
    const all = () => listeners.every(({ heard }) => heard === players)
    const begun = performance.now()
    while (!all() && performance.now() - begun < withinMs) await pause(10)
    const missing = listeners.filter(({ heard }) => heard !== players).length
    return { missing, ms: Math.round(performance.now() - begun) }
  }
  tally.figures.listeners = listeners.length
  await tally.check(`${count} sockets are open at once`, () =>
    unless(listeners.length, count, 'their number'),
  )
  await tally.check(`all of ${count} receive the status`, async () => {
    await sayPlayers(target, authorization, 41)
    const { missing, ms } = await heardBy(41, 10_000)
    tally.figures['all heard after'] = `${ms} ms`
    return missing > 0 ? `${missing} heard nothing within 10 s` : undefined
  })
  const dead = await Promise.all(Array.from({ length: 20 }, () => open(target, '127.21.0.1', false)))
  const deadSince = performance.now()
  const p99 = await responsesMeanwhile(round, async (players) => sayPlayers(target, authorization, players))
  tally.figures['HTTP p99 before and meanwhile'] = `${p99Before} and ${p99} ms`
  // On a machine that others keep busy, no more than twice what it was without the listeners.
  await tally.check('others are answered in time meanwhile', () =>
    p99 > Math.max(maxP99Ms, 2 * p99Before) ? `p99 was ${p99} ms, and ${p99Before} ms before` : undefined,
  )
  await tally.check('the site while it tells them', () => target.health())
  const after = megabytes(target)
  tally.figures['resident memory'] = `${before} → ${after} MB`
  await tally.check('the process stays small', () =>
    after !== undefined && after >= maxMegabytes ? `${after} MB` : undefined,
  )
  if (round.isLong) await deadPeers(round, dead, deadSince)
  await tally.check('those who only listen are still there', () => {
    const gone = listeners.filter(({ socket }) => socket.readyState !== WebSocket.OPEN).length
    return gone > 0 ? `${gone} are gone` : undefined
  })
  await tally.check('the site with its listeners', () => target.health())
  for (const [n, socket] of [...listeners.map((listener) => listener.socket), ...dead].entries()) {
    socket.terminate()
    // Not all in one moment: what is measured next is not how they leave.
    if (n % 100 === 0) await pause(20)
  }
  await tally.check('the site forgets sockets that are gone', async () => {
    for (let tries = 0; tries < 100; tries += 1) {
      const { text } = await target.ask('/metrics')
      if (/^websocket_connections 0$/m.test(text)) return undefined
      await pause(100)
    }
    return 'the site still counts sockets'
  })
}

/** The 99th percentile of answers to other visitors, in milliseconds, while every listener receives messages. */
async function responsesMeanwhile(round: Round, news: (players: number) => Promise<void>): Promise<number> {
  const { target } = round
  const paths = ['/api/community', '/api/posts', '/api/minecraft/status', '/api/leaderboard', '/health/live']
  const taken: number[] = []
  const rounds = caseCount(round, 60, 600)
  for (let n = 0; n < rounds; n += 1) {
    if (n % 20 === 0) await news(100 + n)
    const begun = performance.now()
    await target.ask(paths[n % paths.length] ?? '/', { from: `127.22.0.${1 + (n % 50)}` })
    taken.push(performance.now() - begun)
    await pause(10)
  }
  taken.sort((a, b) => a - b)
  return Math.round(taken[Math.floor(taken.length * 0.99)] ?? 0)
}

async function deadPeers({ tally }: Round, dead: readonly WebSocket[], since: number): Promise<void> {
  await tally.check('peers that answer no ping are gone within 60 s', async () => {
    const left = () => dead.filter((socket) => socket.readyState === WebSocket.OPEN).length
    while (left() > 0 && performance.now() - since < 61_500) await pause(100)
    tally.figures['dead peers gone after'] = `${Math.round((performance.now() - since) / 1_000)} s`
    return left() > 0 ? `${left()} are still there` : undefined
  })
}

/** A client's frame, masked with zeros. */
function frame(
  opcode: number,
  payload: Buffer,
  { isLast = true, isMasked = true, reserved = 0 } = {},
): Buffer {
  const first = (isLast ? 0x80 : 0) | reserved | opcode
  const mask = isMasked ? 0x80 : 0
  const length =
    payload.length < 126
      ? Buffer.from([first, mask | payload.length])
      : Buffer.from([first, mask | 126, payload.length >> 8, payload.length & 255])
  return Buffer.concat([length, Buffer.alloc(isMasked ? 4 : 0), payload])
}

async function rawSocket(target: Target, from?: string): Promise<RawConnection> {
  const connection = new RawConnection(target.url, from)
  const key = randomBytes(16).toString('base64')
  connection.send(
    `GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  )
  for (let tries = 0; tries < 500 && !connection.received.includes('\r\n\r\n'); tries += 1) await pause(10)
  return connection
}

/** Messages in thousands of pieces, empty ones too, that never end (CVE-2026-48779). */
async function fragments(round: Round): Promise<void> {
  const { target, tally } = round
  const connections = caseCount(round, 20, 90)
  for (const [what, piece] of [
    ['empty', Buffer.alloc(0)],
    ['one byte', Buffer.from('x')],
  ] as const) {
    const before = megabytes(target) ?? 0
    const all = await Promise.all(Array.from({ length: connections }, () => rawSocket(target, '127.23.0.1')))
    await tally.check(`${connections} sockets with messages in endless pieces of ${what}`, async () => {
      const pieces = Buffer.concat(Array.from({ length: 4_000 }, () => frame(0, piece, { isLast: false })))
      for (const connection of all) connection.send(frame(1, piece, { isLast: false }))
      for (let n = 0; n < 20; n += 1) {
        for (const connection of all) if (!connection.isGone) connection.send(pieces)
        await pause(20)
      }
      for (let tries = 0; tries < 300 && all.some(({ isGone }) => !isGone); tries += 1) await pause(10)
      const grown = (megabytes(target) ?? 0) - before
      const left = all.filter(({ isGone }) => !isGone).length
      tally.figures[`memory for pieces of ${what}`] = `${grown} MB`
      return firstOf(
        left > 0 ? `${left} are still open` : undefined,
        grown > 60 ? `${grown} MB more` : undefined,
      )
    })
    for (const connection of all) connection.end()
    await tally.check(`the site after pieces of ${what}`, () => target.health())
  }
}

/** Frames that break the protocol, and how the site must close. */
async function wrongFrames({ target, tally }: Round): Promise<void> {
  const text = (length: number) => Buffer.from('x'.repeat(length))
  const cases: readonly (readonly [string, Buffer, number])[] = [
    [`a frame of ${socketLimits.frameBytes + 1} bytes`, frame(1, text(socketLimits.frameBytes + 1)), 1009],
    [
      'a frame that announces 2⁶² bytes',
      Buffer.from([0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      1009,
    ],
    [
      'two pieces that are too large together',
      Buffer.concat([frame(1, text(3_000), { isLast: false }), frame(0, text(3_000))]),
      1009,
    ],
    ['a frame without a mask', frame(1, text(5), { isMasked: false }), 1002],
    ['a compressed frame that nobody agreed on', frame(1, text(5), { reserved: 0x40 }), 1002],
    ['an unknown kind of frame', frame(3, text(5)), 1002],
    ['a piece without a beginning', frame(0, text(5)), 1002],
    ['a ping of 126 bytes', frame(9, text(126)), 1002],
    ['a ping in pieces', frame(9, text(5), { isLast: false }), 1002],
    ['text that is no UTF-8', frame(1, Buffer.from([0xff, 0xfe])), 1007],
    ['a goodbye with a code of nobody', frame(8, Buffer.from([0x03, 0xec])), 1002],
    ['ten frames of garbage', Buffer.concat(Array.from({ length: 10 }, () => frame(1, text(5)))), 1008],
    [
      'ten binary frames',
      Buffer.concat(Array.from({ length: 10 }, () => frame(2, Buffer.from(subscribe)))),
      1008,
    ],
    [
      'ten channels of nobody',
      Buffer.concat(
        [
          '__proto__',
          'constructor',
          'toString',
          'valueOf',
          'hasOwnProperty',
          'stats:overall',
          '',
          'staff\0',
          'Staff',
          'x',
        ].map((channel) => frame(1, Buffer.from(JSON.stringify({ type: 'subscribe', channel })))),
      ),
      1008,
    ],
    [
      'ten types of nobody',
      Buffer.concat(
        [
          '__proto__',
          'constructor',
          'toString',
          'valueOf',
          'publish',
          'ping',
          '',
          'SUBSCRIBE',
          'unsubscribe\0',
          'x',
        ].map((type) => frame(1, Buffer.from(JSON.stringify({ type, channel: 'server_status' })))),
      ),
      1008,
    ],
  ]
  for (const [what, bytes, code] of cases) {
    await tally.check(what, async () => {
      const connection = await rawSocket(target, '127.24.0.1')
      connection.send(bytes)
      for (let tries = 0; tries < 400 && !connection.isGone; tries += 1) {
        await pause(10)
        // The site waits for an answer to its goodbye.
        if (closeCode(connection.received) !== undefined) connection.end()
      }
      connection.end()
      return unless(closeCode(connection.received), code, 'the close code')
    })
  }
  await tally.check('nine frames of garbage and a proper one', async () => {
    const connection = await rawSocket(target, '127.24.0.1')
    connection.send(
      Buffer.concat([
        ...Array.from({ length: 9 }, () => frame(1, text(5))),
        frame(1, Buffer.from(subscribe)),
      ]),
    )
    for (let tries = 0; tries < 300 && !connection.received.includes('server_status_update'); tries += 1)
      await pause(10)
    connection.end()
    return connection.received.includes('server_status_update') ? undefined : 'no status came'
  })
  await tally.check('the site after wrong frames', () => target.health())
}

/** The code of the close frame in what came back; frames of the site are never longer than 64 kB. */
function closeCode(received: string): number | undefined {
  const bytes = Buffer.from(received.slice(received.indexOf('\r\n\r\n') + 4), 'latin1')
  for (let at = 0; at + 2 <= bytes.length; ) {
    const short = (bytes[at + 1] ?? 0) & 0x7f
    const header = short === 126 ? 4 : 2
    const length = short === 126 ? bytes.readUInt16BE(at + 2) : short
    if (((bytes[at] ?? 0) & 0x0f) === 8) return length >= 2 ? bytes.readUInt16BE(at + header) : 1005
    at += header + length
  }
  return undefined
}

async function flood(round: Round): Promise<void> {
  const { target, tally } = round
  await tally.check('a socket that never stops talking is closed', async () => {
    const socket = await open(target, '127.25.0.1')
    const closed = once(socket, 'close')
    for (let n = 0; n < caseCount(round, 2_000, 200_000) && socket.readyState === WebSocket.OPEN; n += 1) {
      socket.send(subscribe)
      if (n % 500 === 0) await pause(1)
    }
    const [code] = await Promise.race([closed, pause(5_000).then(() => ['open'])])
    socket.terminate()
    return unless(code, 1008, 'the close code')
  })
  await tally.check('a flood of sockets that come and go', async () => {
    const rounds = caseCount(round, 200, 5_000)
    await inParallel(Array.from({ length: rounds }), 20, async () => {
      const socket = await open(target, '127.25.0.2')
      socket.terminate()
    })
    return target.health()
  })
}

/** All that one address may send without being refused, at the same moment. */
async function burst({ target, tally }: Round): Promise<void> {
  const all = await Promise.all(
    Array.from({ length: socketLimits.perAddress }, () => rawSocket(target, '127.27.0.1')),
  )
  const frames = Buffer.concat(
    Array.from({ length: rateLimits.general.points }, () => frame(1, Buffer.from(subscribe))),
  )
  target.worstBlock()
  await tally.check(
    `${all.length} sockets send ${rateLimits.general.points} frames each at once`,
    async () => {
      for (const connection of all) connection.send(frames)
      await pause(2_000)
      const worst = target.worstBlock()
      tally.figures['event loop during the burst'] = `${worst.ms < 50 ? 'under 50' : worst.ranMs} ms`
      return blockedTooLong(worst)
    },
  )
  for (const connection of all) connection.end()
}

async function hundredPerAddress({ target, tally }: Round): Promise<void> {
  const from = '127.26.0.1'
  const all = await Promise.all(Array.from({ length: socketLimits.perAddress }, () => open(target, from)))
  await tally.check('the 101st socket of one address', async () =>
    unless(await upgrade(target.url, {}, from), 429, 'the status'),
  )
  await tally.check('the first of another address meanwhile', async () =>
    unless(await upgrade(target.url, {}, '127.26.0.2'), 101, 'the status'),
  )
  all.at(-1)?.close()
  await tally.check('one more, once another one has left', async () => {
    for (let tries = 0; tries < 50; tries += 1) {
      if ((await upgrade(target.url, {}, from)) === 101) return undefined
      await pause(50)
    }
    return 'still refused'
  })
  for (const socket of all) socket.terminate()
}

/** A client that asks and never reads: its answers pile up until it is cut. Without limits, so that it may ask for ever. */
export async function slowReaders(round: Round): Promise<void> {
  const { target, tally } = round
  const before = megabytes(target) ?? 0
  const count = caseCount(round, 3, 20)
  await tally.check(`${count} sockets that ask and never read are cut off`, async () => {
    const all = await Promise.all(Array.from({ length: count }, () => rawSocket(target)))
    const asking = Buffer.concat(Array.from({ length: 500 }, () => frame(1, Buffer.from(subscribe))))
    for (const connection of all) connection.stopReading()
    const stillCounted = async () => {
      const { text } = await target.ask('/metrics')
      return Number(/^websocket_connections (\d+)$/m.exec(text)?.[1])
    }
    let left = all.length
    for (let tries = 0; tries < 2_000 && left > 0; tries += 1) {
      for (const connection of all) connection.send(asking)
      await pause(20)
      if (tries % 10 === 9) left = await stillCounted()
    }
    for (const connection of all) connection.end()
    const grown = (megabytes(target) ?? 0) - before
    tally.figures['memory for them'] = `${grown} MB`
    return firstOf(
      left > 0 ? `${left} are still there` : undefined,
      grown > 250 ? `${grown} MB more` : undefined,
    )
  })
}
