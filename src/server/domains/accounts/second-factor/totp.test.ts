import { createHmac } from 'node:crypto'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { isRecoveryCode, newRecoveryCodes, plainCode } from './recovery-codes.ts'
import { enrolmentOf, newSecret, stepOf } from './totp.ts'

const rfc = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at second %i the code is that of RFC 6238, appendix B', (seconds, code) => {
  expect(stepOf(rfc, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('the step before and after counts, those beyond do not', () => {
  const now = 1_234_567_890_000
  const found = [-2, -1, 0, 1, 2].map((steps) => stepOf(rfc, '005924', now + steps * 30_000))
  const step = Math.floor(now / 30_000)
  expect(found).toEqual([undefined, step, step, step, undefined])
})

test.each(['', '28708', '2870822', '28708２', '\u0001𝄞¡𝄞', '¡¡¡¡¡¡', '      '])(
  '[inputs.24] what is not six digits is a wrong code, however many bytes it has: %j',
  (text) => {
    expect(stepOf(rfc, text, 59_000)).toBeUndefined()
  },
)

test('a secret is 160 bits, another each time, and the app gets it as address and as base32', () => {
  const secret = newSecret()
  expect(secret).toHaveLength(20)
  expect(newSecret().equals(secret)).toBe(false)
  const { otpauthUrl, secret: text } = enrolmentOf(secret, { issuer: 'Ember & Isles', label: 'The Fox' })
  const url = new URL(otpauthUrl)
  expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(url.pathname)).toBe('/Ember & Isles:The Fox')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'Ember & Isles',
    secret: text,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  expect(text).toMatch(/^[A-Z2-7]{32}$/)
})

test('the picture, as its path draws it, says the address to a camera', () => {
  const { otpauthUrl, qr } = enrolmentOf(newSecret(), { issuer: 'Isles', label: 'fox' })
  expect(qr.path).toMatch(/^(?:M\d+ \d+h\d+v1h-\d+z)+$/)
  const zoom = 4
  const side = qr.size * zoom
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, length] of qr.path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = 0; row < zoom; row += 1) {
      const from = ((Number(y) * zoom + row) * side + Number(x) * zoom) * 4
      for (let n = 0; n < Number(length) * zoom; n += 1) data.set([0, 0, 0, 255], from + n * 4)
    }
  }
  expect(decodeQR({ width: side, height: side, data })).toBe(otpauthUrl)
})

test('recovery codes are ten different ones of 80 bits, and read however they are typed', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    expect(isRecoveryCode(plainCode(` ${code.toUpperCase().replaceAll('-', ' ')} `))).toBe(true)
  }
  for (const none of ['', '123456', 'iiii-llll-oooo-uuuu', `${codes[0]}0`])
    expect(isRecoveryCode(plainCode(none))).toBe(false)
})

test('our reading of a code agrees with the RFC written out by hand', () => {
  const secret = newSecret()
  const step = 57_000_000
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = (mac.readUInt32BE(mac[19]! & 15) & 0x7fffffff) % 1_000_000
  expect(stepOf(secret, String(number).padStart(6, '0'), step * 30_000)).toBe(step)
})
