import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { hashKey } from '../../domains/matches/ledger/queries/keys.ts'
import { event } from '../../testing/game-server.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

const key = 'upgrade-test-key-of-a-game-server'

let site: TestApp
let port: number
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  port = (site.app.server.address() as AddressInfo).port
  await sql`INSERT INTO game_servers (name, secret_hash) VALUES ('Offers', ${hashKey(key)})`.execute(
    site.database.sql,
  )
})
afterAll(() => site.close())

const last = 'GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

/** Responses to a request and a second one on the same connection. */
async function responsesTo(bytes: string): Promise<string[]> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  let received = ''
  socket.on('data', (chunk) => {
    if (received === '') socket.write(last)
    received += chunk
  })
  await once(socket, 'close')
  return received.split(/(?=HTTP\/1\.1 )/)
}

const h2c = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'
test('a game server that offers HTTP/2 is answered as if it did not, and its events are stored', async () => {
  const body = JSON.stringify({ events: [event('heartbeat', { playerCount: 4711 })] })
  const [first, second] = await responsesTo(
    `POST /api/ingest/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${h2c}` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  expect(first).toMatch(/^HTTP\/1\.1 200 /)
  expect(first).toContain('"accepted"')
  // The connection stays usable.
  expect(second).toMatch(/^HTTP\/1\.1 200 /)
  const { rows } = await sql`SELECT FROM heartbeats WHERE player_count = 4711`.execute(site.database.sql)
  expect(rows).toHaveLength(1)
})

test.each([
  ['GET /api/minecraft/status', h2c, 200],
  ['GET /api/user', h2c, 401],
  ['GET /api/nothing', h2c, 404],
  ['GET /api/minecraft/status', 'Connection: Upgrade\r\nUpgrade: websocket\r\n', 200],
  ['GET /api/minecraft/status', 'Connection: Upgrade\r\nUpgrade: TLS/1.0\r\n', 200],
  ['GET /ws', h2c, 404],
  ['GET /ws/x', 'Connection: Upgrade\r\nUpgrade: websocket\r\n', 404],
])('an offer to change the protocol is ignored: %s', async (line, offer, status) => {
  const [first, second] = await responsesTo(`${line} HTTP/1.1\r\nHost: a\r\n${offer}\r\n`)
  expect(first).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(second).toMatch(/^HTTP\/1\.1 200 /)
})

test('a WebSocket is opened at its path, in whatever case it is asked for', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?from=here`, {
    headers: { upgrade: 'WebSocket' },
  })
  await once(socket, 'open')
  socket.close()
  await once(socket, 'close')
})
