import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPacks } from '../../integrations/bedrock-pack/test/build.ts'
import { FakeServer } from '../../integrations/bedrock-pack/test/fake-server.mjs'
import { endSite, rootDir, type Site, startSite } from './support/site.ts'

let site: Site
let packs = ''
let keys: string[] = []

/** Runs a program to its end; what it said, and how it ended. */
function run(words: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, words, { cwd: rootDir, env: { ...process.env, ...environment } })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  )
}

const cli = (...words: string[]) => run(['scripts/cli.mjs', ...words], { DATA_DIR: site.dataDir })

async function makeKey(name: string): Promise<string> {
  const { code, output } = await cli('key', 'create', name)
  expect({ code, output }).toMatchObject({ code: 0 })
  return output.trim().split(/\s+/).at(-1) ?? ''
}

beforeAll(async () => {
  site = await startSite()
  packs = await buildPacks()
  keys = [await makeKey('Kit'), await makeKey('Other')]
})
afterAll(async () => {
  await endSite(site)
  await rm(packs, { recursive: true, force: true })
})

/** Starts a game server with the built pack, on a new world or on the given one. */
async function startGame(key = '', properties = new Map<string, string>()) {
  const game = new FakeServer({ url: site.url, key, properties })
  await game.start(join(packs, 'vulx-network'), packs)
  return game
}

const hasWaiting = ({ properties }: FakeServer) =>
  [...properties.keys()].some((name) => /^vulx:(event|draft):/.test(name))

const kit = (only = '') =>
  run(['integrations/conformance/run.mjs', '--url', site.url, ...(only === '' ? [] : ['--only', only])], {
    KIT_KEY: keys[0] ?? '',
    KIT_OTHER_KEY: keys[1] ?? '',
  })

test('the site passes every case of the conformance kit', async () => {
  const { code, output } = await kit()
  expect(output.split('\n').filter((line) => !line.startsWith('pass'))).toEqual([
    expect.stringMatching(/^\d\d passed, 0 failed$/),
    expect.stringMatching(/^\d+ matches voided$/),
    '',
  ])
  expect(code).toBe(0)
})

test('the kit fails, and says so, with a key that the site does not know', async () => {
  keys.push(...keys.splice(0, 2, 'not-a-key-of-this-site', 'nor-is-this-one-either'))
  const { code, output } = await kit('duplicate: the same event')
  keys.splice(0, 2)
  expect(code).toBe(1)
  expect(output).toMatch(/^FAIL duplicate: the same event again changes nothing: status 401/m)
})

test('a newcomer registers with the code of /link; rank and message arrive in game once, and /unlink undoes it', async () => {
  const game = await startGame(keys[1])
  const lea = await game.join('Linked Lea', 'L1NK')
  const until = async (what: () => boolean) => {
    for (const end = Date.now() + 30_000; !what() && Date.now() < end; ) await pause(50)
    expect(what()).toBe(true)
  }
  await game.type('vulx:link', lea)
  const code = () => /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(lea.texts.join())?.[0]
  await until(() => code() !== undefined)
  const registered = await fetch(`${site.url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'lea', password: 'correct horse', linkCode: code() }),
  })
  expect(registered.status).toBe(201)
  const start = lea.texts.length
  await until(() => lea.tags.size > 0 && lea.texts.length > start)
  expect([...lea.tags]).toEqual(['vulx-rank:Member'])
  expect(lea.texts.slice(start)).toEqual(['You are now linked to your account on the website.'])
  // The pack takes one command of a player in 5 s; until then a repeated message would have come with the next poll.
  await pause(6_000)
  await game.type('vulx:unlink', lea)
  await until(() => lea.texts.length > start + 2)
  expect(lea.texts.slice(start + 1)).toEqual([
    'The website will unlink you.',
    'You are not linked to the website any more.',
  ])
  await pause(6_000)
  await game.type('vulx:unlink', lea)
  await until(() => lea.texts.length > start + 4)
  game.stop()
  expect(lea.texts.slice(start + 4)).toEqual(['The website says: this player is not linked'])
})

interface Figures {
  readonly wins: number
  readonly losses: number
  readonly kills: number
  readonly points: number
  readonly bestStreak: number
}

async function figuresOf(matchId: string): Promise<Figures> {
  const response = await fetch(`${site.url}/api/matches/${matchId}`)
  const { players } = (await response.json()) as {
    players: { user: { id: number; username: string } }[]
  }
  const id = players.find(({ user }) => user.username === 'Durable Ann')?.user.id
  return (await (await fetch(`${site.url}/api/stats/${id}?gameType=sumo`)).json()) as Figures
}

test('the pack loses nothing and counts nothing twice while the site is killed and started again, twice', async () => {
  const world = new Map<string, string>()
  let game = await startGame(keys[0], world)
  const [ann, ben] = [
    { pfid: 'D0A1', gamertag: 'Durable Ann' },
    { pfid: 'D0B2', gamertag: 'Durable Ben' },
  ]
  // Nine wins, a loss, and so on, a second apart.
  const begun = Date.now() - 3_600_000
  const matches: string[] = []
  const lines: string[] = []
  const report = () => {
    const n = matches.length
    const result = (wins: boolean) => (wins ? ('win' as const) : ('loss' as const))
    const reported = game.send('vulx:match', {
      gameType: 'sumo',
      startedAt: begun + n * 1_000,
      endedAt: begun + n * 1_000 + 500,
      players: [
        { ...ann, result: result(n % 10 !== 9), kills: 2, points: 5 },
        { ...ben, result: result(n % 10 === 9), points: 1 },
      ],
    })
    if (!reported?.ok) throw new Error(reported?.problem)
    matches.push(reported.matchId ?? '')
  }
  const reportFor = async (ms: number) => {
    for (const end = Date.now() + ms; Date.now() < end; await pause(5)) report()
  }

  await reportFor(1_500)
  for (const half of [0, 1]) {
    const { url, dataDir } = site
    const killed = site.kill()
    await reportFor(1_000)
    await killed
    // The game server restarts too, while the site is away.
    if (half === 1) {
      game.stop()
      lines.push(...game.lines)
      game = await startGame(keys[0], world)
    }
    const back = startSite({ PORT: new URL(url).port }, dataDir)
    await reportFor(1_500)
    site = await back
    await reportFor(1_000)
  }
  for (const end = Date.now() + 90_000; hasWaiting(game) && Date.now() < end; ) await pause(100)
  game.stop()
  lines.push(...game.lines)

  const lost = matches.length % 10
  const losses = (matches.length - lost) / 10
  expect(hasWaiting(game)).toBe(false)
  expect(matches.length).toBeGreaterThan(200)
  expect(await figuresOf(matches[0] ?? '')).toMatchObject({
    wins: matches.length - losses,
    losses,
    kills: matches.length * 2,
    points: matches.length * 5,
    bestStreak: 9,
  })
  expect(lines.filter((line) => line.includes('rejected'))).toEqual([])
  const verified = await cli('ledger', 'verify')
  expect(verified).toMatchObject({ code: 0 })
})

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
