import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { event, type TestGameServer } from '../../testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { auditEntriesOf, createEvent } from '../events/testing/event-setup.ts'
import {
  bracket,
  createCup,
  cupPathOf,
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
beforeAll(async () => {
  ;({ site, server, staff } = await cupSite({
    environment: { DISCORD_WEBHOOK_CUPS: 'https://discord.com/api/webhooks/1/abc' },
  }))
})
afterAll(() => site.close())

const teamsPath = (id: number) => `/api/cups/${id}/teams`
const show = async (id: number) => (await site.browser().get(`/api/cups/${id}`)).json
const mineOf = async (player: TestBrowser, id: number) => (await player.get(`/api/cups/${id}/mine`)).json

const createTeamCup = (fields: object = {}) => createCup(site, staff, { size: 2, ...fields })

let names = 0
/** A name that no other team has. */
const freeName = () => {
  names += 1
  return `Foxes ${'ABCDEFGHJKMNPQRSTUVWXYZ'[names % 23]}${Math.floor(names / 23)}`
}

/** A team whose captain is the first player. */
async function makeTeam(id: number, count: number) {
  const players: Player[] = []
  for (let index = 0; index < count; index += 1) players.push(await linkedMember(site, server))
  const [captain, ...others] = players as [Player, ...Player[]]
  const name = freeName()
  const { status, json } = await captain.post(teamsPath(id), { name })
  expect(status, JSON.stringify(json)).toBe(201)
  const { code, entrant } = json.team as { code: string; entrant: number }
  for (const player of others) expect((await player.post(`${teamsPath(id)}/join`, { code })).status).toBe(201)
  return { players, captain, others, name, code, entrant }
}

const checkIn = (player: TestBrowser, id: number) => player.put(`/api/cups/${id}/check-in`)

/** Four teams of two, of which the last has a substitute, whose first matches are called. */
async function begun() {
  const id = await createTeamCup()
  const teams: Awaited<ReturnType<typeof makeTeam>>[] = []
  for (const count of [2, 2, 2, 3]) teams.push(await makeTeam(id, count))
  await passTime(site, id, 24 * 60 - 20)
  for (const { players } of teams)
    for (const player of players) expect((await checkIn(player, id)).status).toBe(200)
  await passTime(site, id, 20)
  await work(site)
  const of = (entrant: number) => teams.find((team) => team.entrant === entrant)!
  return { id, teams, of }
}

/** A match of two teams that ends now. */
function playedByTeams(winners: readonly Player[], losers: readonly Player[]) {
  const match = played(winners[0]!, losers[0]!)
  const [won, lost] = (match.data as unknown as { players: [object, object] }).players
  const side = (players: readonly Player[], of: object, team: string) =>
    players.map(({ xuid, user }) => ({ ...of, xuid, gamertag: user.username, team }))
  return {
    ...match,
    data: { ...match.data, players: [...side(winners, won, 'red'), ...side(losers, lost, 'blue')] },
  }
}

const ban = (player: Player) =>
  server.report(
    event('punishment', { id: crypto.randomUUID(), xuid: player.xuid, kind: 'ban', reason: 'Cheating' }),
  )

const noticesOf = async ({ user }: Player) => {
  const { rows } = await sql<{ title: string }>`
    SELECT title FROM notifications WHERE user_id = ${user.id} AND kind = 'cup' ORDER BY id
  `.execute(site.database.sql)
  return rows.map(({ title }) => title)
}

test('[cups.88] Only unrestricted members make and join teams, and only where a side has several: 401, 403, 404, 409, and nothing is stored', async () => {
  const [id, solo] = [await createTeamCup(), await createCup(site, staff)]
  const { code } = await makeTeam(id, 1)
  const stored = async () => {
    const { rows } =
      await sql`SELECT event_id, user_id FROM cup_team_players WHERE event_id IN (${id}, ${solo})`.execute(
        site.database.sql,
      )
    return rows.length
  }
  const before = await stored()
  const member = await site.member()
  const restricted = await site.member()
  await sql`INSERT INTO restrictions (user_id, reason) VALUES (${restricted.user.id}, 'Spam, spam and spam')`.execute(
    site.database.sql,
  )
  const [nowhere, name] = [await createEvent(site), { name: freeName() }]
  for (const [response, status] of [
    [await site.browser().post(teamsPath(id), name), 401],
    [await site.browser().post(`${teamsPath(id)}/join`, { code }), 401],
    [await restricted.post(teamsPath(id), name), 403],
    [await restricted.post(`${teamsPath(id)}/join`, { code }), 403],
    [await member.post(teamsPath(nowhere), name), 404],
    [await member.post(`${teamsPath(nowhere)}/join`, { code }), 404],
    [await member.delete(teamsPath(nowhere)), 404],
    [await member.post(teamsPath(solo), name), 409],
    [await member.post(`${teamsPath(solo)}/join`, { code }), 409],
    [await member.delete(teamsPath(id)), 403],
  ] as const)
    expect(response.status).toBe(status)
  expect(await stored()).toBe(before)
})

test('[cups.89] A wrong code is a 404, also that of another cup, and of ten minutes the eleventh attempt is a 429; codes are typed as people type', async () => {
  const [id, other] = [await createTeamCup(), await createTeamCup()]
  const [{ code }, foreign] = [await makeTeam(id, 1), await makeTeam(other, 1)]
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
  const member = await linkedMember(site, server)
  for (const wrong of [foreign.code, 'ABCDEFGH', 'Ä%\\000', code.slice(1)])
    expect((await member.post(`${teamsPath(id)}/join`, { code: wrong })).status).toBe(404)
  for (const unreadable of ['', '  ', 'x'.repeat(65), 7, null])
    expect((await member.post(`${teamsPath(id)}/join`, { code: unreadable })).status).toBe(400)
  const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `
  expect((await member.post(`${teamsPath(id)}/join`, { code: typed })).status).toBe(201)

  const limited = await testApp()
  try {
    const guesser = await limited.member()
    const statuses = []
    for (let attempt = 0; attempt < 11; attempt += 1)
      statuses.push((await guesser.post(`${teamsPath(1)}/join`, { code: 'ABCDEFGH' })).status)
    expect(statuses).toEqual([...Array<number>(10).fill(404), 429])
    const makes = []
    for (let attempt = 0; attempt < 11; attempt += 1)
      makes.push((await guesser.post(teamsPath(1), { name: 'Foxes' })).status)
    expect(makes).toEqual([...Array<number>(10).fill(404), 429])
  } finally {
    await limited.close()
  }
})

test('[cups.90] Who is in a team makes and joins no other, also not at once, and a team has two substitutes at most: 409', async () => {
  const id = await createTeamCup()
  const { captain, others, code } = await makeTeam(id, 2)
  const second = await makeTeam(id, 4)
  for (const player of [captain, others[0]!]) {
    expect((await player.post(teamsPath(id), { name: freeName() })).status).toBe(409)
    expect((await player.post(`${teamsPath(id)}/join`, { code: second.code })).status).toBe(409)
  }
  const fifth = await linkedMember(site, server)
  expect((await fifth.post(`${teamsPath(id)}/join`, { code: second.code })).json.message).toBe(
    'This team is full',
  )
  const responses = await Promise.all([
    fifth.post(teamsPath(id), { name: freeName() }),
    fifth.post(`${teamsPath(id)}/join`, { code }),
    fifth.post(`${teamsPath(id)}/join`, { code }),
  ])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
})

test('[cups.91] Names of teams are screened as names of members: no look-alikes within a cup, nothing that speaks for the site; 400 names the field', async () => {
  const id = await createTeamCup()
  const { name } = await makeTeam(id, 1)
  const member = await site.member()
  for (const wrong of [
    'ab',
    'x'.repeat(25),
    'two  spaces',
    'emoji 😀',
    '<b>bold</b>',
    'line\nbreak',
    'Staff team',
    'Moderator',
    name.toUpperCase(),
    name.replace(' ', '_'),
  ]) {
    const { status, json } = await member.post(teamsPath(id), { name: wrong })
    expect([wrong, status, Object.keys(json.fields ?? {})]).toEqual([wrong, 400, ['name']])
  }
  expect((await mineOf(member, id)).team).toBeNull()
  // In another cup it is free.
  expect((await member.post(teamsPath(await createTeamCup()), { name })).status).toBe(201)
})

test('[cups.92] Only the captain reads the code, removes players and disbands; who was removed needs the new code', async () => {
  const id = await createTeamCup()
  const { captain, others, name, code, entrant } = await makeTeam(id, 3)
  const [one, two] = others as [Player, Player]
  expect((await mineOf(one, id)).team).toMatchObject({ name, isCaptain: false, code: null })
  expect((await site.browser().get(`/api/cups/${id}`)).text).not.toContain(code)
  expect((await one.get(`/api/cups/${id}`)).text).not.toContain(code)
  const playerPath = (player: Player) => `${teamsPath(id)}/players/${player.user.id}`
  const stranger = (await makeTeam(id, 1)).captain
  for (const player of [one, stranger])
    expect((await player.delete(playerPath(two))).status).toBe(player === one ? 403 : 404)
  expect((await one.delete(teamsPath(id))).status).toBe(403)
  expect((await captain.delete(playerPath(captain))).status).toBe(409)
  const { status, json } = await captain.delete(playerPath(two))
  expect(status).toBe(200)
  expect(json.team.players.map(({ userId }: { userId: number }) => userId)).toEqual([
    captain.user.id,
    one.user.id,
  ])
  expect(json.team.code).not.toBe(code)
  expect((await two.post(`${teamsPath(id)}/join`, { code })).status).toBe(404)
  expect((await mineOf(two, id)).isRegistered).toBe(true)
  expect(await noticesOf(captain)).toEqual(Array(2).fill(`${name}: a player joined your team`))
  expect(await noticesOf(two)).toEqual([`You are no longer in ${name}`])
  expect((await captain.delete(teamsPath(id))).json.team).toBeNull()
  expect(await noticesOf(one)).toEqual([`${name} was disbanded`])
  expect((await show(id)).teams.map((team: { entrant: number }) => team.entrant)).not.toContain(entrant)
})

test('[cups.156] Staff rename a team, whose players are notified, once in the audit log; visitors get 401, members 403, and names are screened', async () => {
  const [id, other] = [await createTeamCup(), await createTeamCup()]
  const { captain, entrant, name } = await makeTeam(id, 1)
  const rival = await makeTeam(id, 1)
  const path = `/api/admin/cups/${id}/teams/${entrant}`
  const next = freeName()
  await work(site)
  for (const [response, status] of [
    [await site.browser().patch(path, { name: next }), 401],
    [await captain.patch(path, { name: next }), 403],
    [await staff.patch(`/api/admin/cups/${other}/teams/${entrant}`, { name: next }), 404],
    [await staff.patch(path, { name: 'Moderator' }), 400],
    [await staff.patch(path, { name: rival.name }), 400],
  ] as const)
    expect(response.status).toBe(status)
  const before = await show(id)
  expect(before.teams.map((team: { name: string }) => team.name)).toEqual([name, rival.name])
  for (let time = 0; time < 2; time += 1) expect((await staff.patch(path, { name: next })).status).toBe(200)
  const after = await show(id)
  expect(after.teams.map((team: { name: string }) => team.name)).toEqual([next, rival.name])
  expect(after.version).toBe(before.version + 1)
  expect(await noticesOf(captain)).toEqual([`Staff renamed your team: it is ${next} now`])
  const audited = (await auditEntriesOf(site, 'cup')).filter((entry) => entry.subject_id === id)
  expect(audited.map(({ action }) => action)).toEqual(['cup.create', 'cup.team'])
})

test('[field.192] Browsers that show a cup hear at once that staff renamed a team', async () => {
  const id = await createTeamCup()
  const { entrant } = await makeTeam(id, 1)
  await work(site)
  const publish = vi.spyOn(site.context.live, 'publish')
  const body = { name: freeName() }
  expect((await staff.patch(`/api/admin/cups/${id}/teams/${entrant}`, body)).status).toBe(200)
  const { version } = await show(id)
  expect(publish.mock.calls.map(([channel, said]) => [channel, said])).toContainEqual([
    'cups_changed',
    { eventId: id, version },
  ])
  publish.mockRestore()
})

test('[cups.93] A team takes part once each of its players checked in; from then on nobody joins or is removed, unless a check-in is taken back', async () => {
  const id = await createTeamCup()
  const { captain, others, code, entrant } = await makeTeam(id, 3)
  const [one, two] = others as [Player, Player]
  const alone = await makeTeam(id, 1)
  const late = await linkedMember(site, server)
  expect((await checkIn(captain, id)).json.message).toBe('Check-in is not open yet')
  await passTime(site, id, 24 * 60 - 20)
  expect((await checkIn(late, id)).status).toBe(409)
  for (const player of [captain, one, alone.captain]) expect((await checkIn(player, id)).status).toBe(200)
  await work(site)
  expect((await show(id)).entrants).toEqual([])
  await ban(two)
  expect((await checkIn(two, id)).status).toBe(403)
  expect((await captain.delete(`${teamsPath(id)}/players/${two.user.id}`)).status).toBe(200)
  await work(site)
  expect((await show(id)).entrants).toMatchObject([{ entrant, userId: null }])
  const now = (await mineOf(captain, id)).team.code
  expect(now).not.toBe(code)
  for (const response of [
    await late.post(`${teamsPath(id)}/join`, { code: now }),
    await captain.delete(`${teamsPath(id)}/players/${one.user.id}`),
    await captain.delete(teamsPath(id)),
  ])
    expect([response.status, response.json.message]).toEqual([
      409,
      'This team has checked in, so its players can no longer change',
    ])
  expect((await one.delete(`/api/cups/${id}/check-in`)).json).toMatchObject({ isCheckedIn: false })
  expect((await late.post(`${teamsPath(id)}/join`, { code: now })).status).toBe(201)
  for (const player of [one, late]) expect((await checkIn(player, id)).status).toBe(200)
  // Who is banned leaves the team, which takes part with the others.
  await ban(late)
  await work(site)
  expect((await mineOf(late, id)).team).toBeNull()
  expect((await show(id)).teams).toContainEqual(
    expect.objectContaining({
      entrant,
      players: [captain, one].map(({ user }) => expect.objectContaining({ userId: user.id })),
    }),
  )
  expect((await show(id)).entrants).toMatchObject([{ entrant }])
  await passTime(site, id, 16)
  await work(site)
  expect((await late.post(teamsPath(id), { name: freeName() })).status).toBe(409)
  expect((await checkIn(alone.captain, id)).status).toBe(200)
  expect((await alone.captain.delete(`/api/cups/${id}/check-in`)).status).toBe(409)
})

test('[cups.94] Who leaves the event or deletes the account leaves the team: the next who joined is its captain, and the last takes it along', async () => {
  const id = await createTeamCup()
  const { captain, others, name, entrant } = await makeTeam(id, 3)
  const [one, two] = others as [Player, Player]
  expect((await captain.delete(`/api/events/${id}/register`)).status).toBe(200)
  expect((await mineOf(one, id)).team).toMatchObject({ isCaptain: true, code: expect.any(String) })
  // Pages hear of it: the version of the cup goes up.
  const version = async () => {
    await work(site)
    return (await show(id)).version
  }
  const before = await version()
  expect(await version()).toBe(before)
  await captain.post(`/api/events/${id}/register`)
  expect(await version()).toBe(before + 1)
  expect((await one.post('/api/account/delete', { password: 'correct horse' })).status).toBeLessThan(300)
  expect((await mineOf(two, id)).team).toMatchObject({
    entrant,
    isCaptain: true,
    players: [{ userId: two.user.id }],
  })
  const left = (await factsOf(site, id)).filter(
    ({ kind, data }) => kind === 'left' && data.player !== undefined,
  )
  expect(left.map(({ data }) => data)).toEqual([
    { entrant, player: captain.user.id },
    { entrant, player: one.user.id },
  ])
  expect((await two.post(`/api/cups/${id}/leave`)).json).toMatchObject({ team: null, isRegistered: false })
  expect((await show(id)).teams).toEqual([])
  expect((await captain.post(teamsPath(id), { name })).status).toBe(201)
})

test('[cups.98] Teams are seeded by the mean of their players, and the size of a side cannot change once there is a team', async () => {
  const id = await createTeamCup()
  const made: Awaited<ReturnType<typeof makeTeam>>[] = []
  for (let index = 0; index < 4; index += 1) made.push(await makeTeam(id, 2))
  const change = (size: number) => staff.put(cupPathOf(id), { ...bracket, size })
  expect((await change(3)).status).toBe(409)
  expect((await change(2)).status).toBe(200)
  expect((await staff.put(cupPathOf(await createEvent(site)), { ...bracket, size: 5 })).status).toBe(400)
  const [first, second, third] = made.map(({ players }) => players.map(({ user }) => user.id))
  await sql`
    WITH track AS (INSERT INTO rating_tracks (mode, ladder) VALUES ('sumo', 'team')
      ON CONFLICT (mode, ladder) DO UPDATE SET mode = 'sumo' RETURNING id)
    INSERT INTO ratings (track_id, season_id, user_id, rating, deviation, volatility, matches, wins, last_ended_at,
      last_match_id, on_board)
    SELECT track.id, 0, user_id, rating, 10000, 60000, 10, 5, now(), gen_random_uuid(), false
    FROM track, (VALUES (${first![0]}::int, 200000), (${first![1]}, 120000), (${second![0]}, 170000),
      (${second![1]}, 180000), (${third![0]}, 150000)) AS rated (user_id, rating)
  `.execute(site.database.sql)
  await passTime(site, id, 24 * 60 - 20)
  for (const { players } of made) for (const player of players) await checkIn(player, id)
  await passTime(site, id, 20)
  await work(site)
  const { entrants } = await show(id)
  expect(entrants.map(({ username }: { username: string }) => username)).toEqual(
    [1, 0, 2, 3].map((index) => made[index]!.name),
  )
})

test('[cups.99] Teams play to a champion: game servers get all players, each is notified of the call, one player says ready, and a ban costs the team a player', async () => {
  const { id, teams, of } = await begun()
  const withSubstitute = teams[3]!
  const heartbeat = await server.report(event('heartbeat', { playerCount: 0, cups: true }))
  const hosted = () =>
    heartbeat.json.cupMatches.filter(({ cupMatchId }: { cupMatchId: string }) =>
      cupMatchId.startsWith(`${id}-`),
    )
  const xuids = hosted().flatMap(({ sides }: { sides: { xuid: string }[][] }) =>
    sides.map((side) => side.map(({ xuid }) => xuid)),
  )
  expect(xuids.toSorted()).toEqual(teams.map(({ players }) => players.map(({ xuid }) => xuid)).toSorted())
  const { rounds } = await show(id)
  const opponentOf = (entrant: number): number =>
    rounds[0].nodes
      .map(({ sides }: { sides: number[] }) => sides)
      .find((sides: number[]) => sides.includes(entrant))
      .find((side: number) => side !== entrant)
  for (const { players, entrant } of teams)
    for (const player of players)
      expect(await noticesOf(player)).toContain(
        `Your match is called: against ${of(opponentOf(entrant)).name}`,
      )
  const node = rounds[0].nodes.find(({ sides }: { sides: number[] }) =>
    sides.includes(withSubstitute.entrant),
  )
  const ready = await withSubstitute.players[2]!.post(`/api/cups/${id}/ready`, {
    cupMatchId: node.call.cupMatchId,
  })
  expect(ready.status).toBe(200)
  // One of three is banned: the team plays on with its substitute, and the banned one is no longer of it.
  const [banned, ...left] = withSubstitute.players as [Player, ...Player[]]
  await ban(banned)
  await work(site)
  expect((await mineOf(banned, id)).entrant).toBeNull()
  expect((await banned.post(`/api/cups/${id}/ready`, { cupMatchId: node.call.cupMatchId })).status).toBe(409)
  const rival = of(opponentOf(withSubstitute.entrant))
  await server.report(playedByTeams([banned, left[0]!], rival.players), playedByTeams(left, rival.players))
  await work(site)
  const played1 = (await show(id)).rounds[0].nodes.find((one: { id: string }) => one.id === node.id)
  expect(played1.matchIds).toHaveLength(1)
  expect(played1.result.winner).toBe(withSubstitute.entrant)
  // Without a substitute a team is out with the first player who goes.
  const other = rounds[0].nodes.find((one: { id: string }) => one.id !== node.id)
  expect((await of(other.sides[0]).players[0]!.post(`/api/cups/${id}/leave`)).status).toBe(200)
  await work(site)
  expect(
    (await show(id)).rounds[0].nodes.find((one: { id: string }) => one.id === other.id).result,
  ).toMatchObject({
    winner: other.sides[1],
    how: 'walkover',
  })
  await server.report(playedByTeams(left, of(other.sides[1]).players))
  await work(site)
  await passTime(site, id, 11)
  await work(site)
  expect(await show(id)).toMatchObject({
    phase: 'final',
    champion: { id: null, username: withSubstitute.name },
  })
  const { rows: announced } = await sql<{ title: string }>`
    SELECT title FROM discord_messages WHERE event_key LIKE ${`cup:${id}:champion:%`}
  `.execute(site.database.sql)
  expect(announced).toEqual([{ title: expect.stringContaining(`${withSubstitute.name} is the champion of`) }])
})

test('[cups.154] A team keeps its name when its players delete their accounts; the export names the teams of a member', async () => {
  const { id, teams } = await begun()
  const { players, name, entrant } = teams[0]!
  const data = (await players[0]!.get('/api/account/export')).text
  expect(data).toContain(`"team":"${name}"`)
  for (const player of players)
    expect((await player.post('/api/account/delete', { password: 'correct horse' })).status).toBeLessThan(300)
  await work(site)
  const cup = await show(id)
  expect(cup.entrants).toContainEqual(expect.objectContaining({ entrant, username: name, userId: null }))
  expect(cup.teams).toContainEqual({ entrant, name, players: [] })
  for (const { user } of players) expect(JSON.stringify(cup)).not.toContain(user.username)
})

const arena = { format: 'arena', seats: 50, minimum: 2 } as const
const arenaDates = { start: '1 hour', end: '2 hours' } as const

const tableOf = async (id: number) => (await site.browser().get(`/api/cups/${id}/standings`)).json

/** A ranked match of two teams that ends now. */
const rankedByTeams = (winners: readonly Player[], losers: readonly Player[]) => {
  const match = playedByTeams(winners, losers)
  return { ...match, data: { ...match.data, ranked: true } }
}

test('[cups.159] In an arena a player who joins a team is checked in once linked; teams change until they take part in it, and nobody joins a team after its end', async () => {
  const id = await createCup(site, staff, { ...arena, size: 2 }, arenaDates)
  const { captain, others, code, entrant } = await makeTeam(id, 2)
  const { code: lateCode, captain: lateCaptain } = await makeTeam(id, 1)
  await work(site)
  expect((await show(id)).entrantCount).toBe(1)
  const states = async () =>
    (await factsOf(site, id)).filter(({ kind }) => kind === 'checked_in').map(({ data }) => data.player)
  expect(await states()).toEqual([captain, ...others, lateCaptain].map(({ user }) => user.id))
  // No check-in to take back; before the start the roster may change, also that of a complete team.
  expect((await captain.delete(`/api/cups/${id}/check-in`)).status).toBe(409)
  const substitute = await linkedMember(site, server)
  expect((await substitute.post(`${teamsPath(id)}/join`, { code })).status).toBe(201)
  const unlinked = await site.member()
  expect((await unlinked.post(`${teamsPath(id)}/join`, { code: lateCode })).status).toBe(201)
  await makeTeam(id, 2)
  await passTime(site, id, 61)
  await work(site)
  expect(await show(id)).toMatchObject({ phase: 'running', entrantCount: 2 })
  const stranger = await linkedMember(site, server)
  expect((await stranger.post(`${teamsPath(id)}/join`, { code })).status).toBe(409)
  expect((await captain.delete(`${teamsPath(id)}/players/${substitute.user.id}`)).status).toBe(409)
  expect((await mineOf(captain, id)).entrant).toBe(entrant)
  // Who is not linked keeps a team out; without them it takes part from now on.
  expect((await lateCaptain.delete(`${teamsPath(id)}/players/${unlinked.user.id}`)).status).toBe(200)
  const newCode = (await mineOf(lateCaptain, id)).team.code
  expect((await stranger.post(`${teamsPath(id)}/join`, { code: newCode })).status).toBe(201)
  await work(site)
  expect((await show(id)).entrantCount).toBe(3)
  const { code: open } = await makeTeam(id, 1)
  await passTime(site, id, 60)
  const tooLate = await linkedMember(site, server)
  expect((await tooLate.post(`${teamsPath(id)}/join`, { code: open })).status).toBe(409)
  expect((await tooLate.post(teamsPath(id), { name: freeName() })).status).toBe(409)
})

test('[cups.160] An arena of teams has a table of teams, and with a cut is played to a champion under the name of the team', async () => {
  const id = await createCup(site, staff, { ...arena, size: 2, cut: 4 }, arenaDates)
  const teams: Awaited<ReturnType<typeof makeTeam>>[] = []
  for (const count of [2, 2, 3, 2, 2]) teams.push(await makeTeam(id, count))
  await passTime(site, id, 61)
  await work(site)
  const side = ({ players }: (typeof teams)[number]) => players.slice(0, 2)
  for (const [at, winner] of teams.entries())
    for (const loser of teams.slice(at + 1)) await server.report(rankedByTeams(side(winner), side(loser)))
  await work(site)
  expect(await tableOf(id)).toMatchObject(
    teams.map(({ name, entrant }) => ({ username: name, entrant, userId: null })),
  )
  // The third team plays on with its substitute, the second has no side left.
  expect((await teams[2]!.captain.post(`/api/cups/${id}/leave`)).status).toBe(200)
  expect((await teams[1]!.captain.post(`/api/cups/${id}/leave`)).status).toBe(200)
  await passTime(site, id, 65)
  await work(site)
  const cup = await show(id)
  const [first, , third, fourth, fifth] = teams as [
    (typeof teams)[0],
    (typeof teams)[0],
    (typeof teams)[0],
    (typeof teams)[0],
    (typeof teams)[0],
  ]
  expect(cup.entrants.map(({ username }: { username: string }) => username)).toEqual(
    [first, third, fourth, fifth].map(({ name }) => name),
  )
  expect(await noticesOf(third.players[2]!)).toContain(`Your match is called: against ${fourth.name}`)
  expect((await noticesOf(third.captain)).filter((title) => title.startsWith('Your match'))).toEqual([])
  await server.report(
    playedByTeams(side(first), side(fifth)),
    playedByTeams(third.players.slice(0, 2), side(fourth)),
    playedByTeams(third.players.slice(1), side(fourth)),
  )
  await work(site)
  expect(
    (await show(id)).rounds[0].nodes.map(({ matchIds }: { matchIds: string[] }) => matchIds.length),
  ).toEqual([1, 1])
  await server.report(playedByTeams(third.players.slice(1), side(first)))
  await work(site)
  await passTime(site, id, 11)
  await work(site)
  expect(await show(id)).toMatchObject({ phase: 'final', champion: { id: null, username: third.name } })
  const { rows } = await sql<{ place: number }>`
    SELECT place FROM cup_places WHERE event_id = ${id} AND entrant = ${teams[1]!.entrant}
  `.execute(site.database.sql)
  expect(rows).toEqual([{ place: 5 }])
})

test('[cups.181] Who leaves a team that takes part in a running arena makes and joins no other: 409, and its results stay', async () => {
  const id = await createCup(site, staff, { ...arena, size: 2 }, arenaDates)
  const other = await makeTeam(id, 1)
  const left = await makeTeam(id, 3)
  const rivals = await makeTeam(id, 2)
  await passTime(site, id, 61)
  await work(site)
  for (let game = 0; game < 3; game += 1)
    await server.report(rankedByTeams(left.players.slice(0, 2), rivals.players))
  await work(site)
  const before = await tableOf(id)
  expect(before).toHaveLength(2)
  const leaver = left.players[1]!
  expect((await leaver.post(`/api/cups/${id}/leave`)).status).toBe(200)
  const refused = [
    await leaver.post(`${teamsPath(id)}/join`, { code: other.code }),
    await leaver.post(teamsPath(id), { name: freeName() }),
  ]
  expect(refused.map(({ status, json }) => [status, json.message])).toEqual([
    [409, 'You left a team that takes part already, so you cannot play for another'],
    [409, 'You left a team that takes part already, so you cannot play for another'],
  ])
  await work(site)
  expect(await tableOf(id)).toEqual(before)
  const { rows } = await sql`
    SELECT FROM cup_team_players WHERE event_id = ${id} AND user_id = ${leaver.user.id}
  `.execute(site.database.sql)
  expect(rows).toEqual([])
})

test('[cups.184] In a running arena a banned player who joins a team is not checked in, and the team waits', async () => {
  const id = await createCup(site, staff, { ...arena, size: 2 }, arenaDates)
  await makeTeam(id, 2)
  await makeTeam(id, 2)
  const late = await makeTeam(id, 1)
  await passTime(site, id, 61)
  await work(site)
  const banned = await linkedMember(site, server)
  await ban(banned)
  expect((await banned.post(`${teamsPath(id)}/join`, { code: late.code })).status).toBe(201)
  await work(site)
  await work(site)
  const checkIns = (await factsOf(site, id)).filter(
    ({ kind, data }) => kind === 'checked_in' && data.entrant === late.entrant,
  )
  expect(checkIns.map(({ data }) => data.player)).toEqual([late.captain.user.id])
  const { rows } = await sql`
    SELECT FROM cup_entrants WHERE event_id = ${id} AND entrant = ${late.entrant}
  `.execute(site.database.sql)
  expect(rows).toEqual([])
})

test('[cups.185] A bracket that was an arena is checked in for: to have registered for the arena was no check-in', async () => {
  const id = await createCup(site, staff, { ...arena, size: 1, seats: 8 }, arenaDates)
  const players: Player[] = []
  for (let index = 0; index < 5; index += 1) players.push(await linkedMember(site, server))
  for (const player of players) await player.post(`/api/events/${id}/register`)
  expect((await staff.put(cupPathOf(id), bracket)).status).toBe(200)
  await passTime(site, id, 40)
  await work(site)
  for (const player of players.slice(1)) expect((await checkIn(player, id)).status).toBe(200)
  await passTime(site, id, 21)
  await work(site)
  const { phase, entrants } = await show(id)
  expect(phase).toBe('running')
  expect(entrants.map(({ entrant }: { entrant: number }) => entrant).toSorted()).toEqual(
    players
      .slice(1)
      .map(({ user }) => user.id)
      .toSorted(),
  )
})

test('[cups.185] Players of teams of an arena that becomes a bracket check in themselves, and are checked in when it is an arena again', async () => {
  const id = await createCup(site, staff, { ...arena, size: 2 }, arenaDates)
  const { captain } = await makeTeam(id, 2)
  await work(site)
  const checkedIn = async () =>
    (await mineOf(captain, id)).team.players.map(({ isCheckedIn }: { isCheckedIn: boolean }) => isCheckedIn)
  expect(await checkedIn()).toEqual([true, true])
  expect((await staff.put(cupPathOf(id), { ...bracket, size: 2 })).status).toBe(200)
  expect(await checkedIn()).toEqual([false, false])
  expect((await staff.put(cupPathOf(id), { ...bracket, ...arena, size: 2 })).status).toBe(200)
  await sql`UPDATE events SET version = version + 1 WHERE id = ${id}`.execute(site.database.sql)
  await work(site)
  expect(await checkedIn()).toEqual([true, true])
})
