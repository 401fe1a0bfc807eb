import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { StatsUpdate } from '../../../../contract/live-schemas.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'

let site: TestApp
let server: TestGameServer
const sockets: WebSocket[] = []

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  await site.close()
})

interface Heard {
  readonly message: StatsUpdate
}

/** Messages sent to subscribers of these game types. */
async function watch(...gameTypes: string[]): Promise<Heard[]> {
  const { port } = site.app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`)
  sockets.push(socket)
  const heard: Heard[] = []
  await once(socket, 'open')
  socket.on('message', (data) => heard.push({ message: JSON.parse(data.toString()) }))
  for (const gameType of gameTypes) socket.send(JSON.stringify({ type: 'subscribe', gameType }))
  socket.ping()
  await once(socket, 'pong')
  return heard
}

const said = (heard: readonly Heard[]) =>
  heard.map(({ message }) => [message.gameType, message.data.user.username, message.data.lastResult])

test("[live.12] [live.13] [live.14] a match is published for its game type and for overall, the winner's message last", async () => {
  const boxing = await watch('boxing')
  const overall = await watch('overall')
  const sumo = await watch('sumo')
  await server.report(
    event(
      'match',
      match([
        player('l-win', { kills: 9, deaths: 4, points: 12, gamertag: 'Winner' }),
        player('l-loss', { result: 'loss', deaths: 9, gamertag: 'Loser' }),
      ]),
    ),
  )
  await expect.poll(() => [boxing.length, overall.length]).toEqual([2, 2])
  expect(said(boxing)).toEqual([
    ['boxing', 'Loser', 'loss'],
    ['boxing', 'Winner', 'win'],
  ])
  expect(said(overall).map(([, name]) => name)).toEqual(['Loser', 'Winner'])
  expect(boxing[1]?.message).toEqual({
    type: 'stats_update',
    gameType: 'boxing',
    data: {
      user: { id: await accountOf(site, 'l-win'), username: 'Winner' },
      stats: { winStreak: 1, losses: 0, wins: 1, kills: 9, deaths: 4, points: 12 },
      lastResult: 'win',
    },
  })
  for (const { message } of [...boxing, ...overall]) expect(StatsUpdate.safeParse(message).success).toBe(true)
  expect(sumo).toEqual([])
})

test('[live.13] a mode that is not marked for overall is published for itself only; nobody subscribes to one without a board', async () => {
  await sql`INSERT INTO modes (key, name, listed, made_by) VALUES ('own', 'Own', true, 'staff'), ('none', 'None', false, 'staff')`.execute(
    site.database.sql,
  )
  await site.context.live.publish('modes', {})
  await expect.poll(async () => (await watch('own')).length).toBe(0)
  const [own, overall] = [await watch('own'), await watch('overall')]
  const none = await watch('none')
  expect(none[0]?.message).toMatchObject({ type: 'error' })
  await server.report(
    event('match', match([player('o-1', { gamertag: 'Solo' })], { gameType: 'own' })),
    event('match', match([player('o-2')], { gameType: 'none' })),
    event('match', match([player('o-3', { gamertag: 'Last' })])),
  )
  await expect.poll(() => [own.length, overall.length]).toEqual([1, 1])
  expect(said(own)).toEqual([['own', 'Solo', 'win']])
  expect(said(overall)).toEqual([['overall', 'Last', 'win']])
  expect(none).toHaveLength(1)
})

test('unranked matches, repetitions and rejected ones are not told; a void is', async () => {
  const heard = await watch('bridge')
  const said = { gameType: 'bridge' }
  const data = match([player('v-1', { gamertag: 'Voided' })], said)
  const counted = event('match', data)
  await server.report(event('match', match([player('v-2')], { ...said, ranked: false })))
  await server.report(counted)
  await server.send(counted, event('match', data))
  await server.report(event('match.void', { matchId: data.matchId, reason: 'lag' }))
  await expect.poll(() => heard.length).toBe(2)
  expect(heard.map(({ message }) => [message.data.lastResult, message.data.stats.wins])).toEqual([
    ['win', 1],
    ['void', 0],
  ])
})

// stats-queue.test.ts checks the second of each message with a fake clock; here the receiver may stall.
test('[live.16] a burst of matches is published in at most 4 messages a second for its game type, the newest last', async () => {
  const heard = await watch('fireball')
  const begun = performance.now()
  for (let n = 0; n < 40; n += 1) {
    await server.report(
      event('match', match([player(`b-${n}`, { gamertag: `Burst ${n}` })], { gameType: 'fireball' })),
    )
  }
  const last = () => heard.at(-1)?.message.data.user.username
  await expect.poll(last).toBe('Burst 39')
  const seconds = Math.ceil((performance.now() - begun) / 1_000)
  expect(heard.length).toBeLessThanOrEqual(4 * (seconds + 1))
  const order = heard.map(({ message }) => Number(message.data.user.username.replace('Burst ', '')))
  expect(order).toEqual([...order].sort((a, b) => a - b))
})

test('a failed announcement does not fail what was stored', async () => {
  const publish = site.context.live.publish
  site.context.live.publish = () => Promise.reject(new Error('no database'))
  try {
    const response = await server.report(event('match', match([player('f-1')])))
    expect(response.status).toBe(200)
  } finally {
    site.context.live.publish = publish
  }
})

test('[game.38] Subscribers of modes hear when staff change modes, and may follow a new board by then', async () => {
  const { port } = site.app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`)
  sockets.push(socket)
  const heard: { type: string }[] = []
  socket.on('message', (data) => heard.push(JSON.parse(data.toString())))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'subscribe', channel: 'modes' }))
  socket.ping()
  await once(socket, 'pong')
  const staff = await site.member()
  await sql`UPDATE users SET rank = 'Helper' WHERE id = ${staff.user.id}`.execute(site.database.sql)
  const made = await staff.post('/api/admin/modes', { key: 'brand_new', name: 'Brand New', listed: true })
  expect(made.status).toBe(201)
  await expect.poll(() => heard).toContainEqual({ type: 'modes_update' })
  socket.send(JSON.stringify({ type: 'subscribe', gameType: 'brand_new' }))
  await server.report(event('match', match([player('fan', { points: 7 })], { gameType: 'brand_new' })))
  await expect
    .poll(() => heard)
    .toContainEqual(expect.objectContaining({ type: 'stats_update', gameType: 'brand_new' }))
  expect(heard.filter(({ type }) => type === 'error')).toEqual([])
})
