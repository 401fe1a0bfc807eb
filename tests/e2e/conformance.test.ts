import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Pack } from '../../integrations/bedrock-pack/src/pack.ts'
import { nodeHttp, nodePort } from '../../integrations/bedrock-pack/test/node-port.ts'
import { adapterCases } from '../../integrations/conformance/adapter-cases.mjs'
import { FakeSite } from '../../integrations/conformance/fake-site.mjs'
import { runCases } from '../../integrations/conformance/runner.mjs'
import { endSite, rootDir, type Site, startSite } from './support/site.ts'

let site: Site
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
  keys = [await makeKey('Kit'), await makeKey('Other')]
})
afterAll(() => endSite(site))

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

test('the pack passes every case for adapters', async () => {
  const fake = await new FakeSite({ keys: ['the-key-of-the-kit'] }).start()
  const port = nodePort(nodeHttp(fake.url, 'the-key-of-the-kit'))
  port.players.come({ pfid: 'A1', gamertag: 'Ann' })
  const pack = new Pack(port)
  pack.start()
  const report = async () => {
    const now = Date.now()
    const players = [{ gamertag: 'Ann', result: 'win' as const }]
    pack.reportMatch({ gameType: 'sumo', startedAt: now - 1_000, endedAt: now, players })
  }
  const lines: string[] = []
  const failed = await runCases(adapterCases, { site: fake, report }, { print: (line) => lines.push(line) })
  pack.stop()
  await fake.stop()
  expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([])
  expect(failed).toBe(0)
})

test('a newcomer registers with the code of /link; rank and message arrive in game once, and /unlink undoes it', async () => {
  const port = nodePort(nodeHttp(site.url, keys[1] ?? ''))
  port.players.come({ pfid: 'L1NK', gamertag: 'Linked Lea' })
  const pack = new Pack(port)
  pack.start()
  const until = async (what: () => boolean) => {
    for (const end = Date.now() + 30_000; !what() && Date.now() < end; ) await pause(50)
    expect(what()).toBe(true)
  }
  const code = /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(pack.link('L1NK', 'Linked Lea'))?.[0]
  await until(() => pack.waiting === 0)
  const registered = await fetch(`${site.url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'lea', password: 'correct horse', linkCode: code }),
  })
  expect(registered.status).toBe(201)
  await until(() => port.players.ranks.length > 0 && port.players.told.length > 0)
  expect(port.players.ranks).toContain('L1NK: Member')
  expect(port.players.told).toEqual(['L1NK: You are now linked to your account on the website.'])
  // What the pack did not confirm would be delivered again, and a second message fails the next expectation.
  await pause(1_000)
  pack.unlink('L1NK')
  await until(() => port.players.told.length > 1)
  expect(port.players.told.slice(1)).toEqual(['L1NK: You are not linked to the website any more.'])
  // The pack takes one command of a player in 5 s; after that a repeated message would have come with the next poll.
  await pause(6_000)
  pack.unlink('L1NK')
  await until(() => port.players.told.length > 2)
  pack.stop()
  expect(port.players.told.slice(2)).toEqual(['L1NK: The website says: this player is not linked'])
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
  const port = nodePort(nodeHttp(site.url, keys[0] ?? ''))
  const [ann, ben] = [
    { pfid: 'D0A1', gamertag: 'Durable Ann' },
    { pfid: 'D0B2', gamertag: 'Durable Ben' },
  ]
  port.players.come(ann)
  port.players.come(ben)
  // Nine wins, a loss, and so on, a second apart.
  const begun = Date.now() - 3_600_000
  const begin = () => {
    const made = new Pack(port)
    made.start()
    return made
  }
  let pack = begin()
  const matches: string[] = []
  const report = () => {
    const n = matches.length
    const result = (wins: boolean) => (wins ? ('win' as const) : ('loss' as const))
    const reported = pack.reportMatch({
      gameType: 'sumo',
      startedAt: begun + n * 1_000,
      endedAt: begun + n * 1_000 + 500,
      players: [
        { ...ann, result: result(n % 10 !== 9), kills: 2, points: 5 },
        { ...ben, result: result(n % 10 === 9), points: 1 },
      ],
    })
    if (!reported.ok) throw new Error(reported.problem)
    matches.push(reported.matchId)
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
      pack.stop()
      pack = begin()
    }
    const back = startSite({ PORT: new URL(url).port }, dataDir)
    await reportFor(1_500)
    site = await back
    await reportFor(1_000)
  }
  for (const end = Date.now() + 90_000; pack.waiting > 0 && Date.now() < end; ) await pause(100)
  pack.stop()

  const lost = matches.length % 10
  const losses = (matches.length - lost) / 10
  expect(pack.waiting).toBe(0)
  expect(matches.length).toBeGreaterThan(200)
  expect(await figuresOf(matches[0] ?? '')).toMatchObject({
    wins: matches.length - losses,
    losses,
    kills: matches.length * 2,
    points: matches.length * 5,
    bestStreak: 9,
  })
  expect(port.lines.filter((line) => line.includes('rejected'))).toEqual([])
  const verified = await cli('ledger', 'verify')
  expect(verified).toMatchObject({ code: 0 })
})

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
