import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import { guessLimits, type RateLimit, type RateLimitName, rateLimits } from '../../../src/contract/limits.ts'
import { networkOf } from '../../../src/server/platform/http/network.ts'
import { type Listed, listed } from '../support/endpoint-list.ts'
import type { HttpResponse } from '../support/http.ts'
import type { Round } from '../support/round.ts'
import { wrongWith } from '../support/rules.ts'
import { samplesFor } from '../support/samples.ts'
import { firstOf, unless } from '../support/tally.ts'
import { cookieOf, password, type Target } from '../support/target.ts'

/** Connections from here may say whom they speak for; the site is started with it. */
export const trustedProxies = '127.9.0.0/16'

/** Every named limit, and the ways around it: forwarded addresses, another spelling, another address of the household. */
export async function limits(round: Round): Promise<void> {
  for (const [name, limit] of Object.entries(rateLimits) as [RateLimitName, RateLimit][]) {
    const first = listed.find(
      ({ endpoint }) => endpoint.limit === name || (name === 'general' && isGeneral(endpoint)),
    )
    if (name === 'shareImages') await drawing(round)
    else if (name === 'accountRestores') await restoring(round)
    else if (name === 'api' || name === 'apiKey') await ofPrograms(round, name)
    else if (first !== undefined) await holds(round, name, limit, first)
    else await holdsInHandler(round, name, limit)
  }
  await passwords(round)
  await lockouts(round)
  await travellingSessions(round)
  await forwarded(round)
  await sharedBySecondAddress(round)
  await networks(round)
}

/** A call that counts whole: what the visitor cache answers counts a tenth. */
const isGeneral = ({ method, path }: Listed['endpoint']) => method === 'GET' && path === '/api/user'

const isRefused = ({ status, headers }: HttpResponse) =>
  status === 429 && /^[1-9]\d*$/.test(String(headers['retry-after']))

/** `points` requests pass the limit, and one of the few after them is a 429 that says when to come back. */
async function holds(
  round: Round,
  name: RateLimitName,
  limit: RateLimit,
  { endpoint, path }: Listed,
): Promise<void> {
  const { target, tally, seed } = round
  await tally.check(`the limit ${name} of ${limit.points} in ${limit.seconds} s`, async () => {
    const person = endpoint.access === 'public' ? undefined : await target.join('Owner')
    const authorization = await target.gameServerKey()
    const from = `127.40.0.${1 + Object.keys(rateLimits).indexOf(name)}`
    const isIngest = limit.per === 'key'
    const samples = samplesFor(endpoint, seed)
    const send = (n: number) =>
      target.ask(`${path.replace(/:[A-Za-z]+/g, '1')}${name === 'search' ? '?username=abc' : ''}`, {
        method: endpoint.method,
        from,
        cookie: person?.cookie,
        headers: { authorization },
        // Only what succeeds counts for some limits, and what is wrong for the others: it is quicker.
        body: isIngest
          ? { events: hundredHeartbeats() }
          : limit.successesOnly
            ? samples[n % samples.length]
            : endpoint.method === 'GET'
              ? undefined
              : {},
      })
    const max = isIngest ? limit.points / 100 : limit.points
    const most = max * 2 + 2
    const responses: HttpResponse[] = []
    // All at once where the limit is one of a second: a busy machine answers fewer one after the other.
    if (limit.seconds === 1)
      responses.push(...(await Promise.all(Array.from({ length: most }, (_, n) => send(n)))))
    else
      while (responses.length < most && !responses.some(({ status }) => status === 429))
        responses.push(await send(responses.length))
    const last = responses.find(({ status }) => status === 429)
    if (last === undefined || !isRefused(last))
      return `no 429 with Retry-After in ${responses.length} tries: ${(last ?? responses.at(-1))?.status}`
    const passed = responses.filter(({ status }) => status !== 429).length
    const early = passed < max ? `only ${passed} of ${max} passed` : undefined
    return firstOf(early, wrongWith(path, last))
  })
}

/** Stable calls of a program, without an API key and with one. */
async function ofPrograms({ target, tally }: Round, name: 'api' | 'apiKey'): Promise<void> {
  const { points, seconds } = rateLimits[name]
  await tally.check(`the limit ${name} of ${points} in ${seconds} s`, async () => {
    const { cookie } = await target.join()
    const made = await target.ask('/api/keys', { method: 'POST', body: { name: 'Bot' }, cookie })
    const headers = name === 'api' ? {} : { authorization: `Bearer ${made.json.secret}` }
    for (let n = 0; n < points; n += 1) {
      const { status } = await target.ask('/api/seasons', { from: '127.44.0.1', headers })
      if (status !== 200) return `the ${n + 1}th answered ${status}`
    }
    const last = await target.ask('/api/seasons', { from: '127.44.0.1', headers })
    return isRefused(last) ? undefined : `the last answered ${last.status}`
  })
}

/** Limits that no endpoint names, because their count belongs to what the body says. */
const inHandlers: Partial<Record<RateLimitName, { readonly path: string; readonly body: object }>> = {
  appealCodes: {
    path: '/api/appeals',
    body: { code: 'WRONG222', text: 'Somebody guesses the code of a ban screen, one after the other.' },
  },
  recoveryMails: { path: '/api/recovery', body: { name: 'Somebody Asked For' } },
  recoveryCodes: {
    path: '/api/recovery/by-code',
    body: { username: 'Somebody Asked For', code: 'ABCD2345', newPassword: password },
  },
}

/** One address that asks for the share image of one player after the other, to keep the processor busy with drawing. */
async function drawing({ target, tally }: Round): Promise<void> {
  const { points, seconds } = rateLimits.shareImages
  const more = 20
  const players = await target.rows<{ id: number }>(
    "INSERT INTO users (gamertag) SELECT 'Drawn ' || n FROM generate_series(1, $1::int) AS n RETURNING id",
    [points + more],
  )
  const ask = (at: number, from: string) => target.ask(`/share/player/${players[at]?.id}.png`, { from })
  await tally.check(
    `the limit shareImages of ${points} in ${seconds} s, whosever image is asked for`,
    async () => {
      const responses = [await ask(0, '127.49.0.1')]
      // However long a slow machine draws, the minute is not over before all have asked.
      await target.rows(
        "UPDATE rate_limits SET expires_at = now() + interval '1 hour' WHERE key LIKE 'shareImages:%'",
      )
      // Ten at once, as somebody would who wants all of the processor.
      for (let at = 1; at < players.length; at += 10)
        responses.push(
          ...(await Promise.all(players.slice(at, at + 10).map((_, n) => ask(at + n, '127.49.0.1')))),
        )
      // Those that a slow machine lets wait for too long are sent away, before or after they count.
      const busy = responses.filter(({ status }) => status === 503)
      const drawn = responses.filter(({ status }) => status === 200).length
      const refused = responses.filter(isRefused).length
      const isExact = drawn <= points && drawn + busy.length >= points
      return firstOf(
        unless(responses[0]?.status, 200, 'the status of the first'),
        isExact ? undefined : `${drawn} images were drawn, and ${busy.length} not in time`,
        unless(drawn + busy.length + refused, points + more, 'the number of good answers'),
        ...busy.map((response) => wrongWith('/share/player', response)),
      )
    },
  )
  await tally.check(
    'an address that has drawn enough still sees what is drawn, and others have theirs',
    async () =>
      firstOf(
        unless((await ask(0, '127.49.0.1')).status, 200, 'the status of an image that is kept'),
        unless((await ask(points + more - 1, '127.49.0.2')).status, 200, 'the status for another address'),
        unless(
          (await ask(points + more - 1, '127.49.0.1')).status,
          200,
          'the status once another has drawn it',
        ),
      ),
  )
}

/** A member who deletes their account and restores it, over and over, from one address after the other. */
async function restoring({ target, tally }: Round): Promise<void> {
  const { points, seconds } = rateLimits.accountRestores
  const { name, cookie } = await target.join()
  await tally.check(`the limit accountRestores of ${points} in ${seconds} s`, async () => {
    let session = cookie
    const statuses: number[] = []
    for (let n = 0; n <= points; n += 1) {
      const from = `127.45.0.${n + 1}`
      const call = (path: string, body: object) =>
        target.ask(path, { method: 'POST', body, from, cookie: session })
      statuses.push((await call('/api/account/delete', { password })).status)
      const restored = await call('/api/account/restore', { username: name, password })
      statuses.push(restored.status)
      session = cookieOf(restored)
    }
    const expected = Array.from({ length: points }, () => [204, 200]).flat()
    return unless(`${statuses}`, `${[...expected, 204, 429]}`, 'the answers')
  })
}

/** Every spelling of the name counts as one, and so do all addresses where the limit is not theirs. */
async function holdsInHandler(
  { target, tally }: Round,
  name: RateLimitName,
  limit: RateLimit,
): Promise<void> {
  const { points, per } = limit
  await tally.check(`the limit ${name} of ${points} in ${limit.seconds} s`, async () => {
    const call = inHandlers[name]
    if (call === undefined) return 'no endpoint names it, and the suite does not know where it counts'
    const statuses: number[] = []
    for (let n = 0; n <= points; n += 1) {
      const text = JSON.stringify(call.body)
      const body = n % 2 ? text.replace('Somebody Asked For', 'SOMEBODY ASKED FOR') : text
      const from = per === 'member' ? `127.45.0.${n + 1}` : '127.45.1.1'
      const response = await target.ask(call.path, { method: 'POST', body, from })
      if (n === points)
        return isRefused(response) ? undefined : `the last answered ${response.status}: ${statuses}`
      if (response.status === 429) return `already the ${n + 1}th was refused`
      statuses.push(response.status)
    }
    return undefined
  })
}

const hundredHeartbeats = () =>
  Array.from({ length: 100 }, () => ({
    id: randomUUID(),
    type: 'heartbeat',
    at: new Date().toISOString(),
    data: { playerCount: 1 },
  }))

async function passwords({ target, tally }: Round): Promise<void> {
  const victim = await target.join('Member', 'Guessed One')
  const tries = guessLimits.password.points
  const signIn = (username: string, tried: string, from: string, headers: Record<string, string> = {}) =>
    target.ask('/api/login', { method: 'POST', body: { username, password: tried }, from, headers })
  const spellings = ['guessed one', 'GUESSED ONE', 'Guessed One', 'gUESSED oNE', 'guesseD One', 'GuEsSeD OnE']

  await tally.check('another spelling of the name is the same account', async () => {
    const statuses: number[] = []
    for (let n = 0; n < tries; n += 1)
      statuses.push((await signIn(spellings[n % 6] ?? '', `wrong ${n}`, '127.41.0.1')).status)
    const right = await signIn(victim.name, password, '127.41.0.1')
    return firstOf(
      statuses.every((status) => status === 401) ? undefined : `tries answered ${statuses}`,
      isRefused(right) ? undefined : `the ${tries + 1}th answered ${right.status}`,
    )
  })
  await tally.check('tries at once are counted one by one', async () => {
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, n) => signIn(victim.name, `wrong ${n}`, '127.41.0.2')),
    )
    const looked = all.filter(({ status }) => status === 401).length
    return looked > tries ? `${looked} passwords were looked at` : undefined
  })
  await tally.check('a forwarded address of nobody is no new address', async () => {
    const statuses: number[] = []
    for (let n = 0; n <= tries; n += 1) {
      const claim = `203.0.113.${n + 1}`
      const headers = {
        'x-forwarded-for': claim,
        forwarded: `for=${claim}`,
        'x-real-ip': claim,
        'cf-connecting-ip': claim,
        'true-client-ip': claim,
      }
      statuses.push((await signIn(victim.name, 'wrong one', '127.41.0.3', headers)).status)
    }
    return unless(statuses.at(-1), 429, 'the last status')
  })
  await tally.check('an account under attack from many addresses is open to its own', async () => {
    const own = await target.rows<{ network: string }>(
      'SELECT network::text FROM known_networks WHERE user_id = $1',
      [victim.id],
    )
    const statuses: number[] = []
    for (let n = 1; n <= 12; n += 1) {
      for (let again = 0; again < 4; again += 1)
        statuses.push((await signIn(victim.name, 'wrong one', `127.42.0.${n}`)).status)
    }
    const looked = statuses.filter((status) => status === 401).length
    const home = await signIn(victim.name, password, String(own[0]?.network).split('/')[0] ?? '127.0.0.1')
    return firstOf(
      looked > guessLimits.strangerPassword.points
        ? `${looked} guesses of strangers were looked at`
        : undefined,
      unless(home.status, 200, 'the status at home'),
    )
  })
}

/** A typed name that reads like the counter of somebody else at their own address. */
async function lockouts({ target, tally }: Round): Promise<void> {
  const home = '127.46.0.1'
  const victim = await target.join('Member', 'Locked Out')
  const names = [victim.name.toLowerCase(), `#${victim.id}`, `member=${victim.id}`]
  for (const tail of [`|${home}`, `|network=${home}`]) {
    await tally.check(`a name that ends in ${tail} locks nobody out`, async () => {
      for (const name of names) {
        for (let n = 0; n < 6; n += 1)
          await target.ask('/api/login', {
            method: 'POST',
            body: { username: name + tail, password: 'wrong one' },
            from: '127.46.1.1',
          })
      }
      const body = { username: victim.name, password }
      const { status } = await target.ask('/api/login', { method: 'POST', body, from: home })
      return unless(status, 200, 'the status at home')
    })
  }
}

/** A stolen session that changes its address for every few guesses. */
async function travellingSessions({ target, tally }: Round): Promise<void> {
  for (const path of ['/api/second-factor/removal', '/api/second-factor/recovery-codes']) {
    await tally.check(`codes at ${path} are few from all addresses together`, async () => {
      const { cookie } = await target.join()
      const ask = (url: string, body: object, from = '127.47.0.1') =>
        target.ask(url, { method: 'POST', body, cookie, from })
      const begun = await ask('/api/second-factor/setup', { password })
      const code = new TOTP({ secret: begun.json.secret }).generate()
      await ask('/api/second-factor', { code })
      const statuses: number[] = []
      for (let n = 0; n < 16; n += 1)
        // The code of the set-up is used up: it is never right again.
        statuses.push((await ask(path, { password, code }, `127.47.1.${1 + (n >> 2)}`)).status)
      const max = guessLimits.sessionCode.points
      return firstOf(
        unless(statuses.filter((status) => status === 400).length, max, 'the number of codes looked at'),
        unless(statuses.filter((status) => status === 429).length, 16 - max, 'the number of refusals'),
      )
    })
  }
  await tally.check('passwords typed again are few from all addresses together', async () => {
    const { cookie } = await target.join()
    const max = guessLimits.sessionPassword.points
    const statuses: number[] = []
    for (let n = 0; n < max + 4; n += 1) {
      const from = `127.48.0.${1 + (n >> 2)}`
      const body = { password: 'wrong one' }
      const response = await target.ask('/api/account/delete', { method: 'POST', body, cookie, from })
      statuses.push(response.status)
    }
    return unless(
      statuses.filter((status) => status === 400).length,
      max,
      'the number of passwords looked at',
    )
  })
}

/** Registers until refused, at most seven times; returns how many got through. */
async function registrations(
  target: Target,
  from: string,
  headersOf: (n: number) => Record<string, string>,
): Promise<number> {
  for (let n = 0; n < 7; n += 1) {
    const body = { username: `Somebody ${randomUUID().slice(0, 8)}`, password }
    const { status } = await target.ask('/api/register', {
      method: 'POST',
      body,
      from,
      headers: headersOf(n),
    })
    if (status === 429) return n
    if (status !== 201) throw new Error(`registering answered ${status}`)
  }
  return 7
}

/** Five registrations an hour are an easy measure of who counts as one address. */
async function forwarded({ target, tally }: Round): Promise<void> {
  const cases: readonly (readonly [string, string, (n: number) => Record<string, string>, number])[] = [
    ['X-Forwarded-For of a stranger', '127.43.0.1', (n) => ({ 'x-forwarded-for': `203.0.113.${n}` }), 5],
    ['Forwarded of a stranger', '127.43.0.2', (n) => ({ forwarded: `for=203.0.113.${n}` }), 5],
    [
      'X-Real-IP and its kin of a stranger',
      '127.43.0.3',
      (n) => ({
        'x-real-ip': `203.0.113.${n}`,
        'x-client-ip': `203.0.113.${n}`,
        'cf-connecting-ip': `203.0.113.${n}`,
      }),
      5,
    ],
    [
      'X-Forwarded-For of the proxy, seven addresses',
      '127.9.0.1',
      (n) => ({ 'x-forwarded-for': `198.51.100.${n + 1}` }),
      7,
    ],
    [
      'what a visitor wrote before the proxy did',
      '127.9.0.1',
      (n) => ({ 'x-forwarded-for': `203.0.113.${n}, 198.51.100.50` }),
      5,
    ],
    [
      'an IPv4 address in two spellings',
      '127.9.0.1',
      (n) => ({ 'x-forwarded-for': n % 2 ? '198.51.100.60' : '::ffff:198.51.100.60' }),
      5,
    ],
    [
      'a port behind the address',
      '127.9.0.1',
      (n) => ({ 'x-forwarded-for': `198.51.100.70:${1_000 + n}` }),
      5,
    ],
    ['one IPv6 /64', '127.9.0.1', (n) => ({ 'x-forwarded-for': `2001:db8:1:2::${n + 1}` }), 5],
    [
      'one IPv6 /64, from end to end',
      '127.9.0.1',
      (n) => ({ 'x-forwarded-for': `2001:db8:1:3:${n}fff:ffff:ffff:ffff` }),
      5,
    ],
    ['seven IPv6 /64', '127.9.0.1', (n) => ({ 'x-forwarded-for': `2001:db8:2:${n + 1}::1` }), 7],
    ['what is no address', '127.9.0.7', (n) => ({ 'x-forwarded-for': `nobody-${n}` }), 5],
  ]
  for (const [what, from, headers, expected] of cases) {
    await tally.check(`registrations: ${what}`, async () =>
      unless(await registrations(target, from, headers), expected, 'the number that got through'),
    )
  }
}

/** Both addresses of an operation draw on one limit. */
async function sharedBySecondAddress({ target, tally }: Round): Promise<void> {
  for (const { endpoint, path } of listed.filter((one) => one.path === one.endpoint.aliasPath)) {
    const { points } = rateLimits[endpoint.limit ?? 'general']
    await tally.check(`${path} draws on the limit of ${endpoint.path}`, async () => {
      const { cookie } = await target.join()
      const send = (address: string) => target.ask(address, { method: endpoint.method, cookie, body: {} })
      for (let n = 0; n < points; n += 1) await send(n % 2 ? path : endpoint.path)
      return firstOf(
        isRefused(await send(path)) ? undefined : 'the second address still takes more',
        isRefused(await send(endpoint.path)) ? undefined : 'the first address still takes more',
      )
    })
  }
}

/** What loopback cannot show: how addresses are put together into networks. */
async function networks({ tally }: Round): Promise<void> {
  const same: readonly (readonly [string, string])[] = [
    ['2001:db8::1', '2001:db8:0:0:ffff:ffff:ffff:ffff'],
    ['2001:DB8:0:0::1', '2001:db8::2'],
    ['2001:0db8:0000:0000:0001::', '2001:db8::9'],
    ['::1', '::2'],
    ['fe80::1%eth0', 'fe80::2%lo'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
  ]
  const other: readonly (readonly [string, string])[] = [
    ['2001:db8:0:1::1', '2001:db8:0:2::1'],
    ['192.0.2.1', '192.0.2.2'],
    ['2001:db8::1', '2001:db9::1'],
  ]
  for (const [one, two] of same)
    await tally.check(`${one} and ${two} are one`, () =>
      unless(networkOf(one), networkOf(two), 'the network'),
    )
  for (const [one, two] of other) {
    await tally.check(`${one} and ${two} are two`, () =>
      networkOf(one) === networkOf(two) ? 'they count as one' : undefined,
    )
  }
}
