import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type PushService, pushService } from '../testing/push-service.ts'
import { fetchDiscordInfo } from './discord.ts'
import { retryAfterMs } from './discord-response.ts'
import { passes } from './failures.ts'
import { newPushKeys, pushGateway } from './push.ts'

afterEach(() => vi.unstubAllGlobals())

/** What a header of HTTP can hold. */
const headerValue = fc.oneof(
  fc.stringMatching(/^[ -~]{0,20}$/),
  fc.double({ noNaN: true }).map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
)

describe('[inputs.22] whatever Discord answers', () => {
  test('to an invite, what is known of it is a count or a name, and what is not is null', async () => {
    const odd = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.double(), fc.nat(), fc.string({ maxLength: 300 }))
    const invite = fc.record(
      {
        approximate_member_count: odd,
        approximate_presence_count: odd,
        guild: fc.oneof(odd, fc.record({ name: odd })),
      },
      { requiredKeys: [] },
    )
    const isCount = (value: unknown) => value === null || (Number.isInteger(value) && Number(value) >= 0)
    const known = (body: unknown) =>
      fetchDiscordInfo('https://discord.example', 'foxes').catch((error: unknown) => {
        expect(error, JSON.stringify(body)).toBeInstanceOf(Error)
        return undefined
      })
    await fc.assert(
      fc.asyncProperty(fc.oneof(invite, fc.jsonValue()), async (body) => {
        vi.stubGlobal('fetch', async () => Response.json(body))
        const info = await known(body)
        if (info === undefined) return
        expect([isCount(info.memberCount), isCount(info.onlineCount)]).toEqual([true, true])
        expect(info.name === null || (info.name.length > 0 && info.name.length <= 200)).toBe(true)
      }),
    )
  })

  test('to a call that came too early, the site waits for no less than nothing and no more than an hour', () => {
    const body = fc.oneof(
      fc.string(),
      fc.json({ maxDepth: 1 }),
      fc
        .oneof(fc.double(), fc.string(), fc.constant(null))
        .map((value) => JSON.stringify({ retry_after: value })),
    )
    fc.assert(
      fc.property(body, fc.option(headerValue, { nil: undefined }), (text, header) => {
        const ms = retryAfterMs(new Headers(header === undefined ? {} : { 'retry-after': header }), text)
        expect(ms >= 0 && ms <= 3_600_000, `${ms}`).toBe(true)
      }),
    )
  })
})

describe('[inputs.22] whatever a push service answers', () => {
  let service: PushService
  beforeAll(async () => {
    service = await pushService()
  })
  afterAll(() => service.close())

  test('the message is sent, refused or tried again, or its browser is gone', async () => {
    const config = { fetchAllow: ['127.0.0.1'], publicUrl: 'https://isles.example' }
    const gateway = pushGateway(config, { ca: service.ca })
    const message = { ...service.subscribe(), keys: await newPushKeys(), payload: '{}', topic: 'fox' }
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 200, max: 599 }),
        fc.option(headerValue, { nil: undefined }),
        async (status, header) => {
          service.next.push({ status, ...(header !== undefined && { headers: { 'retry-after': header } }) })
          const outcome = await gateway.send(message)
          expect(outcome.state === 'sent', JSON.stringify(outcome)).toBe(status < 300)
          expect(outcome.state === 'retry', JSON.stringify(outcome)).toBe(passes(status))
          const seconds = outcome.state === 'retry' ? (outcome.retryAfterSeconds ?? 0) : 0
          expect(seconds >= 0 && seconds <= 3_600, `${seconds}`).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })
})
