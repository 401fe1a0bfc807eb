import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestGameServer } from '../../testing/game-server.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { auditEntriesOf, createEvent } from '../events/testing/event-setup.ts'
import { rebuildCups } from './rebuild-cups.ts'
import {
  bracket,
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
beforeAll(async () => {
  ;({ site, server, staff } = await cupSite())
})
afterAll(() => site.close())

const stored = async () => {
  const { rows } = await sql`SELECT * FROM cups ORDER BY event_id`.execute(site.database.sql)
  return rows
}

const show = async (id: number) => (await site.browser().get(`/api/cups/${id}`)).json

/** Players who registered for a cup whose check-in is open, and checked in. */
async function checkedIn(count: number, fields: object = {}): Promise<{ id: number; players: Player[] }> {
  const id = await createCup(site, staff, fields)
  const players: Player[] = []
  for (let index = 0; index < count; index += 1) players.push(await linkedMember(site, server))
  for (const player of players) await player.post(`/api/events/${id}/register`)
  await passTime(site, id, 24 * 60 - 20)
  for (const player of players) expect((await player.put(`/api/cups/${id}/check-in`)).status).toBe(200)
  return { id, players }
}

/** A cup whose first matches are called. */
async function begun(count: number, fields: object = {}) {
  const cup = await checkedIn(count, fields)
  await passTime(site, cup.id, 20)
  await work(site)
  return cup
}

test('[cups.27] Only staff make an event a cup: visitors get 401, members 403, and nothing is stored', async () => {
  const id = await createEvent(site)
  const before = await stored()
  const member = await site.member()
  for (const [browser, status] of [
    [site.browser(), 401],
    [member, 403],
  ] as const) {
    expect((await browser.put(cupPathOf(id), bracket)).status).toBe(status)
    expect((await browser.delete(cupPathOf(id))).status).toBe(status)
  }
  expect(await stored()).toEqual(before)
})

test.each([
  ['3 seats in a bracket', { seats: 3 }, 'seats'],
  ['129 seats in a bracket', { seats: 129 }, 'seats'],
  ['a minimum of 3 in a bracket', { minimum: 3 }, 'minimum'],
  ['a minimum above the seats', { minimum: 9 }, 'minimum'],
  ['best of 2', { bestOf: 2 }, 'bestOf'],
  ['a final of 9', { finalBestOf: 9 }, 'finalBestOf'],
  ['2 minutes', { gameMinutes: 2 }, 'gameMinutes'],
  ['an unlisted mode', { mode: 'nothing_listed' }, 'mode'],
  ['another format', { format: 'swiss' }, 'format'],
  ['an arena without an end', { format: 'arena' }, 'format'],
])('[cups.28] A cup with %s is a 400 that names the field', async (_what, change, field) => {
  const id = await createEvent(site)
  const response = await staff.put(cupPathOf(id), { ...bracket, ...change })
  expect([response.status, Object.keys(response.json.fields)]).toEqual([400, [field]])
  expect((await site.browser().get(`/api/cups/${id}`)).status).toBe(404)
})

test('[cups.29] Staff make an event a cup and change it until its check-in, each once in the audit log; an outdated version is a 409', async () => {
  const id = await createEvent(site)
  const made = await staff.put(cupPathOf(id), bracket)
  expect([made.status, made.json]).toEqual([
    200,
    {
      ...bracket,
      matches: 'any',
      size: 1,
      bestOf: 1,
      finalBestOf: 1,
      cut: null,
      gameMinutes: 10,
      thirdPlace: false,
      version: 1,
    },
  ])
  const changed = await staff.put(
    cupPathOf(id),
    { ...bracket, bestOf: 3 },
    { headers: { 'if-match': '"1"' } },
  )
  expect(changed.json).toMatchObject({ bestOf: 3, version: 2 })
  const outdated = await staff.put(cupPathOf(id), bracket, { headers: { 'if-match': '"1"' } })
  expect([outdated.status, outdated.json.current.version]).toEqual([409, 2])
  expect((await staff.put(cupPathOf(2_147_483_647), bracket)).status).toBe(404)
  expect((await staff.delete(cupPathOf(id))).json).toEqual({ ok: true })
  expect((await staff.delete(cupPathOf(id))).status).toBe(404)
  const audited = (await auditEntriesOf(site, 'cup')).filter((entry) => entry.subject_id === id)
  expect(audited.map(({ action }) => action)).toEqual(['cup.create', 'cup.update', 'cup.delete'])
})

test('[cups.30] From the beginning of its check-in on rules and dates of a cup stand, and its event cannot be deleted: 409', async () => {
  const id = await createCup(site, staff)
  expect((await staff.patch(`/api/events/${id}`, { startDate: '2030-01-01T18:00:00Z' })).status).toBe(200)
  expect(
    (await staff.patch(`/api/events/${id}`, { startDate: new Date(Date.now() + 86_400_000).toISOString() }))
      .status,
  ).toBe(200)
  await passTime(site, id, 24 * 60 - 29)
  for (const response of [
    await staff.put(cupPathOf(id), { ...bracket, seats: 16 }),
    await staff.delete(cupPathOf(id)),
    await staff.patch(`/api/events/${id}`, { tba: true }),
    await staff.patch(`/api/events/${id}`, { startDate: '2030-01-01T18:00:00Z' }),
    await staff.delete(`/api/events/${id}`),
  ])
    expect([response.status, response.json.code]).toEqual([409, 'conflict'])
  expect((await staff.patch(`/api/events/${id}`, { title: 'Another title' })).status).toBe(200)
  const begunEvent = await createEvent(site, { start: '-1 minute' })
  expect((await staff.put(cupPathOf(begunEvent), bracket)).status).toBe(409)
})

test('[cups.31] A cup that does not exist is a 404 for every call', async () => {
  const member = await site.member()
  const id = await createEvent(site)
  for (const response of [
    await member.get(`/api/cups/${id}`),
    await member.get(`/api/cups/${id}/standings`),
    await member.get(`/api/cups/${id}/mine`),
    await member.put(`/api/cups/${id}/check-in`),
    await member.delete(`/api/cups/${id}/check-in`),
    await member.post(`/api/cups/${id}/ready`, { cupMatchId: 'x' }),
    await member.post(`/api/cups/${id}/leave`),
  ])
    expect(response.status).toBe(404)
})

test('[cups.32] Only who is linked and neither restricted nor banned checks in, from 30 to 5 minutes before the start; again is fine', async () => {
  const id = await createCup(site, staff)
  const path = `/api/cups/${id}/check-in`
  const player = await linkedMember(site, server)
  const unlinked = await site.member()
  const restricted = await linkedMember(site, server)
  const banned = await linkedMember(site, server)
  await sql`INSERT INTO restrictions (user_id, reason) VALUES (${restricted.user.id}, 'Spam, spam and spam')`.execute(
    site.database.sql,
  )
  await sql`
    INSERT INTO punishments (id, identity_id, kind, reason, at)
    SELECT gen_random_uuid(), id, 'ban', 'Cheats', now() FROM game_identities WHERE value = ${banned.xuid}
  `.execute(site.database.sql)
  expect((await site.browser().put(path)).status).toBe(401)
  expect((await player.put(path)).status).toBe(409)
  await passTime(site, id, 24 * 60 - 20)
  expect((await unlinked.put(path)).status).toBe(409)
  expect((await restricted.put(path)).status).toBe(403)
  expect((await banned.put(path)).status).toBe(403)
  for (let time = 0; time < 2; time += 1) expect((await player.put(path)).status).toBe(200)
  const keys = (await factsOf(site, id)).map(({ kind }) => kind)
  expect(keys).toEqual(['registered', 'checked_in'])
  for (let time = 0; time < 2; time += 1) expect((await player.delete(path)).status).toBe(200)
  await passTime(site, id, 16)
  expect((await player.put(path)).status).toBe(409)
})

test('[cups.33] Registering and leaving are facts that a trigger writes; facts are append-only, and those of a removed cup go with it', async () => {
  const id = await createEvent(site)
  const player = await linkedMember(site, server)
  await player.post(`/api/events/${id}/register`)
  await staff.put(cupPathOf(id), bracket)
  await player.delete(`/api/events/${id}/register`)
  await player.post(`/api/events/${id}/register`)
  expect((await factsOf(site, id)).map(({ key }) => key)).toEqual([
    `registered:${player.user.id}:1`,
    `left:${player.user.id}:1`,
    `registered:${player.user.id}:2`,
  ])
  await expect(
    sql`UPDATE cup_facts SET kind = 'left' WHERE event_id = ${id}`.execute(site.database.sql),
  ).rejects.toThrow()
  await expect(sql`DELETE FROM cup_facts WHERE event_id = ${id}`.execute(site.database.sql)).rejects.toThrow()
  await staff.delete(cupPathOf(id))
  expect(await factsOf(site, id)).toEqual([])
})

test('[cups.34] Below its minimum a cup is cancelled when its check-in closes; its event is TBA', async () => {
  const { id } = await checkedIn(3)
  await passTime(site, id, 14)
  await work(site)
  expect(await show(id)).toMatchObject({ phase: 'check_in', entrantCount: 3 })
  await passTime(site, id, 2)
  await work(site)
  expect(await show(id)).toMatchObject({ phase: 'cancelled', startDate: null })
  expect((await site.browser().get(`/api/events/${id}`)).json.status).toBe('tba')
})

test('[cups.35] At its start a cup is seeded and its first matches are called, once each, however many processes look', async () => {
  const { id, players } = await checkedIn(5, { seats: 4 })
  await passTime(site, id, 20)
  await Promise.all([work(site), work(site), work(site)])
  const calls = (await factsOf(site, id)).filter(({ kind }) => kind === 'called')
  expect(calls.map(({ key }) => key).toSorted()).toEqual(['called:w1.1:1', 'called:w1.2:1'])
  const cup = await show(id)
  expect(cup).toMatchObject({ phase: 'running', entrantCount: 4 })
  expect(cup.entrants.filter(({ isWaiting }: { isWaiting: boolean }) => isWaiting)).toHaveLength(1)
  expect((await players[4]!.get(`/api/cups/${id}/mine`)).json).toMatchObject({ waiting: 1, next: null })
})

test('[cups.36] Seeds go by rating less deviation of the mode, the unrated last', async () => {
  const { id, players } = await checkedIn(4)
  const [one, two, three, four] = players.map(({ user }) => user.id)
  await sql`
    WITH track AS (INSERT INTO rating_tracks (mode, ladder) VALUES ('sumo', 'solo')
      ON CONFLICT (mode, ladder) DO UPDATE SET mode = 'sumo' RETURNING id)
    INSERT INTO ratings (track_id, season_id, user_id, rating, deviation, volatility, matches, wins, last_ended_at,
      last_match_id, on_board)
    SELECT track.id, 0, user_id, rating, deviation, 60000, 10, 5, now(), gen_random_uuid(), false
    FROM track, (VALUES (${four}::int, 170000, 10000), (${two}::int, 175000, 30000), (${three}::int, 160000, 5000))
      AS rated (user_id, rating, deviation)
  `.execute(site.database.sql)
  await passTime(site, id, 20)
  await work(site)
  const { entrants } = await show(id)
  expect(entrants.map(({ entrant }: { entrant: number }) => entrant)).toEqual([four, three, two, one])
})

test('[cups.37] Results of the ledger advance the bracket to its champion; after 10 minutes places are stored and the event ends', async () => {
  const { id, players } = await begun(4)
  const byEntrant = new Map(players.map((player) => [player.user.id, player]))
  for (let round = 0; round < 2; round += 1) {
    const { rounds } = await show(id)
    for (const { sides, result } of rounds[round].nodes) {
      expect(result).toBeUndefined()
      await server.report(played(byEntrant.get(sides[0])!, byEntrant.get(sides[1])!))
    }
    await work(site)
  }
  const closing = await show(id)
  expect(closing.phase).toBe('closing')
  const champion = closing.rounds[1].nodes[0].result.winner
  await passTime(site, id, 11)
  await work(site)
  const final = await show(id)
  expect(final).toMatchObject({ phase: 'final', champion: { id: champion } })
  expect(final.endDate).not.toBeNull()
  const { rows } = await sql<{ place: number }>`
    SELECT place FROM cup_places WHERE event_id = ${id} ORDER BY place
  `.execute(site.database.sql)
  expect(rows.map(({ place }) => place)).toEqual([1, 2, 3, 3])
  expect((await staff.delete(`/api/events/${id}`)).status).toBe(409)
  const { json } = await site.browser().get('/api/cups?state=past')
  expect(json.find((cup: { id: number }) => cup.id === id)).toMatchObject({ champion: { id: champion } })
})

test('[field.01] [field.110] The answer to a check-in, and what is asked right after it, has it before the cup was computed again; who left and registers again checks in anew', async () => {
  const id = await createCup(site, staff, {}, { start: '20 minutes' })
  const one = await linkedMember(site, server)
  const mine = async () => (await one.get(`/api/cups/${id}/mine`)).json
  await one.post(`/api/events/${id}/register`)
  expect(await mine()).toMatchObject({ isRegistered: true, isCheckedIn: false })
  expect((await one.put(`/api/cups/${id}/check-in`)).json).toMatchObject({ isCheckedIn: true })
  expect(await mine()).toMatchObject({ isCheckedIn: true })
  expect((await one.delete(`/api/cups/${id}/check-in`)).json).toMatchObject({ isCheckedIn: false })
  await one.put(`/api/cups/${id}/check-in`)
  await work(site)
  expect(await mine()).toMatchObject({ isCheckedIn: true })
  await one.delete(`/api/events/${id}/register`)
  expect(await mine()).toMatchObject({ isRegistered: false, isCheckedIn: false })
  await one.post(`/api/events/${id}/register`)
  expect(await mine()).toMatchObject({ isRegistered: true, isCheckedIn: false })
  await work(site)
  expect(await mine()).toMatchObject({ isRegistered: true, isCheckedIn: false })
})

test('[cups.87] A double elimination is played to its champion by matches of the ledger; it has no match for the third place', async () => {
  const id = await createEvent(site)
  const refused = await staff.put(cupPathOf(id), { ...bracket, format: 'double', thirdPlace: true })
  expect(refused.status).toBe(400)
  expect(refused.json.fields).toHaveProperty('thirdPlace')
  const cup = await begun(4, { format: 'double' })
  const byEntrant = new Map(cup.players.map((player) => [player.user.id, player]))
  for (let round = 0; round < 5; round += 1) {
    const { rounds } = await show(cup.id)
    const open = rounds.flatMap(({ nodes }: { nodes: { sides: number[]; call?: object }[] }) =>
      nodes.filter(({ call }) => call),
    )
    // The second side wins: from the losers' bracket twice.
    for (const { sides } of open)
      await server.report(played(byEntrant.get(sides[1])!, byEntrant.get(sides[0])!))
    await work(site)
  }
  const { phase, rounds } = await show(cup.id)
  expect(phase).toBe('closing')
  expect(rounds.map((round: { id: string }) => round.id)).toEqual(['w1', 'l1', 'w2', 'l2', 'f1', 'f2'])
  await passTime(site, cup.id, 11)
  await work(site)
  expect(await show(cup.id)).toMatchObject({
    phase: 'final',
    champion: { id: rounds.at(-1).nodes[0].sides[1] },
  })
  const { rows } = await sql<{ place: number }>`
    SELECT place FROM cup_places WHERE event_id = ${cup.id} ORDER BY place
  `.execute(site.database.sql)
  expect(rows.map(({ place }) => place)).toEqual([1, 2, 3, 4])
})

test('[cups.38] READY and a list of a game server are presence; who is neither is out 5 minutes after the call', async () => {
  const { id, players } = await begun(4)
  const { rounds } = await show(id)
  const [first, second] = rounds[0].nodes
  const byEntrant = new Map(players.map((player) => [player.user.id, player]))
  const ready = byEntrant.get(first.sides[0])!
  const cupMatchId = first.call.cupMatchId
  const foreign = byEntrant.get(second.sides[0])!
  expect((await foreign.post(`/api/cups/${id}/ready`, { cupMatchId })).status).toBe(409)
  for (let time = 0; time < 2; time += 1) {
    const { status, json } = await ready.post(`/api/cups/${id}/ready`, { cupMatchId })
    expect([status, json.next.call.ready]).toEqual([200, [ready.user.id]])
  }
  await server.report({
    ...played(ready, ready),
    type: 'heartbeat',
    data: { playerCount: 1, players: [{ xuid: byEntrant.get(second.sides[1])!.xuid }] },
  })
  await passTime(site, id, 6)
  await work(site)
  const after = await show(id)
  expect(after.rounds[0].nodes[0].result).toMatchObject({ winner: first.sides[0], how: 'absent' })
  expect(after.rounds[0].nodes[1].result).toMatchObject({ winner: second.sides[1], how: 'absent' })
  expect((await ready.post(`/api/cups/${id}/ready`, { cupMatchId })).status).toBe(409)
})

test('[cups.39] Who leaves, is banned or deletes the account gives the open match away; the place of the deleted stays, without a name', async () => {
  const { id, players } = await begun(4)
  const { rounds } = await show(id)
  const [first, second] = rounds[0].nodes
  const byEntrant = new Map(players.map((player) => [player.user.id, player]))
  expect((await byEntrant.get(first.sides[0])!.post(`/api/cups/${id}/leave`)).status).toBe(200)
  await sql`
    INSERT INTO punishments (id, identity_id, kind, reason, at)
    SELECT gen_random_uuid(), id, 'ban', 'Cheats', now() FROM game_identities
    WHERE value = ${byEntrant.get(second.sides[1])!.xuid}
  `.execute(site.database.sql)
  await work(site)
  const after = await show(id)
  expect(after.rounds[0].nodes.map(({ result }: { result: object }) => result)).toMatchObject([
    { winner: first.sides[1], how: 'walkover' },
    { winner: second.sides[0], how: 'walkover' },
  ])
  const gone = byEntrant.get(first.sides[1])!
  expect((await gone.post('/api/account/delete', { password: 'correct horse' })).status).toBeLessThan(300)
  await work(site)
  const last = await show(id)
  expect(last.rounds[1].nodes[0].result).toMatchObject({ winner: second.sides[0], how: 'walkover' })
  expect(last.entrants.find(({ entrant }: { entrant: number }) => entrant === gone.user.id)).toMatchObject({
    userId: null,
    username: 'Deleted player',
    place: 2,
  })
})

test('[cups.40] An arena: registering is the check-in, matches make the table at once, and 5 minutes after the end it is final', async () => {
  const id = await createCup(
    site,
    staff,
    { format: 'arena', seats: 100, minimum: 2 },
    { start: '1 hour', end: '2 hours' },
  )
  const players = [
    await linkedMember(site, server),
    await linkedMember(site, server),
    await linkedMember(site, server),
  ]
  for (const player of players) await player.post(`/api/events/${id}/register`)
  expect((await factsOf(site, id)).filter(({ kind }) => kind === 'checked_in')).toHaveLength(3)
  await passTime(site, id, 61)
  await work(site)
  await server.report(played(players[0]!, players[1]!, { ranked: true }))
  await work(site)
  const { json } = await site.browser().get(`/api/cups/${id}/standings`)
  expect(json).toMatchObject([
    { place: 1, userId: players[0]!.user.id, points: 2, wins: 1 },
    { place: 2, userId: players[1]!.user.id, points: 0, losses: 1 },
  ])
  expect((await players[0]!.get(`/api/cups/${id}/mine`)).json).toMatchObject({ standing: { place: 1 } })
  expect((await site.browser().get('/api/cups')).json.map((cup: { id: number }) => cup.id)).toContain(id)
  await passTime(site, id, 65)
  await work(site)
  expect(await show(id)).toMatchObject({ phase: 'final', champion: { id: players[0]!.user.id } })
})

test('[cups.41] Silent game servers pause a bracket after a minute; half a minute of heartbeats resumes it, and limits stood still', async () => {
  const { id } = await begun(4)
  const heartbeat = () =>
    server.report({ ...played({ xuid: 'a' }, { xuid: 'b' }), type: 'heartbeat', data: { playerCount: 1 } })
  await heartbeat()
  await work(site)
  const before = (await show(id)).rounds[0].nodes[0].call.endsAt
  await outage(site, { silent: 61 })
  await work(site)
  expect(await show(id)).toMatchObject({ phase: 'paused' })
  await passTime(site, id, 10)
  await heartbeat()
  await work(site)
  expect(await show(id)).toMatchObject({ phase: 'paused' })
  await sql`UPDATE cup_views SET heard_since = now() - interval '31 seconds' WHERE event_id = ${id}`.execute(
    site.database.sql,
  )
  await heartbeat()
  await work(site)
  const after = await show(id)
  expect(after.phase).toBe('running')
  expect(Date.parse(after.rounds[0].nodes[0].call.endsAt)).toBeGreaterThan(Date.parse(before) - 1_000)
  await sql`DELETE FROM heartbeats`.execute(site.database.sql)
})

test('[cups.42] A rebuild of the ledger makes the same cups of facts and matches again', async () => {
  const { id, players } = await begun(5, { bestOf: 3, thirdPlace: true })
  const byEntrant = new Map(players.map((player) => [player.user.id, player]))
  const [node] = (await show(id)).rounds[0].nodes.filter(({ call }: { call?: object }) => call)
  await server.report(played(byEntrant.get(node.sides[1])!, byEntrant.get(node.sides[0])!))
  await work(site)
  const all = async () => {
    const views = await sql`SELECT event_id, state, due_at, rounds FROM cup_views ORDER BY 1`.execute(
      site.database.sql,
    )
    const entrants = await sql`SELECT * FROM cup_entrants ORDER BY event_id, entrant`.execute(
      site.database.sql,
    )
    return [views.rows, entrants.rows]
  }
  await rebuildCups(site.database)
  const before = await all()
  await sql`DELETE FROM cup_entrants`.execute(site.database.sql)
  await sql`UPDATE cup_views SET rounds = '[]', state = 'open', due_at = NULL`.execute(site.database.sql)
  await rebuildCups(site.database)
  expect(await all()).toEqual(before)
  expect((await show(id)).rounds[0].nodes).toContainEqual(expect.objectContaining({ wins: [0, 1] }))
})

test('[powers.88] Who entered a cup 40 times gets a 409 and no fact, still leaves, and stops nobody else', async () => {
  const id = await createCup(site, staff)
  const [member, other] = [await linkedMember(site, server), await linkedMember(site, server)]
  const register = `/api/events/${id}/register`
  for (let times = 0; times < 40; times += 1) {
    expect((await member.post(register)).status).toBe(200)
    expect((await member.delete(register)).status).toBe(200)
  }
  const before = await factsOf(site, id)
  const refused = await member.post(register)
  expect([refused.status, refused.json.error]).toEqual([
    409,
    'You entered this cup too often. You can leave it, but not enter it again.',
  ])
  expect(await factsOf(site, id)).toEqual(before)
  expect((await member.delete(register)).status).toBe(200)
  expect((await other.post(register)).status).toBe(200)
})

test('[powers.88] Checking in and out is bounded too; who is in may check out at any time', async () => {
  const { id, players } = await checkedIn(2)
  const [member, other] = players as [Player, Player]
  const path = `/api/cups/${id}/check-in`
  const statuses: number[] = []
  for (let times = 0; times < 25; times += 1)
    statuses.push((await member.delete(path)).status, (await member.put(path)).status)
  expect(statuses.slice(0, 38)).toEqual(Array(38).fill(200))
  expect(statuses.at(-1)).toBe(409)
  const own = (await factsOf(site, id)).filter(({ data }) => data.entrant === member.user.id)
  expect(own.length).toBeLessThanOrEqual(41)
  expect((await other.delete(path)).status).toBe(200)
  expect((await other.put(path)).status).toBe(200)
})

test('[field.190] A site that was away for over a minute in a running bracket pauses it for that time, whoever comes first', async () => {
  const { id, players } = await begun(4)
  const heartbeat = () =>
    server.report({ ...played({ xuid: 'a' }, { xuid: 'b' }), type: 'heartbeat', data: { playerCount: 1 } })
  await heartbeat()
  await work(site)
  const [node] = (await show(id)).rounds[0].nodes
  await outage(site, { away: { from: id, for: 30 } })
  await work(site)
  expect((await show(id)).phase).toBe('running')

  // Away for six minutes: the time to appear is over by then.
  await passTime(site, id, 6)
  await outage(site, { away: { from: id, for: 6 * 60 } })
  const first = players.find(({ user }) => user.id === node.sides[0])!
  await first.post(`/api/cups/${id}/ready`, { cupMatchId: node.call.cupMatchId })
  await work(site)
  const paused = await show(id)
  expect([paused.phase, paused.rounds[0].nodes[0].call.appearBy]).toEqual(['paused', null])
  await sql`UPDATE cup_views SET heard_since = now() - interval '31 seconds' WHERE event_id = ${id}`.execute(
    site.database.sql,
  )
  await heartbeat()
  await work(site)
  const after = await show(id)
  expect(after.phase).toBe('running')
  for (const { result, call } of after.rounds[0].nodes) {
    expect(result).toBeUndefined()
    expect(Date.parse(call.appearBy)).toBeGreaterThan(Date.now() + 4 * 60_000)
  }
  await sql`DELETE FROM heartbeats`.execute(site.database.sql)
})

/** A running bracket whose game server is heard. */
async function heard() {
  const { id, players } = await begun(4)
  await server.lists()
  await work(site)
  return { id, players }
}

test('[field.114] A running bracket that waits for a ruling on matches is not paused for it, but for an outage before', async () => {
  const [{ id }, { id: away }] = [await heard(), await heard()]
  const { user } = await site.member()
  await sql`
    WITH made AS (
      INSERT INTO rulings (action, reason, made_by, matches) VALUES ('exclude', 'They traded wins', ${user.id}, 1)
      RETURNING id
    ), decided AS (
      INSERT INTO ruling_decisions (ruling_id, decision, made_by) SELECT id, 'apply', ${user.id} FROM made
      RETURNING id, ruling_id
    )
    INSERT INTO ruling_work (decision_id, ruling_id) SELECT id, ruling_id FROM decided
  `.execute(site.database.sql)
  for (let look = 0; look < 2; look += 1) {
    await sql`
      UPDATE cup_views SET looked_at = looked_at - interval '40 seconds' WHERE event_id = ${id}
    `.execute(site.database.sql)
    await outage(site, { away: { from: away, for: 61 } })
    await work(site)
  }
  await sql`DELETE FROM ruling_work`.execute(site.database.sql)
  await outage(site)
  await work(site)
  expect([(await show(id)).phase, (await show(away)).phase]).toEqual(['running', 'paused'])
  await sql`DELETE FROM heartbeats`.execute(site.database.sql)
})

test('[field.115] A running bracket that waits behind others which take long is not paused for it', async () => {
  const [first, second, { id }] = [await heard(), await heard(), await heard()]
  for (const { id: other, players } of [first, second]) {
    const [node] = (await show(other)).rounds[0].nodes
    const [winner, loser] = node.sides.map((side: number) => players.find(({ user }) => user.id === side)!)
    await server.report(played(winner, loser))
  }
  const publish = vi.spyOn(site.context.live, 'publish').mockImplementation(async (_channel, said) => {
    if ('eventId' in said && (said.eventId === first.id || said.eventId === second.id))
      await sql`
        UPDATE cup_views SET looked_at = looked_at - interval '40 seconds' WHERE event_id = ${id}
      `.execute(site.database.sql)
  })
  await work(site)
  publish.mockRestore()
  expect((await show(id)).phase).toBe('running')
  await sql`DELETE FROM heartbeats`.execute(site.database.sql)
})
