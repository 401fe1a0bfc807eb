import { afterEach, describe, expect, test } from 'vitest'
import { type TestApp, type TestAppOptions, testApp } from '../../testing/test-app.ts'
import { createLogger } from '../logs/logger.ts'
import { unnamedProxySeenAt } from './unnamed-proxy.ts'

const lines: string[] = []
let site: TestApp
const start = async (environment: TestAppOptions['environment'] = {}) => {
  lines.splice(0)
  site = await testApp({ environment, log: createLogger('info', { write: (line) => lines.push(line) }) })
}
afterEach(() => site.close())

const warnings = () =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ level, msg }) => level === 'warn' && /TRUST_PROXY/.test(msg))
const seenAt = () => unnamedProxySeenAt(site.database.sql)
/** A warning is logged before the response; its note is a query, which has ended when no connection is busy. */
const allNoted = () =>
  expect.poll(() => site.database.poolStats()).toSatisfy(({ total, idle }) => idle === total)
const forwarded = { headers: { 'x-forwarded-for': '203.0.113.9' } }

describe('A header of reverse proxies', () => {
  test('is no reason to warn when TRUST_PROXY names the proxy, and none is none', async () => {
    await start({ TRUST_PROXY: '10.0.0.0/8' })
    await site.browser('10.0.0.1').get('/api/minecraft/status', forwarded)
    await site.browser('10.0.0.1').get('/api/minecraft/status')
    await allNoted()
    expect(warnings()).toEqual([])
    expect(await seenAt()).toBeNull()
    await site.close()

    await start()
    await site.browser().get('/api/minecraft/status')
    await allNoted()
    expect(warnings()).toEqual([])
    expect(await seenAt()).toBeNull()
  })

  test.each([['x-forwarded-for'], ['forwarded'], ['x-real-ip']])(
    '%s without TRUST_PROXY warns in the log, once, and is noted for doctor; what it says stays out',
    async (name) => {
      await start()
      const said = { headers: { [name]: '203.0.113.9' } }
      for (let n = 0; n < 3; n += 1) {
        expect((await site.browser().get('/api/minecraft/status', said)).status).toBe(200)
      }
      await expect.poll(seenAt).toBeInstanceOf(Date)
      expect(warnings()).toHaveLength(1)
      expect(lines.join()).not.toContain('203.0.113.9')
    },
  )
})
