import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { password, type TestApp, testApp } from '../../../testing/test-app.ts'

let site: TestApp
let server: TestGameServer

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const times = { startedAt: '2026-03-01T10:00:00.000Z', endedAt: '2026-03-01T10:05:00.000Z' }
const at = (seconds: number) => new Date(Date.parse(times.startedAt) + seconds * 1_000).toISOString()
const shown = async (matchId: string) => (await site.browser().get(`/api/matches/${matchId}`)).json
const factsOf = async (matchId: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT * FROM match_facts WHERE match_id = ${matchId}
  `.execute(site.database.sql)
  return rows[0]
}
const statuses = (response: { json: { results: { status: string }[] } }) =>
  response.json.results.map(({ status }) => status)

const facts = {
  map: 'Arena',
  region: 'EU',
  rounds: 3,
  score: { red: 2, blue: -1 },
}

test('[game.07] the facts of a match are stored beside it and shown; kills name players in any order', async () => {
  const sent = match(
    [
      player('facts-loser', { result: 'loss', hits: 12, device: 'Android' }),
      player('facts-winner', { hits: 0 }),
    ],
    {
      ...times,
      ...facts,
      kills: [
        { at: at(20), killer: 1, victim: 0, cause: 'void' },
        { at: at(7.5), killer: 0, victim: 1 },
      ],
    },
  )
  await server.report(event('match', sent))
  const { players, ...rest } = await shown(sent.matchId)
  expect(rest).toMatchObject({ ...facts, map: 'Arena' })
  // Winners first, so the indexes are turned round.
  expect(players.map((one: { hits: number }) => one.hits)).toEqual([0, 12])
  expect(players[0].user.id).toBe(await accountOf(site, 'facts-winner'))
  expect(rest.kills).toEqual([
    { at: at(7.5), killer: 1, victim: 0, cause: null },
    { at: at(20), killer: 0, victim: 1, cause: 'void' },
  ])
  expect(JSON.stringify(players)).not.toContain('Android')
})

test('[game.07] a match without facts has no row of them, and its page nothing', async () => {
  const sent = match([player('plain')], times)
  await server.report(event('match', sent))
  expect(await factsOf(sent.matchId)).toBeUndefined()
  expect(await shown(sent.matchId)).toMatchObject({ map: null, rounds: null, score: null, kills: [] })
})

test.each([
  [{ map: 7, region: '', rounds: -1, score: [], kills: 'none' }],
  [{ map: 'x'.repeat(65), rounds: 1.5, score: { red: 'two' }, kills: [7, null, {}] }],
  [
    {
      map: 'nul \0',
      region: null,
      score: { '': 1, blue: 10_001 },
      kills: [{ at: at(1), killer: 0, victim: 9 }],
    },
  ],
  [
    {
      kills: [
        { at: at(-1), killer: 0, victim: 0 },
        { at: at(301), killer: 0, victim: 0 },
      ],
    },
  ],
  [
    {
      kills: [
        { at: 'soon', killer: 0, victim: 0 },
        { at: at(1), killer: -1, victim: 0 },
      ],
    },
  ],
])('[game.07] bad facts are dropped, never the match: %j', async (bad) => {
  const sent = match([player('sloppy', { hits: 'many', device: 9 })], { ...times, ...bad })
  await server.report(event('match', sent))
  expect(await factsOf(sent.matchId)).toBeUndefined()
})

test('[game.07] a bad kill or score costs only itself; of the kills the first 200 stay', async () => {
  const kill = { at: at(1), killer: 0, victim: 0 }
  const sent = match([player('keeps')], {
    ...times,
    score: { red: 1, blue: 'x', ['y'.repeat(65)]: 1 },
    kills: [{ at: at(2), killer: 5, victim: 0 }, ...Array.from({ length: 300 }, () => kill)],
  })
  await server.report(event('match', sent))
  expect(await shown(sent.matchId)).toMatchObject({ score: { red: 1 } })
  expect((await shown(sent.matchId)).kills).toHaveLength(200)
})

test('[game.07] sent again it is a duplicate, also in another order; with other facts it is rejected', async () => {
  const people = [player('again-a', { hits: 3 }), player('again-b', { result: 'loss' })]
  const kills = [{ at: at(5), killer: 0, victim: 1 }]
  const sent = match(people, { ...times, ...facts, kills })
  await server.report(event('match', sent))
  const turned = {
    ...sent,
    players: [...people].reverse(),
    score: { blue: -1, red: 2 },
    kills: [{ at: at(5), killer: 1, victim: 0 }],
  }
  expect(statuses(await server.send(event('match', sent), event('match', turned)))).toEqual([
    'duplicate',
    'duplicate',
  ])
  expect(statuses(await server.send(event('match', { ...sent, map: 'Other' })))).toEqual(['rejected'])
  expect(await shown(sent.matchId)).toMatchObject({ map: 'Arena' })
})

test('[game.07] a match that was stored without its facts, as earlier releases did, stays the same match', async () => {
  const sent = match([player('older')], times)
  await server.report(event('match', sent))
  // The hash of the release before, of the same fields.
  expect(statuses(await server.send(event('match', { ...sent, ...facts })))).toEqual(['duplicate'])
  expect(await factsOf(sent.matchId)).toBeUndefined()
})

test('[game.07] facts are append-only, even for the owner of the tables', async () => {
  await expect(sql`UPDATE match_facts SET map = 'Mine'`.execute(site.database.sql)).rejects.toThrow(
    'permission',
  )
  await expect(sql`DELETE FROM match_facts`.execute(site.database.sql)).rejects.toThrow('permission')
})

test('[game.07] the export has a member’s own facts; deleting the account removes the device and keeps the match', async () => {
  const member = await site.member()
  const people = [
    player('leaver', { device: 'iPad', hits: 9 }),
    player('stays', { device: 'Pixel', hits: 4 }),
  ]
  const sent = match(people, { ...times, map: 'Arena', kills: [{ at: at(3), killer: 0, victim: 1 }] })
  const code = 'FACTS234'
  await server.report(event('match', sent), event('link.code', { xuid: 'leaver', gamertag: 'Leaver', code }))
  expect((await member.post('/api/link', { code })).status).toBe(200)
  const { json, text } = await member.get('/api/account/export')
  expect(json.matches).toMatchObject([{ map: 'Arena', hits: 9, device: 'iPad' }])
  expect(text).not.toContain('Pixel')
  expect((await member.post('/api/account/delete', { password, now: true })).status).toBe(204)
  expect(await factsOf(sent.matchId)).toMatchObject({ devices: [null, 'Pixel'], hits: [9, 4] })
  const after = await shown(sent.matchId)
  expect(after.players[after.kills[0].killer].user.username).toBe('Deleted player')
})

test.each(['UPDATE matches SET ranked = false', 'DELETE FROM match_players', 'TRUNCATE match_voids'])(
  'the site may not change the ledger: %s',
  async (statement) => {
    await expect(sql.raw(statement).execute(site.database.sql)).rejects.toThrow('permission denied')
  },
)
