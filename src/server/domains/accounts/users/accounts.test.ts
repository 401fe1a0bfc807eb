import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, type TestApp, testApp } from '../../../testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const storedUser = async (name: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT * FROM users WHERE lower(username) = ${name.toLowerCase()}`.execute(site.database.sql)
  return rows[0]
}

describe('without a session', () => {
  test('[profile.28] GET /api/user, PATCH /api/user, POST /api/change-password and GET /api/player-stats without session answer 401', async () => {
    const visitor = site.browser()
    for (const response of [
      await visitor.get('/api/user'),
      await visitor.patch('/api/user', { bio: 'x' }),
      await visitor.post('/api/change-password', { currentPassword: password, newPassword: password }),
      await visitor.get('/api/player-stats'),
    ]) {
      expect(response.status).toBe(401)
      expect(response.json).toMatchObject({ code: 'unauthorized' })
    }
  })

  test('[auth.21] POST /api/logout answers 204, also when signed out', async () => {
    expect((await site.browser().post('/api/logout')).status).toBe(204)
    const member = await site.member()
    expect((await member.post('/api/logout')).status).toBe(204)
    expect((await member.get('/api/user')).status).toBe(401)
  })

  test('a made-up, short or foreign token is nobody, and the log-out ends the stored session', async () => {
    const member = await site.member()
    const token = member.cookie
    await member.post('/api/logout')
    const thief = site.browser()
    thief.cookie = token
    expect((await thief.get('/api/user')).status).toBe(401)
    thief.cookie = 'session=../../etc'
    expect((await thief.get('/api/user')).status).toBe(401)
  })
})

describe('registering', () => {
  test('[auth.23] POST /api/register answers 201 and the user, signed in', async () => {
    const browser = site.browser()
    const response = await browser.post('/api/register', {
      username: 'Nadia Q',
      email: 'n@q.example',
      password,
    })
    expect(response.status).toBe(201)
    expect(response.json).toMatchObject({
      username: 'Nadia Q',
      email: 'n@q.example',
      rank: 'Member',
      gamertag: null,
    })
    expect((await browser.get('/api/user')).json).toEqual(response.json)
  })

  test('[auth.13] A new account has rank Member', async () => {
    const { user } = await site.member('Ranky')
    expect(user.rank).toBe('Member')
    expect((await storedUser('Ranky'))?.rank).toBe('Member')
  })

  test('[auth.24] A username taken, in whatever case, answers 409', async () => {
    await site.member('TakenName')
    const response = await site.browser().post('/api/register', { username: 'takenNAME', password })
    expect(response.status).toBe(409)
    expect(response.json).toMatchObject({ code: 'conflict', error: 'That username is already taken' })
  })

  test.each([
    ['ab', 'Username must be at least 3 characters'],
    ['x'.repeat(33), 'Username must be 32 characters or less'],
    ['semi;colon', 'Username may contain letters, digits, spaces, _ and -'],
    ['two  spaces', 'Username may contain letters, digits, spaces, _ and -'],
    ['Ünicode', 'Username may contain letters, digits, spaces, _ and -'],
  ])('[auth.25] [auth.26] username %j is refused with %j', async (username, sentence) => {
    const response = await site.browser().post('/api/register', { username, password })
    expect(response.status).toBe(400)
    expect(response.json.fields).toEqual({ username: sentence })
    expect(await storedUser(username)).toBeUndefined()
  })

  test('[auth.27] Password over 128: Password must be 128 characters or less', async () => {
    const response = await site
      .browser()
      .post('/api/register', { username: 'LongPass', password: 'p'.repeat(129) })
    expect(response.json.fields).toEqual({ password: 'Password must be 128 characters or less' })
    const fits = await site
      .browser()
      .post('/api/register', { username: 'LongPass', password: 'p'.repeat(128) })
    expect(fits.status).toBe(201)
  })

  test.each([
    ['rank', 'Owner'],
    ['id', 1],
    ['isAdmin', true],
    ['role', 'admin'],
  ])(
    '[api.08] %s in POST /api/register or PATCH /api/user answers 400 and changes nothing',
    async (key, value) => {
      const username = `Mallory${key}`
      const registered = await site.browser().post('/api/register', { username, password, [key]: value })
      expect(registered.status).toBe(400)
      expect(await storedUser(username)).toBeUndefined()
      const member = await site.member(username)
      const before = await storedUser(username)
      expect((await member.patch('/api/user', { bio: 'new', [key]: value })).status).toBe(400)
      expect(await storedUser(username)).toMatchObject({ bio: null, rank: 'Member', id: before?.id })
    },
  )

  test('[api.29] The sixth registration in an hour from one address answers 429', async () => {
    const address = '203.0.113.9'
    for (let i = 0; i < 5; i += 1) {
      const response = await site.browser(address).post('/api/register', { username: `Crowd${i}`, password })
      expect(response.status).toBe(201)
    }
    const sixth = await site.browser(address).post('/api/register', { username: 'Crowd6', password })
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
    expect(await storedUser('Crowd6')).toBeUndefined()
  })
})

describe('signing in', () => {
  test('[auth.22] POST /api/login answers 200 and the user; wrong credentials answer 401 with an error body', async () => {
    await site.member('Loginer')
    const wrong = await site.browser().post('/api/login', { username: 'Loginer', password: 'wrong horse' })
    expect(wrong.status).toBe(401)
    expect(wrong.json.error).toBe(wrong.json.message)
    const right = await site.browser().post('/api/login', { username: 'lOGINER', password })
    expect(right.status).toBe(200)
    expect(right.json).toMatchObject({ username: 'Loginer' })
    expect(right.json.lastLogin).not.toBeNull()
  })

  test('[auth.05] [auth.06] a name or password that cannot exist is a wrong one, whatever its length', async () => {
    await site.member('Brief')
    for (const credentials of [
      { username: 'ab', password },
      { username: 'x'.repeat(5_000), password },
      { username: 'Brief', password: '12345' },
      { username: 'Brief', password: `${password}${'x'.repeat(5_000)}` },
      { username: 'Brief', password: '' },
    ]) {
      const { status, json } = await site.browser().post('/api/login', credentials)
      expect([status, json.message]).toEqual([401, 'Login failed. Please check your credentials.'])
      expect(json.fields).toBeUndefined()
    }
  })

  test('an unknown name gets the same answer as a wrong password', async () => {
    await site.member('KnownName')
    const wrong = await site.browser().post('/api/login', { username: 'KnownName', password: 'wrong horse' })
    const unknown = await site
      .browser()
      .post('/api/login', { username: 'NobodyHere', password: 'wrong horse' })
    expect(unknown.status).toBe(wrong.status)
    expect(unknown.json).toEqual(wrong.json)
  })

  test('a new session at login: the former token ends, the cookie is HttpOnly and SameSite=Lax, the stored hash is no token', async () => {
    const member = await site.member('Fixated')
    const former = member.cookie
    const response = await member.post('/api/login', { username: 'Fixated', password })
    expect(member.cookie).not.toBe(former)
    expect(String(response.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/)
    const old = site.browser()
    old.cookie = former
    expect((await old.get('/api/user')).status).toBe(401)
    const { rows } = await sql<{ token_hash: Buffer }>`SELECT token_hash FROM sessions`.execute(
      site.database.sql,
    )
    const token = member.cookie?.split('=')[1] ?? ''
    expect(rows.some(({ token_hash }) => token_hash.toString('base64url') === token)).toBe(false)
  })

  test('[api.27] The sixth password try in 5 minutes for one account and address answers 429', async () => {
    await site.member('Guessed')
    const guesser = site.browser()
    for (let i = 0; i < 5; i += 1) {
      expect(
        (await guesser.post('/api/login', { username: 'GUESSED', password: `wrong ${i}!` })).status,
      ).toBe(401)
    }
    const sixth = await guesser.post('/api/login', { username: 'guessed', password })
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
  })

  test.each([
    ['|', (address: string) => `|${address}`],
    ['|network=', (address: string) => `|network=${address}`],
  ])(
    'a name that reads like the counter of another account and address (%s) locks nobody out',
    async (_, tail) => {
      const member = await site.member()
      const { id, username } = member.user
      const { address } = member
      const attacker = site.browser('203.0.113.200')
      for (const name of [username, username.toLowerCase(), `#${id}`, `member=${id}`]) {
        for (let n = 0; n < 6; n += 1)
          await attacker.post('/api/login', { username: name + tail(address), password: 'wrong horse' })
      }
      expect((await member.post('/api/login', { username, password })).status).toBe(200)
      const body = { currentPassword: password, newPassword: 'another horse' }
      expect((await member.post('/api/change-password', body)).status).toBe(200)
    },
  )

  test('the counters hold no name that somebody typed', async () => {
    await site.browser().post('/api/login', { username: 'Typed By Mistake', password: 'wrong horse' })
    await site.browser().post('/api/recovery/by-code', {
      username: 'Typed By Mistake',
      code: 'ABCD2345',
      newPassword: 'another horse',
    })
    const { rows } = await sql`SELECT FROM rate_limits WHERE key ILIKE '%typed by%'`.execute(
      site.database.sql,
    )
    expect(rows).toEqual([])
  })

  test('[api.28] An account under attack from many addresses still signs in from an address it has signed in from before', async () => {
    const member = await site.member('Attacked')
    for (let i = 0; i < 31; i += 1) {
      await site
        .browser(`198.51.100.${i}`)
        .post('/api/login', { username: 'Attacked', password: 'wrong horse' })
    }
    const stranger = await site.browser('192.0.2.200').post('/api/login', { username: 'Attacked', password })
    expect(stranger.status).toBe(429)
    expect((await member.post('/api/login', { username: 'Attacked', password })).status).toBe(200)
  })

  test('[api.26] A session ends after 14 days idle and after 60 days at most', async () => {
    const member = await site.member('Sleeper')
    const age = (column: 'last_used_at' | 'created_at', interval: string) =>
      sql`UPDATE sessions SET ${sql.ref(column)} = now() - ${interval}::interval
        WHERE user_id = ${member.user.id}`.execute(site.database.sql)
    await age('last_used_at', '13 days 23 hours')
    expect((await member.get('/api/user')).status).toBe(200)
    await age('last_used_at', '14 days 1 minute')
    expect((await member.get('/api/user')).status).toBe(401)
    await age('last_used_at', '1 minute')
    await age('created_at', '59 days')
    expect((await member.get('/api/user')).status).toBe(200)
    await age('created_at', '60 days 1 minute')
    expect((await member.get('/api/user')).status).toBe(401)
  })

  test('the rank is read at every request: a member made staff is staff at the next call', async () => {
    const member = await site.member('Promoted')
    await sql`UPDATE users SET rank = 'Owner' WHERE id = ${member.user.id}`.execute(site.database.sql)
    expect((await member.get('/api/user')).json.rank).toBe('Owner')
  })
})

describe('own profile', () => {
  const ownerFields = [
    'avatarUrl',
    'bio',
    'createdAt',
    'discordTag',
    'email',
    'gamertag',
    'id',
    'lastLogin',
    'rank',
    'username',
  ]

  test("[profile.27] GET /api/user and PATCH answer the owner's fields", async () => {
    const member = await site.member('Fielder')
    expect(Object.keys((await member.get('/api/user')).json).sort()).toEqual(ownerFields)
    const patched = await member.patch('/api/user', { bio: 'hello' })
    expect(patched.status).toBe(200)
    expect(Object.keys(patched.json).sort()).toEqual(ownerFields)
    expect(patched.json.bio).toBe('hello')
  })

  test('[profile.12] null clears a field; an absent field stays', async () => {
    const member = await site.member('Clearer')
    await member.patch('/api/user', { bio: 'words', email: 'c@c.example', discordTag: '@clearer' })
    const response = await member.patch('/api/user', { bio: null })
    expect(response.json).toMatchObject({ bio: null, email: 'c@c.example', discordTag: '@clearer' })
    expect(await storedUser('Clearer')).toMatchObject({ bio: null, email: 'c@c.example' })
  })

  test.each([
    ['email', 'not-an-address', 'Invalid email address'],
    ['bio', 'b'.repeat(501), 'Bio must be less than 500 characters'],
    ['discordTag', 'ab#1234', 'Invalid Discord tag (e.g., User#1234)'],
    ['discordTag', 'name#123', 'Invalid Discord tag (e.g., User#1234)'],
    ['discordTag', '@UPPER', 'Invalid Discord tag (e.g., User#1234)'],
    ['avatarUrl', 'javascript:alert(1)', 'Invalid URL'],
  ])(
    '[profile.08] [profile.09] [profile.10] [profile.11] %s %j is refused with %j, nothing is stored',
    async (field, value, sentence) => {
      const member = await site.member()
      const response = await member.patch('/api/user', { [field]: value })
      expect(response.status).toBe(400)
      expect(response.json.fields).toEqual({ [field]: sentence })
      expect((await member.get('/api/user')).json[field]).toBeNull()
    },
  )

  test('[profile.10] discordTag may be 3 to 32 characters, #, 4 digits, or @ and 2-32 of a-z 0-9 _ .', async () => {
    const member = await site.member('Tagger')
    for (const discordTag of ['abc#0001', `${'x'.repeat(32)}#9999`, '@ab', '@a_b.c0']) {
      expect((await member.patch('/api/user', { discordTag })).json.discordTag).toBe(discordTag)
    }
  })

  test.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'ftp://host.example/a.png',
    'https://user:pass@host.example/a.png',
    `https://host.example/${'a'.repeat(2048)}`,
    '//host.example/a.png',
    'https://',
  ])(
    '[api.21] avatarUrl %j must be http or https, without credentials, at most 2,048 characters; else 400',
    async (avatarUrl) => {
      const member = await site.member()
      expect((await member.patch('/api/user', { avatarUrl })).status).toBe(400)
    },
  )

  test('[profile.18] A wrong current password changes nothing: the old one still works', async () => {
    const member = await site.member('Changer')
    const wrong = await member.post('/api/change-password', {
      currentPassword: 'not this',
      newPassword: 'brand new',
    })
    expect(wrong.status).toBe(400)
    expect(wrong.json.fields.currentPassword).toBeTypeOf('string')
    expect((await site.browser().post('/api/login', { username: 'Changer', password })).status).toBe(200)
  })

  test('[profile.19] [profile.20] POST /api/change-password answers 200 and ends every session of that member', async () => {
    const member = await site.member('Sessions')
    const second = site.browser()
    await second.post('/api/login', { username: 'Sessions', password })
    const bystander = await site.member('Bystander')
    const response = await member.post('/api/change-password', {
      currentPassword: password,
      newPassword: 'a new horse',
    })
    expect(response.status).toBe(200)
    expect(response.json).toEqual({ message: 'Your password has been updated successfully' })
    expect((await member.get('/api/user')).status).toBe(401)
    expect((await second.get('/api/user')).status).toBe(401)
    expect((await bystander.get('/api/user')).status).toBe(200)
    expect((await member.post('/api/login', { username: 'Sessions', password })).status).toBe(401)
    expect((await member.post('/api/login', { username: 'Sessions', password: 'a new horse' })).status).toBe(
      200,
    )
  })

  test('change-password changes only the session member, whatever id the body names', async () => {
    const victim = await site.member('Victim')
    const mallory = await site.member('MalloryTwo')
    await mallory.post('/api/change-password', {
      id: victim.user.id,
      userId: victim.user.id,
      currentPassword: password,
      newPassword: 'stolen horse',
    })
    expect((await victim.get('/api/user')).status).toBe(200)
    expect((await site.browser().post('/api/login', { username: 'Victim', password })).status).toBe(200)
  })
})

describe('other people', () => {
  test("[api.20] No answer gives anybody but the owner a member's email", async () => {
    const member = await site.member('Private')
    await member.patch('/api/user', { email: 'secret-address@p.example' })
    await member.post('/api/posts', { content: 'hello' })
    for (const browser of [site.browser(), await site.member()]) {
      for (const url of [`/api/users/${member.user.id}`, '/api/posts']) {
        const response = await browser.get(url)
        expect(response.status).toBe(200)
        expect(response.text).not.toContain('secret-address')
        expect(response.text).not.toContain('"email"')
      }
    }
  })

  test('GET /api/users/{id} answers the public fields, 404 when unknown', async () => {
    const { user } = await site.member('Shown')
    const response = await site.browser().get(`/api/users/${user.id}`)
    expect(response.json).toMatchObject({ id: user.id, username: 'Shown', rank: 'Member' })
    expect((await site.browser().get('/api/users/2147483647')).status).toBe(404)
  })

  test('a linked account shows its gamertag and its owner still sees the sign-in name', async () => {
    const member = await site.member('SignInName')
    await sql`UPDATE users SET gamertag = 'ƬαǤ ✦', gamertag_at = now(), linked_at = now()
      WHERE id = ${member.user.id}`.execute(site.database.sql)
    expect((await site.browser().get(`/api/users/${member.user.id}`)).json.username).toBe('ƬαǤ ✦')
    expect((await member.get('/api/user')).json).toMatchObject({ username: 'SignInName', gamertag: 'ƬαǤ ✦' })
  })

  test('being seen is written at most once a minute', async () => {
    const member = await site.member('Seen')
    const seen = async () => (await storedUser('Seen'))?.last_seen_at
    const first = await seen()
    await member.get('/api/user')
    expect(await seen()).toEqual(first)
    await sql`UPDATE users SET last_seen_at = now() - interval '2 minutes' WHERE id = ${member.user.id}`.execute(
      site.database.sql,
    )
    await member.get('/api/user')
    expect(Number(await seen())).toBeGreaterThan(Date.now() - 60_000)
  })
})
