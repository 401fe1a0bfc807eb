import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ingestLimits } from '../../../../contract/matches/ingest.ts'
import { accountOf, event, gameServer, type TestGameServer } from '../../../testing/game-server.ts'
import { password, type TestApp, testApp } from '../../../testing/test-app.ts'
import { whileOpen } from '../../../testing/while-open.ts'
import { lockPresence, presentPlayers, sweepPresence } from './queries.ts'

let site: TestApp
let server: TestGameServer
let other: TestGameServer

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  other = await gameServer(site, 'Practice US')
})
afterAll(() => site.close())
beforeEach(async () => {
  await sql`DELETE FROM presence_parts`.execute(site.database.sql)
})

let clock = Date.now() - 3_600_000
/** Later than all before. */
const next = () => {
  clock += 1_000
  return new Date(clock).toISOString()
}
const beat = (players: unknown, said: object = {}, at = next()) =>
  event('heartbeat', { playerCount: 3, players, ...said }, { at })
const joins = (...names: string[]) =>
  server.report(...names.map((xuid) => event('player', { xuid, gamertag: `Tag ${xuid}` })))
const presence = async (query = '') => (await site.browser().get(`/api/presence${query}`)).json
const namesIn = ({ players }: { players: { user: { username: string } }[] }) =>
  players.map(({ user }) => user.username)
const of = async (xuid: string) =>
  (await site.browser().get(`/api/players/${await accountOf(site, xuid)}/presence`)).json.presence

test('[game.24] a heartbeat says who is online, in which mode and since when; newest first', async () => {
  await joins('ann', 'ben')
  await server.report(
    beat([
      { xuid: 'ann', mode: 'boxing', since: '2026-01-01T10:00:00.000Z' },
      { xuid: 'ben', mode: 'sumo', since: '2026-01-01T11:00:00.000Z' },
      { xuid: 'never-seen', mode: 'boxing' },
    ]),
  )
  const all = await presence()
  expect(all).toMatchObject({
    total: 3,
    modes: [
      { mode: 'boxing', players: 2 },
      { mode: 'sumo', players: 1 },
    ],
  })
  expect(namesIn(all)).toEqual(['Tag ben', 'Tag ann'])
  expect(namesIn(await presence('?limit=1'))).toEqual(['Tag ben'])
  expect((await site.browser().get('/api/presence?limit=201')).status).toBe(400)
  expect(await of('ann')).toEqual({ mode: 'boxing', since: '2026-01-01T10:00:00.000Z' })
})

test('[game.24] the next heartbeat changes modes and removes who left; a late one changes nothing', async () => {
  await joins('stays', 'leaves', 'comes')
  const late = next()
  await server.report(beat([{ xuid: 'stays', mode: 'boxing' }, { xuid: 'leaves' }]))
  const { since } = await of('stays')
  await server.report(
    beat([
      { xuid: 'stays', mode: 'boxing' },
      { xuid: 'comes', mode: 'sumo' },
    ]),
  )
  await server.report(beat([{ xuid: 'leaves', mode: 'sumo' }], {}, late))
  expect(await of('stays')).toEqual({ mode: 'boxing', since })
  expect(await of('leaves')).toBeNull()
  expect(await of('comes')).toMatchObject({ mode: 'sumo' })
  await server.report(beat(undefined))
  expect(await presence()).toEqual({ total: 0, modes: [], players: [] })
})

test('[inputs.95] a late heartbeat removes nothing: neither players that it lacks nor parts, nor without a list', async () => {
  await joins('here', 'there')
  const [empty, listless, fewer] = [next(), next(), next()]
  const at = next()
  await server.report(
    beat([{ xuid: 'here', mode: 'boxing' }], { part: 1, parts: 2 }, at),
    beat([{ xuid: 'there', mode: 'sumo' }], { part: 2, parts: 2 }, at),
  )
  const before = await presence()
  expect(before.total).toBe(2)
  await server.report(beat([], {}, empty))
  await server.report(beat(undefined, {}, listless))
  await server.report(beat([{ xuid: 'here' }], { part: 1, parts: 1 }, fewer))
  expect(await presence()).toEqual(before)
  expect(await of('there')).toMatchObject({ mode: 'sumo' })
})

test('[game.24] a heartbeat of a clock that is ahead does not block those that come after it', async () => {
  await joins('early', 'later')
  const ahead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  await server.report(beat([{ xuid: 'early' }], {}, ahead(4)))
  await server.report(beat([{ xuid: 'later' }], {}, ahead(1)))
  expect(namesIn(await presence())).toEqual(['Tag later'])
})

test('[game.24] an unchanged player is not written again', async () => {
  await joins('idle')
  const since = '2026-01-01T10:00:00.000Z'
  const rows = async () =>
    (await sql`SELECT ctid, xmin FROM presence_players`.execute(site.database.sql)).rows
  await server.report(beat([{ xuid: 'idle', mode: 'boxing', since }]))
  const before = await rows()
  await server.report(beat([{ xuid: 'idle', mode: 'boxing', since: '2026-01-01T10:00:00.400Z' }]))
  expect(await rows()).toEqual(before)
})

test('[game.24] parts replace only themselves, and fewer parts end the others', async () => {
  await joins('p1', 'p2', 'p3')
  const at = next()
  await server.report(
    beat([{ xuid: 'p1' }], { part: 1, parts: 3 }, at),
    beat([{ xuid: 'p2' }], { part: 2, parts: 3 }, at),
    beat([{ xuid: 'p3' }], { part: 3, parts: 3 }, at),
  )
  expect((await presence()).total).toBe(3)
  const later = next()
  await server.report(beat([{ xuid: 'p2' }], { part: 1, parts: 2 }, later))
  await server.report(beat([{ xuid: 'p3' }], { part: 2, parts: 2 }, later))
  expect(namesIn(await presence()).sort()).toEqual(['Tag p2', 'Tag p3'])
  expect((await presence()).total).toBe(2)
})

test('[game.24] servers do not disturb each other; who moves is where the newest heartbeat says', async () => {
  await joins('mover', 'rest')
  await server.report(beat([{ xuid: 'mover', mode: 'boxing' }, { xuid: 'rest' }]))
  await other.report(beat([{ xuid: 'mover', mode: 'sumo' }]))
  expect(await of('mover')).toMatchObject({ mode: 'sumo' })
  await server.report(beat([{ xuid: 'rest' }]))
  expect(await of('mover')).toMatchObject({ mode: 'sumo' })
  await sql`UPDATE game_servers SET revoked_at = now() WHERE id = ${other.id}`.execute(site.database.sql)
  expect(await of('mover')).toBeNull()
  await sql`UPDATE game_servers SET revoked_at = NULL WHERE id = ${other.id}`.execute(site.database.sql)
})

test('[inputs.63] who is listed by two servers for a moment is one player everywhere, where the newest heartbeat says', async () => {
  await joins('twice', 'still')
  const modes = () =>
    sql`SELECT said, players::int FROM (${presentPlayers}) AS present WHERE said IS NOT NULL ORDER BY said`.execute(
      site.database.sql,
    )
  await server.report(
    beat([
      { xuid: 'twice', mode: 'boxing' },
      { xuid: 'still', mode: 'boxing' },
    ]),
  )
  await other.report(
    beat([{ xuid: 'twice', mode: 'sumo' }, { xuid: 'twice', mode: 'sumo' }, { xuid: 'newcomer' }]),
  )
  const both = await presence()
  expect(both).toMatchObject({
    total: 3,
    modes: [
      { mode: 'boxing', players: 1 },
      { mode: 'sumo', players: 1 },
    ],
  })
  expect(both.players).toHaveLength(2)
  expect((await modes()).rows).toEqual([
    { said: 'boxing', players: 1 },
    { said: 'sumo', players: 1 },
  ])
  await server.report(beat([{ xuid: 'still', mode: 'boxing' }]))
  expect(await presence()).toEqual(both)
  await other.report(beat([{ xuid: 'newcomer' }]))
  expect((await presence()).total).toBe(2)
  expect((await modes()).rows).toEqual([{ said: 'boxing', players: 1 }])
})

test('[inputs.18] a player whom the site does not know yet is one player as well when two servers list them, also while they become known', async () => {
  const beside = (mode: string) => beat([{ xuid: 'stranger', mode }])
  await server.report(beside('boxing'))
  await other.report(beside('sumo'))
  const moved = { total: 1, modes: [{ mode: 'sumo', players: 1 }] }
  expect(await presence()).toMatchObject({ ...moved, players: [] })
  // A late list without them leaves them where they went.
  await server.report(beat([]))
  expect(await presence()).toMatchObject(moved)
  await server.report(beside('boxing'))
  await joins('stranger')
  await other.report(beside('sumo'))
  expect(await presence()).toMatchObject({ ...moved, players: [{ mode: 'sumo' }] })
  await server.report(beat([]))
  expect(await presence()).toMatchObject(moved)
  await other.report(beat([]))
  expect(await presence()).toEqual({ total: 0, modes: [], players: [] })
})

test('[inputs.18] what the site stores of a player whom it does not know yet is a digest, and goes when they leave', async () => {
  const rows = async () =>
    (await sql`SELECT to_jsonb(presence_unknown) AS row FROM presence_unknown`.execute(site.database.sql))
      .rows
  await server.report(beat([{ pfid: 'ABCDEF0123456789', mode: 'boxing' }]))
  expect(await rows()).toHaveLength(1)
  expect(JSON.stringify(await rows())).not.toContain('ABCDEF0123456789')
  await server.report(beat([]))
  expect(await rows()).toEqual([])
})

test('[inputs.63] an account with two identities online is one player, where it came last', async () => {
  const member = await site.member()
  await server.report(event('player', { xuid: 'pair', gamertag: 'Pair' }))
  for (const [identity, code] of [
    [{ xuid: 'pair' }, 'PAIR2345'],
    [{ pfid: 'pair' }, 'PAIR2346'],
  ] as const) {
    await server.report(event('link.code', { ...identity, gamertag: 'Pair', code }))
    expect((await member.post('/api/link', { code })).status).toBe(200)
  }
  await server.report(beat([{ xuid: 'pair', mode: 'boxing', since: '2026-01-01T10:00:00.000Z' }]))
  await other.report(beat([{ pfid: 'pair', mode: 'sumo', since: '2026-01-01T11:00:00.000Z' }]))
  expect(await presence()).toMatchObject({
    total: 1,
    modes: [{ mode: 'sumo', players: 1 }],
    players: [{ mode: 'sumo', user: { username: 'Pair' } }],
  })
})

test('[game.24] a server that falls silent is forgotten, and the sweep removes its rows', async () => {
  await joins('silent')
  await server.report(beat([{ xuid: 'silent' }]))
  await sql`UPDATE presence_parts SET received_at = now() - interval '16 seconds'`.execute(site.database.sql)
  expect(await presence()).toEqual({ total: 0, modes: [], players: [] })
  expect(await of('silent')).toBeNull()
  await sql`UPDATE presence_parts SET received_at = now() - interval '11 minutes'`.execute(site.database.sql)
  await sweepPresence(site.database.sql)
  expect((await sql`SELECT FROM presence_players`.execute(site.database.sql)).rows).toEqual([])
})

test.each([
  ['what is no list', 'everybody'],
  ['bad entries', [7, {}, { xuid: 'a', pfid: 'b' }, { xuid: '' }, { xuid: 'good', mode: 7, since: 'soon' }]],
  ['more than fit', Array.from({ length: ingestLimits.presence + 1 }, (_, at) => ({ xuid: `n${at}` }))],
])('[game.24] %s never costs the heartbeat', async (_name, players) => {
  await joins('good')
  await server.report(beat(players, { part: 0, parts: 'two' }))
  const { total } = await presence()
  expect(total).toBe(typeof players === 'string' ? 0 : Math.min(players.length - 4 > 1 ? 5_000 : 1, 5_000))
})

test('[game.25] a member who hides is counted and never named', async () => {
  const member = await site.member()
  const code = 'HIDE2345'
  await joins('shy')
  await server.report(event('link.code', { xuid: 'shy', gamertag: 'Shy', code }))
  expect((await member.post('/api/link', { code })).status).toBe(200)
  await server.report(beat([{ xuid: 'shy', mode: 'boxing' }]))
  expect(namesIn(await presence())).toEqual(['Shy'])
  expect((await member.get('/api/user')).json.hidePresence).toBeUndefined()
  const hidden = await member.patch('/api/user', { hidePresence: true })
  expect([hidden.status, hidden.json.hidePresence]).toEqual([200, true])
  expect(await presence()).toMatchObject({ total: 1, modes: [{ mode: 'boxing', players: 1 }], players: [] })
  expect(await of('shy')).toBeNull()
  expect((await member.patch('/api/user', { hidePresence: 'yes' })).status).toBe(400)
  await member.patch('/api/user', { hidePresence: false })
  expect(namesIn(await presence())).toEqual(['Shy'])
})

test('[game.25] a player who hides in game is counted and never named; the newest statement wins', async () => {
  const said = (hidden: unknown, at: string) =>
    event('player', { xuid: 'hider', gamertag: 'Hider', hidden }, { at })
  const [first, second, third] = [next(), next(), next()]
  await server.report(said(true, second))
  await server.report(beat([{ xuid: 'hider' }]))
  expect(await presence()).toMatchObject({ total: 1, players: [] })
  await server.report(said(false, first), said(undefined, third), said('no', third))
  expect(await presence()).toMatchObject({ total: 1, players: [] })
  await server.report(said(false, third))
  expect(namesIn(await presence())).toEqual(['Hider'])
})

test('[game.25] who deletes the account is counted and never named', async () => {
  const member = await site.member()
  const code = 'GONE2345'
  await joins('gone')
  await server.report(event('link.code', { xuid: 'gone', gamertag: 'Gone', code }))
  await member.post('/api/link', { code })
  await server.report(beat([{ xuid: 'gone' }]))
  expect((await member.post('/api/account/delete', { password })).status).toBe(204)
  expect(await presence()).toMatchObject({ total: 1, players: [] })
  await server.report(beat([{ xuid: 'gone' }]))
  expect(await presence()).toMatchObject({ total: 1, players: [] })
})

test('[game.24] servers that list the same players at once neither deadlock nor lose', async () => {
  const people = Array.from({ length: 50 }, (_, at) => `crowd-${at}`)
  await joins(...people)
  const lists = [people, [...people].reverse()].map((list) => list.map((xuid) => ({ xuid })))
  await Promise.all(
    Array.from({ length: 12 }, (_, at) => (at % 2 ? server : other).report(beat(lists[at % 2]))),
  )
  expect((await presence()).players).toHaveLength(50)
  const late = await whileOpen(site.database, lockPresence, () => other.report(beat(lists[0])))
  expect(late.waited).toBe(true)
})
