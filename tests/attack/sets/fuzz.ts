import fc from 'fast-check'
import { WebSocket } from 'ws'
import routes from '../../../src/web/routes.ts'
import { type Listed, listed } from '../support/endpoint-list.ts'
import { encoded, hostileAddress, hostileBody, hostileHeaders, monsters } from '../support/hostile.ts'
import { caseCount, inParallel, type Round } from '../support/round.ts'
import { wrongWith } from '../support/rules.ts'
import { samplesFor } from '../support/samples.ts'
import { firstOf, unless } from '../support/tally.ts'
import type { Person, Target } from '../support/target.ts'

interface Role {
  readonly name: string
  person?: Person
  readonly headers: Record<string, string>
}

const ranks = { member: 'Member', staff: 'Moderator', admin: 'Owner' } as const

/** Visitor, member, staff, admin and game server send everything that fast-check comes up with to every endpoint. */
export async function fuzz(round: Round): Promise<void> {
  const { target, tally } = round
  const roles: Role[] = [
    { name: 'visitor', headers: {} },
    { name: 'member', headers: {} },
    { name: 'staff', headers: {} },
    { name: 'admin', headers: {} },
    { name: 'game server', headers: { authorization: await target.gameServerKey() } },
  ]
  await furnish(target)
  let withSamples = 0
  for (const one of listed) {
    await keepSignedIn(target, roles)
    if (samplesFor(one.endpoint, round.seed).length > 0) withSamples += 1
    await Promise.all(roles.map((role) => fuzzEndpoint(round, one, role)))
    if (one.endpoint.body !== undefined) await sendMonsters(round, one, roles)
    await tally.check(`${one.name}: the site afterwards`, () => target.health())
  }
  tally.figures.addresses = listed.length
  tally.figures['bodies made out of a schema'] =
    `${withSamples} of ${listed.filter((one) => one.endpoint.body).length}`
  await fuzzPages(round, roles)
  await fuzzSockets(round)
}

/** Things with small ids, so that a guessed one meets something. */
async function furnish(target: Target): Promise<void> {
  const { cookie } = await target.join()
  const say = (path: string, body: object) => target.ask(path, { method: 'POST', body, cookie })
  for (let n = 1; n <= 5; n += 1) await say('/api/posts', { content: `Something to like, ${n}` })
  await say('/api/posts/1/reactions', { type: 'like' })
}

/** Signing out and being demoted are among the things that a fuzzer does to itself. */
async function keepSignedIn(target: Target, roles: Role[]): Promise<void> {
  for (const role of roles) {
    const rank = ranks[role.name as keyof typeof ranks]
    if (rank === undefined || (role.person !== undefined && (await target.isThere(role.person)))) continue
    role.person = await target.join(rank)
  }
}

async function fuzzEndpoint(round: Round, { endpoint, path, name }: Listed, role: Role): Promise<void> {
  const { target, tally, seed } = round
  const numRuns = caseCount(round, 5, 60)
  const hasBody = endpoint.method !== 'GET'
  const attack = fc.record({
    address: hostileAddress(endpoint, path),
    body: hasBody
      ? fc.option(hostileBody(samplesFor(endpoint, seed)), { nil: undefined, freq: 12 })
      : fc.constant(undefined),
    headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: hostileHeaders }),
  })
  const property = fc.asyncProperty(attack, async ({ address, body, headers }) => {
    const response = await target.ask(address, {
      method: endpoint.method,
      headers: { ...role.headers, ...headers },
      cookie: role.person?.cookie,
      body,
      isRandom: true,
    })
    const wrong = wrongWith(path, response)
    if (wrong !== undefined) throw new Error(wrong)
  })
  const result = await fc.check(property, { numRuns, seed })
  const why = result.failed
    ? `${String(result.errorInstance)}; sent ${shown(result.counterexample)}`
    : undefined
  tally.add(
    result.numRuns,
    why === undefined ? [] : [{ attack: `${name} as ${role.name}, seed ${seed}`, why }],
  )
}

const shown = (counterexample: unknown): string =>
  JSON.stringify(counterexample, (_key, value: unknown) => {
    const bytes = bytesIn(value)
    return bytes === undefined ? value : bytes.toString('latin1').slice(0, 500)
  }).slice(0, 1_200)

/** The bytes of what JSON made of a buffer; a hostile body may merely look like one. */
function bytesIn(value: unknown): Buffer | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!('type' in value) || value.type !== 'Buffer') return undefined
  if (!('data' in value) || !Array.isArray(value.data)) return undefined
  const data: readonly unknown[] = value.data
  return data.every((byte) => typeof byte === 'number') ? Buffer.from(data) : undefined
}

async function sendMonsters(
  { target, tally, isLong }: Round,
  { endpoint, path, name }: Listed,
  roles: readonly Role[],
) {
  const inside = roles.find((role) =>
    endpoint.access === 'game-server' ? role.name === 'game server' : role.name === 'admin',
  )
  // One of three in the short form, another one at each endpoint.
  const chosen = monsters.filter((_, index) => isLong || index % 4 === name.length % 4)
  for (const [what, body] of chosen) {
    await tally.check(`${name} with ${what}`, async () => {
      const response = await target.ask(path.replace(/:[A-Za-z]+/g, '1'), {
        method: endpoint.method,
        headers: inside?.headers ?? {},
        cookie: inside?.person?.cookie,
        body,
        isRandom: true,
      })
      return wrongWith(path, response)
    })
  }
}

interface RouteLike {
  readonly path?: string
  readonly children?: readonly RouteLike[]
}

const pathsOf = (all: readonly RouteLike[]): string[] =>
  all.flatMap((route) => [
    ...(route.path === undefined ? [] : [`/${route.path}`]),
    ...pathsOf(route.children ?? []),
  ])

/** Addresses that pages, images and lists answer. */
export const pagePaths: readonly string[] = ['/', ...pathsOf(routes).filter((path) => !path.includes('*'))]

const otherPaths = [
  '/sitemap.xml',
  '/sitemap-pages.xml',
  '/robots.txt',
  '/manifest.webmanifest',
  '/share.png',
  '/share/leaderboard.png',
  '/share/player/1.png',
  '/media/x.webp',
  '/api',
  '/api/',
  '/api/docs',
  '/api/openapi.json',
  '/api/nothing',
  '/assets/nothing.js',
  '/metrics',
  '/health/ready',
  '/ws',
  '/.env',
  '/.git/config',
  '/package.json',
  '/build/app/main.js',
]

const strange = fc.oneof(
  fc.constantFrom(
    '',
    '%00',
    '%0a1',
    'x%E2%80%A8',
    '%',
    '%zz',
    '..',
    '%2e%2e/%2e%2e/etc/passwd',
    '..%5c..',
    '%ED%A0%80',
    '%F0%9F%98%80',
    '0',
    '-1',
    '2147483648',
    '9223372036854775808',
    'a'.repeat(300),
    'a'.repeat(6_000),
    '//',
    ';a',
    '%0d%0aset-cookie:a=b',
    '__proto__',
    '.data',
    '?_data=x',
    '?_routes=root',
    '.data?_routes=__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }).map(encoded),
)

/** Pages and files under hostile addresses. */
async function fuzzPages(round: Round, roles: readonly Role[]): Promise<void> {
  const { target, tally, seed } = round
  const address = fc
    .tuple(
      fc.constantFrom(...pagePaths, ...otherPaths),
      strange,
      fc.option(strange, { nil: undefined }),
      fc.constantFrom(...roles),
    )
    .map(([path, part, query, role]) => ({
      role,
      path: `${path.replace(/:\w+\??/g, part) || '/'}${path.includes(':') ? '' : part.startsWith('?') ? part : ''}${query === undefined ? '' : `?${query}=${query}`}`,
    }))
  const cases = [
    ...[...pagePaths, ...otherPaths].flatMap((path) =>
      ['1', '2147483648', 'x%00'].map((part) => ({ path: path.replace(/:\w+\??/g, part), role: roles[0]! })),
    ),
    ...fc.sample(address, { seed, numRuns: caseCount(round, 60, 3_000) }),
  ]
  await inParallel(cases, 6, ({ path, role }) =>
    tally.check(`GET ${path} as ${role.name}`, async () => {
      const response = await target.ask(path, {
        cookie: role.person?.cookie,
        headers: { accept: '*/*' },
        isRandom: true,
      })
      return wrongWith(path.split('?')[0] ?? path, response)
    }),
  )
  for (const path of ['/%0a1', '/x%E2%80%A8', '/%0d%0a.data', '/a%0a/b', '/admin%e2%80%a9']) {
    await tally.check(`GET ${path} is an unknown page and no failure`, async () => {
      const logged = target.site.output().length
      const { status } = await target.ask(path, { headers: { accept: 'text/html' } })
      const isLogged = target.site.output().slice(logged).includes('"level":"error"')
      return firstOf(unless(status, 404, 'the status'), isLogged ? 'an error was logged' : undefined)
    })
  }
  await tally.check('pages: the site afterwards', () => target.health())
}

/** Frames of every kind, nine to a socket because the tenth bad one ends it. */
async function fuzzSockets(round: Round): Promise<void> {
  const { target, tally, seed } = round
  const key = fc.constantFrom('type', 'channel', 'gameType', '__proto__', 'constructor')
  const word = fc.oneof(
    fc.constantFrom(
      'subscribe',
      'unsubscribe',
      'server_status',
      'staff',
      'modes',
      'stats:overall',
      'overall',
      'sumo',
      '__proto__',
      'constructor',
      'toString',
      '',
    ),
    fc.string({ unit: 'binary', maxLength: 30 }),
  )
  const record = fc
    .array(fc.tuple(key, fc.oneof(word, fc.jsonValue({ maxDepth: 2 }))), { maxLength: 4 })
    .map(
      (pairs) =>
        `{${pairs.map(([name, any]) => `${JSON.stringify(name)}:${JSON.stringify(any)}`).join(',')}}`,
    )
  const frame = fc.oneof<fc.Arbitrary<string | Buffer>[]>(
    record,
    record,
    fc.string({ maxLength: 80 }),
    fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
  )
  const conversations = fc.sample(fc.array(frame, { minLength: 1, maxLength: 9 }), {
    seed,
    numRuns: caseCount(round, 60, 3_000),
  })
  await inParallel(conversations, 8, (frames) =>
    tally.check(`frames ${JSON.stringify(frames.map(String)).slice(0, 200)}`, () => converse(target, frames)),
  )
  await tally.check('sockets: the site afterwards', () => target.health())
}

/** After whatever was said, the socket still answers a proper subscription, and with nothing but known messages. */
function converse(target: Target, frames: readonly (string | Buffer)[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${target.url.replace('http', 'ws')}/ws`)
    const end = (complaint: string | undefined) => {
      clearTimeout(late)
      socket.terminate()
      resolve(complaint)
    }
    const late = setTimeout(() => end('no status within 10 s after a proper subscription'), 10_000)
    socket.on('error', (error) => end(`the socket failed: ${error.message}`))
    socket.on('close', (code) => end(`closed with ${code}`))
    socket.on('open', () => {
      for (const frame of frames) socket.send(frame)
      socket.send(JSON.stringify({ type: 'subscribe', channel: 'server_status' }))
      socket.ping()
    })
    let statuses = 0
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString()) as { type: string; message?: string }
      if (message.type === 'server_status_update') statuses += 1
      else if (message.type !== 'error') return end(`an unexpected ${data.toString().slice(0, 200)}`)
    })
    // The server answers pings in order, after everything that was said before.
    socket.on('pong', () =>
      setTimeout(() => end(statuses > 0 ? undefined : 'no status after a proper subscription'), 20),
    )
  })
}
