import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { Connection, Server } from '@serenityjs/raknet'
import fc from 'fast-check'
import { statusBedrock } from 'minecraft-server-util'
import { afterEach, describe, expect, test } from 'vitest'
import { pingGameServer } from './bedrock-ping.ts'
import { decodePong } from './bedrock-pong.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const host = '127.0.0.1'

async function openPeer(address = host): Promise<{ socket: Socket; port: number }> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
  socket.bind(0, address)
  await once(socket, 'listening')
  closing.push(() => socket.close())
  return { socket, port: socket.address().port }
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, host)
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}

/** A valid pong, with the parts that a hostile server could change. */
function pong(
  ping: Buffer,
  text: string | Buffer,
  changes: { id?: number; time?: bigint; magic?: Buffer } = {},
) {
  const words = Buffer.from(text)
  const packet = Buffer.alloc(35)
  packet.writeUInt8(changes.id ?? 0x1c, 0)
  packet.writeBigInt64BE(changes.time ?? ping.readBigInt64BE(1), 1)
  packet.writeBigInt64BE(7n, 9)
  ;(changes.magic ?? ping.subarray(9, 25)).copy(packet, 17)
  packet.writeUInt16BE(words.length & 0xffff, 33)
  return Buffer.concat([packet, words])
}

/** A UDP peer that replies to every ping with the result of `answer`. */
async function peerThatAnswers(
  response: (ping: Buffer) => readonly Buffer[],
  address = host,
): Promise<number> {
  const { socket, port } = await openPeer(address)
  socket.on('message', (ping, from) => {
    for (const packet of response(ping)) socket.send(packet, from.port, from.address)
  })
  return port
}

const validPong = 'MCPE;Vulx;975;1.26.0;12;100;7;Second line;Survival;1;19132;19133;'
const withFields = (...fields: string[]) => `MCPE;${fields.join(';')};7;`
const named = (motd: string) => (ping: Buffer) => pong(ping, withFields(motd, '975', '1.26.0', '12', '100'))
const counted =
  (players: string, max: string, version = '1.26.0') =>
  (ping: Buffer) =>
    pong(ping, withFields('Vulx', '975', version, players, max))
const notUtf8 = Buffer.concat([
  Buffer.from('MCPE;V'),
  Buffer.from([0xff]),
  Buffer.from('lx;975;1.26.0;12;100;7;'),
])
const defaultResponse = { playerCount: 12, maxPlayers: 100, version: '1.26.0', motd: 'Vulx' }

describe('A RakNet server', () => {
  test('is read with the same numbers as minecraft-server-util reads', async () => {
    const port = await freePort()
    const server = new Server({
      address: host,
      port,
      message: '§bVulx §lNetwork',
      version: '1.26.0',
      maxConnections: 64,
    })
    server.start(false)
    closing.push(() => server.stop())
    for (let player = 1; player <= 3; player += 1) {
      const from = { address: host, port: 50_000 + player, family: 'IPv4' as const, size: 0 }
      server.connections.add(new Connection(server, from, BigInt(player), 1400))
    }

    const ours = await pingGameServer({ host, port }, 2_000)
    const theirs = await statusBedrock(host, port, { enableSRV: false, timeout: 2_000 })

    expect(ours).toMatchObject({ playerCount: 3, maxPlayers: 64, version: '1.26.0', motd: 'Vulx Network' })
    expect(ours).toMatchObject({
      playerCount: theirs.players.online,
      maxPlayers: theirs.players.max,
      version: theirs.version.name,
      // The other implementation reads both lines of the message; the site shows the first.
      motd: theirs.motd.clean.split('\n', 1)[0],
    })
    expect(ours?.latencyMs).toBeGreaterThanOrEqual(0)
    server.connections.clear()
  })

  test('is reached by name and over IPv6', async () => {
    const port = await peerThatAnswers((ping) => [pong(ping, validPong)])
    expect(await pingGameServer({ host: 'localhost', port }, 1_000)).toMatchObject(defaultResponse)
    const six = await peerThatAnswers((ping) => [pong(ping, validPong)], '::1')
    expect(await pingGameServer({ host: '::1', port: six }, 1_000)).toMatchObject(defaultResponse)
  })

  test('is online when one or two packets of a ping are lost', async () => {
    let heard = 0
    const port = await peerThatAnswers((ping) => {
      heard += 1
      return heard < 3 ? [] : [pong(ping, validPong)]
    })
    expect(await pingGameServer({ host, port }, 600)).toMatchObject(defaultResponse)
    expect(heard).toBe(3)
  })

  test('may write a semicolon in its message as \\;', async () => {
    const port = await peerThatAnswers((ping) => [
      pong(ping, withFields('Ranked\\; fair', '975', '1.26.0', '1', '2')),
    ])
    expect(await pingGameServer({ host, port }, 600)).toMatchObject({ motd: 'Ranked; fair', playerCount: 1 })
  })

  const silent = { playerCount: null, maxPlayers: null, version: null, motd: null }
  const odd: [string, (ping: Buffer) => Buffer, object][] = [
    ['no text', (ping) => pong(ping, '').subarray(0, 33), silent],
    ['half a length of a text', (ping) => pong(ping, '').subarray(0, 34), silent],
    ['an empty text', (ping) => pong(ping, ''), silent],
    ['a length beyond the packet', (ping) => pong(ping, validPong).subarray(0, 60), silent],
    ['another edition', (ping) => pong(ping, validPong.replace('MCPE', 'JAVA')), silent],
    ['text that is not UTF-8', (ping) => pong(ping, Buffer.from([0x4d, 0xa7, 0xff, 0x3b])), silent],
    ['Education Edition', (ping) => pong(ping, validPong.replace('MCPE', 'MCEE')), {}],
    ['a byte in the message that is not UTF-8', (ping) => pong(ping, notUtf8), { motd: null }],
    ['a message over 128 characters', named('x'.repeat(129)), { motd: null }],
    ['a huge message', named('x'.repeat(60_000)), { motd: null }],
    ['a semicolon more', named('Ranked; fair'), { motd: 'Ranked; fair' }],
    ['semicolons and numbers more', named('Season;5;1;2;now'), { motd: 'Season;5;1;2;now' }],
    ['a version over 128 characters', counted('12', '100', '1'.repeat(129)), { version: null }],
    ['a negative count', counted('-5', '100'), { playerCount: null }],
    ['a count that is no number', counted('NaN', '100'), { playerCount: null }],
    ['a count with letters behind it', counted('12abc', '100'), { playerCount: null }],
    ['a fraction', counted('1.5', '100'), { playerCount: null }],
    ['a count in another script', counted('١٢', '100'), { playerCount: null }],
    ['a count above a million', counted('1000001', '100'), { playerCount: null }],
    ['a negative limit', counted('12', '-1'), { maxPlayers: null }],
    ['no limit', (ping) => pong(ping, 'MCPE;Vulx;975;1.26.0;12'), { maxPlayers: null }],
    ['too few fields', (ping) => pong(ping, 'MCPE;Vulx;975'), { ...silent, motd: 'Vulx' }],
  ]
  test.each(odd)('[inputs.02] is online with %s: only that is unknown', async (_what, answer, unknown) => {
    const port = await peerThatAnswers((ping) => [answer(ping)])
    expect(await pingGameServer({ host, port }, 2_000)).toEqual({
      ...defaultResponse,
      ...unknown,
      latencyMs: expect.any(Number),
    })
  })

  test('has its message without colour codes and control characters, and null where it says nothing', async () => {
    const port = await peerThatAnswers((ping) => [
      pong(ping, withFields('§aVulx\u0000\u001b[31m §l§r!', '975', '', '0', '0')),
    ])
    expect(await pingGameServer({ host, port }, 600)).toMatchObject({ motd: 'Vulx[31m !', version: null })
  })

  test('that is not there, under an address or a name, is no answer', async () => {
    expect(await pingGameServer({ host, port: await freePort() }, 150)).toBeUndefined()
    expect(await pingGameServer({ host: 'nowhere.invalid', port: 19132 }, 300)).toBeUndefined()
  })
})

const packets: [string, (ping: Buffer) => readonly Buffer[]][] = [
  ['garbage', (ping) => [Buffer.from('garbage'), Buffer.alloc(0), Buffer.alloc(40, 0xff), ping]],
  ['another packet id', (ping) => [pong(ping, validPong, { id: 0x1d })]],
  ['a wrong magic', (ping) => [pong(ping, validPong, { magic: Buffer.alloc(16, 1) })]],
  ['a time that was never sent', (ping) => [pong(ping, validPong, { time: ping.readBigInt64BE(1) + 1n })]],
  ['fewer bytes than a pong has', (ping) => [pong(ping, validPong).subarray(0, 32)]],
]

describe('A peer is offline when it answers with', () => {
  test.each(packets)('%s', async (_what, response) => {
    const port = await peerThatAnswers(response)
    expect(await pingGameServer({ host, port }, 150)).toBeUndefined()
  })

  test('a right answer from another port', async () => {
    const { socket: stranger } = await openPeer()
    const { socket, port } = await openPeer()
    socket.on('message', (ping, from) => stranger.send(pong(ping, validPong), from.port, from.address))
    expect(await pingGameServer({ host, port }, 150)).toBeUndefined()
  })

  test('a flood of nonsense, which is not read to its end', async () => {
    const port = await peerThatAnswers(() => Array.from({ length: 150 }, () => Buffer.alloc(64, 1)))
    expect(await pingGameServer({ host, port }, 300)).toBeUndefined()
  })
})

test('Nonsense before the right answer does not hide it', async () => {
  const port = await peerThatAnswers((ping) => [Buffer.from('garbage'), pong(ping, validPong)])
  expect(await pingGameServer({ host, port }, 600)).toMatchObject(defaultResponse)
})

test('[inputs.02] no bytes at all make the parser fail, and what it accepts is within its bounds', () => {
  const ping = Buffer.alloc(33)
  Buffer.from('00ffff00fefefefefdfdfdfd12345678', 'hex').copy(ping, 9)
  const field = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.integer().map(String),
    fc.constantFrom('', '§', '\\'),
  )
  const text = fc.array(field, { maxLength: 9 }).map((fields) => ['MCPE', ...fields].join(';'))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 1600 }),
        text.map((one) => pong(ping, one)),
      ),
      (bytes) => {
        const read = decodePong(Buffer.from(bytes))
        if (read === undefined) return
        for (const count of [read.text.playerCount, read.text.maxPlayers]) {
          if (count !== null) expect(Number.isInteger(count) && count >= 0 && count <= 1_000_000).toBe(true)
        }
        for (const words of [read.text.motd, read.text.version]) {
          expect([...(words ?? '')].length).toBeLessThanOrEqual(128)
          expect(words ?? '').not.toMatch(/\p{Cc}/u)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('[inputs.02] whatever the text is, an echo of our time is a pong', () => {
  const ping = Buffer.alloc(33)
  ping.writeBigInt64BE(77n, 1)
  Buffer.from('00ffff00fefefefefdfdfdfd12345678', 'hex').copy(ping, 9)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1_400 }), fc.nat({ max: 1_435 }), (text, length) => {
      const packet = pong(ping, Buffer.from(text)).subarray(0, Math.max(33, length))
      expect(decodePong(packet)?.time).toBe(77n)
    }),
    { numRuns: 300 },
  )
})
