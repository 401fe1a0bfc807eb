import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterEach, expect, test } from 'vitest'
import { FakeSite } from '../../conformance/fake-site.mjs'
import { newId } from '../src/ids.ts'
import type { MatchReport } from '../src/match.ts'
import { structureLength } from '../src/wire.ts'
import { buildCore } from './build.ts'
import { type Conditions, Simulation } from './simulation.ts'

const minute = 60_000

/** A started server with Ann on it, after its first heartbeat. */
async function begun(conditions: Conditions = {}): Promise<Simulation> {
  const simulation = new Simulation(conditions)
  simulation.here.add('A1')
  simulation.start()
  await simulation.timeline.pass(1_000)
  return simulation
}

const duel = ({ timeline }: Simulation, more: Partial<MatchReport> = {}): MatchReport => ({
  gameType: 'boxing',
  startedAt: timeline.now - minute,
  players: [
    { pfid: 'A1', gamertag: 'Ann', result: 'win', kills: 3, points: 12 },
    { xuid: '2535', gamertag: 'Ben', result: 'loss', points: -9, input: 'touch', device: 'phone', hits: 40 },
  ],
  ...more,
})

const sentOf = ({ site }: Simulation, type: string) =>
  site.requests.flatMap(({ body }) => body?.events ?? []).filter((event) => event.type === type)

test('a match carries what is optional; an optional field that is wrong is left out, never the match', async () => {
  const simulation = await begun()
  const at = simulation.timeline.now - 1_000
  const kills = [
    { at, killer: 0, victim: 1, cause: 'sword' },
    { at, killer: 0, victim: 7 },
  ]
  const more = { map: 'Roof', rounds: 2.5, score: { red: 2, blue: 1 }, kills }
  expect(simulation.client.reportMatch(duel(simulation, more))).toMatchObject({ ok: true })
  await simulation.timeline.pass(1_000)
  const [match] = sentOf(simulation, 'match')
  expect(match?.data).toMatchObject({
    map: 'Roof',
    score: { red: 2, blue: 1 },
    kills: [{ at: new Date(at).toISOString(), killer: 0, victim: 1, cause: 'sword' }],
  })
  expect(match?.data).not.toHaveProperty('rounds')
  expect(simulation.site.ledger.matches.size).toBe(1)
})

test('what the site would reject is named before it is stored', async () => {
  const simulation = await begun()
  const [first] = duel(simulation).players
  const report = (more: object) => simulation.client.reportMatch(duel(simulation, more))
  expect(report({ players: [] })).toMatchObject({ problem: 'players must be a list of 1 to 64' })
  expect(report({ players: [first, first] })).toMatchObject({ problem: 'a player is in it twice' })
  expect(report({ players: [{ ...first, xuid: '1' }] })).toMatchObject({
    problem: 'players[0] needs exactly one of xuid and pfid',
  })
  expect(report({ gameType: 'No Debuff' })).toMatchObject({ problem: expect.stringContaining('gameType') })
  expect(simulation.client.waiting).toBe(0)
})

test('batches stay below 100 events, 256 KB and 50,000 structure characters', async () => {
  const simulation = await begun()
  simulation.isSiteUp = false
  const crowd = Array.from({ length: 64 }, (_, n) => ({
    pfid: `P${n}`,
    gamertag: '𝕏'.repeat(60) + n,
    result: 'draw' as const,
  }))
  const kills = Array.from({ length: 200 }, () => ({ at: simulation.timeline.now, killer: 0, victim: 1 }))
  for (let n = 0; n < 150; n += 1) simulation.client.reportMatch(duel(simulation))
  for (let n = 0; n < 60; n += 1) simulation.client.reportMatch(duel(simulation, { players: crowd, kills }))
  simulation.isSiteUp = true
  const before = simulation.site.requests.length
  await simulation.timeline.pass(5 * minute)
  expect(simulation.site.ledger.matches.size).toBe(210)
  const requests = simulation.site.requests.slice(before)
  expect(Math.max(...requests.map(({ body }) => body?.events?.length ?? 0))).toBeLessThanOrEqual(100)
  expect(Math.max(...requests.map(({ bytes }) => bytes ?? 0))).toBeLessThanOrEqual(256 * 1024)
  const structures = requests.map(({ body }) => structureLength(JSON.stringify(body)))
  expect(Math.max(...structures)).toBeLessThanOrEqual(50_000)
})

test('a punishment is refused with the field that is wrong; stored, it brings the code of the ban screen', async () => {
  const simulation = await begun()
  const { client, timeline } = simulation
  const codes: string[] = []
  client.onAppealCode((player, id, code) => codes.push(`${player.pfid} ${id} ${code}`))
  const ban = { player: { pfid: 'A1' }, kind: 'ban', reason: 'Fly hacks' } as const
  for (const [wrong, field] of [
    [{ ...ban, kind: 'hang' }, 'kind'],
    [{ ...ban, reason: '' }, 'reason'],
    [{ ...ban, until: 'soon' }, 'until'],
    [{ ...ban, player: {} }, 'player'],
  ] as const)
    expect(client.punish(wrong as never)).toMatchObject({
      ok: false,
      problem: expect.stringContaining(field),
    })
  const until = timeline.now + 60 * minute
  const punished = client.punish({ ...ban, until, by: 'Guard' })
  const id = punished.ok ? punished.punishmentId : ''
  expect(client.liftPunishment(id, 'A mistake')).toEqual({ ok: true, punishmentId: id })
  await timeline.pass(5_000)
  expect(sentOf(simulation, 'punishment').map(({ data }) => data)).toEqual([
    { id, pfid: 'A1', kind: 'ban', reason: 'Fly hacks', until: new Date(until).toISOString(), by: 'Guard' },
  ])
  expect(sentOf(simulation, 'punishment.lift').map(({ data }) => data)).toEqual([{ id, reason: 'A mistake' }])
  expect(codes).toEqual([expect.stringMatching(new RegExp(`^A1 ${id} \\S{8}$`))])
  expect(client.waiting).toBe(0)
})

test('[fair.87] a report of a player is refused with the field that is wrong; stored, it is sent with its newest chat', async () => {
  const simulation = await begun()
  const { client, timeline } = simulation
  const said = (text: string) => ({ pfid: 'B2', gamertag: 'Ben', text, at: timeline.now })
  const report = {
    reporter: { pfid: 'A1', gamertag: 'Ann' },
    subject: { pfid: 'B2' },
    class: 'abuse',
    reason: 'Insults everybody',
  } as const
  for (const [wrong, problem] of [
    [{ class: 'rude' }, 'class must be one of cheating, boosting, abuse, hate, scam, name, other'],
    [{ reason: '' }, 'reason must be 1 to 500 characters of valid text'],
    [{ subject: {} }, 'subject needs exactly one of xuid and pfid'],
    [{ subject: { pfid: 'A1' } }, 'subject is the reporter'],
    [{ matchId: 'x' }, 'matchId must be a UUID'],
    [{ chat: 'ez' }, 'chat must be a list'],
    [{ chat: [said('')] }, 'chat[0].text must be 1 to 512 characters of valid text'],
    [
      { chat: [{ ...said('ez'), at: 'noon' }] },
      'chat[0].at must be milliseconds since 1970 or an ISO 8601 time with a zone',
    ],
  ] as const)
    expect(client.reportPlayer({ ...report, ...wrong } as never)).toEqual({ ok: false, problem })
  const chat = Array.from({ length: 25 }, (_, n) => said(`line ${n}`))
  expect(client.reportPlayer({ ...report, chat })).toEqual({ ok: true })
  await timeline.pass(5_000)
  const [sent, ...others] = sentOf(simulation, 'report')
  expect(others).toEqual([])
  const lines = chat.slice(5).map(({ text }) => expect.objectContaining({ pfid: 'B2', text }))
  expect(sent?.data).toEqual({ ...report, chat: lines })
  expect(client.waiting).toBe(0)
})

test('a retry is sent again later, unchanged, and holds up nothing; a rejection is dropped and said once', async () => {
  const simulation = await begun()
  const { site, client, timeline, lines } = simulation
  for (let n = 0; n < 64; n += 1) (site.ledger.unlisted as Set<string>).add(`mode_${n}`)
  const late = newId(0)
  client.reportMatch(duel(simulation, { gameType: 'sixtyfifth', matchId: late }))
  client.reportMatch(duel(simulation))
  await timeline.pass(5_000)
  site.reject = ({ type }) => (type === 'match.void' ? 'not today' : undefined)
  client.voidMatch(newId(0), 'a test')
  await timeline.pass(10 * minute)
  expect(site.ledger.matches.size).toBe(1)
  expect(client.waiting).toBe(1)
  const attempts = sentOf(simulation, 'match').filter(({ data }) => data.matchId === late)
  expect(attempts.length).toBeGreaterThan(3)
  expect(attempts.length).toBeLessThan(10)
  ;(site.ledger.unlisted as Set<string>).delete('mode_0')
  await timeline.pass(5 * minute)
  expect(site.ledger.matches.has(late)).toBe(true)
  expect(simulation.breaches).toEqual([])
  expect(sentOf(simulation, 'match.void')).toHaveLength(1)
  expect(lines.filter((line) => line.includes('not today'))).toHaveLength(1)
  expect(lines.filter((line) => line.includes('takes match'))).toHaveLength(1)
})

test('401 is said once and tried again every few minutes; then everything arrives', async () => {
  const simulation = await begun()
  const { site, client, timeline, lines } = simulation
  const { keys } = site
  site.keys = []
  client.reportMatch(duel(simulation))
  const before = site.requests.length
  await timeline.pass(30 * minute)
  const attempts = site.requests.length - before
  expect(attempts).toBeGreaterThanOrEqual(10)
  expect(attempts).toBeLessThanOrEqual(21)
  expect(lines.filter((line) => line.includes('Is the key right?'))).toHaveLength(1)
  site.keys = keys
  await timeline.pass(4 * minute)
  expect(site.ledger.matches.size).toBe(1)
})

test('/link shows the code of the site; a site that knows no link.request is named to the player', async () => {
  const simulation = await begun()
  expect(simulation.client.link({ pfid: 'A1' }, 'Ann')).toBe('Asking the website for your code.')
  expect(simulation.client.link({ pfid: 'A1' }, 'Ann')).toContain('wait')
  await simulation.timeline.pass(1_000)
  expect(simulation.told).toEqual([expect.stringMatching(/^A1: Your code is [A-Z2-9]{4}-[A-Z2-9]{4}\./)])

  const today = await begun({ contract: 1 })
  today.client.link({ pfid: 'A1' }, 'Ann')
  today.client.reportMatch(duel(today))
  await today.timeline.pass(1_000)
  expect(today.told).toEqual([
    'A1: This website cannot make link codes yet. Tell the staff of this server: the website must be updated.',
  ])
  expect(today.site.ledger.matches.size).toBe(1)
})

test('heartbeats name who is here, in which mode and since when, in parts when there are many', async () => {
  const simulation = await begun({ skewMs: () => 10 * minute })
  const { client, timeline } = simulation
  const joinedAt = timeline.now
  for (let n = 0; n < 2_000; n += 1) client.joined({ xuid: String(n) }, `P${n}`)
  client.playing({ xuid: '7' }, 'boxing')
  client.left({ pfid: 'A1' })
  await timeline.pass(20_000)
  const all = sentOf(simulation, 'heartbeat')
  const last = all.findLastIndex(({ data }) => data.part === 2)
  const beats = all.slice(last - 1, last + 1)
  expect(beats.map(({ data }) => [data.part, data.parts])).toEqual([
    [1, 2],
    [2, 2],
  ])
  const players = beats.flatMap(
    ({ data }) => data.players as { xuid: string; mode?: string; since: string }[],
  )
  expect(players).toHaveLength(2_000)
  const since = players.find(({ mode }) => mode === 'boxing')?.since ?? ''
  expect(Math.abs(Date.parse(since) - joinedAt)).toBeLessThan(1_000)
})

test('a name or a face is reported when it is new, hiding when asked for', async () => {
  const simulation = await begun()
  const { client, timeline, site } = simulation
  const head = Buffer.from('\x89PNG\r\n\x1a\n and a face', 'latin1').toString('base64')
  for (const name of ['Ann', 'Ann', 'Anna']) client.joined({ pfid: 'A1' }, name, { head })
  client.joined({ pfid: 'B2' }, 'Ben', { head: 'no picture' })
  client.hide({ pfid: 'B2' }, 'Ben', true)
  await timeline.pass(1_000)
  expect(
    sentOf(simulation, 'player')
      .slice(1)
      .map(({ data }) => data),
  ).toEqual([
    { pfid: 'A1', gamertag: 'Ann', head },
    { pfid: 'A1', gamertag: 'Anna', head },
    { pfid: 'B2', gamertag: 'Ben' },
    { pfid: 'B2', gamertag: 'Ben', hidden: true },
  ])
  expect(site.ledger.heads.get('pfid A1')).toBe(head)
})

test('[cups.64] Only a server that hosts cups asks for matches of cups; it gets the newest list, begins them and names them in matches', async () => {
  const simulation = await begun()
  const { client, timeline, site } = simulation
  const hosted = {
    cupMatchId: '12-w1.1-1',
    mode: 'boxing',
    bestOf: 1,
    wins: [0, 0],
    sides: [[{ pfid: 'A1', gamertag: 'Ann' }], [{ xuid: '2535', gamertag: 'Ben' }]],
    until: null,
  }
  site.cupMatches = [hosted, { cupMatchId: 7 }, null]
  await timeline.pass(5_000)
  expect(sentOf(simulation, 'heartbeat').some(({ data }) => 'cups' in data)).toBe(false)
  const lists: unknown[] = []
  client.onCupMatches((matches) => {
    lists.push(matches)
    if (lists.length === 1) throw new Error('the game is not ready')
  })
  await timeline.pass(5_000)
  expect(lists.length).toBeGreaterThan(1)
  expect(lists.at(-1)).toEqual([hosted])
  expect(simulation.lines).toContain('onCupMatches failed: the game is not ready')
  expect(client.cupBegun('not a name')).toMatchObject({ ok: false })
  expect(client.cupBegun(hosted.cupMatchId)).toEqual({ ok: true })
  client.reportMatch(duel(simulation, { cupMatchId: hosted.cupMatchId }))
  client.reportMatch(duel(simulation, { cupMatchId: 'not a name' }))
  site.cupMatches = []
  await timeline.pass(5_000)
  expect(lists.at(-1)).toEqual([])
  expect(sentOf(simulation, 'cup.begun').map(({ data }) => data)).toEqual([{ cupMatchId: '12-w1.1-1' }])
  expect(sentOf(simulation, 'match').map(({ data }) => data.cupMatchId)).toEqual(['12-w1.1-1', undefined])
})

test('[cups.65] A player who checks in, says ready or leaves in game reads what the site says to it', async () => {
  const simulation = await begun()
  const { client, timeline, site, told } = simulation
  const say = async (action: 'check_in' | 'ready' | 'leave') => {
    client.cup({ pfid: 'A1' }, action)
    await timeline.pass(6_000)
    return told.at(-1)
  }
  expect(client.cup({ pfid: 'A1' }, 'ready')).toBe('Telling the website.')
  expect(client.cup({ pfid: 'A1' }, 'ready')).toBe('Please wait a moment and try again.')
  await timeline.pass(6_000)
  expect(await say('check_in')).toContain('You are checked in.')
  expect(await say('leave')).toContain('You have left the cup.')
  site.reject = ({ type }) => (type === 'cup.player' ? 'No check-in is open' : undefined)
  expect(await say('check_in')).toContain('The website says: No check-in is open')
  site.reject = ({ type }) => (type === 'cup.player' ? 'type must be one of heartbeat, match' : undefined)
  expect(await say('ready')).toContain('This website has no cups.')
  expect(sentOf(simulation, 'cup.player').map(({ data }) => data)).toEqual(
    ['ready', 'check_in', 'leave', 'check_in', 'ready'].map((action) => ({ pfid: 'A1', action })),
  )
})

const calledMatch = (n: number, more: object = {}) => ({
  cupMatchId: `12-w1.${n}-1`,
  mode: 'boxing',
  bestOf: 3,
  wins: [0, 0],
  sides: [
    [
      { pfid: 'A1', gamertag: 'Ann' },
      { xuid: '1', gamertag: 'Ann' },
    ],
    [
      { xuid: '2535', gamertag: 'Ben' },
      { pfid: 'B2', gamertag: 'Ben' },
    ],
  ],
  until: '2026-03-01T12:35:00.000Z',
  ...more,
})

test('[cups.71] A player who is here is told once of a call: against whom, in which mode, how many games, how long; who comes later then', async () => {
  const simulation = await begun()
  const { client, timeline, site, told, here } = simulation
  site.cupMatches = [calledMatch(1)]
  await timeline.pass(5_000)
  expect(told).toEqual([])
  client.tellCupCalls('/ready')
  await timeline.pass(20_000)
  expect(told).toEqual([
    'A1: Your match in a cup: against Ben, boxing, first to 2, 35 min left. Here? Type /ready.',
  ])
  here.add('B2')
  here.delete('A1')
  await timeline.pass(20_000)
  expect(told[1]).toMatch(/^B2: Your match in a cup: against Ann, boxing/)
  here.add('A1')
  site.cupMatches = [calledMatch(1), calledMatch(2, { bestOf: 1, until: null })]
  await timeline.pass(20_000)
  expect(told.slice(2)).toEqual([
    expect.stringMatching(/^A1: .* first to 2, 34 min left/),
    'A1: Your match in a cup: against Ben, boxing, one game, the cup is paused. Here? Type /ready.',
    expect.stringMatching(/^B2: .*one game/),
  ])
  site.cupMatches = [{ cupMatchId: 'x', sides: [7, [null]] }, calledMatch(3, { sides: [] })]
  await timeline.pass(20_000)
  expect(told).toHaveLength(5)
  expect(simulation.lines).toEqual([])
})

test('[cups.72] Only a duel between the sides of a call, in its mode, begins it and gets its name; others are told of to nobody', async () => {
  const simulation = await begun()
  const { client, timeline, site } = simulation
  site.cupMatches = [calledMatch(1)]
  const [ann, ben, cid] = [{ pfid: 'A1' }, { xuid: '2535' }, { xuid: '7' }]
  expect(client.beginCupMatch([ann, ben], 'boxing')).toBeUndefined()
  client.tellCupCalls('/ready')
  await timeline.pass(5_000)
  expect(client.beginCupMatch([], 'boxing')).toBeUndefined()
  expect(client.beginCupMatch([ann], 'boxing')).toBeUndefined()
  expect(client.beginCupMatch([ann, cid], 'boxing')).toBeUndefined()
  expect(client.beginCupMatch([ann, ben, cid], 'boxing')).toBeUndefined()
  expect(client.beginCupMatch([ann, ben], 'sumo')).toBeUndefined()
  await timeline.pass(5_000)
  expect(sentOf(simulation, 'cup.begun')).toEqual([])
  const cupMatchId = client.beginCupMatch([ben, ann], 'boxing')
  expect(cupMatchId).toBe('12-w1.1-1')
  client.reportMatch(duel(simulation, { cupMatchId }))
  site.cupMatches = []
  await timeline.pass(5_000)
  expect(sentOf(simulation, 'cup.begun').map(({ data }) => data)).toEqual([{ cupMatchId }])
  expect(sentOf(simulation, 'match').map(({ data }) => data.cupMatchId)).toEqual([cupMatchId])
  expect(client.beginCupMatch([ben, ann], 'boxing')).toBeUndefined()
})

test('[languages.71] Players read what the site says in their language: of a link, a cup, a punishment and a call; an adapter says in which language they play', async () => {
  const simulation = await begun()
  const { client, timeline, site, told } = simulation
  client.joined({ pfid: 'A1' }, 'Ann', { language: 'de_DE' })
  const screens: (string | undefined)[] = []
  client.onAppealCode((_player, _id, _code, text) => screens.push(text))
  site.texts = {
    'link.request': 'Dein Code ist ABCD-EFGH.',
    'link.remove': 'Die Website sagt: Dieser Spieler ist nicht verknüpft',
    'cup.player': 'Du bist eingecheckt.',
    punishment: 'Du bist gebannt: Fliegen',
  }
  site.reject = ({ type }) => (type === 'link.remove' ? 'this player is not linked' : undefined)
  const call = calledMatch(1)
  const sides = call.sides.map((side) =>
    side.map((one) => ({ ...one, text: 'Bist du da? Tippe {command}.' })),
  )
  site.cupMatches = [{ ...call, sides }]
  client.tellCupCalls('/$&ready')
  for (const type of ['link', 'unlink', 'cup'] as const) {
    if (type === 'cup') client.cup({ pfid: 'A1' }, 'check_in')
    else client[type]({ pfid: 'A1' }, 'Ann')
    await timeline.pass(6_000)
  }
  client.punish({ player: { pfid: 'A1' }, kind: 'ban', reason: 'Fly hacks' })
  await timeline.pass(6_000)
  expect(told.toSorted()).toEqual([
    'A1: Bist du da? Tippe /$&ready.',
    'A1: Dein Code ist ABCD-EFGH.',
    'A1: Die Website sagt: Dieser Spieler ist nicht verknüpft',
    'A1: Du bist eingecheckt.',
  ])
  expect(screens).toEqual(['Du bist gebannt: Fliegen'])
  expect(sentOf(simulation, 'player').at(-1)?.data).toMatchObject({ gamertag: 'Ann', language: 'de_DE' })
})

let folder = ''
let site: FakeSite | undefined
let server: ChildProcess | undefined
afterEach(async () => {
  server?.kill('SIGKILL')
  await site?.stop()
  site = undefined
  if (folder !== '') await rm(folder, { recursive: true, force: true })
})

/** The SDK as plain JavaScript, as `npm run build` makes it, and a game server that reports matches with it. */
async function gameServer(): Promise<string> {
  folder = await mkdtemp(join(tmpdir(), 'sdk-'))
  await buildCore(folder)
  const program = join(folder, 'server.js')
  await writeFile(
    program,
    `import { fetchHttp, fileStorage, nodeClock } from './node.js'
import { SiteClient } from './site-client.js'
const client = new SiteClient({
  http: fetchHttp(process.env.SITE, 'the-key'), clock: nodeClock, storage: fileStorage(process.env.SPOOL),
  players: { count: () => 1, isHere: () => true, tell: () => {} }, say: () => {},
})
client.start()
if (process.env.PLAYS) setInterval(() => {
  const players = [{ pfid: 'A1', gamertag: 'Ann', result: 'win' }]
  const reported = client.reportMatch({ gameType: 'sumo', startedAt: Date.now(), players })
  if (reported.ok) process.stdout.write(reported.matchId + '\\n')
}, 3)
`,
  )
  return program
}

test('over real HTTP and real files, killed with SIGKILL three times: each match that was taken is stored once', async () => {
  const program = await gameServer()
  site = await new FakeSite({ keys: ['the-key'], contract: 2 }).start()
  const taken = new Set<string>()
  const env = { ...process.env, SITE: site.url, SPOOL: join(folder, 'spool') }
  for (let life = 1; life <= 3; life += 1) {
    site.faults = ['lost-answer', undefined, 'cut']
    server = spawn(process.execPath, [program], {
      env: { ...env, PLAYS: 'yes' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const from = taken.size
    const lines = createInterface({ input: server.stdout! })
    const enough = new Promise<void>((resolve) => {
      lines.on('line', (id) => {
        taken.add(id)
        if (taken.size >= from + 40 * life) resolve()
      })
    })
    const closed = once(lines, 'close')
    await enough
    server.kill('SIGKILL')
    await closed
  }
  // The last life only sends what the others left.
  server = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const { ledger } = site
  await expect.poll(() => [...taken].filter((id) => !ledger.matches.has(id))).toEqual([])
  const ids = [...ledger.events.values()]
    .filter(({ type }) => type === 'match')
    .map(({ data }) => data.matchId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the core needs nothing of Node or of a browser', async () => {
  const src = fileURLToPath(new URL('../src/site-client.ts', import.meta.url))
  const program = ts.createProgram([src], {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  })
  const messages = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)
  expect(messages).toEqual([])
})

test('[pocketmine.20] Where the storage fails a report says so, the console says it once a minute, heartbeats go on, and the next report counts', async () => {
  const simulation = await begun()
  simulation.isDiskFull = true
  const problem = 'the disk is full'
  expect(simulation.client.reportMatch(duel(simulation))).toEqual({ ok: false, problem })
  expect(simulation.client.punish({ player: { pfid: 'A1' }, kind: 'kick', reason: 'Spam' })).toEqual({
    ok: false,
    problem,
  })
  simulation.client.joined({ pfid: 'B2' }, 'Ben')
  expect(simulation.client.link({ pfid: 'A1' }, 'Ann')).toMatch(/^Not possible right now/)
  simulation.site.tell('message', { pfid: 'A1', text: 'Hello' })
  const beats = sentOf(simulation, 'heartbeat').length
  await simulation.timeline.pass(30_000)
  expect(sentOf(simulation, 'heartbeat').length).toBeGreaterThan(beats + 4)
  expect(simulation.site.confirmed).toEqual([])
  expect(simulation.lines).toEqual([
    `a report was not taken: ${problem}`,
    `player could not be stored: ${problem}`,
    `link.request could not be stored: ${problem}`,
    `an order of the site failed: ${problem}`,
  ])
  simulation.isDiskFull = false
  expect(simulation.client.reportMatch(duel(simulation))).toMatchObject({ ok: true })
  await simulation.timeline.pass(10_000)
  expect(simulation.told).toEqual(['A1: Hello'])
  expect(simulation.site.confirmed).toHaveLength(1)
  expect(simulation.site.ledger.matches.size).toBe(1)
})

test('[pocketmine.21] A punishment is not confirmed until the game has an onPunish, which then carries it out', async () => {
  const simulation = await begun()
  const withoutBans = new Simulation()
  withoutBans.hasOnPunish = false
  withoutBans.start()
  for (const { site } of [simulation, withoutBans]) {
    site.tell('punish', { pfid: 'A1', id: newId(0), kind: 'ban', reason: 'Flying' })
    site.tell('message', { pfid: 'A1', text: 'Hello' })
  }
  for (const { timeline } of [simulation, withoutBans]) await timeline.pass(130_000)
  expect(simulation.site.confirmed).toHaveLength(2)
  expect(withoutBans.site.confirmed).toHaveLength(1)
  expect(withoutBans.lines).toEqual([
    'the site sent a punish: this server has no onPunish, so it waits on the site',
  ])
  withoutBans.client.onPunish(({ id }) => withoutBans.punished.push(id))
  await withoutBans.timeline.pass(10_000)
  expect(withoutBans.punished).toHaveLength(1)
  expect(withoutBans.site.confirmed).toHaveLength(2)
})

test('[pocketmine.22] A handler or a player of the game that fails costs only its own line', async () => {
  const simulation = await begun()
  const fails = () => {
    throw new Error('nobody is here')
  }
  simulation.client.onAppealCode(fails)
  simulation.client.onPunish(fails)
  simulation.site.tell('punish', { pfid: 'A1', id: newId(0), kind: 'ban', reason: 'Flying' })
  simulation.client.punish({ player: { pfid: 'A1' }, kind: 'kick', reason: 'Spam' })
  simulation.client.reportMatch(duel(simulation))
  await simulation.timeline.pass(20_000)
  expect(simulation.lines).toEqual(['a result failed: nobody is here', 'a handler failed: nobody is here'])
  expect(simulation.site.ledger.matches.size).toBe(1)
  expect(simulation.client.waiting).toBe(0)
})

test('[pocketmine.23] A player without an id joins nowhere: the heartbeat names only who has one', async () => {
  const simulation = await begun()
  simulation.client.joined({ xuid: '' }, 'Cara')
  await simulation.timeline.pass(10_000)
  expect(simulation.lines).toEqual(['Cara joined without an id and is not reported'])
  expect(sentOf(simulation, 'heartbeat').at(-1)?.data.players).toMatchObject([{ pfid: 'A1' }])
})

test('[pocketmine.24] An outage says why: no response, and what the network said', async () => {
  const simulation = await begun()
  simulation.isSiteUp = false
  await simulation.timeline.pass(20_000)
  expect(simulation.lines).toEqual([
    'the site cannot be reached: connection refused; 0 events are kept and sent later',
  ])
})

test('[pocketmine.25] A mistake of a player is told to them and is no line on the console', async () => {
  const simulation = await begun()
  simulation.site.texts = { 'cup.player': 'The website says: You have no open match' }
  simulation.site.reject = ({ type }) => (type === 'cup.player' ? 'You have no open match' : undefined)
  simulation.client.cup({ pfid: 'A1' }, 'ready')
  await simulation.timeline.pass(5_000)
  expect(simulation.told).toEqual(['A1: The website says: You have no open match'])
  expect(simulation.lines).toEqual([])
})
