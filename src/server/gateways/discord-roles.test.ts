import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DiscordRoles, discordRolesGateway } from './discord-roles.ts'

let server: Server
let roles: DiscordRoles
let body: unknown
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  roles = discordRolesGateway({
    discordApp: { clientId: '1122334455667788990', clientSecret: 'secret', botToken: 'bot' },
    discordApiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publicUrl: 'https://isles.example',
    siteName: 'Ember Isles',
  })!
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const tokens = {
  access_token: 'access',
  refresh_token: 'next',
  expires_in: 604_800,
  scope: 'identify role_connections.write',
}
const account = { id: '42', username: 'blaze', global_name: 'Blaze' }

/** Anything but what is documented. */
const odd = fc.oneof(
  fc.constant(undefined),
  fc.constant(null),
  fc.constant(''),
  fc.constant(-1),
  fc.constant(0.5),
  fc.constant({}),
  fc.constant([1]),
)

/** An empty scope is a known one: nothing was granted. */
const oddScope = odd.filter((scope) => scope !== '')

describe('[inputs.03] new tokens are never lost', () => {
  test('whatever their lifetime, scope and refresh token are', async () => {
    await fc.assert(
      fc.asyncProperty(odd, fc.oneof(odd, fc.constant(1e12)), oddScope, async (refresh, lifetime, scope) => {
        body = { ...tokens, refresh_token: refresh, expires_in: lifetime, scope }
        const outcome = await roles.refresh('before')
        expect(outcome).toMatchObject({
          state: 'ok',
          value: { accessToken: 'access', refreshToken: 'before', expiresAt: expect.any(Date) },
        })
      }),
      { numRuns: 40 },
    )
  })

  test('but an access token is needed, a link needs a refresh token, and what was not granted is missing', async () => {
    body = { ...tokens, access_token: '' }
    expect(await roles.refresh('before')).toMatchObject({ state: 'retry' })
    body = { ...tokens, refresh_token: undefined }
    expect(await roles.exchangeCode({ code: 'a', codeVerifier: 'b' })).toMatchObject({ state: 'retry' })
    body = { ...tokens, scope: 'identify' }
    expect(await roles.refresh('before')).toMatchObject({ state: 'unauthorized' })
    body = tokens
    expect(await roles.refresh('before')).toMatchObject({ state: 'ok', value: { refreshToken: 'next' } })
  })
})

test('[inputs.03] an account is known by its id: an odd name is the next best one', async () => {
  const nameOf = async (over: object) => {
    body = { ...account, ...over }
    const outcome = await roles.readAccount('access')
    return outcome.state === 'ok' ? outcome.value.name : outcome.state
  }
  expect(await nameOf({})).toBe('Blaze')
  await fc.assert(
    fc.asyncProperty(fc.oneof(odd, fc.constant('x'.repeat(101))), async (name) => {
      expect(await nameOf({ global_name: name })).toBe('blaze')
      expect(await nameOf({ global_name: name, username: name })).toBe('42')
    }),
    { numRuns: 20 },
  )
  expect(await nameOf({ id: 'x' })).toBe('retry')
})
