import { expect, test } from 'vitest'
import { IngestEvent, type IngestType, ingestData } from '../../../src/contract/matches/ingest-schemas.ts'
import { linkCodeAlphabet } from '../../../src/contract/matches/link.ts'
import type { MatchReport } from '../src/match.ts'
import { Pack } from '../src/pack.ts'
import { codeAlphabet } from '../src/random.ts'
import { ManualClock } from './manual-clock.ts'
import { type NodePort, nodePort } from './node-port.ts'
import { accepted, nextPollMs, refusal, ScriptedSite } from './scripted-site.ts'

interface World {
  readonly site: ScriptedSite
  readonly clock: ManualClock
  readonly port: NodePort
  readonly pack: Pack
  /** The script ends, as on a restart of the server, and begins again with what was stored. */
  restart(): Pack
}

function world({ capacity }: { capacity?: number } = {}): World {
  const site = new ScriptedSite()
  const clock = new ManualClock()
  const port = nodePort(site, { clock })
  port.players.come({ pfid: 'A1', gamertag: 'Ann', input: 'touch' })
  port.players.come({ pfid: 'B2', gamertag: 'Ben' })
  const begin = () => {
    const made = new Pack(port, { maxPlayers: 40, version: '1.21.100' }, capacity)
    made.start()
    return made
  }
  const pack = begin()
  const restart = () => {
    pack.stop()
    return begin()
  }
  return { site, clock, port, pack, restart }
}

const duel = (more: Partial<MatchReport> = {}): MatchReport => ({
  gameType: 'boxing',
  startedAt: Date.parse('2026-03-01T11:00:00Z'),
  endedAt: Date.parse('2026-03-01T11:05:00Z'),
  players: [
    { gamertag: 'Ann', result: 'win', kills: 3, points: 12 },
    { gamertag: 'Ben', result: 'loss', deaths: 3, points: -9, input: 'keyboard' },
  ],
  ...more,
})

const down = () => undefined

test('everything it sends is what the contract of the site takes', async () => {
  const { site, clock, pack } = world()
  pack.setQueue('NoDebuff', 4)
  pack.joined('A1', 'Ann')
  pack.link('A1', 'Ann')
  pack.unlink('B2')
  const reported = pack.reportMatch(duel())
  expect(reported).toMatchObject({ ok: true })
  pack.voidMatch(reported.ok ? reported.matchId : '', 'a test')
  await clock.pass(1_000)
  const sent = site.calls.flatMap(({ events }) => events)
  // The pack makes its codes itself and asks for none.
  const known = Object.keys(ingestData).filter((type) => type !== 'link.request')
  expect(new Set(sent.map(({ type }) => type))).toEqual(new Set(known))
  for (const event of sent) {
    expect(IngestEvent.safeParse(event).success).toBe(true)
    const checked = ingestData[event.type as IngestType].safeParse(event.data)
    expect(checked.error?.issues ?? []).toEqual([])
  }
  expect(sent.find(({ type }) => type === 'heartbeat')?.data).toEqual({
    playerCount: 2,
    maxPlayers: 40,
    version: '1.21.100',
    queues: { NoDebuff: 4 },
  })
  expect(sent.find(({ type }) => type === 'match')?.data.players).toMatchObject([
    { pfid: 'A1', input: 'touch', kills: 3, deaths: 0 },
    { pfid: 'B2', input: 'keyboard' },
  ])
})

test('a heartbeat goes out every nextPollMs, and nothing else when nothing happens', async () => {
  const { site, clock } = world()
  await clock.pass(10 * nextPollMs + 1_000)
  expect(site.calls).toHaveLength(11)
  expect(site.calls.every(({ events }) => events.length === 1 && events[0]?.type === 'heartbeat')).toBe(true)
})

test('a steady stream of events is sent all the same, gathered', async () => {
  const { site, clock, pack } = world()
  for (let n = 0; n < 50; n += 1) {
    pack.reportMatch(duel())
    await clock.pass(100)
  }
  await clock.pass(500)
  expect(site.batches.flat()).toHaveLength(50)
  expect(site.batches.length).toBeGreaterThan(10)
  expect(site.batches.length).toBeLessThan(30)
})

test('while the site is down it retries with growing pauses, and always with the same ids', async () => {
  const { site, clock, pack } = world()
  await clock.pass(100)
  site.always = down
  pack.reportMatch(duel())
  const starts: number[] = []
  for (let second = 0; second < 300; second += 1) {
    const before = site.batches.length
    await clock.pass(1_000)
    if (site.batches.length > before) starts.push(second)
  }
  expect(starts.length).toBeGreaterThan(6)
  expect(starts.length).toBeLessThan(20)
  site.always = undefined
  await clock.pass(61_000)
  expect(new Set(site.batches.flat().map((event) => JSON.stringify(event))).size).toBe(1)
  expect(pack.waiting).toBe(0)
  const done = site.batches.length
  await clock.pass(60_000)
  expect(site.batches).toHaveLength(done)
})

test('a restart of the server in the middle of an outage loses nothing and changes no id', async () => {
  const { site, clock, port, pack, restart } = world()
  site.always = down
  for (let n = 0; n < 12; n += 1) pack.reportMatch(duel())
  await clock.pass(5_000)
  const sent = site.batches.at(-1)
  site.always = undefined
  const again = restart()
  expect(again.waiting).toBe(12)
  await clock.pass(1_000)
  expect(site.batches.at(-1)).toEqual(sent)
  expect([...port.storage.texts.keys()]).toEqual(['seed'])
})

test('a full buffer refuses the newest and says so, and joining does not take the room of matches', async () => {
  const { site, clock, port, pack } = world({ capacity: 10 })
  site.always = down
  for (let n = 0; n < 20; n += 1) pack.joined(`P${n}`, `Player ${n}`)
  expect(pack.waiting).toBe(5)
  const reports = Array.from({ length: 7 }, () => pack.reportMatch(duel()))
  expect(reports.filter(({ ok }) => ok)).toHaveLength(5)
  expect(reports[6]).toMatchObject({ problem: expect.stringContaining('buffer is full') })
  expect(port.lines.join()).toContain('buffer is full')
  site.always = undefined
  await clock.pass(5_000)
  expect(site.batches.flat()).toHaveLength(10)
})

test('batches hold at most 100 events and half a megabyte', async () => {
  const { site, clock, pack } = world()
  site.always = down
  const crowd = (name: string) => ({
    players: Array.from({ length: 64 }, (_, n) => ({
      pfid: `P${n}`,
      gamertag: '𝕏'.repeat(60) + name + n,
      result: 'draw' as const,
    })),
  })
  for (let n = 0; n < 150; n += 1) expect(pack.reportMatch(duel())).toMatchObject({ ok: true })
  for (let n = 0; n < 60; n += 1) expect(pack.reportMatch(duel(crowd('a')))).toMatchObject({ ok: true })
  site.always = undefined
  site.calls.length = 0
  await clock.pass(120_000)
  expect(pack.waiting).toBe(0)
  expect(Math.max(...site.calls.map(({ events }) => events.length))).toBe(100)
  expect(Math.max(...site.calls.map(({ bytes }) => bytes))).toBeLessThan(520_000)
  expect(new Set(site.batches.flat().map(({ id }) => id)).size).toBe(210)
})

test('a match of 64 players with long names survives a restart in pieces', async () => {
  const { site, clock, port, pack, restart } = world()
  site.always = down
  const players = Array.from({ length: 64 }, (_, n) => ({
    pfid: `P${n}`,
    gamertag: '𝕏'.repeat(62) + n,
    result: 'draw' as const,
  }))
  pack.reportMatch(duel({ players }))
  expect(port.storage.texts.size).toBeGreaterThan(2)
  site.always = undefined
  restart()
  await clock.pass(1_000)
  expect(site.batches.at(-1)?.[0]?.data.players).toHaveLength(64)
  expect([...port.storage.texts.keys()]).toEqual(['seed'])
})

test('a refused batch is halved until the one to blame stands alone; the others arrive', async () => {
  for (const status of [400, 413]) {
    const { site, clock, port, pack } = world()
    await clock.pass(100)
    const reports = Array.from({ length: 40 }, () => pack.reportMatch(duel()))
    const bad = new Set([3, 17, 18].map((index) => reports[index]).map((one) => one?.ok && one.matchId))
    const stored: unknown[] = []
    site.always = (call) => {
      if (call.events.some(({ data }) => bad.has(data.matchId as string))) return refusal(status)
      stored.push(...call.events.filter(({ type }) => type === 'match').map(({ data }) => data.matchId))
      return accepted(call)
    }
    await clock.pass(30_000)
    expect(pack.waiting).toBe(0)
    expect(new Set(stored).size).toBe(37)
    expect(stored).toHaveLength(37)
    expect(port.lines.filter((line) => line.includes('rejected match'))).toHaveLength(3)
  }
})

test('a 400 that is not in the words of the site costs nothing: it may be a proxy', async () => {
  const { site, clock, pack } = world()
  site.always = () => ({ status: 400, body: '<html>Bad Request</html>' })
  for (let n = 0; n < 3; n += 1) pack.reportMatch(duel())
  await clock.pass(300_000)
  expect(pack.waiting).toBe(3)
  site.always = undefined
  await clock.pass(61_000)
  expect(pack.waiting).toBe(0)
})

test('one event rejected by the site goes, with a line that says why; its neighbours are done', async () => {
  const { site, clock, port, pack } = world()
  await clock.pass(100)
  site.script = [
    ({ events }) => ({
      status: 200,
      body: JSON.stringify({
        results: events.map(({ id }, index) => ({
          id,
          status: index === 0 ? 'rejected' : 'duplicate',
          reason: 'other content',
        })),
        nextPollMs,
        outbox: [],
      }),
    }),
  ]
  pack.reportMatch(duel())
  pack.reportMatch(duel())
  await clock.pass(20_000)
  expect(site.batches).toHaveLength(1)
  expect(port.lines).toEqual([expect.stringContaining('other content')])
})

test('401 stops with one line; what is stored waits for the right key', async () => {
  const { site, clock, port, pack, restart } = world()
  await clock.pass(100)
  site.always = () => refusal(401)
  pack.reportMatch(duel())
  await clock.pass(1_000)
  const calls = site.calls.length
  pack.reportMatch(duel())
  await clock.pass(3_600_000)
  expect(site.calls).toHaveLength(calls)
  expect(port.lines).toHaveLength(1)
  expect(port.lines[0]).toMatch(/secrets\.json.*1 events are kept/)
  site.always = undefined
  restart()
  await clock.pass(1_000)
  expect(site.batches.at(-1)).toHaveLength(2)
})

test('Retry-After is respected in seconds and as a date, also when new events come meanwhile', async () => {
  const { site, clock, pack } = world()
  await clock.pass(100)
  const inSeconds = () => '90'
  const asDate = () => new Date(clock.now() + 90_000).toUTCString()
  for (const header of [inSeconds, asDate]) {
    site.script = [refusal(429, header())]
    pack.reportMatch(duel())
    await clock.pass(1_000)
    const calls = site.calls.length
    pack.reportMatch(duel())
    await clock.pass(80_000)
    expect(site.calls).toHaveLength(calls)
    await clock.pass(15_000)
    expect(pack.waiting).toBe(0)
  }
})

test('answers that are not of the site confirm nothing', async () => {
  const { site, clock, pack } = world()
  await clock.pass(100)
  site.script = [
    { status: 200, body: '<html>' },
    { status: 200, body: '{"results":[]}' },
    { status: 200, body: '{"results":[{"status":"maybe"}],"outbox":[]}' },
    { status: 302, body: '' },
    { status: 204, body: '' },
    { status: 500, body: '{}' },
  ]
  pack.reportMatch(duel())
  await clock.pass(120_000)
  expect(site.batches).toHaveLength(7)
  expect(pack.waiting).toBe(0)
})

const rank = (id: string, name: string, pfid = 'A1') => ({ id, type: 'rank', data: { pfid, rank: name } })
const message = (id: string, text: string, pfid = 'A1') => ({ id, type: 'message', data: { pfid, text } })

test('an outbox item is delivered once and confirmed, also when confirmations are lost and the server restarts', async () => {
  const { site, clock, port, restart } = world()
  const outbox = [message('m1', 'Welcome'), rank('r1', 'Gold')]
  let acks = 0
  site.always = (call) => {
    if (call.path !== '/api/ingest/ack') return accepted(call, acks < 4 ? outbox : [])
    acks += 1
    return acks < 3 ? undefined : { status: 200, body: '{}' }
  }
  await clock.pass(1_500)
  restart()
  await clock.pass(60_000)
  expect(port.players.told).toEqual(['A1: Welcome'])
  expect(port.players.ranks).toEqual(['A1: Gold'])
  const confirmations = site.calls.filter(({ path }) => path === '/api/ingest/ack')
  expect(confirmations.at(-1)?.ids).toEqual(['m1', 'r1'])
})

test('what is for somebody absent is kept, confirmed, and handed over when they come, after a restart too', async () => {
  const { site, clock, port, restart } = world()
  site.script = [
    (call) =>
      accepted(call, [message('m1', 'Hi', 'C3'), message('m2', 'There', 'C3'), rank('r1', 'Emerald', 'C3')]),
  ]
  await clock.pass(1_000)
  expect(site.calls[1]).toMatchObject({ path: '/api/ingest/ack', ids: ['m1', 'm2', 'r1'] })
  const again = restart()
  port.players.come({ pfid: 'C3', gamertag: 'Cem' })
  again.joined('C3', 'Cem')
  again.joined('C3', 'Cem')
  expect(port.players.told).toEqual(['C3: Hi', 'C3: There'])
  expect(port.players.ranks).toContain('C3: Emerald')
})

test('items that this server cannot use are confirmed and do not come back for ever', async () => {
  const { site, clock, port } = world()
  const odd = [
    { id: 'x1', type: 'rank', data: { xuid: '2535', rank: 'Gold' } },
    { id: 'x2', type: 'fireworks', data: { pfid: 'A1' } },
  ]
  site.script = [(call) => accepted(call, odd)]
  await clock.pass(1_000)
  expect(site.calls[1]?.ids).toEqual(['x1', 'x2'])
  expect(port.lines).toHaveLength(2)
})

test('/link shows a code of the alphabet of the site and reports it; haste is asked to wait', async () => {
  const { site, clock, pack } = world()
  expect(codeAlphabet).toBe(linkCodeAlphabet)
  const shown = /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(pack.link('A1', 'Ann'))?.[0].replace('-', '')
  expect(pack.link('A1', 'Ann')).toContain('wait')
  await clock.pass(1_000)
  expect(site.batches.flat()).toMatchObject([
    { type: 'link.code', data: { pfid: 'A1', gamertag: 'Ann', code: shown } },
  ])
  await clock.pass(5_000)
  expect(pack.link('A1', 'Ann')).not.toContain(shown?.slice(0, 4))
})

test('a player hears why the site would not unlink them', async () => {
  const { site, clock, port, pack } = world()
  await clock.pass(100)
  site.script = [
    ({ events }) => ({
      status: 200,
      body: JSON.stringify({
        results: events.map(({ id }) => ({ id, status: 'rejected', reason: 'this player is not linked' })),
        nextPollMs,
        outbox: [],
      }),
    }),
  ]
  pack.unlink('A1')
  await clock.pass(1_000)
  expect(port.players.told).toEqual(['A1: The website says: this player is not linked'])
})

test('a name is reported when it is new, not at every join', async () => {
  const { site, clock, pack } = world()
  for (const name of ['Ann', 'Ann', 'Anna', 'Anna']) pack.joined('A1', name)
  await clock.pass(1_000)
  expect(site.batches.flat().map(({ data }) => data.gamertag)).toEqual(['Ann', 'Anna'])
})

test.each<[string, unknown]>([
  ['startedAt is after endedAt', duel({ startedAt: Date.parse('2026-03-01T11:06:00Z') })],
  ['endedAt lies in the future', duel({ endedAt: Date.parse('2026-03-01T12:06:00Z') })],
  ['endedAt must be', duel({ endedAt: 'yesterday' })],
  ['players must be a list of 1 to 64', duel({ players: [] })],
  ['nobody called Zoe', duel({ players: [{ gamertag: 'Zoe', result: 'win' }] })],
  ['a player is in it twice', duel({ players: [1, 2].map(() => ({ gamertag: 'Ann', result: 'win' })) })],
  ['players[0].kills must be', duel({ players: [{ gamertag: 'Ann', result: 'win', kills: 0.5 }] })],
  ['players[0].points must be', duel({ players: [{ gamertag: 'Ann', result: 'win', points: -10_001 }] })],
  ['gamertag must be 1 to 64', duel({ players: [{ gamertag: '\ud800', pfid: 'X', result: 'win' }] })],
  ['gameType must be one of', { ...duel(), gameType: 'overall' }],
  ['matchId must be a UUID', duel({ matchId: 'the first one' })],
  ['result must be one of', { ...duel(), players: [{ gamertag: 'Ann', result: 'won' }] }],
  ['the match must be an object', null],
])('a report with "%s" is refused at once and nothing is stored', (problem, report) => {
  const { pack, port } = world()
  expect(pack.reportMatch(report as MatchReport)).toMatchObject({
    ok: false,
    problem: expect.stringContaining(problem),
  })
  expect(pack.waiting).toBe(0)
  expect(port.lines).toHaveLength(1)
})

test('another pack reports by script events, long matches in parts and out of order', async () => {
  const { site, clock, pack } = world()
  const text = JSON.stringify(duel({ matchId: '11111111-2222-4333-8444-555555555555' }))
  const [first, second] = [text.slice(0, 100), text.slice(100)]
  expect(pack.scriptEvent('vulx:part', `m1 2/2 ${second}`)).toBeUndefined()
  expect(pack.scriptEvent('vulx:part', `m2 1/2 ${first}`)).toBeUndefined()
  expect(pack.scriptEvent('vulx:part', `m1 1/2 ${first}`)).toMatchObject({ ok: true })
  expect(pack.scriptEvent('vulx:match', JSON.stringify(duel()))).toMatchObject({ ok: true })
  expect(
    pack.scriptEvent('vulx:void', '{"matchId":"11111111-2222-4333-8444-555555555555","reason":"lag"}'),
  ).toMatchObject({ ok: true })
  pack.scriptEvent('vulx:queue', '{"Sumo":2}')
  for (const [id, message] of [
    ['vulx:match', '{'],
    ['vulx:match', 'null'],
    ['vulx:void', 'null'],
  ] as const) {
    expect(pack.scriptEvent(id, message)).toMatchObject({ ok: false })
  }
  for (const message of ['', 'x 0/1 a', 'x 2/1 a', 'x 1/999 a']) {
    expect(pack.scriptEvent('vulx:part', message)).toBeUndefined()
  }
  await clock.pass(6_000)
  expect(site.batches.flat().map(({ type }) => type)).toEqual(['match', 'match', 'match.void'])
  const beats = site.calls.flatMap(({ events }) => events).filter(({ type }) => type === 'heartbeat')
  expect(beats.at(-1)?.data.queues).toEqual({ Sumo: 2 })
})
