import { afterAll, beforeAll, expect, test } from 'vitest'
import { cupTimes } from '../../../contract/cups/cups.ts'
import { event, type TestGameServer } from '../../testing/game-server.ts'
import { head } from '../../testing/heads.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { createCup, cupSite, linkedMember, type Player, passTime, played, work } from './testing/cup-setup.ts'

let site: TestApp
let server: TestGameServer
let staff: TestBrowser
beforeAll(async () => {
  ;({ site, server, staff } = await cupSite())
})
afterAll(() => site.close())

const show = async (id: number) => (await site.browser().get(`/api/cups/${id}`)).json
const mine = async (player: Player, id: number) => (await player.get(`/api/cups/${id}/mine`)).json
const reason = 'The server lagged for both of them'

/** A cup of four seats whose check-in is open, with members who registered. */
async function registered(count: number) {
  const id = await createCup(site, staff, { seats: 4 })
  const players: Player[] = []
  for (let index = 0; index < count; index += 1) players.push(await linkedMember(site, server))
  for (const player of players) await player.post(`/api/events/${id}/register`)
  await passTime(site, id, 24 * 60 - 20)
  await work(site)
  return { id, players }
}

/** A cup of four whose first matches are called. */
async function begun() {
  const { id, players } = await registered(4)
  for (const player of players) await player.put(`/api/cups/${id}/check-in`)
  await passTime(site, id, 20)
  await work(site)
  const of = (side: number) => players.find(({ user }) => user.id === side)!
  const play = async (round: number) => {
    const { rounds } = await show(id)
    const matches = rounds[round].nodes.map(({ sides: [one, other] }: { sides: [number, number] }) =>
      played(of(one), of(other)),
    )
    await server.report(...matches)
    await work(site)
    return matches as ReturnType<typeof played>[]
  }
  return { id, of, play }
}

test('[tonight.02] A side that lost a match is told that it can dispute the result, which match that is and until when; others are not, and nobody once it is disputed or too old', async () => {
  const { id, of, play } = await begun()
  const { rounds } = await show(id)
  const { call, sides } = rounds[0].nodes[0]
  const [winner, loser] = sides.map(of) as [Player, Player]
  expect((await mine(loser, id)).disputable).toBeUndefined()
  await play(0)
  const { disputable } = await mine(loser, id)
  expect(disputable).toEqual([{ node: 'w1.1', cupMatchId: call.cupMatchId, until: expect.any(String) }])
  expect(Date.parse(disputable[0].until) - Date.now()).toBeGreaterThan(cupTimes.disputeMs - 60_000)
  expect((await mine(winner, id)).disputable).toBeUndefined()
  const [called] = (await show(id)).rounds[1].nodes
  for (const side of called.sides)
    await of(side).post(`/api/cups/${id}/ready`, { cupMatchId: called.call.cupMatchId })
  await passTime(site, id, 11)
  await work(site)
  expect((await mine(loser, id)).disputable).toBeUndefined()
  await play(1)
  const final = (await show(id)).rounds[1].nodes[0]
  const second = of(final.sides[1])
  const [result] = (await mine(second, id)).disputable
  const body = { cupMatchId: result.cupMatchId, reason }
  expect((await second.post(`/api/cups/${id}/disputes`, body)).status).toBe(201)
  expect((await mine(second, id)).disputable).toBeUndefined()
})

test('[tonight.03] While a cup closes it says when its places stand; a dispute moves that, and only staff who rule read what it says', async () => {
  const { id, of, play } = await begun()
  await play(0)
  expect((await show(id)).closesAt).toBeUndefined()
  await play(1)
  const { phase, closesAt, rounds } = await show(id)
  expect(phase).toBe('closing')
  expect(Math.abs(Date.parse(closesAt) - Date.now() - cupTimes.disputeMs)).toBeLessThan(60_000)
  const loser = of(rounds[1].nodes[0].sides[1])
  const [{ cupMatchId }] = (await mine(loser, id)).disputable
  await loser.post(`/api/cups/${id}/disputes`, { cupMatchId, reason })
  expect(Date.parse((await show(id)).closesAt)).toBeGreaterThan(Date.parse(closesAt))
  const moderator = await memberWithRank(site, 'Moderator')
  const disputesRead = async (browser: TestBrowser) =>
    (await browser.get(`/api/cups/${id}/mine`)).json.disputes
  expect(await disputesRead(moderator)).toEqual([{ node: 'w2.1', entrant: loser.user.id, reason }])
  expect(await disputesRead(staff)).toBeUndefined()
  await moderator.post(`/api/admin/cups/${id}/rulings`, { kind: 'keep', node: 'w2.1', reason })
  expect(await disputesRead(moderator)).toEqual([])
})

test('[tonight.14] A dispute that staff answered is no longer read as open nor offered again, and staff who take part do not read what is said of them', async () => {
  const { id, of, play } = await begun()
  await play(0)
  await play(1)
  const [winner, loser] = (await show(id)).rounds[1].nodes[0].sides.map(of) as [Player, Player]
  const [{ cupMatchId }] = (await mine(loser, id)).disputable
  await loser.post(`/api/cups/${id}/disputes`, { cupMatchId, reason })
  await site.database.sql
    .updateTable('users')
    .set({ rank: 'Moderator' })
    .where('id', '=', winner.user.id)
    .execute()
  expect((await mine(winner, id)).disputes).toBeUndefined()
  const admin = await memberWithRank(site, 'Admin')
  const kept = await admin.post(`/api/admin/cups/${id}/rulings`, { kind: 'keep', node: 'w2.1', reason })
  expect(kept.status).toBe(200)
  expect((await mine(loser, id)).disputable).toBeUndefined()
  const later = 'It was the other way round'
  await winner.post(`/api/cups/${id}/disputes`, { cupMatchId, reason: later })
  const { disputes } = (await admin.get(`/api/cups/${id}/mine`)).json
  expect(disputes).toEqual([{ node: 'w2.1', entrant: winner.user.id, reason: later }])
})

test('[tonight.04] During the check-in a member is told which place in the queue a check-in would give them, by time of registration', async () => {
  const { id, players } = await registered(6)
  const [early, ...others] = players as [Player, ...Player[]]
  for (const player of others.slice(0, 4)) await player.put(`/api/cups/${id}/check-in`)
  expect((await mine(others[4]!, id)).wouldBe).toBe(5)
  expect((await mine(early, id)).wouldBe).toBe(1)
  expect((await mine(others[0]!, id)).wouldBe).toBeUndefined()
  expect((await mine(await linkedMember(site, server), id)).wouldBe).toBe(5)
  await others[4]!.put(`/api/cups/${id}/check-in`)
  expect(await mine(others[4]!, id)).toMatchObject({ waiting: 1 })
  await early.put(`/api/cups/${id}/check-in`)
  expect(await mine(others[4]!, id)).toMatchObject({ waiting: 2 })
})

test('[tonight.05] A cup that too few entered says for when it was planned; one that staff cancelled has their reason in its log', async () => {
  const { id, players } = await registered(3)
  const { startDate } = await show(id)
  for (const player of players) await player.put(`/api/cups/${id}/check-in`)
  await passTime(site, id, 16)
  await work(site)
  const planned = new Date(Date.parse(startDate) - 16 * 60_000).toISOString()
  expect(await show(id)).toMatchObject({ phase: 'cancelled', startDate: null, wasPlannedFor: planned })
  const { id: other } = await registered(1)
  const moderator = await memberWithRank(site, 'Moderator')
  await moderator.post(`/api/admin/cups/${other}/rulings`, { kind: 'cancel', reason })
  await work(site)
  const cancelled = await show(other)
  expect(cancelled).toMatchObject({ phase: 'cancelled', log: [{ kind: 'cancel', reason }] })
  expect(cancelled.wasPlannedFor).toBeUndefined()
})

test('[tonight.06] The pictures of a bracket are those of its players who have one; a cup that does not exist is a 404', async () => {
  const { id, of, play } = await begun()
  const [side] = (await show(id)).rounds[0].nodes[0].sides
  const player = of(side)
  const faces = async () => (await site.browser().get(`/api/cups/${id}/faces`)).json
  expect(await faces()).toEqual([])
  await server.report(
    event('player', { xuid: player.xuid, gamertag: player.user.username, head: await head(90) }),
  )
  expect(await faces()).toEqual([
    { userId: player.user.id, avatarUrl: expect.stringMatching(`/avatars/${player.user.id}/face-`) },
  ])
  const [first] = await play(0)
  const { cups } = (await site.browser().get(`/api/matches/${first!.data.matchId}`)).json
  expect(cups).toEqual([{ id, title: 'Bridge Cup', node: { id: 'w1.1', rounds: ['w1', 'w2'] } }])
  expect((await site.browser().get('/api/cups/999999/faces')).status).toBe(404)
})
