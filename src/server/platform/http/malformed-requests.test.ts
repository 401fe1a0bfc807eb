import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ErrorBody } from '../../../contract/errors-schemas.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
  await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => site.close())

async function send(bytes: string): Promise<string> {
  const socket = connect((site.app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.end(bytes)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  await once(socket, 'close')
  return received
}

test.each([
  ['no HTTP at all', '\x16\x03\x01\r\n\r\n', 400, 'bad_request'],
  [
    'two lengths',
    'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 2\r\n\r\n{}',
    400,
    'bad_request',
  ],
  [
    'headers of 40 kB',
    `GET /api/user HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
])('what is no request is refused like any other, and cut off: %s', async (_, bytes, status, code) => {
  const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toMatch(/Connection: close/)
  expect(head).toMatch(/X-Content-Type-Options: nosniff/)
  const error = ErrorBody.parse(JSON.parse(body))
  expect(error.message).toBe(error.error)
  expect(error.code).toBe(code)
})

const long = (bytes: number, sent = bytes) =>
  `POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n${'x'.repeat(sent)}`

test('a body that is too long is refused, read to its end and dropped: a proxy’s connection is not reset', async () => {
  // The sender has ended by then: what waits for the database, as the limit of programs does, would be cut off.
  const next =
    'GET /api/minecraft/status HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\r\n'
  const received = await send(long(900_000) + next)
  expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
})

test('a body that no proxy lets through is refused and cut off', async () => {
  const received = await send(long(17 * 1024 * 1024, 1_000))
  expect(received).toMatch(/^HTTP\/1.1 413 /)
  expect(received).toMatch(/\r\nconnection: close\r\n/i)
})
