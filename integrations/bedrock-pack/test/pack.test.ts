import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { FakeSite } from '../../conformance/fake-site.mjs'
import { buildPacks } from './build.ts'
import { FakeServer } from './fake-server.mjs'

const key = 'the-key'
let packs = ''
let site: FakeSite
let properties: Map<string, string>
let server: FakeServer

beforeAll(async () => {
  packs = await buildPacks()
})
afterAll(() => rm(packs, { recursive: true, force: true }))
beforeEach(async () => {
  site = await new FakeSite({ keys: [key], contract: 2 }).start()
  properties = new Map()
})
afterEach(async () => {
  server.stop()
  await site.stop()
})

/** Starts a server on the same world; `more` changes its settings. */
async function start(more: { key?: string } = {}) {
  server = new FakeServer({ url: `${site.url}/`, key, properties, ...more })
  await server.start(join(packs, 'vulx-network'), packs)
}

const stored = (type: string) => [...site.ledger.events.values()].filter((event) => event.type === type)
const matches = () => [...site.ledger.matches.values()].map(({ match }) => match)

const duel = (more: object = {}) => ({
  gameType: 'sumo',
  startedAt: Date.now() - 1_000,
  players: [
    { gamertag: 'Ann', result: 'win' },
    { gamertag: 'Ben', result: 'loss' },
  ],
  ...more,
})

test('on the server: names, who is online, links, matches by gamertag, ranks, messages and punishments', async () => {
  await start()
  const ann = await server.join('Ann', 'A1')
  const ben = await server.join('Ben', 'B2')
  ann.tags.add('vulx-rank:Member')
  site.tell('message', { pfid: 'A1', text: 'Welcome' })
  site.tell('rank', { pfid: 'A1', rank: 'Gold' })
  site.tell('punish', { pfid: 'B2', kind: 'mute' })
  await server.type('vulx:link', ann)
  await server.type('vulx:unlink', ben)
  await server.leave(ben)
  expect(server.send('vulx:match', duel())).toMatchObject({ ok: true })

  await expect.poll(() => matches()).toHaveLength(1)
  await expect.poll(() => ann.texts.join()).toMatch(/Welcome.*Your code is|Your code is.*Welcome/s)
  expect(matches()[0]?.players).toMatchObject([
    { pfid: 'A1', gamertag: 'Ann', input: 'touch' },
    { pfid: 'B2', gamertag: 'Ben', input: 'touch' },
  ])
  expect([...ann.tags]).toEqual(['vulx-rank:Gold'])
  const punishment = server.scriptEvents.find(({ id }) => id === 'vulx:punish')
  expect(JSON.parse(punishment?.message ?? '')).toMatchObject({
    type: 'punish',
    pfid: 'B2',
    data: { kind: 'mute' },
  })
  expect(stored('player').map(({ data }) => data)).toEqual([
    { pfid: 'A1', gamertag: 'Ann', language: 'de_DE' },
    { pfid: 'B2', gamertag: 'Ben', language: 'de_DE' },
  ])
  await expect
    .poll(() => stored('heartbeat').at(-1)?.data)
    .toMatchObject({ playerCount: 1, maxPlayers: 40, players: [{ pfid: 'A1' }] })
  expect(stored('link.remove')).toHaveLength(1)
  expect(server.lines).toEqual([])
})

test('/hide and /show tell the site; only players can type a command', async () => {
  await start()
  const ann = await server.join('Ann', 'A1')
  const ben = await server.join('Ben', 'B2')
  await server.type('vulx:hide', ann)
  await server.type('vulx:show', ben)
  expect(ann.texts).toEqual(['The website does not show any more that you are online.'])
  expect(ben.texts).toEqual(['The website shows when you are online.'])
  expect(await server.type('vulx:hide')).toMatchObject({ status: 1 })
})

test('[cups.75] The Bedrock pack: only players check in, say ready and leave; a pack that says a match begins is answered with the match of the cup that it is', async () => {
  await start()
  const ann = await server.join('Ann', 'A1')
  const ben = await server.join('Ben', 'B2')
  const cid = await server.join('Cid', 'C3')
  const guest = await server.join('Guest')
  for (const name of ['checkin', 'ready', 'leavecup']) {
    expect(await server.type(`vulx:${name}`)).toMatchObject({ status: 1 })
    await server.type(`vulx:${name}`, guest)
  }
  expect(new Set(guest.texts)).toEqual(new Set(['The website does not know you on this server.']))
  await server.type('vulx:checkin', ann)
  await server.type('vulx:ready', ben)
  await server.type('vulx:leavecup', cid)
  await expect.poll(() => ann.texts).toEqual(['Telling the website.', 'You are checked in.'])
  await expect.poll(() => ben.texts.at(-1)).toMatch(/^You are ready/)
  await expect.poll(() => cid.texts.at(-1)).toBe('You have left the cup.')
  site.cupMatches = [
    {
      cupMatchId: '12-f1-1',
      mode: 'sumo',
      bestOf: 1,
      until: null,
      sides: [[{ pfid: 'A1', gamertag: 'Ann' }], [{ pfid: 'B2', gamertag: 'Ben' }]],
    },
  ]
  await expect.poll(() => ben.texts.at(-1)).toMatch(/against Ann, sumo, one game.* Type \/vulx:ready\.$/)
  const begun = (...names: string[]) =>
    server.send('vulx:begun', { gameType: 'sumo', players: names.map((gamertag) => ({ gamertag })) })
  expect(begun('Ann', 'Cid')).toEqual({ ok: true })
  expect(begun('Ann', 'Nobody')).toEqual({ ok: true })
  expect(server.send('vulx:begun', 'x')).toMatchObject({ ok: false })
  expect(server.send('vulx:begun', {})).toEqual({ ok: true })
  const answer = begun('Ann', 'Ben')
  expect(answer).toEqual({ ok: true, cupMatchId: '12-f1-1' })
  server.send('vulx:match', duel({ cupMatchId: answer?.cupMatchId }))
  await expect.poll(() => matches()).toMatchObject([{ cupMatchId: '12-f1-1' }])
  expect(stored('cup.begun').map(({ data }) => data)).toEqual([{ cupMatchId: '12-f1-1' }])
})

test('[game.43] who was seen before a restart is named in a match by gamertag alone', async () => {
  await start()
  await server.leave(await server.join('Ben', 'B2'))
  server.stop()
  await start()
  await server.join('Ann', 'A1')
  expect(server.send('vulx:match', duel())).toMatchObject({ ok: true })
  await expect
    .poll(() => matches()[0]?.players)
    .toMatchObject([{ pfid: 'A1' }, { pfid: 'B2', input: 'touch' }])
})

test('[game.43] a player without an Xbox account is not reported, also under the name of one who was seen', async () => {
  await start()
  await server.leave(await server.join('Ann', 'A1'))
  const guest = await server.join('Ann')
  await server.type('vulx:link', guest)
  expect(guest.texts).toEqual(['The website does not know you on this server.'])
  const report = duel({ players: [{ gamertag: 'Ann', result: 'win' }] })
  const problem = 'players[0]: nobody called Ann was seen on this server'
  expect(server.send('vulx:match', report)).toEqual({ ok: false, problem })
  server.stop()
  await start()
  expect(server.send('vulx:match', report)).toEqual({ ok: false, problem })
})

test('without a secret it says what is missing and sends nothing', async () => {
  await start({ key: '' })
  const ann = await server.join('Ann', 'A1')
  await server.type('vulx:link', ann)
  expect(ann.texts).toEqual(['The website does not know you on this server.'])
  expect(server.lines).toEqual([expect.stringContaining('secrets.json')])
  expect(site.requests).toEqual([])
})

test('script events: matches in parts, voids, queues; the answer names what is wrong', async () => {
  await start()
  const matchId = '11111111-2222-4333-8444-555555555555'
  const players = Array.from({ length: 40 }, (_, n) => ({
    pfid: `P${n}`,
    gamertag: `Player ${n}`,
    result: 'draw',
  }))
  const text = JSON.stringify(duel({ matchId, players }))
  const parts = [text.slice(0, 1_900), text.slice(1_900)]
  expect(server.send('vulx:part', `m1 2/2 ${parts[1]}`)).toBeUndefined()
  expect(server.send('vulx:part', `m1 1/2 ${parts[0]}`)).toMatchObject({ ok: true, matchId })
  expect(server.send('vulx:void', { matchId, reason: 'lag' })).toMatchObject({ ok: true })
  expect(server.send('vulx:queue', { sumo: 2 })).toBeUndefined()
  expect(server.send('vulx:match', '{')).toEqual({
    ok: false,
    problem: 'the message of vulx:match is not JSON',
  })
  expect(server.send('vulx:void', 'null')).toEqual({
    ok: false,
    problem: 'the message of vulx:void is not an object',
  })
  expect(server.send('vulx:match', duel({ players: [] }))).toMatchObject({
    problem: expect.stringContaining('players'),
  })
  for (const message of ['', 'x 0/1 a', 'x 2/1 a', 'x 1/999 a'])
    expect(server.send('vulx:part', message)).toBeUndefined()
  await expect.poll(() => site.ledger.voids.has(matchId)).toBe(true)
  await expect.poll(() => stored('heartbeat').at(-1)?.data.queues).toEqual({ sumo: 2 })
})

test('[fair.87] script events: a report names players by gamertag, at once or in parts; an unknown one is said', async () => {
  await start()
  await server.join('Ann', 'A1')
  await server.join('Ben', 'B2')
  const line = { gamertag: 'Ben', text: 'ez', at: Date.now() }
  const report = {
    reporter: { gamertag: 'Ann' },
    subject: { gamertag: 'Ben' },
    class: 'abuse',
    reason: 'Insults',
  }
  expect(server.send('vulx:report', report)).toEqual({ ok: true })
  const text = JSON.stringify({ ...report, reason: 'In parts', chat: [line] })
  expect(server.send('vulx:part', `r1 1/2 ${text.slice(0, 50)}`)).toBeUndefined()
  expect(server.send('vulx:part', `r1 2/2 ${text.slice(50)}`)).toEqual({ ok: true })
  expect(server.send('vulx:report', { ...report, subject: { gamertag: 'Nobody' } })).toEqual({
    ok: false,
    problem: 'subject needs exactly one of xuid and pfid',
  })
  await expect.poll(() => stored('report').length).toBe(2)
  const [first, second] = stored('report').map(({ data }) => data)
  expect(first).toMatchObject({
    reporter: { pfid: 'A1' },
    subject: { pfid: 'B2' },
    class: 'abuse',
    reason: 'Insults',
  })
  expect(second).toMatchObject({ reason: 'In parts', chat: [{ pfid: 'B2', gamertag: 'Ben', text: 'ez' }] })
})

test('a crash takes the world back to its last save: no match twice, lost is what came after it', async () => {
  await start()
  await server.join('Ann', 'A1')
  const report = () =>
    server.send('vulx:match', duel({ players: [{ gamertag: 'Ann', result: 'win' }] }))?.matchId ?? ''
  await site.stop()
  const before = report()
  const save = new Map(properties)
  report()
  server.stop()
  await site.start()
  properties = save
  await start()
  await expect.poll(() => matches().map((match) => match.matchId)).toEqual([before])
  server.stop()
  // Once more from the same save: the site has the match already.
  properties = new Map(save)
  await start()
  await expect.poll(() => [...properties.keys()].filter((key) => key.startsWith('vulx:event:'))).toEqual([])
  expect(matches()).toHaveLength(1)
})

test('a name is reported when it is new, not at every join', async () => {
  await start()
  for (const name of ['Ann', 'Ann', 'Anna', 'Anna']) await server.leave(await server.join(name, 'A1'))
  await expect.poll(() => stored('player').map(({ data }) => data.gamertag)).toEqual(['Ann', 'Anna'])
})
