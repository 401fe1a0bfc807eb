import { once } from 'node:events'
import { WebSocket } from 'ws'
import { listed } from '../support/endpoint-list.ts'
import type { HttpResponse } from '../support/http.ts'
import { caseCount, pause, type Round } from '../support/round.ts'
import { samplesFor } from '../support/samples.ts'
import { firstOf, unless } from '../support/tally.ts'
import { cookieOf, type Person, password, type Target } from '../support/target.ts'

/** Who has an account, how a session begins, and that it ends everywhere when it ends. */
export async function login(round: Round): Promise<void> {
  await enumeration(round)
  await timing(round)
  await fixation(round)
  await endings(round)
  await expiry(round)
  await demotion(round)
  await cookieTricks(round)
}

const signIn = (target: Target, username: string, tried = password, cookie?: string) =>
  target.ask('/api/login', { method: 'POST', body: { username, password: tried }, cookie })

/** All that an answer says, without what differs by design. */
const said = ({ status, headers, text }: HttpResponse) => {
  const { date, 'x-request-id': id, ...rest } = headers
  return JSON.stringify({ status, text, headers: rest, hasDate: date !== undefined, hasId: id !== undefined })
}

async function enumeration({ target, tally }: Round): Promise<void> {
  const { name } = await target.join()
  const wrong = said(await signIn(target, name, 'wrong password'))
  for (const unknown of [
    'Nobody At All',
    'nobody',
    '__proto__',
    'constructor',
    "' OR 1=1 --",
    'Seite n',
    `${name} `,
  ]) {
    await tally.check(`signing in as ${unknown} is refused like a wrong password`, async () =>
      unless(said(await signIn(target, unknown, 'wrong password')), wrong, 'the answer'),
    )
  }
  await tally.check('an account without a password, made for a player, is refused alike', async () => {
    await target.rows(
      `INSERT INTO users (username, gamertag, gamertag_at) VALUES (NULL, 'Unclaimed One', now())`,
    )
    return unless(said(await signIn(target, 'Unclaimed One', 'wrong password')), wrong, 'the answer')
  })
}

const median = (all: readonly number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

/** Tries take turns, so that whatever else the machine does meets both alike. */
async function timing(round: Round): Promise<void> {
  const { target, tally } = round
  const { name } = await target.join()
  const known: number[] = []
  const unknown: number[] = []
  const measure = async (username: string, into: number[]) => {
    const begun = performance.now()
    await signIn(target, username, 'wrong password')
    into.push(performance.now() - begun)
  }
  // The quickest of each: whatever else a machine does only adds to them. A starved one may add to each try of one kind
  // for a while, so they take turns until both had a quick one; a real difference stays however long that lasts.
  const least = () => [Math.min(...known), Math.min(...unknown)] as const
  const isAlike = () => {
    const [of, without] = least()
    return Math.abs(of - without) <= 5 + 0.35 * Math.max(of, without)
  }
  for (let n = 0; n < caseCount(round, 15, 150) || (n < 500 && !isAlike()); n += 1) {
    await measure(name, known)
    await measure(`Nobody ${n}`, unknown)
  }
  tally.figures['median: wrong password'] = `${median(known).toFixed(1)} ms`
  tally.figures['median: unknown name'] = `${median(unknown).toFixed(1)} ms`
  await tally.check('an unknown name takes as long as a wrong password', () =>
    isAlike() ? undefined : `${least().join(' ms and ')} ms at the least`,
  )
}

const isSignedIn = async (target: Target, cookie: string) =>
  (await target.ask('/api/user', { cookie })).status === 200

async function fixation({ target, tally }: Round): Promise<void> {
  const { name, cookie: before } = await target.join()
  const planted = `session=${'A'.repeat(43)}`
  await tally.check('a planted session is never taken over', async () => {
    const cookie = cookieOf(await signIn(target, name, password, planted))
    return firstOf(
      cookie === planted || cookie === '' ? `the cookie is ${cookie}` : undefined,
      (await isSignedIn(target, planted)) ? 'the planted session is signed in' : undefined,
    )
  })
  await tally.check('signing in ends the session that came along', async () => {
    const cookie = cookieOf(await signIn(target, name, password, before))
    return firstOf(
      (await isSignedIn(target, before)) ? 'the old session lives' : undefined,
      (await isSignedIn(target, cookie)) ? undefined : 'the new session does not',
    )
  })
  await tally.check('the cookie is for this host alone and no script reads it', async () => {
    const text = String((await signIn(target, name)).headers['set-cookie'])
    return /^session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/.test(text) ? undefined : text
  })
  await tally.check('the token is not what is stored', async () => {
    const token = cookieOf(await signIn(target, name)).split('=')[1] ?? ''
    const rows = await target.rows('SELECT 1 FROM sessions WHERE token_hash = $1 OR token_hash = $2', [
      Buffer.from(token),
      Buffer.from(token, 'base64url'),
    ])
    return unless(rows.length, 0, 'the rows with the token')
  })
  await tally.check('200 tokens have nothing in common', async () => {
    const person = await target.join()
    const tokens = new Set<string>()
    for (let n = 0; n < 20; n += 1) tokens.add(cookieOf(await signIn(target, person.name)))
    return unless(tokens.size, 20, 'their number')
  })
}

async function endings({ target, tally }: Round): Promise<void> {
  const { name, cookie } = await target.join()
  const others = [cookieOf(await signIn(target, name)), cookieOf(await signIn(target, name))]
  const post = (path: string, by: string, body?: object) =>
    target.ask(path, { method: 'POST', cookie: by, body })
  const counts = async (all: readonly string[]) => {
    const alive = await Promise.all(all.map((one) => isSignedIn(target, one)))
    return alive.filter(Boolean).length
  }
  await tally.check('signing out ends this session, in the database too, and no other', async () => {
    await post('/api/logout', cookie)
    return firstOf(
      unless(await counts([cookie]), 0, 'the session that was ended'),
      unless(await counts(others), 2, 'the others'),
    )
  })
  await tally.check('a new password ends every session', async () => {
    const body = { currentPassword: password, newPassword: 'another password' }
    const { status } = await post('/api/change-password', others[0] ?? '', body)
    return firstOf(
      unless(status, 200, 'the status'),
      unless(await counts(others), 0, 'sessions left'),
      unless((await signIn(target, name)).status, 401, 'the old password'),
      unless((await signIn(target, name, 'another password')).status, 200, 'the new password'),
    )
  })
}

async function expiry({ target, tally }: Round): Promise<void> {
  const cases: readonly (readonly [string, string, boolean])[] = [
    [
      'used 13 days ago',
      "last_used_at = now() - interval '13 days 23 hours', created_at = now() - interval '20 days'",
      true,
    ],
    [
      'unused for 14 days',
      "last_used_at = now() - interval '14 days 1 minute', created_at = now() - interval '20 days'",
      false,
    ],
    [
      '59 days old and in use',
      "last_used_at = now(), created_at = now() - interval '59 days 23 hours'",
      true,
    ],
    [
      '60 days old and in use',
      "last_used_at = now(), created_at = now() - interval '60 days 1 minute'",
      false,
    ],
  ]
  for (const [what, change, lives] of cases) {
    await tally.check(`a session ${what}`, async () => {
      const { id, cookie } = await target.join()
      await target.rows(`UPDATE sessions SET ${change} WHERE user_id = $1`, [id])
      const document = await target.ask('/profile', { cookie })
      return firstOf(
        unless(await isSignedIn(target, cookie), lives, 'signed in'),
        unless(document.status === 200, lives, 'the profile page is shown'),
      )
    })
  }
}

/** Staff watch their lists; after the demotion no more messages arrive. */
async function demotion({ target, tally }: Round): Promise<void> {
  const staff = await target.join('Moderator')
  const reporter = await target.join()
  const sample = samplesFor(listed.find(({ name }) => name === 'POST /api/reports')!.endpoint, 1)[0]
  const report = () => target.ask('/api/reports', { method: 'POST', cookie: reporter.cookie, body: sample })
  const heard: string[] = []
  const socket = new WebSocket(`${target.url.replace('http', 'ws')}/ws`, {
    headers: { cookie: staff.cookie },
  })
  socket.on('message', (data) => heard.push(data.toString()))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'subscribe', channel: 'staff' }))
  await pause(200)
  await tally.check('staff hear of a report', async () => {
    await report()
    for (let tries = 0; tries < 100 && heard.length === 0; tries += 1) await pause(20)
    return unless(heard.length > 0, true, 'heard')
  })
  const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['demoted', () => target.rows("UPDATE users SET rank = 'Diamond' WHERE id = $1", [staff.id])],
    [
      'staff again, but signed out',
      async () => {
        await target.rows("UPDATE users SET rank = 'Moderator' WHERE id = $1", [staff.id])
        return target.ask('/api/logout', { method: 'POST', cookie: staff.cookie })
      },
    ],
  ]
  for (const [what, change] of changes) {
    await tally.check(`a live socket of somebody ${what} hears nothing more`, async () => {
      await change()
      await pause(100)
      heard.length = 0
      await report()
      // Fails for a message that arrives within this time. The check before shows that one arrives in much less.
      await pause(700)
      return unless(heard.length, 0, 'messages heard')
    })
  }
  socket.terminate()
  const ends: readonly (readonly [string, (issuer: Person) => Promise<unknown>])[] = [
    ['demoted', ({ id }) => target.rows("UPDATE users SET rank = 'Member' WHERE id = $1", [id])],
    ['signed out', ({ cookie }) => target.ask('/api/logout', { method: 'POST', cookie })],
    [
      'deleted',
      ({ cookie }) => target.ask('/api/account/delete', { method: 'POST', cookie, body: { password } }),
    ],
  ]
  for (const [what, end] of ends) {
    await tally.check(`a recovery code of an admin who was ${what} sets no password`, async () => {
      const [admin, member] = [await target.join('Admin'), await target.join()]
      const issued = await target.ask(`/api/admin/members/${member.id}/recovery-code`, {
        method: 'POST',
        cookie: admin.cookie,
      })
      await end(admin)
      const body = { username: member.name, code: issued.json.code, newPassword: 'stolen horse' }
      const used = await target.ask('/api/recovery/by-code', { method: 'POST', body })
      return firstOf(
        unless(issued.status, 201, 'the status of the code'),
        unless(used.status, 400, 'the status'),
        unless((await signIn(target, member.name)).status, 200, 'the sign-in with the old password'),
      )
    })
  }
  await tally.check('a staff rank opens nothing with a password of fewer than 8 characters', async () => {
    const name = 'Short Password'
    const body = { username: name, password: 'k7#mq2' }
    const joined = await target.ask('/api/register', { method: 'POST', body, from: '127.49.0.1' })
    await target.rows("UPDATE users SET rank = 'Owner' WHERE username = $1", [name])
    const { status } = await target.ask('/api/admin/members', { cookie: cookieOf(joined) })
    return firstOf(unless(joined.status, 201, 'the status'), unless(status, 403, 'the status of the list'))
  })
  for (const common of ['123456', 'password', 'Minecraft', 'QWERTY'])
    await tally.check(`nobody registers with ${common}`, async () => {
      const body = { username: `Common ${common}`, password: common }
      const { status, json } = await target.ask('/api/register', { method: 'POST', body })
      return firstOf(
        unless(status, 400, 'the status'),
        unless(json?.fields?.password, 'This password is too common', 'the sentence'),
      )
    })
  await tally.check('a demoted member is turned away at once', async () => {
    const demoted = await target.join('Owner')
    await target.rows("UPDATE users SET rank = 'Member' WHERE id = $1", [demoted.id])
    return unless(
      (await target.ask('/api/admin/members', { cookie: demoted.cookie })).status,
      403,
      'the status',
    )
  })
  await tally.check('a visitor who subscribes to the staff feed hears nothing', async () => {
    const visitor = new WebSocket(`${target.url.replace('http', 'ws')}/ws`)
    const heard: string[] = []
    visitor.on('message', (data) => heard.push(data.toString()))
    await once(visitor, 'open')
    visitor.send(JSON.stringify({ type: 'subscribe', channel: 'staff' }))
    await pause(100)
    await report()
    // Fails for a message that arrives within this time; one to staff takes a few milliseconds.
    await pause(500)
    visitor.terminate()
    return heard.some((text) => text.includes('staff_update')) ? `heard ${heard}` : undefined
  })
}

async function cookieTricks({ target, tally }: Round): Promise<void> {
  const { cookie } = await target.join()
  const token = cookie.split('=')[1] ?? ''
  const worthless = [
    'session=',
    `session=${token.slice(0, -1)}`,
    `session=${token}A`,
    `session=${token.toUpperCase()}`,
    `SESSION=${token}`,
    `session=${encodeURIComponent(`${token}\0`)}`,
    `__Secure-session=${token}`,
    `session[]=${token}`,
    // Unlike any address that the fuzzing asks for: a cookie in a log is a leak.
    'session=../../proc/self/environ',
    "session=' OR '1'='1",
    `session=${'%00'.repeat(43)}`,
    `session=${'a'.repeat(8_000)}`,
  ]
  for (const trick of worthless) {
    await tally.check(`Cookie: ${trick.slice(0, 60)}`, async () =>
      unless((await target.ask('/api/user', { cookie: trick })).status, 401, 'the status'),
    )
  }
  await tally.check('a token in the address or in a header is no session', async () => {
    const responses = await Promise.all([
      target.ask(`/api/user?session=${token}`),
      target.ask('/api/user', { headers: { authorization: `Bearer ${token}` } }),
      target.ask('/api/user', { headers: { 'x-session': token } }),
    ])
    return firstOf(...responses.map(({ status }) => unless(status, 401, 'the status')))
  })
}
