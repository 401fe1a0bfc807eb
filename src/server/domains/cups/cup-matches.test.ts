import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLogger } from '../../platform/logs/logger.ts'
import { event, gameServer, type TestGameServer } from '../../testing/game-server.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { rebuildRatings, verifyRatings } from '../rankings/ratings/rebuild.ts'
import { rateUntilDone } from '../rankings/ratings/worker.ts'
import { rebuildCups } from './rebuild-cups.ts'
import {
  createCup,
  cupSite,
  factsOf,
  linkedMember,
  type Player,
  passTime,
  played,
  work,
} from './testing/cup-setup.ts'

let site: TestApp
let server: TestGameServer
let staff: TestBrowser
const lines: string[] = []
beforeAll(async () => {
  const log = createLogger('warn', { write: (line) => lines.push(line) })
  ;({ site, server, staff } = await cupSite({ log, environment: { LANGUAGES: 'en, de' } }))
})
afterAll(() => site.close())
beforeEach(() => {
  lines.length = 0
})

const show = async (id: number) => (await site.browser().get(`/api/cups/${id}`)).json
const misnamed = () => lines.filter((line) => line.includes('names a match of a cup'))
const statuses = (response: { json: { results: { status: string }[] } }) =>
  response.json.results.map(({ status }) => status)

const storedIds = async (...matchIds: string[]) => {
  const { rows } = await sql<{ named: string | null }>`
    SELECT cup_match_id AS named FROM matches WHERE match_id = ANY(${matchIds}::uuid[])
  `.execute(site.database.sql)
  return rows.map(({ named }) => named)
}

/** A cup of four whose first matches are called. */
async function begun() {
  const id = await createCup(site, staff)
  const players: Player[] = []
  for (let index = 0; index < 4; index += 1) players.push(await linkedMember(site, server))
  for (const player of players) await player.post(`/api/events/${id}/register`)
  await passTime(site, id, 24 * 60 - 20)
  await work(site)
  for (const player of players) await player.put(`/api/cups/${id}/check-in`)
  await passTime(site, id, 20)
  await work(site)
  const [first, second] = (await show(id)).rounds[0].nodes
  const of = (entrant: number) => players.find(({ user }) => user.id === entrant)!
  const sidesOf = (node: { sides: number[] }) => node.sides.map(of) as [Player, Player]
  return { id, first, second, sidesOf }
}

test('[cups.55] A match that names the match of a cup counts in it in any mode, and is stored with the name', async () => {
  const { id, first, sidesOf } = await begun()
  const sent = played(...sidesOf(first), { cupMatchId: first.call.cupMatchId, gameType: 'boxing' })
  await server.report(sent)
  await work(site)
  const [node] = (await show(id)).rounds[0].nodes
  expect(node.matchIds).toEqual([(sent.data as { matchId: string }).matchId])
  expect(node.result).toMatchObject({ winner: first.sides[0] })
  expect(await storedIds(node.matchIds[0])).toEqual([first.call.cupMatchId])
  expect(misnamed()).toEqual([])
})

test('[cups.56] A wrong name of a cup’s match never costs the match: it is stored and logged, and counts in no match of the cup', async () => {
  const { id, first, second, sidesOf } = await begun()
  const [one, other] = sidesOf(first)
  const [foreign] = sidesOf(second)
  const wrong = [
    played(one, other, { cupMatchId: `${id}-w9.9-1` }),
    played(one, other, { cupMatchId: '999999999-w1.1-1' }),
    played(one, other, { cupMatchId: 'our-own-tournament' }),
    played(one, other, { cupMatchId: second.call.cupMatchId }),
    played(one, foreign, { cupMatchId: first.call.cupMatchId }),
  ]
  await server.report(...wrong)
  expect(misnamed()).toHaveLength(wrong.length)
  await work(site)
  for (const node of (await show(id)).rounds[0].nodes) {
    expect(node.matchIds).toEqual([])
    expect(node.result).toBeUndefined()
  }
})

test.each([7, {}, [[]], '', 'x'.repeat(65), 'two words', null])(
  '[cups.57] What is no name at all is dropped; the match counts by its sides: %j',
  async (cupMatchId) => {
    const { id, first, sidesOf } = await begun()
    const sent = played(...sidesOf(first), { cupMatchId })
    await server.report(sent)
    await work(site)
    const [node] = (await show(id)).rounds[0].nodes
    expect(node.result).toMatchObject({ winner: first.sides[0] })
    expect(await storedIds(...node.matchIds)).toEqual([null])
  },
)

test('[cups.58] A match sent again is a duplicate, with or without the name of the cup’s match; with another name it is rejected', async () => {
  const { first, second, sidesOf } = await begun()
  const data = { ...(played(...sidesOf(first)).data as { matchId: string }), map: 'Arena', rounds: 3 }
  const sent = (said: object) => ({
    ...played(...sidesOf(first)),
    data: { ...data, ...said },
  })
  const named = { cupMatchId: first.call.cupMatchId }
  // In one batch as well.
  expect(statuses(await server.send(sent(named), sent(named)))).toEqual(['accepted', 'duplicate'])
  expect(statuses(await server.send(sent(named), sent({})))).toEqual(['duplicate', 'duplicate'])
  expect(statuses(await server.send(sent({ cupMatchId: second.call.cupMatchId })))).toEqual(['rejected'])
  expect(statuses(await server.send(sent({ rounds: 4 })))).toEqual(['rejected'])
  expect(await storedIds(data.matchId)).toEqual([named.cupMatchId])
  const { rows } = await sql`SELECT map, rounds FROM match_facts WHERE match_id = ${data.matchId}`.execute(
    site.database.sql,
  )
  expect(rows).toEqual([{ map: 'Arena', rounds: 3 }])
})

test('[cups.59] A match that was stored without the name stays the same match when it is sent again with one', async () => {
  const { first, sidesOf } = await begun()
  const { data, ...rest } = played(...sidesOf(first), { map: 'Arena' })
  await server.report({ ...rest, data })
  const again = {
    ...rest,
    id: crypto.randomUUID(),
    data: { ...(data as object), cupMatchId: first.call.cupMatchId },
  }
  expect(statuses(await server.send(again))).toEqual(['duplicate'])
  expect(await storedIds((data as { matchId: string }).matchId)).toEqual([null])
})

const heartbeat = (said: object = {}) => event('heartbeat', { playerCount: 0, ...said })
const hosted = async (id: number) =>
  (await server.report(heartbeat({ cups: true }))).json.cupMatches.filter(
    ({ cupMatchId }: { cupMatchId: string }) => cupMatchId.startsWith(`${id}-`),
  )
const kindsOf = async (id: number, kind: string) =>
  (await factsOf(site, id)).filter((fact) => fact.kind === kind)

test('[cups.60] Only a heartbeat that asks for cups is answered what to host, and without one the answer has no new key', async () => {
  const { id, first } = await begun()
  for (const said of [{}, { cups: false }, { cups: 'yes' }])
    expect((await server.report(heartbeat(said))).json).not.toHaveProperty('cupMatches')
  expect(
    (await site.browser().post('/api/ingest/events', { events: [heartbeat({ cups: true })] })).status,
  ).toBe(401)
  expect((await hosted(id)).map((one: { cupMatchId: string }) => one.cupMatchId)).toContain(
    first.call.cupMatchId,
  )
})

test('[languages.70] … a call of a cup, and what the site answers to a player who is ready', async () => {
  const { id, first, sidesOf } = await begun()
  const [german, english] = sidesOf(first)
  await german.put('/api/user/language', { language: 'de' })
  for (const { user } of [german, english])
    await sql`UPDATE users SET linked_at = now(), gamertag = username, gamertag_at = now() WHERE id = ${user.id}`.execute(
      site.database.sql,
    )
  const called = (await hosted(id)).find(
    (one: { cupMatchId: string }) => one.cupMatchId === first.call.cupMatchId,
  )
  expect(called.sides.flat().map(({ text }: { text: string }) => text.replace(/\d+ min/, '# min'))).toEqual([
    `Dein Match in einem Cup: gegen ${english.user.username}, sumo, ein Spiel, noch # min. Bist du da? Tippe {command}.`,
    `Your match in a cup: against ${german.user.username}, sumo, one game, # min left. Here? Type {command}.`,
  ])
  const ready = [german, english].map(({ xuid }) => event('cup.player', { xuid, action: 'ready' }))
  expect((await server.report(...ready)).json.results.map(({ text }: { text: string }) => text)).toEqual([
    'Du bist bereit: Dein Match zählt, sobald es beginnt.',
    'You are ready: your match counts as soon as it begins.',
  ])
})

test('[cups.61] What to host are the called matches with mode, games, wins, players of both sides and their time; decided ones leave the list', async () => {
  const { id, first, second, sidesOf } = await begun()
  const text = expect.stringMatching(
    /^Your match in a cup: against \w+, sumo, one game, 1[45] min left\. Here\? Type \{command\}\.$/,
  )
  const players = ({ sides }: { sides: number[] }) =>
    sidesOf({ sides }).map(({ xuid, user }) => [{ xuid, gamertag: user.username, text }])
  const shown = (node: typeof first) => ({
    cupMatchId: node.call.cupMatchId,
    mode: 'sumo',
    bestOf: 1,
    wins: [0, 0],
    sides: players(node),
    until: node.call.endsAt,
  })
  expect(await hosted(id)).toEqual([shown(first), shown(second)])
  await server.report(played(...sidesOf(first), { cupMatchId: first.call.cupMatchId }))
  await work(site)
  expect((await hosted(id)).map((one: { cupMatchId: string }) => one.cupMatchId)).toEqual([
    second.call.cupMatchId,
  ])
})

test('[cups.62] A game server says that a match was begun: it is stored once, and nobody is out of it for not appearing', async () => {
  const { id, first, second } = await begun()
  const said = () => event('cup.begun', { cupMatchId: first.call.cupMatchId })
  const wrong = [`${id}-w9.9-1`, `${id}-w1.1-2`, 'odd'].map((cupMatchId) =>
    event('cup.begun', { cupMatchId }),
  )
  const response = await server.send(...wrong)
  expect(statuses(response)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(response.json.results[0].reason).toContain('names no match of a cup')
  expect(await kindsOf(id, 'begun')).toEqual([])
  await server.report(said(), said())
  await server.report(said())
  expect(await kindsOf(id, 'begun')).toMatchObject([{ data: { node: first.id, n: 1 } }])
  await passTime(site, id, 6)
  await work(site)
  const nodes = (await show(id)).rounds[0].nodes
  expect(nodes[0].result).toBeUndefined()
  expect(nodes.find((node: { id: string }) => node.id === second.id).result).toMatchObject({
    winner: null,
    how: 'absent',
  })
})

test('[cups.63] A linked player checks in, says ready and leaves in game, under the rules of the site; others are rejected with the reason', async () => {
  const id = await createCup(site, staff)
  const players: Player[] = []
  for (let index = 0; index < 5; index += 1) players.push(await linkedMember(site, server))
  for (const { user } of players)
    await sql`UPDATE users SET linked_at = now(), gamertag = username, gamertag_at = now() WHERE id = ${user.id}`.execute(
      site.database.sql,
    )
  for (const player of players) await player.post(`/api/events/${id}/register`)
  const say = (xuid: string, action: string) => event('cup.player', { xuid, action })
  const statusOf = async (xuid: string, action: string) => statuses(await server.send(say(xuid, action)))[0]
  const [banned, ...four] = players as [Player, ...Player[]]
  expect(await statusOf(four[0]!.xuid, 'check_in')).toBe('rejected')
  await passTime(site, id, 24 * 60 - 20)
  await work(site)
  await server.report(
    event('punishment', { id: crypto.randomUUID(), xuid: banned.xuid, kind: 'ban', reason: 'Cheating' }),
  )
  await server.report(event('player', { xuid: '2535440000990001', gamertag: 'Nobody Linked' }))
  for (const xuid of [banned.xuid, '2535440000990001', '2535440000990002'])
    expect(await statusOf(xuid, 'check_in')).toBe('rejected')
  expect(await statusOf(four[0]!.xuid, 'win')).toBe('rejected')
  expect(await kindsOf(id, 'checked_in')).toEqual([])
  for (const { xuid } of four) expect(await statusOf(xuid, 'check_in')).toBe('accepted')
  expect(await kindsOf(id, 'checked_in')).toHaveLength(4)
  expect(await statusOf(four[0]!.xuid, 'ready')).toBe('rejected')
  await passTime(site, id, 20)
  await work(site)
  // A restriction forbids to play on, not to leave.
  await sql`INSERT INTO restrictions (user_id, reason) VALUES (${four[1]!.user.id}, 'Spam, spam and spam')`.execute(
    site.database.sql,
  )
  expect(await statusOf(four[1]!.xuid, 'ready')).toBe('rejected')
  expect(await kindsOf(id, 'ready')).toEqual([])
  for (const action of ['ready', 'ready', 'leave'])
    expect(await statusOf(four[0]!.xuid, action)).toBe('accepted')
  expect(await kindsOf(id, 'ready')).toMatchObject([{ data: { entrant: four[0]!.user.id } }])
  expect(await kindsOf(id, 'left')).toMatchObject([{ data: { entrant: four[0]!.user.id } }])
})

test('[powers.60] No other game server takes a player, an Owner either, out of a running cup; the one where they are does, audited and told, and staff restore them', async () => {
  const { id, first, sidesOf } = await begun()
  const [one] = sidesOf(first)
  await sql`UPDATE users SET rank = 'Owner', linked_at = now(), gamertag = username, gamertag_at = now()
    WHERE id = ${one.user.id}`.execute(site.database.sql)
  const foreign = await gameServer(site, 'Elsewhere')
  const leave = () => event('cup.player', { xuid: one.xuid, action: 'leave' })
  const before = await factsOf(site, id)
  const { json } = await foreign.send(leave())
  expect(json.results).toMatchObject([
    {
      status: 'rejected',
      reason: 'this player is neither on this game server nor linked by it',
      text: 'The website says: this player is not on this game server',
    },
  ])
  expect(await factsOf(site, id)).toEqual(before)
  expect((await one.get('/api/notices')).json).toEqual([])

  expect(statuses(await server.send(leave()))).toEqual(['accepted'])
  const outOf = async () =>
    (await show(id)).rounds[0].nodes.find((node: typeof first) => node.id === first.id)
  expect(await kindsOf(id, 'left')).toHaveLength(1)
  expect((await one.get('/api/notices')).json).toMatchObject([
    { kind: 'cup_command', text: 'You have left the cup.' },
  ])
  const { rows } = await sql`
    SELECT actor_name, subject_id, after FROM audit_log WHERE action = 'cup.command' AND subject_id = ${one.user.id}
  `.execute(site.database.sql)
  expect(rows).toEqual([
    { actor_name: 'game server Practice EU', subject_id: one.user.id, after: { command: 'leave' } },
  ])
  await work(site)
  expect((await outOf()).result).toBeDefined()
  const moderator = await memberWithRank(site, 'Moderator')
  const restored = await moderator.post(`/api/admin/cups/${id}/rulings`, {
    ...{ kind: 'restore', entrant: one.user.id, reason: 'The game server took them out' },
  })
  expect(restored.status, restored.text).toBe(200)
  expect((await outOf()).result).toBeUndefined()
})

test('[cups.68] Which matches count in a bracket is stored; one that is voided falls away', async () => {
  const { id, first, sidesOf } = await begun()
  const matchIds = async () => {
    const { rows } = await sql<{ id: string }>`
      SELECT match_id AS id FROM cup_matches WHERE event_id = ${id}
    `.execute(site.database.sql)
    return rows.map((row) => row.id)
  }
  const named = played(...sidesOf(first), { cupMatchId: first.call.cupMatchId })
  const stray = played(...sidesOf(first), { cupMatchId: `${id}-w9.9-1` })
  await server.report(named, stray)
  expect(await matchIds()).toEqual([])
  await work(site)
  const { matchId } = named.data as { matchId: string }
  expect(await matchIds()).toEqual([matchId])
  await server.report(event('match.void', { matchId, reason: 'It lagged' }))
  await work(site)
  expect(await matchIds()).toEqual([])
})

test('[cups.128] A match says in which cups it counts; one that does not says none', async () => {
  const { id, first, sidesOf } = await begun()
  const named = played(...sidesOf(first), { cupMatchId: first.call.cupMatchId })
  const stray = played(...sidesOf(first), { cupMatchId: `${id}-w9.9-1` })
  await server.report(named, stray)
  await work(site)
  const cupsOf = async ({ data }: typeof named) =>
    (await site.browser().get(`/api/matches/${(data as { matchId: string }).matchId}`)).json.cups
  expect(await cupsOf(stray)).toEqual([])
  expect(await cupsOf(named)).toEqual([
    { id, title: 'Bridge Cup', node: { id: 'w1.1', rounds: ['w1', 'w2'] } },
  ])
})

test('[cups.134] [cups.135] [cups.137] In an arena five matches of a pair are stored as matches of the cup and rated beyond the limit of their pair; a sixth, a void one and one of others are not; it counts from its start on, though it was looked at later', async () => {
  const dates = { start: '1 hour', end: '3 hours' }
  const id = await createCup(site, staff, { format: 'arena', seats: 100, minimum: 2 }, dates)
  const [one, other, stranger] = [
    await linkedMember(site, server),
    await linkedMember(site, server),
    await linkedMember(site, server),
  ]
  for (const player of [one, other]) await player.post(`/api/events/${id}/register`)
  await passTime(site, id, 90)
  await work(site)
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const ranked = (loser: Player, minutes: number) =>
    played(one, loser, { ranked: true, startedAt: ago(minutes + 1), endedAt: ago(minutes) })
  const earlier = Array.from({ length: 10 }, (_, at) => ranked(other, 100 - at))
  const voided = ranked(other, 20)
  const six = Array.from({ length: 6 }, (_, at) => ranked(other, 18 - at))
  await server.report(...earlier, voided, ...six, ranked(stranger, 5))
  await server.report(event('match.void', { matchId: voided.data.matchId, reason: 'It lagged' }))
  await work(site)
  const { rows } = await sql<{ id: string }>`
    SELECT match_id AS id FROM cup_matches JOIN matches USING (match_id) WHERE event_id = ${id} ORDER BY ended_at
  `.execute(site.database.sql)
  const idOf = ({ data }: (typeof six)[number]) => data.matchId
  expect(rows.map((row) => row.id)).toEqual(six.slice(0, 5).map(idOf))
  await rateUntilDone(site.database)
  const shown = async (match: (typeof six)[number]) => {
    const { rated, unratedReason } = (await site.browser().get(`/api/matches/${idOf(match)}`)).json
    return [rated, unratedReason]
  }
  expect(await shown(six[5]!)).toEqual([false, 'pair_limit'])
  expect(await shown(six[0]!)).toEqual([true, null])
  expect(await shown(six[4]!)).toEqual([true, null])
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, pending: [] })
})

test('[cups.69] A match of a cup is rated beyond the limit of its pair and counts for the limit of no other, also where it was rated before it was known, and after a rebuild', async () => {
  const { first, sidesOf } = await begun()
  const [one, other] = sidesOf(first)
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const earlier = Array.from({ length: 10 }, (_, at) =>
    played(one, other, { ranked: true, startedAt: minutesAgo(120 - at), endedAt: minutesAgo(119 - at) }),
  )
  await server.report(...earlier)
  const ofCup = played(one, other, { ranked: true, cupMatchId: first.call.cupMatchId })
  await server.report(ofCup)
  await rateUntilDone(site.database)
  const shown = async ({ data }: typeof ofCup) => {
    const { rated, unratedReason } = (await site.browser().get(`/api/matches/${data.matchId}`)).json
    return [rated, unratedReason]
  }
  expect(await shown(ofCup)).toEqual([false, 'pair_limit'])
  await work(site)
  await rateUntilDone(site.database)
  expect(await shown(ofCup)).toEqual([true, null])
  const later = played(one, other, { ranked: true })
  await server.report(later)
  await rateUntilDone(site.database)
  expect(await shown(later)).toEqual([false, 'pair_limit'])
  expect(await shown(earlier[9]!)).toEqual([true, null])
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, pending: [] })
  await rebuildCups(site.database)
  await rebuildRatings(site.database)
  expect([await shown(ofCup), await shown(later)]).toEqual([
    [true, null],
    [false, 'pair_limit'],
  ])
})
