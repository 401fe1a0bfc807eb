import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { rootDir } from '../../../store.ts'
import { discordApplication } from '../../../testing/discord-app.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { sweepLinkStates } from './queries.ts'
import { discordAccount, type RoleSite, roleSite } from './testing/setup.ts'

const path = '/api/discord-link'

describe('[voice.78] linking Discord exists only where the application is set up', () => {
  let plain: TestApp
  beforeAll(async () => {
    plain = await testApp()
  })
  afterAll(() => plain.close())

  test('each call is a 404 without it, and the pages do not offer it', async () => {
    const member = await plain.member()
    for (const call of [
      member.get(path),
      member.post(path),
      member.post(`${path}/callback`, { code: 'a', state: 'b' }),
      member.delete(path),
    ])
      expect((await call).status).toBe(404)
    expect(plain.content.site()).not.toHaveProperty('linksDiscord')
  })

  test.each(Object.keys(discordApplication))(
    '%s alone stops the start with the names that are missing',
    (name) => {
      const given = { [name]: discordApplication[name as keyof typeof discordApplication] }
      const missing = Object.keys(discordApplication).filter((other) => other !== name)
      expect(() => readConfig(given, rootDir)).toThrow(
        `The configuration is not valid:\n${missing.map((other) => `  ${other} is needed with ${name}`).join('\n')}`,
      )
    },
  )

  test('a value of another form is named, and never repeated', () => {
    const wrong = { ...discordApplication, DISCORD_CLIENT_ID: 'hunter2', DISCORD_BOT_TOKEN: 'short' }
    expect(() => readConfig(wrong, rootDir)).toThrow(
      /DISCORD_CLIENT_ID must be the id[\s\S]*DISCORD_BOT_TOKEN must be/,
    )
    expect(() => readConfig(wrong, rootDir)).not.toThrow(/hunter2|short$/)
  })
})

test('[voice.78] the bot’s token says which application it belongs to, for doctor', async () => {
  const roles = await roleSite()
  const read = () => roles.site.context.gateways.discordRoles!.readApplication()
  expect(await read()).toEqual({ state: 'ok', value: { id: discordApplication.DISCORD_CLIENT_ID } })
  roles.app.botToken = 'another.token-of-a-bot'
  expect(await read()).toEqual({ state: 'refused', reason: 'Discord responded with 401' })
  await roles.close()
})

describe('with an application', () => {
  let roles: RoleSite
  let site: TestApp
  beforeAll(async () => {
    roles = await roleSite()
    site = roles.site
  })
  afterAll(() => roles.close())
  afterEach(() => {
    expect(roles.discord.next).toEqual([])
  })

  const links = async () =>
    (await sql`SELECT * FROM discord_links ORDER BY user_id`.execute(site.database.sql)).rows
  const count = async () => (await links()).length

  describe('[voice.79] a link is begun and finished by one session, once and within 10 minutes', () => {
    test('visitors get a 401, and nothing is stored', async () => {
      const visitor = site.browser()
      for (const call of [
        visitor.get(path),
        visitor.post(path),
        visitor.post(`${path}/callback`, { code: 'a', state: 'b' }),
        visitor.delete(path),
      ])
        expect((await call).status).toBe(401)
      expect((await sql`SELECT FROM discord_link_states`.execute(site.database.sql)).rows).toEqual([])
    })

    test('a missing or over-long code or state is a 400 that names the field', async () => {
      const member = await site.member()
      const fields = async (body: unknown) => {
        const { status, json } = await roles.finish(member, body)
        return [status, ...Object.keys(json.fields ?? {})]
      }
      expect(await fields({ state: 'b' })).toEqual([400, 'code'])
      expect(await fields({ code: 'a', state: '' })).toEqual([400, 'state'])
      expect(await fields({ code: 'a'.repeat(513), state: 'b' })).toEqual([400, 'code'])
      expect(await fields({ code: 1, state: {} })).toEqual([400, 'code', 'state'])
    })

    test('a state of nobody, of another member and of another session of the same member is refused', async () => {
      const [mine, other] = [await site.member(), await site.member()]
      const agreed = roles.app.agree(await roles.begin(mine), discordAccount())
      const again = site.browser()
      await again.post('/api/login', { username: mine.user.username, password: 'correct horse' })
      const asked = roles.app.calls.length
      for (const [browser, state] of [
        [mine, 'nobody'],
        [other, agreed.state],
        [again, agreed.state],
      ] as const) {
        const { status, json } = await roles.finish(browser, { ...agreed, state })
        expect([status, Object.keys(json.fields)]).toEqual([400, ['state']])
      }
      expect(roles.app.calls).toHaveLength(asked)
      expect((await roles.finish(mine, agreed)).status).toBe(200)
    })

    test('a used, an expired and a replaced state is refused', async () => {
      const member = await site.member()
      const before = await count()
      const used = roles.app.agree(await roles.begin(member), discordAccount())
      expect((await roles.finish(member, { ...used, code: 'wrong' })).status).toBe(400)
      const replaced = roles.app.agree(await roles.begin(member), discordAccount())
      const late = roles.app.agree(await roles.begin(member), discordAccount())
      await sql`UPDATE discord_link_states SET expires_at = now() - interval '1 second'`.execute(
        site.database.sql,
      )
      for (const agreed of [used, replaced, late])
        expect((await roles.finish(member, agreed)).json.fields).toHaveProperty('state')
      expect(await count()).toBe(before)
      await sweepLinkStates(site.database.sql)
      expect((await sql`SELECT FROM discord_link_states`.execute(site.database.sql)).rows).toEqual([])
    })

    test('two parallel callbacks with one state link once', async () => {
      const member = await site.member()
      const agreed = roles.app.agree(await roles.begin(member), discordAccount())
      const statuses = (await Promise.all([roles.finish(member, agreed), roles.finish(member, agreed)])).map(
        ({ status }) => status,
      )
      expect(statuses.sort()).toEqual([200, 400])
    })

    test('a code without the verifier of the attempt is refused by Discord, and so is one used twice', async () => {
      const [mine, other] = [await site.member(), await site.member()]
      const stolen = roles.app.agree(await roles.begin(mine), discordAccount())
      const own = roles.app.agree(await roles.begin(other), discordAccount())
      const { status, json } = await roles.finish(other, { code: stolen.code, state: own.state })
      expect([status, json.fields]).toEqual([
        400,
        { code: 'Discord did not confirm your account. Please try again.' },
      ])
      expect((await roles.finish(mine, stolen)).status).toBe(400)
    })

    test('a member who grants less is refused', async () => {
      const member = await site.member()
      roles.app.granted = 'identify'
      const agreed = roles.app.agree(await roles.begin(member), discordAccount())
      roles.app.granted = 'role_connections.write identify'
      expect((await roles.finish(member, agreed)).status).toBe(400)
    })

    const huge = { padding: 'x'.repeat(1_000_000) }
    test.each<[string, readonly (readonly [number, unknown?] | undefined)[]]>([
      ['a 500', [[500]]],
      ['a 429', [[429, { retry_after: 2, global: false }]]],
      ['JSON of another kind', [[200, ['tokens']]]],
      ['a huge body', [[200, huge]]],
      ['a 401 for the client secret', [[401, { error: 'invalid_client' }]]],
      ['a 500 for the account', [undefined, [500]]],
      ['an account of another form', [undefined, [200, { id: 'fox', username: '' }]]],
      ['a huge account', [undefined, [200, huge]]],
    ])('%s of Discord is a 503 that says so, and links nothing', async (_, responses) => {
      const member = await site.member()
      const before = await count()
      const agreed = roles.app.agree(await roles.begin(member), discordAccount())
      const [token, account] = responses
      if (token !== undefined) roles.discord.next.push(token)
      else {
        // The token is really exchanged; the request for the account fails.
        const respond = roles.app.respond.bind(roles.app)
        roles.app.respond = (call) => {
          if (call.path !== '/users/@me') return respond(call)
          roles.app.respond = respond
          return account
        }
      }
      const { status, json } = await roles.finish(member, agreed)
      expect([status, json.error]).toEqual([503, 'Discord does not work right now. Please try again later.'])
      expect(await count()).toBe(before)
    })

    test('a Discord that says nothing is waited for 5 s', async () => {
      const member = await site.member()
      const agreed = roles.app.agree(await roles.begin(member), discordAccount())
      roles.discord.next.push('silent')
      const began = performance.now()
      expect((await roles.finish(member, agreed)).status).toBe(503)
      expect(performance.now() - began).toBeGreaterThan(4_900)
    })
  })

  test('[voice.79] Discord is asked for two scopes by the code flow with PKCE, and sends members back to /link-discord', async () => {
    const url = new URL(await roles.begin(await site.member()))
    expect(`${url.origin}${url.pathname}`).toBe(`${roles.discord.apiUrl}/oauth2/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: discordApplication.DISCORD_CLIENT_ID,
      redirect_uri: 'https://play.example/link-discord',
      scope: 'identify role_connections.write',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
  })

  describe('[voice.80] one Discord account is linked to one member, and nobody sees its tokens', () => {
    test('a taken one is a 409, also for a member who has another, and in parallel', async () => {
      const [mine, other] = [await site.member(), await site.member()]
      const account = await roles.link(mine)
      const own = await roles.link(other)
      const { status, json } = await roles.finish(other, roles.app.agree(await roles.begin(other), account))
      expect([status, json.error]).toEqual([
        409,
        'This Discord account is linked to another member. Unlink it there first.',
      ])
      expect((await other.get(path)).json.link.name).toBe(own.username)
      // The tokens of the refused attempt belong to the same authorization: they stay valid.
      expect(roles.app.hasAccess(account.id)).toBe(true)
      const raced = discordAccount()
      const members = [await site.member(), await site.member()]
      const agreed = await Promise.all(
        members.map(async (member) => roles.app.agree(await roles.begin(member), raced)),
      )
      const statuses = await Promise.all(
        members.map(async (member, index) => (await roles.finish(member, agreed[index])).status),
      )
      expect(statuses.sort()).toEqual([200, 409])
    })

    test('the member sees the shown name of the account; another member and staff see nothing of it', async () => {
      const member = await site.member()
      expect((await member.get(path)).json).toEqual({ link: null })
      const account = await roles.link(member, discordAccount('The Fox'))
      expect((await member.get(path)).json).toEqual({
        link: { name: 'The Fox', linkedAt: expect.any(String), syncedAt: null, hasFailed: false },
      })
      const staff = await site.member()
      await sql`UPDATE users SET rank = 'Owner' WHERE id = ${staff.user.id}`.execute(site.database.sql)
      for (const url of [`/api/users/${member.user.id}`, '/api/admin/members', '/api/admin/audit'])
        expect((await staff.get(url)).text).not.toMatch(/The Fox/)
      expect((await staff.get(path)).json).toEqual({ link: null })
      expect(account.global_name).toBe('The Fox')
    })

    test('tokens are in the database encrypted, and in no response, export or log', async () => {
      const member = await site.member()
      await roles.link(member)
      await roles.sync.work()
      const tokens = roles.app.calls.map(({ authorization = '' }) => authorization.replace(/^\w+ /, ''))
      expect(tokens.length).toBeGreaterThan(1)
      const exported = (await member.get('/api/account/export')).text
      expect(exported).toMatch(/"discordLink": \[\n\{"discordId"/)
      const stored = (await links()).map((row) =>
        JSON.stringify(row, (_, value) =>
          value?.type === 'Buffer' ? Buffer.from(value).toString('latin1') : value,
        ),
      )
      const seen = [...stored, exported, (await member.get(path)).text, ...roles.logged].join('\n')
      for (const token of tokens) expect(seen).not.toContain(token)
      expect(seen).not.toMatch(/accessToken|refreshToken/)
    })

    test('linking the same account again keeps one link, another account replaces it', async () => {
      const member = await site.member()
      const before = await count()
      const first = await roles.link(member)
      await roles.link(member, first)
      expect(await count()).toBe(before + 1)
      expect(roles.app.hasAccess(first.id)).toBe(true)
      const second = await roles.link(member)
      expect(await count()).toBe(before + 1)
      expect((await member.get(path)).json.link.name).toBe(second.username)
      await roles.sync.work()
      expect([roles.app.hasAccess(first.id), roles.app.hasAccess(second.id)]).toEqual([false, true])
    })
  })
})
