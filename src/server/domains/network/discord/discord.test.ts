import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../../config.ts'
import { discordGateway } from '../../../gateways/discord.ts'
import { rootDir } from '../../../store.ts'
import { type TestApp, type TestAppOptions, testApp } from '../../../testing/test-app.ts'
import { discordCache } from './member-count.ts'

type Play = (response: ServerResponse, request: IncomingMessage) => void

let discord: Server
let play: Play
let requests: string[]

beforeEach(async () => {
  requests = []
  discord = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    play(response, request)
  }).listen(0, '127.0.0.1')
  await once(discord, 'listening')
})
afterEach(() => {
  discord.closeAllConnections()
  discord.close()
})

const apiUrl = () => `http://127.0.0.1:${(discord.address() as AddressInfo).port}/api/v10`

/** The real gateway and its cache, with a clock that the test sets. */
function rememberedDiscord(discordInvite: string | undefined = 'isles-42') {
  const clock = { seconds: 0 }
  const ask = discordGateway({ discordInvite, discordApiUrl: apiUrl() })
  const info = discordCache({
    ask,
    log: { warn: () => undefined },
    membersBefore: () => 12_000,
    now: () => clock.seconds * 1_000,
  })
  return { info, clock }
}

const invite = (over: Record<string, unknown> = {}) => ({
  code: 'isles-42',
  guild: { id: '1', name: 'Ember Isles' },
  approximate_member_count: 4_321,
  approximate_presence_count: 87,
  ...over,
})

const responses =
  (body: unknown, status = 200): Play =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

const unknown = { memberCount: 12_000, onlineCount: null, name: null }
const known = { memberCount: 4_321, onlineCount: 87, name: 'Ember Isles' }

/** Sends a little data at a time for longer than the timeout. */
const drip: Play = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write('[['), 20)
  response.once('close', () => clearInterval(timer))
}

/** Runs Node's garbage collector. */
function collectGarbage() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** Sends endless data. */
const endless: Play = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(16 * 1_024)));
  }
  response.on('drain', more)
  more()
}

const failures: [string, Play][] = [
  ['a 500', responses({ message: 'broken' }, 500)],
  ['a 404, the invite being gone', responses({ message: 'Unknown Invite', code: 10006 }, 404)],
  ['a 429', (response) => void response.writeHead(429, { 'retry-after': '3600' }).end('{}')],
  ['an empty answer', responses('')],
  ['a page of HTML', responses('<!doctype html><title>Sorry</title>')],
  ['JSON of another kind', responses([1, 2, 3])],
  ['a number that is none', responses('{"approximate_member_count":1e999}')],
  ['a huge invite', responses(invite({ padding: 'x'.repeat(5_000_000) }))],
  ['an endless body', endless],
  ['a connection that breaks', (response) => void response.destroy()],
  [
    'a redirect',
    (response, { url }) =>
      url === '/elsewhere'
        ? responses(invite({ approximate_member_count: 1 }))(response, {} as IncomingMessage)
        : void response.writeHead(302, { location: '/elsewhere' }).end(),
  ],
]

const oddParts: [string, Record<string, unknown>, object][] = [
  ['no guild', { guild: null }, { name: null }],
  ['a guild that is a list', { guild: [] }, { name: null }],
  ['a name over 200 characters', { guild: { name: 'x'.repeat(201) } }, { name: null }],
  ['a name that is a number', { guild: { name: 5 } }, { name: null }],
  ['no member count', { approximate_member_count: undefined }, { memberCount: 12_000 }],
  ['a negative member count', { approximate_member_count: -1 }, { memberCount: 12_000 }],
  ['half a member', { approximate_member_count: 0.5 }, { memberCount: 12_000 }],
  ['a count in words', { approximate_member_count: 'many' }, { memberCount: 12_000 }],
  ['no online count', { approximate_presence_count: undefined }, { onlineCount: null }],
  ['a negative online count', { approximate_presence_count: -87 }, { onlineCount: null }],
]

test.each(oddParts)('[inputs.03] %s: that part alone is the last known', async (_what, over, before) => {
  const { info, clock } = rememberedDiscord()
  play = responses(invite(over))
  expect(await info()).toEqual({ ...known, ...before })
  clock.seconds = 60
  play = responses(invite())
  expect(await info()).toEqual(known)
  clock.seconds = 120
  play = responses(invite({ approximate_member_count: 5_000, ...over }))
  expect(await info()).toEqual({ ...known, ...('memberCount' in before ? {} : { memberCount: 5_000 }) })
})

describe('when Discord fails', () => {
  test.each(failures)(
    '[discord.04] %s: the last known, and before anything was known the number in content',
    async (_, fail) => {
      const { info, clock } = rememberedDiscord()
      play = fail
      expect(await info()).toEqual(unknown)
      expect(requests).toHaveLength(1)

      clock.seconds = 60
      play = responses(invite())
      expect(await info()).toEqual(known)

      clock.seconds = 120
      play = fail
      expect(await info()).toEqual(known)
      expect(requests).toEqual(Array(3).fill('GET /api/v10/invites/isles-42?with_counts=true'))
    },
  )

  test.each<[string, Play]>([
    ['says nothing', () => undefined],
    [
      'begins an answer and falls silent',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"guild":'),
    ],
  ])('[discord.04] A Discord that %s is waited for 2 s at most, by everybody together', async (_, silent) => {
    const { info } = rememberedDiscord()
    play = silent
    const began = Date.now()
    expect(await Promise.all(Array.from({ length: 50 }, info))).toEqual(Array(50).fill(unknown))
    const waited = Date.now() - began
    expect(waited).toBeGreaterThan(1_900)
    // The next caller asks nobody.
    expect(await info()).toEqual(unknown)
    expect(requests).toHaveLength(1)
  })

  test('[discord.04] nobody answers at that address: the number in content', async () => {
    const { info } = rememberedDiscord()
    discord.close()
    expect(await info()).toEqual(unknown)
  })

  test('[discord.04] a failure is not asked about again before 60 s are over', async () => {
    const { info, clock } = rememberedDiscord()
    play = responses('', 500)
    await info()
    play = responses(invite())
    clock.seconds = 59
    expect(await info()).toEqual(unknown)
    expect(requests).toHaveLength(1)
    clock.seconds = 60
    expect(await info()).toEqual(known)
  })
})

test('[discord.03] an empty server is 0 members, not 12,000', async () => {
  play = responses(invite({ approximate_member_count: 0, approximate_presence_count: 0 }))
  expect(await rememberedDiscord().info()).toEqual({ memberCount: 0, onlineCount: 0, name: 'Ember Isles' })
})

test('[discord.04] The server asks Discord at most once in 60 s', async () => {
  const { info, clock } = rememberedDiscord()
  let count = 100
  play = (response, request) => responses(invite({ approximate_member_count: count++ }))(response, request)
  const ask = async (times: number) => {
    const all = await Promise.all(Array.from({ length: times }, info))
    return new Set(all.map(({ memberCount }) => memberCount))
  }
  expect(await ask(50)).toEqual(new Set([100]))
  clock.seconds = 59
  expect(await ask(50)).toEqual(new Set([100]))
  expect(requests).toHaveLength(1)
  clock.seconds = 60
  expect(await ask(50)).toEqual(new Set([101]))
  expect(requests).toHaveLength(2)
})

test('[discord.04] The 60 s pass on the clock of the process', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    let questions = 0
    const ask = async () => {
      questions += 1
      return known
    }
    const info = discordCache({ ask, log: { warn: () => undefined }, membersBefore: () => null })
    await info()
    vi.advanceTimersByTime(59_999)
    await info()
    expect(questions).toBe(1)
    vi.advanceTimersByTime(1)
    await info()
    expect(questions).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

describe('GET /api/discord/info', () => {
  let site: TestApp
  afterEach(() => site.close())

  /** The site with Discord's address in its environment. */
  async function openSite(environment: NonNullable<TestAppOptions['environment']>) {
    const { discordInvite, discordApiUrl } = readConfig(environment, '/')
    site = await testApp({
      environment,
      gateways: { discord: discordGateway({ discordInvite, discordApiUrl }) },
    })
  }

  const info = async () => {
    const response = await site.browser().get('/api/discord/info')
    expect(response.status).toBe(200)
    return response.json
  }

  test('[discord.01] [discord.04] without an invite it answers no number and asks nobody', async () => {
    await openSite({ DISCORD_API_URL: apiUrl() })
    expect(await info()).toEqual({ ...unknown, memberCount: null })
    expect(requests).toEqual([])
  })

  test('[discord.04] on failure it answers the number in content, and null where content has none', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'content-'))
    await cp(join(rootDir, 'content'), dir, { recursive: true })
    const file = join(dir, 'links.yaml')
    const shipped = await readFile(file, 'utf8')
    play = responses('', 500)
    for (const [line, memberCount] of [
      ['discordMembers: 345', 345],
      ['discordMembers:', null],
      ['', null],
    ] as const) {
      await writeFile(file, shipped.replace(/^discordMembers:.*$/m, line))
      await openSite({ DISCORD_INVITE: 'isles-42', DISCORD_API_URL: apiUrl(), CONTENT_DIR: dir })
      expect(await info()).toEqual({ ...unknown, memberCount })
      await site.close()
    }
    await openSite({ DISCORD_API_URL: apiUrl() })
    await rm(dir, { recursive: true })
  })

  test('[discord.03] [discord.04] It answers {memberCount, onlineCount, name}, 50 requests at once with one question to Discord', async () => {
    await openSite({ DISCORD_INVITE: 'isles-42', DISCORD_API_URL: `${apiUrl()}/` })
    play = (response, request) => void setTimeout(() => responses(invite())(response, request), 50)
    expect(await Promise.all(Array.from({ length: 50 }, info))).toEqual(Array(50).fill(known))
    expect(requests).toEqual(['GET /api/v10/invites/isles-42?with_counts=true'])
  })

  test('[discord.04] no request waits longer for a silent Discord', async () => {
    await openSite({ DISCORD_INVITE: 'isles-42', DISCORD_API_URL: apiUrl() })
    play = () => undefined
    expect(await Promise.all(Array.from({ length: 20 }, info))).toEqual(Array(20).fill(unknown))
    expect(requests).toHaveLength(1)
  })
})

test('[discord.04] A Discord that drips is waited for 2 s at most, also when garbage is collected meanwhile', async () => {
  play = drip
  const { info } = rememberedDiscord()
  const collecting = setInterval(collectGarbage, 100)
  try {
    expect(await info()).toEqual(unknown)
  } finally {
    clearInterval(collecting)
  }
})
