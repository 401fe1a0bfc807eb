import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let directory = ''
let noting: typeof import('./noted-secrets.ts')
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'noted-'))
  vi.stubEnv('TEST_LOGS', directory)
  vi.resetModules()
  noting = await import('./noted-secrets.ts')
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
  rmSync(directory, { recursive: true })
})

const noted = () =>
  readdirSync(directory)
    .flatMap((file) => readFileSync(join(directory, file), 'utf8').trimEnd().split('\n'))
    .map((line) => (JSON.parse(line) as { value: string }).value)

const request = {
  headers: { authorization: 'Bearer key-of-a-server', cookie: 'session=../../etc' },
  body: JSON.stringify({ username: 'Ann', password: '../../etc/passwd', email: 'ann@isles.example' }),
}

test('what the site refused is no secret: a guess or a hostile text may be in a log for another reason', () => {
  noting.noteRequest(401, request)
  noting.noteRequest(400, request)
  expect(noted()).toEqual([])
})

test('a cookie is a secret when the site has set it, not when somebody sends one', () => {
  noting.noteRequest(200, { headers: { cookie: 'session=../../etc' } })
  expect(noted()).toEqual([])
  noting.noteCookie('session=made-by-the-site; Path=/; HttpOnly')
  noting.noteCookie('session=; Path=/; Max-Age=0')
  expect(noted()).toEqual(['made-by-the-site'])
})

test('what an accepted request carried is secret: its key, password and address', () => {
  noting.noteRequest(201, request)
  expect(noted()).toEqual(['key-of-a-server', '../../etc/passwd', 'ann@isles.example'])
})
