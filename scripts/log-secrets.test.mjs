import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { searchLogs } from './lib/log-secrets.mjs'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'logs-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const noted = [
  { kind: 'password', value: 'correct horse' },
  { kind: 'password', value: 'with "quotes" in it' },
  { kind: 'cookie', value: 'kLx0q-cookie-of-somebody' },
  { kind: 'token', value: 'token-of-a-game-server' },
  { kind: 'code', value: 'AB12CD34' },
  { kind: 'email address', value: 'Some.Body@mail.example' },
  { kind: 'data URL', value: 'iVBORw0KGgoAAAANSUhEUg' },
]

/** @param {string} line one more in the site's log */
const searched = (line, secrets = noted) => {
  writeFileSync(join(directory, '1.secrets'), secrets.map((one) => `${JSON.stringify(one)}\n`).join(''))
  writeFileSync(join(directory, 'app-1.log'), '{"msg":"signed in","user":3}\n')
  writeFileSync(join(directory, 'site-2.log'), `{"msg":"request"}\n{"msg":"request"}\n${line}\n`)
  writeFileSync(join(directory, 'postgres-2.log'), 'LOG:  database system is ready\n')
  return searchLogs(directory).complaints
}

test.each([
  ['a password', '{"body":"correct horse"}'],
  ['a password', '{"body":"with \\"quotes\\" in it"}'],
  ['a password', '{"hash":"$argon2id$v=19$m=65536"}'],
  ['a password', '{"hash":"$2y$10$abcdef"}'],
  ['a cookie', 'kLx0q-cookie-of-somebody'],
  ['a cookie', '{"headers":"session=unknown"}'],
  ['a token', '{"header":"token-of-a-game-server"}'],
  ['a code', '{"path":"/link/AB12CD34"}'],
  ['a email address', '{"to":"some.body@mail.example"}'],
  ['a email address', '{"url":"/?search=Some.Body%40mail.example"}'],
  ['a data URL', '{"image":"iVBORw0KGgoAAAANSUhEUgAAAAE"}'],
  ['a data URL', '{"image":"data:image/webp;base64,UklGR"}'],
])('the log that holds %s is named with its line, and not what it holds: %s', (kind, line) => {
  expect(searched(line)).toEqual([`${join(directory, 'site-2.log')}:3: ${kind}`])
})

test('logs without a secret pass; a code within a longer word and six digits are no find', () => {
  expect(searched('{"id":"XAB12CD349"}')).toEqual([])
  expect(searched('{"ms":123456}', [...noted, { kind: 'code', value: '123456' }])).toEqual([])
})

test('a long run of one letter, sent as an image and asked for as an address, is no find', () => {
  const address = `{"path":"/api/${'a'.repeat(190)}","agent":"${'A'.repeat(190)}"}`
  expect(searched(address, [...noted, { kind: 'data URL', value: 'A'.repeat(64) }])).toEqual([])
})

test('only an email address is the same in lower case', () => {
  expect(searched('{"id":"klx0q-cookie-of-somebody"}')).toEqual([])
})

test('a run that noted no cookie, or kept no log of its sites, proves nothing', () => {
  expect(
    searched(
      'all is well',
      noted.filter(({ kind }) => kind !== 'cookie'),
    ),
  ).toEqual(['no cookie was noted'])
  rmSync(join(directory, 'site-2.log'))
  expect(searchLogs(directory).complaints).toEqual(['no cookie was noted', 'no site-*.log was kept'])
})

test('a secret is found wherever it is in a log, at the very end too, and every time', () => {
  const secrets = [...noted, { kind: 'token', value: 'abcdefgh01234567' }]
  expect(searched('abcdefgh01234567\n\nx-abcdefgh01234567', secrets)).toEqual([
    `${join(directory, 'site-2.log')}:3: a token`,
    `${join(directory, 'site-2.log')}:5: a token`,
  ])
  writeFileSync(join(directory, 'site-2.log'), 'abcdefgh01234567')
  expect(searchLogs(directory).complaints).toEqual([`${join(directory, 'site-2.log')}:1: a token`])
  expect(searched('abcdefgh0123456', secrets)).toEqual([])
})

test('bytes that are no text hide nothing, and a short secret counts where it stands alone later in the line', () => {
  expect(searched('\u0000\u00ff XAB12CD34 AB12CD34')).toEqual([`${join(directory, 'site-2.log')}:3: a code`])
})

test('what tests note is of the kinds that a run must have noted', async () => {
  vi.stubEnv('TEST_LOGS', directory)
  vi.resetModules()
  const { noteBody, noteCookie } = await import('../src/server/testing/noted-secrets.ts')
  vi.unstubAllEnvs()
  vi.resetModules()
  noteBody({
    password: 'correct horse',
    token: 'token-of-a-game-server',
    code: 'AB12CD34',
    email: 'Some.Body@mail.example',
    image: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg',
  })
  noteCookie('session=kLx0q-cookie-of-somebody; Path=/')
  expect(searched('all is well', noted.slice(0, 1))).toEqual([])
})
