import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WireEvent } from '../src/wire.ts'
import { StandInGame, StandInPlayer } from './minecraft-stand-in.ts'

let game: StandInGame
let lines: string[] = []
let sent: WireEvent[] = []

beforeEach(() => {
  game = new StandInGame()
  lines = []
  sent = []
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void lines.push(line))
})
afterEach(async () => {
  await game.stop()
  vi.restoreAllMocks()
})

function acceptAll(outbox: readonly object[] = []) {
  let waiting = outbox
  game.answer = async ({ uri, method, body, headers }) => {
    expect(method).toBe('Post')
    expect(headers.find(({ key }) => key === 'Authorization')?.value).toBe(game.secret)
    const { events = [], ids = [] } = JSON.parse(body) as { events?: WireEvent[]; ids?: string[] }
    if (uri === 'http://site.example/api/ingest/ack') {
      waiting = waiting.filter((item) => !ids.includes((item as { id: string }).id))
      return { status: 200, body: '{"confirmed":1}', headers: [] }
    }
    expect(uri).toBe('http://site.example/api/ingest/events')
    sent.push(...events)
    const results = events.map(({ id }) => ({ id, status: 'accepted' }))
    return { status: 200, body: JSON.stringify({ results, nextPollMs: 5_000, outbox: waiting }), headers: [] }
  }
}

async function begin() {
  await game.load()
  const customCommandRegistry = {
    registerCommand: ({ name }: { name: string }, work: never) => game.commands.set(name, work),
  }
  await game.signals.startup.fire({ customCommandRegistry })
  await game.signals.worldLoad.fire()
}

async function come(name: string, persistentId: string) {
  await game.signals.asyncPlayerJoin.fire({ name, persistentId })
  const player = new StandInPlayer(name)
  game.players.push(player)
  await game.signals.playerSpawn.fire({ player, initialSpawn: true })
  return player
}

const ofType = (type: string) => sent.filter((event) => event.type === type)

test('on the server: heartbeats, names, links, matches by script event, ranks and messages', async () => {
  acceptAll([
    { id: 'm', type: 'message', data: { pfid: 'A1', text: 'Welcome' } },
    { id: 'r', type: 'rank', data: { pfid: 'A1', rank: 'Gold' } },
  ])
  await begin()
  const ann = await come('Ann', 'A1')
  ann.addTag('vulx-rank:Member')
  const ben = await come('Ben', 'B2')
  game.commands.get('vulx:link')?.({ sourceEntity: ann })
  game.commands.get('vulx:unlink')?.({ sourceEntity: ben })
  // Ben leaves before the match is told.
  await game.signals.playerLeave.fire({ player: ben })
  game.players.pop()
  const now = Date.now()
  const players = [
    { gamertag: 'Ann', result: 'win' },
    { gamertag: 'Ben', result: 'loss' },
  ]
  const message = JSON.stringify({ gameType: 'sumo', startedAt: now, endedAt: now, players })
  await game.signals.scriptEvent.fire({ id: 'vulx:match', message })

  await vi.waitFor(() => {
    expect(ofType('match')).toHaveLength(1)
    expect(ofType('link.code')).toHaveLength(1)
    expect(ofType('link.remove')).toHaveLength(1)
    expect([...ann.tags]).toEqual(['vulx-rank:Gold'])
  })
  expect(ofType('heartbeat')[0]?.data).toMatchObject({ maxPlayers: 40 })
  expect(ofType('player').map(({ data }) => data)).toEqual([
    { pfid: 'A1', gamertag: 'Ann' },
    { pfid: 'B2', gamertag: 'Ben' },
  ])
  expect(ofType('match')[0]?.data.players).toMatchObject([
    { pfid: 'A1', input: 'touch' },
    { pfid: 'B2', input: 'touch' },
  ])
  expect(ann.said).toContain('Welcome')
  const code = String(ofType('link.code')[0]?.data.code)
  expect(ann.said.join()).toContain(`${code.slice(0, 4)}-${code.slice(4)}`)
  expect(game.sentEvents).toEqual([{ id: 'vulx:reported', message: expect.stringContaining('"ok":true') }])
  expect(lines).toEqual([])
})

test('without an address or a secret it says what is missing and sends nothing', async () => {
  acceptAll()
  game.secrets = {}
  await begin()
  const ann = await come('Ann', 'A1')
  game.commands.get('vulx:link')?.({ sourceEntity: ann })
  await vi.waitFor(() => expect(ann.said).toEqual(['Linking is not available on this server.']))
  expect(lines).toEqual([expect.stringContaining('secrets.json')])
  expect(sent).toEqual([])
})

test('a player whose id was never told, as without Xbox accounts, is not reported', async () => {
  acceptAll()
  await begin()
  const guest = await come('Guest', '')
  game.commands.get('vulx:link')?.({ sourceEntity: guest })
  expect(game.commands.get('vulx:link')?.({})).toMatchObject({ status: 1 })
  await vi.waitFor(() => expect(ofType('heartbeat').length).toBeGreaterThan(0))
  await vi.waitFor(() => expect(guest.said).toHaveLength(1))
  expect(ofType('player')).toEqual([])
})
