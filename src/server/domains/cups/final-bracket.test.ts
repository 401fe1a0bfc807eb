import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { event, type TestGameServer } from '../../testing/game-server.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { createEvent, memberWithRank } from '../events/testing/event-setup.ts'
import { rebuildCups } from './rebuild-cups.ts'
import {
  createCup,
  cupPathOf,
  cupSite,
  factsOf,
  linkedMember,
  outage,
  type Player,
  passTime,
  played,
  work,
} from './testing/cup-setup.ts'

let site: TestApp
let server: TestGameServer
let staff: TestBrowser
let moderator: TestBrowser
beforeAll(async () => {
  ;({ site, server, staff } = await cupSite())
  moderator = await memberWithRank(site, 'Moderator')
})
afterAll(() => site.close())

const arena = { format: 'arena', seats: 100, minimum: 2, cut: 4 } as const
const dates = { start: '1 hour', end: '2 hours' } as const

const show = async (id: number) => (await site.browser().get(`/api/cups/${id}`)).json
const tableOf = async (id: number) => (await site.browser().get(`/api/cups/${id}/standings`)).json

/** A running arena of players who have just started. */
async function running(count: number, fields: object = {}): Promise<{ id: number; players: Player[] }> {
  const id = await createCup(site, staff, { ...arena, ...fields }, dates)
  const players: Player[] = []
  for (let index = 0; index < count; index += 1) players.push(await linkedMember(site, server))
  for (const player of players) await player.post(`/api/events/${id}/register`)
  await passTime(site, id, 61)
  await work(site)
  return { id, players }
}

/** Who comes first in the list wins against all that follow. */
async function playTable(players: readonly Player[]): Promise<void> {
  for (const [at, winner] of players.entries())
    for (const loser of players.slice(at + 1)) await server.report(played(winner, loser, { ranked: true }))
}

const idsOf = (players: readonly Player[]) => players.map(({ user }) => user.id)

test.each([
  ['5', { cut: 5 }],
  ['more than the seats', { cut: 8, seats: 6 }],
  ['of a single elimination', { format: 'single', seats: 8, minimum: 4 }],
])('[cups.143] A cut that is %s is a 400 that names the field, and nothing is stored', async (_, fields) => {
  const id = await createEvent(site, dates)
  const refused = await staff.put(cupPathOf(id), { mode: 'sumo', ...arena, ...fields })
  expect(refused.status).toBe(400)
  expect(Object.keys(refused.json.fields)).toEqual(['cut'])
  const { rows } = await sql`SELECT FROM cups WHERE event_id = ${id}`.execute(site.database.sql)
  expect(rows).toEqual([])
})

test('[cups.143] The cut of an arena is stored, shown and changed with its other fields', async () => {
  const id = await createCup(site, staff, { ...arena, minimum: 4, finalBestOf: 5, gameMinutes: 4 }, dates)
  expect((await show(id)).config).toMatchObject({ cut: 4, finalBestOf: 5, gameMinutes: 4, thirdPlace: false })
  const watched = async () =>
    (await staff.get('/api/admin/cups')).json.find((cup: { id: number }) => cup.id === id).endsAbout
  const end = Date.parse((await show(id)).endDate)
  // Late matches, a semifinal of one game, a final of three.
  expect((Date.parse(await watched()) - end) / 60_000).toBe(5 + (2 + 4) + (2 + 3 * 4))
  await staff.put(cupPathOf(id), { mode: 'sumo', ...arena, cut: null })
  expect((await show(id)).config.cut).toBeNull()
  const third = await staff.put(cupPathOf(id), { mode: 'sumo', ...arena, thirdPlace: true })
  expect([third.status, Object.keys(third.json.fields)]).toEqual([400, ['thirdPlace']])
  expect(Date.parse(await watched())).toBe(end)
})

const eventStatus = async (id: number) => (await site.browser().get(`/api/events/${id}`)).json.status

test('[cups.175] The event of a cup is not past while the cup is played, whatever end it was announced with', async () => {
  const { id } = await running(2)
  await passTime(site, id, 61)
  expect(await eventStatus(id)).toBe('active')
  await passTime(site, id, 5)
  await work(site)
  expect((await show(id)).phase).toBe('final')
  expect(await eventStatus(id)).toBe('past')
})

test('[cups.144] An arena with a cut is played to a champion from matches of the ledger: table, cut, calls, final, places, and the end of its event', async () => {
  const { id, players } = await running(6, { finalBestOf: 3 })
  await playTable(players)
  await work(site)
  expect((await tableOf(id)).map(({ userId }: { userId: number }) => userId)).toEqual(idsOf(players))
  expect(await show(id)).toMatchObject({ phase: 'running', entrants: [], rounds: [] })

  await passTime(site, id, 60)
  await work(site)
  const late = await players[5]!.put(`/api/cups/${id}/check-in`)
  expect(late.status).toBe(200)
  const stranger = await linkedMember(site, server)
  expect((await stranger.put(`/api/cups/${id}/check-in`)).status).toBe(409)
  expect((await show(id)).rounds).toEqual([])

  await passTime(site, id, 5)
  await work(site)
  const cup = await show(id)
  const four = idsOf(players.slice(0, 4))
  expect(cup.phase).toBe('running')
  expect(cup.entrants.map(({ entrant }: { entrant: number }) => entrant)).toEqual(four)
  const [first, second] = cup.rounds[0].nodes
  expect([first.sides, second.sides]).toEqual([
    [four[0], four[3]],
    [four[1], four[2]],
  ])
  const hosted = await server.report(event('heartbeat', { playerCount: 0, cups: true }))
  expect(hosted.json.cupMatches.map(({ cupMatchId }: { cupMatchId: string }) => cupMatchId)).toEqual(
    expect.arrayContaining([first.call.cupMatchId, second.call.cupMatchId]),
  )
  const { rows: told } = await sql<{ user_id: number }>`
    SELECT user_id FROM notifications WHERE event_key LIKE ${`cup:${id}:called:%`} ORDER BY user_id
  `.execute(site.database.sql)
  expect(told.map(({ user_id }) => user_id)).toEqual(four.toSorted((one, other) => one - other))
  expect((await players[4]!.get(`/api/cups/${id}/mine`)).json).toMatchObject({
    place: 5,
    next: null,
    standing: { place: 5 },
  })

  const mine = async () => (await players[3]!.get(`/api/cups/${id}/mine`)).json
  expect(await mine()).toMatchObject({ place: null, seed: 4, next: { id: 'w1.1' }, standing: { place: 4 } })
  const { cupMatchId } = (await mine()).next.call
  expect((await players[3]!.post(`/api/cups/${id}/ready`, { cupMatchId })).status).toBe(200)
  // Unranked by its sides, and by the name of the call.
  const semifinals = [
    played(players[3]!, players[0]!),
    played(players[1]!, players[2]!, { cupMatchId: second.call.cupMatchId }),
  ]
  await server.report(...semifinals)
  await work(site)
  for (let game = 0; game < 2; game += 1) {
    await server.report(played(players[3]!, players[1]!))
    await work(site)
  }
  expect(await show(id)).toMatchObject({ phase: 'closing', champion: null })
  await rebuildCups(site.database)
  await passTime(site, id, 11)
  await work(site)
  const final = await show(id)
  expect(final).toMatchObject({ phase: 'final', champion: { id: players[3]!.user.id } })
  const places = async () => {
    const { rows } = await sql<{ entrant: number; place: number }>`
      SELECT entrant, place FROM cup_places WHERE event_id = ${id} ORDER BY place, entrant
    `.execute(site.database.sql)
    return rows.map(({ entrant, place }) => [place, players.findIndex(({ user }) => user.id === entrant)])
  }
  expect(await places()).toEqual([
    [1, 3],
    [2, 1],
    [3, 0],
    [3, 2],
    [5, 4],
    [6, 5],
  ])
  // The table is that of the arena, also after the end of the event is that of the cup.
  const closed = (await factsOf(site, id)).filter(({ kind }) => kind === 'cut' || kind === 'closed')
  expect(closed).toHaveLength(2)
  expect(Date.parse(final.endDate)).toBeGreaterThan(closed[0]!.data.endAt as number)
  const before = [final.rounds, await tableOf(id)]
  await rebuildCups(site.database)
  expect([(await show(id)).rounds, await tableOf(id)]).toEqual(before)
  const { rows: counted } = await sql<{ inBracket: boolean; total: number }>`
    SELECT in_bracket AS "inBracket", count(*)::int AS total FROM cup_matches WHERE event_id = ${id}
    GROUP BY in_bracket ORDER BY in_bracket
  `.execute(site.database.sql)
  expect(counted).toEqual([
    { inBracket: false, total: 15 },
    { inBracket: true, total: 4 },
  ])
})

test('[cups.145] In the final bracket of an arena who is banned gives the match away, game servers that fall silent pause it, and a cup that is cancelled keeps its date', async () => {
  const { id, players } = await running(4)
  await playTable(players)
  const heartbeat = () => server.report(event('heartbeat', { playerCount: 0 }))
  await heartbeat()
  await work(site)
  const silence = () => outage(site, { silent: 61 })
  await silence()
  await work(site)
  expect((await show(id)).phase).toBe('running')
  await heartbeat()
  await passTime(site, id, 65)
  await work(site)
  await sql`
    INSERT INTO punishments (id, identity_id, kind, reason, at)
    SELECT gen_random_uuid(), id, 'ban', 'Cheats', now() FROM game_identities WHERE value = ${players[0]!.xuid}
  `.execute(site.database.sql)
  await work(site)
  expect((await show(id)).rounds[0].nodes[0].result).toMatchObject({
    winner: players[3]!.user.id,
    how: 'walkover',
  })
  await silence()
  await work(site)
  expect((await show(id)).phase).toBe('paused')
  const { startDate } = await show(id)
  const ruled = await moderator.post(`/api/admin/cups/${id}/rulings`, {
    kind: 'cancel',
    reason: 'The game server is gone',
  })
  expect(ruled.status).toBe(200)
  expect(await show(id)).toMatchObject({ phase: 'cancelled', startDate })
  await sql`DELETE FROM heartbeats`.execute(site.database.sql)
})

test('[cups.145] A running arena that is cancelled before its cut keeps its date', async () => {
  const { id } = await running(2)
  const { startDate } = await show(id)
  expect(
    (
      await moderator.post(`/api/admin/cups/${id}/rulings`, {
        kind: 'cancel',
        reason: 'The game server is gone',
      })
    ).status,
  ).toBe(200)
  await work(site)
  expect(await show(id)).toMatchObject({ phase: 'cancelled', startDate })
})

const entrantsOf = async (id: number): Promise<number[]> =>
  (await show(id)).entrants.map(({ entrant }: { entrant: number }) => entrant)

const banNow = ({ xuid }: Player) =>
  sql`
    INSERT INTO punishments (id, identity_id, kind, reason, at)
    SELECT gen_random_uuid(), id, 'ban', 'Cheats', now() FROM game_identities WHERE value = ${xuid}
  `.execute(site.database.sql)

async function registerAgain(player: Player, id: number) {
  expect((await player.delete(`/api/events/${id}/register`)).status).toBe(200)
  expect((await player.post(`/api/events/${id}/register`)).status).toBe(200)
}

test('[cups.180] A banned player who registers again in a running arena stays out, and does not go on to its final bracket', async () => {
  const { id, players } = await running(5)
  await playTable(players)
  await work(site)
  const banned = players[0]!
  await banNow(banned)
  await work(site)
  await registerAgain(banned, id)
  await passTime(site, id, 65)
  await work(site)
  const drops = (await factsOf(site, id)).filter(({ kind }) => kind === 'dropped')
  expect(drops.map(({ data }) => data.entrant)).toEqual([banned.user.id, banned.user.id])
  const sides = (await show(id)).rounds[0].nodes.flatMap((node: { sides: number[] }) => node.sides)
  expect(sides.toSorted()).toEqual(idsOf(players.slice(1)).toSorted())
})

test('[cups.180] Who is banned after checking in for a bracket and registers again has no seat in it', async () => {
  const id = await createCup(
    site,
    staff,
    { format: 'single', seats: 8, minimum: 4, cut: null },
    { start: '1 day' },
  )
  const players: Player[] = []
  for (let index = 0; index < 5; index += 1) players.push(await linkedMember(site, server))
  for (const player of players) await player.post(`/api/events/${id}/register`)
  await passTime(site, id, 24 * 60 - 20)
  await work(site)
  for (const player of players) await player.put(`/api/cups/${id}/check-in`)
  await banNow(players[0]!)
  await work(site)
  await registerAgain(players[0]!, id)
  await passTime(site, id, 20)
  await work(site)
  expect((await entrantsOf(id)).toSorted()).toEqual(idsOf(players.slice(1)).toSorted())
})

test('[cups.182] A seat of a running arena stays with who took it, also in its final bracket, when who registered before links a player', async () => {
  const id = await createCup(site, staff, { ...arena, seats: 4 }, dates)
  const early = await site.member()
  await early.post(`/api/events/${id}/register`)
  const players: Player[] = []
  for (let index = 0; index < 4; index += 1) players.push(await linkedMember(site, server))
  for (const player of players) await player.post(`/api/events/${id}/register`)
  await passTime(site, id, 61)
  await work(site)
  await playTable([...players].reverse())
  await passTime(site, id, 65)
  await work(site)
  const before = await tableOf(id)
  expect(before).toHaveLength(4)
  const xuid = '2535449999999991'
  await server.report(event('player', { xuid, gamertag: early.user.username }))
  await sql`UPDATE game_identities SET user_id = ${early.user.id} WHERE value = ${xuid}`.execute(
    site.database.sql,
  )
  await work(site)
  await server.report(played(players[3]!, players[0]!))
  await work(site)
  const checkIns = (await factsOf(site, id)).filter(({ kind }) => kind === 'checked_in')
  expect(checkIns.map(({ data }) => data.entrant)).toContain(early.user.id)
  expect(await tableOf(id)).toEqual(before)
  const [first] = (await show(id)).rounds[0].nodes
  expect(first.result).toEqual({ winner: players[3]!.user.id })
})

test('[cups.183] In an arena who takes part rules about no entrant of it: 403, and nothing is stored', async () => {
  const { id, players } = await running(6)
  const player = players[4]!
  await sql`UPDATE users SET rank = 'Moderator' WHERE id = ${player.user.id}`.execute(site.database.sql)
  const about = { entrant: players[0]!.user.id, reason: 'I would like to go on' }
  for (const kind of ['drop', 'restore'])
    expect((await player.post(`/api/admin/cups/${id}/rulings`, { kind, ...about })).status).toBe(403)
  expect((await factsOf(site, id)).filter(({ kind }) => kind === 'ruled')).toEqual([])
  await sql`UPDATE users SET rank = 'Member' WHERE id = ${player.user.id}`.execute(site.database.sql)
  const ruled = await moderator.post(`/api/admin/cups/${id}/rulings`, { kind: 'drop', ...about })
  expect(ruled.status).toBe(200)
})

/** A bracket of players who checked in, at its start. */
async function checkedIn(count: number) {
  const id = await createCup(
    site,
    staff,
    { format: 'single', seats: 8, minimum: 4, cut: null },
    { start: '1 day' },
  )
  const players: Player[] = []
  for (let index = 0; index < count; index += 1) players.push(await linkedMember(site, server))
  for (const player of players) await player.post(`/api/events/${id}/register`)
  await passTime(site, id, 24 * 60 - 20)
  await work(site)
  for (const player of players) await player.put(`/api/cups/${id}/check-in`)
  await passTime(site, id, 20)
  return { id, players }
}

test('[cups.186] Who unregisters while a bracket begins has no seat in it: the start waits', async () => {
  const { id, players } = await checkedIn(5)
  const gone = players[0]!
  await site.database.sql.transaction().execute(async (transaction) => {
    await sql`
      DELETE FROM event_registrations WHERE event_id = ${id} AND user_id = ${gone.user.id}
    `.execute(transaction)
    await work(site)
    expect((await factsOf(site, id)).map(({ kind }) => kind)).not.toContain('started')
  })
  await work(site)
  const started = (await factsOf(site, id)).find(({ kind }) => kind === 'started')
  expect((started!.data.seeds as number[]).toSorted()).toEqual(idsOf(players.slice(1)).toSorted())
})

test('[cups.186] A side without a seat is out 5 minutes after the call, and who is ready advances', async () => {
  const { id, players } = await checkedIn(4)
  await work(site)
  const gone = players[0]!
  await sql`
    INSERT INTO cup_facts (event_id, key, kind, at, by_account, data)
    SELECT event_id, 'left:late', 'left', at - interval '1 second', ${gone.user.id},
      jsonb_build_object('entrant', ${gone.user.id}::int)
    FROM cup_facts WHERE event_id = ${id} AND kind = 'started'
  `.execute(site.database.sql)
  await work(site)
  const nodeOf = async () =>
    (await show(id)).rounds[0].nodes.find(({ sides }: { sides: number[] }) => sides.includes(gone.user.id))
  const { call, sides } = await nodeOf()
  const opponent = players.find(({ user }) => user !== gone.user && sides.includes(user.id))!
  const ready = await opponent.post(`/api/cups/${id}/ready`, { cupMatchId: call.cupMatchId })
  expect(ready.status).toBe(200)
  await server.report(event('heartbeat', { playerCount: 0 }))
  await passTime(site, id, 6)
  await work(site)
  expect((await nodeOf()).result).toMatchObject({ winner: opponent.user.id })
})
