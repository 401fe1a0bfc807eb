import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventCalendarPath } from '../../../contract/events/events.ts'
import type { TestGameServer } from '../../testing/game-server.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { auditEntriesOf, memberWithRank } from '../events/testing/event-setup.ts'
import {
  createCup,
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

const show = async (id: number) => (await site.browser().get(`/api/cups/${id}`)).json
const rulingsOf = (id: number) => `/api/admin/cups/${id}/rulings`
const reason = 'The server lagged for both of them'

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
  return { id, players, first, second, of }
}

const noticesOf = async (player: Player) => {
  const { rows } = await sql<{ title: string; link: string }>`
    SELECT title, link FROM notifications WHERE user_id = ${player.user.id} AND kind = 'cup' ORDER BY id
  `.execute(site.database.sql)
  return rows
}

test('[cups.49] In a running cup Moderators and above rule, nobody about a match of their own; without a good reason it is a 400, in a final cup a 409', async () => {
  const { id, first, of } = await begun()
  const body = { kind: 'award', node: 'w1.1', entrant: first.sides[0], reason }
  const member = await site.member()
  for (const [browser, status] of [
    [site.browser(), 401],
    [member, 403],
    [staff, 403],
  ] as const)
    expect((await browser.post(rulingsOf(id), body)).status).toBe(status)
  const own = of(first.sides[1])
  await sql`UPDATE users SET rank = 'Moderator' WHERE id = ${own.user.id}`.execute(site.database.sql)
  expect((await own.post(rulingsOf(id), body)).status).toBe(403)
  // Nor by what decides it in another way: their opponent dropped, the clock stopped, the cup ended.
  for (const other of [
    { kind: 'drop', entrant: first.sides[0] },
    { kind: 'restore', entrant: first.sides[0] },
    { kind: 'pause' },
    { kind: 'resume' },
    { kind: 'cancel' },
  ])
    expect((await own.post(rulingsOf(id), { ...other, reason })).status, other.kind).toBe(403)
  for (const [change, field] of [
    [{ reason: 'too short' }, 'reason'],
    [{ kind: 'win' }, 'kind'],
    [{ node: 'w9.9' }, 'node'],
    [{ entrant: 2_000_000 }, 'entrant'],
  ] as const) {
    const refused = await moderator.post(rulingsOf(id), { ...body, ...change })
    expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, [field]])
  }
  expect((await factsOf(site, id)).filter(({ kind }) => kind === 'ruled')).toEqual([])
  await sql`UPDATE users SET rank = 'Member' WHERE id = ${own.user.id}`.execute(site.database.sql)
  const cancelled = await moderator.post(rulingsOf(id), { kind: 'cancel', reason })
  expect(cancelled.json.phase).toBe('cancelled')
  expect((await moderator.post(rulingsOf(id), body)).status).toBe(409)
})

test('[cups.50] A ruling takes effect at once, is in the public log and once in the audit log; an outdated version is a 409', async () => {
  const { id, first } = await begun()
  const { version } = await show(id)
  const body = { kind: 'award', node: 'w1.1', entrant: first.sides[1], reason }
  const ifMatch = { headers: { 'if-match': `"${version}"` } }
  const told: unknown[] = []
  const stop = site.context.live.listen('cups_changed', (message) => told.push(message))
  const ruled = await moderator.post(rulingsOf(id), body, ifMatch)
  expect(ruled.status).toBe(200)
  await expect.poll(() => told).toContainEqual({ eventId: id, version: ruled.json.version })
  stop()
  expect(ruled.json.rounds[0].nodes[0].result).toMatchObject({ winner: first.sides[1], how: 'awarded' })
  const outdated = await moderator.post(rulingsOf(id), { ...body, kind: 'both_out' }, ifMatch)
  expect([outdated.status, outdated.json.current.version > version]).toEqual([409, true])
  const again = await moderator.post(rulingsOf(id), { ...body, kind: 'replay' })
  expect(again.json.rounds[0].nodes[0].result).toBeUndefined()
  expect((await show(id)).log).toMatchObject([
    { kind: 'replay', node: 'w1.1', reason },
    { kind: 'award', node: 'w1.1', entrant: first.sides[1], reason },
  ])
  const audited = (await auditEntriesOf(site, 'cup')).filter((entry) => entry.subject_id === id)
  expect(audited.map(({ action }) => action)).toEqual(['cup.create', 'cup.rule', 'cup.rule'])
  await work(site)
  expect((await show(id)).rounds[0].nodes[0].call.cupMatchId).toBe(`${id}-w1.1-2`)
})

test('[cups.51] A side disputes a result once, within 10 minutes; others get 403, and the cup closes only once it is answered', async () => {
  const { id, first, second, of, players } = await begun()
  const path = `/api/cups/${id}/disputes`
  const body = { cupMatchId: first.call.cupMatchId, reason }
  const loser = of(first.sides[1])
  expect((await loser.post(path, body)).status).toBe(409)
  await server.report(played(of(first.sides[0]), loser), played(of(second.sides[0]), of(second.sides[1])))
  await work(site)
  expect((await site.browser().post(path, body)).status).toBe(401)
  expect((await of(second.sides[0]).post(path, body)).status).toBe(403)
  expect((await loser.post(path, { ...body, reason: 'short' })).status).toBe(400)
  expect((await loser.post(path, body)).status).toBe(201)
  expect((await loser.post(path, body)).status).toBe(409)
  expect((await show(id)).rounds[0].nodes[0]).toMatchObject({
    disputed: true,
    result: { winner: first.sides[0] },
  })
  await server.report(played(of(first.sides[0]), of(second.sides[0])))
  await work(site)
  await passTime(site, id, 12)
  await work(site)
  expect((await show(id)).phase).toBe('closing')
  expect((await of(first.sides[0]).post(path, body)).status).toBe(409)
  await moderator.post(rulingsOf(id), { kind: 'keep', node: 'w1.1', reason })
  await work(site)
  expect((await show(id)).phase).toBe('final')
  expect(players).toHaveLength(4)
})

test('[cups.52] Entrants are notified once of check-in, call and place, whoever looks how often; the call names the opponent', async () => {
  const { id, first, second, of } = await begun()
  await Promise.all([work(site), work(site)])
  const winner = of(first.sides[0])
  const name = of(first.sides[1]).user.username
  expect(await noticesOf(winner)).toEqual([
    { title: 'Check-in is open: Bridge Cup', link: `/cups/${id}` },
    { title: `Your match is called: against ${name}`, link: `/cups/${id}#match-w1.1` },
  ])
  await server.report(played(winner, of(first.sides[1])), played(of(second.sides[0]), of(second.sides[1])))
  await work(site)
  await server.report(played(winner, of(second.sides[0])))
  await work(site)
  await passTime(site, id, 11)
  await work(site)
  await work(site)
  expect((await noticesOf(winner)).map(({ title }) => title).slice(2)).toEqual([
    `Your match is called: against ${of(second.sides[0]).user.username}`,
    'You came 1st in Bridge Cup',
  ])
})

test('[cups.53] Staff cancel a cup before its start; who registered is notified, and the event is TBA', async () => {
  const id = await createCup(site, staff)
  const player = await linkedMember(site, server)
  await player.post(`/api/events/${id}/register`)
  expect((await staff.post(rulingsOf(id), { kind: 'pause', reason })).status).toBe(409)
  const { status, json } = await staff.post(rulingsOf(id), { kind: 'cancel', reason })
  expect([status, json.phase, json.startDate]).toEqual([200, 'cancelled', null])
  expect(await noticesOf(player)).toEqual([{ title: 'Bridge Cup was cancelled', link: `/cups/${id}` }])
})

test('[field.137] Both sides may dispute the same result, each once', async () => {
  const { id, first, of } = await begun()
  const [winner, loser] = first.sides.map(of) as [Player, Player]
  await server.report(played(winner, loser))
  await work(site)
  const dispute = async (player: Player) =>
    (
      await player.post(`/api/cups/${id}/disputes`, {
        cupMatchId: first.call.cupMatchId,
        reason: 'It lagged all the time',
      })
    ).status
  expect([await dispute(loser), await dispute(winner)]).toEqual([201, 201])
  expect([await dispute(loser), await dispute(winner)]).toEqual([409, 409])
  const disputes = (await factsOf(site, id)).filter(({ kind }) => kind === 'disputed')
  expect(disputes.map(({ data }) => data.entrant)).toEqual([loser.user.id, winner.user.id])
})

const statusOf = async (id: number) => {
  const { text } = await site.browser().get(eventCalendarPath(id))
  return [/^STATUS:(.*)\r$/m.exec(text)?.[1], Number(/^SEQUENCE:(.*)\r$/m.exec(text)?.[1])] as const
}

test('[field.130] When staff cancel a running or paused cup, everybody who registered is notified', async () => {
  for (const isPaused of [false, true]) {
    const { id, players } = await begun()
    if (isPaused) await moderator.post(rulingsOf(id), { kind: 'pause', reason })
    await moderator.post(rulingsOf(id), { kind: 'cancel', reason })
    for (const player of players)
      expect((await noticesOf(player)).at(-1)).toEqual({
        title: 'Bridge Cup was cancelled',
        link: `/cups/${id}`,
      })
  }
})

test('[powers.105] Staff undo a cancellation of a cup that had begun, by whomever: it goes on where it stood, who registered is notified, and log, audit, event and calendar say so', async () => {
  const { id, players, first } = await begun()
  const other = await memberWithRank(site, 'Moderator')
  const before = await show(id)
  const [, sequence] = await statusOf(id)
  const cancel = () => moderator.post(rulingsOf(id), { kind: 'cancel', reason })
  expect((await cancel()).json).toMatchObject({ phase: 'cancelled', startDate: before.startDate })
  expect(await statusOf(id)).toEqual(['CANCELLED', sequence + 1])
  await passTime(site, id, 30)
  const undone = await other.post(rulingsOf(id), { kind: 'undo_cancel', reason })
  expect([undone.status, undone.json.phase]).toEqual([200, 'running'])
  expect(await statusOf(id)).toEqual(['CONFIRMED', sequence + 2])
  expect((await site.browser().get(`/api/events/${id}`)).json.status).toBe('active')
  expect(undone.json.log).toMatchObject([
    { kind: 'undo_cancel', reason },
    { kind: 'cancel', reason },
  ])
  // Half an hour later nobody is out: limits stood still.
  await work(site)
  const { call, result } = (await show(id)).rounds[0].nodes[0]
  expect([call.cupMatchId, result]).toEqual([first.call.cupMatchId, undefined])
  expect(Date.parse(call.appearBy)).toBeGreaterThan(Date.now())
  for (const player of players)
    expect((await noticesOf(player)).slice(-2)).toEqual([
      { title: 'Bridge Cup was cancelled', link: `/cups/${id}` },
      { title: 'Bridge Cup goes on', link: `/cups/${id}` },
    ])
  const audited = (await auditEntriesOf(site, 'cup')).filter((entry) => entry.subject_id === id)
  expect(audited.at(-1)).toMatchObject({ action: 'cup.rule', after: { cupRuling: 'undo_cancel', reason } })

  // The one who cancelled may undo as well, and each time everybody reads of it.
  expect((await cancel()).json.phase).toBe('cancelled')
  expect((await moderator.post(rulingsOf(id), { kind: 'undo_cancel', reason })).json.phase).toBe('running')
  expect((await noticesOf(players[0]!)).map(({ title }) => title).slice(-4)).toEqual([
    'Bridge Cup was cancelled',
    'Bridge Cup goes on',
    'Bridge Cup was cancelled',
    'Bridge Cup goes on',
  ])
})

test('[field.116] A cup whose cancellation is undone goes on at once: the site was not away meanwhile', async () => {
  const { id } = await begun()
  await server.lists()
  await work(site)
  await moderator.post(rulingsOf(id), { kind: 'cancel', reason })
  await outage(site, { away: { from: id, for: 30 * 60 } })
  expect((await moderator.post(rulingsOf(id), { kind: 'undo_cancel', reason })).json.phase).toBe('running')
  await work(site)
  expect((await show(id)).phase).toBe('running')
  expect((await factsOf(site, id)).map(({ kind }) => kind)).not.toContain('paused')
  await sql`DELETE FROM heartbeats`.execute(site.database.sql)
})

test('[powers.106] Who may not cancel does not undo it, and it is refused after 24 hours, for a cup that time or nobody cancelled, and one cancelled before its start', async () => {
  const undo = (browser: TestBrowser, of: number) =>
    browser.post(rulingsOf(of), { kind: 'undo_cancel', reason })
  const { id, players } = await begun()
  const refused = async (of: number, sentence: string) => {
    const { status, json } = await undo(moderator, of)
    expect([status, json.error]).toEqual([409, sentence])
  }
  await refused(id, 'This cup is not cancelled')
  await moderator.post(rulingsOf(id), { kind: 'cancel', reason })
  expect((await undo(staff, id)).status).toBe(403)
  const [first, second] = players as [Player, Player]
  const setRank = (player: Player, rank: string) =>
    sql`UPDATE users SET rank = ${rank} WHERE id = ${player.user.id}`.execute(site.database.sql)
  await setRank(first, 'Moderator')
  expect((await undo(first, id)).status).toBe(403)
  await setRank(second, 'Admin')
  expect((await undo(moderator, id)).status).toBe(403)
  await setRank(first, 'Member')
  await setRank(second, 'Member')
  await passTime(site, id, 24 * 60 + 1)
  await refused(id, 'A cancellation can be undone for 24 hours')
  expect((await factsOf(site, id)).filter(({ kind }) => kind === 'ruled')).toHaveLength(1)

  const early = await createCup(site, staff)
  await staff.post(rulingsOf(early), { kind: 'cancel', reason })
  await refused(early, 'This cup was cancelled before it began, so it cannot go on')

  const { id: abandoned } = await begun()
  await moderator.post(rulingsOf(abandoned), { kind: 'pause', reason })
  await passTime(site, abandoned, 24 * 60 + 1)
  await work(site)
  await refused(abandoned, 'This cup was not cancelled by staff, so it cannot go on')
})

test('[powers.107] The dates of an event whose cup goes on stand again', async () => {
  const { id } = await begun()
  const move = () =>
    sql`UPDATE events SET end_date = start_date + interval '1 day' * (1 + random()) WHERE id = ${id}`.execute(
      site.database.sql,
    )
  await expect(move()).rejects.toMatchObject({ constraint: 'cups_stand' })
  await moderator.post(rulingsOf(id), { kind: 'cancel', reason })
  await move()
  await moderator.post(rulingsOf(id), { kind: 'undo_cancel', reason })
  await expect(move()).rejects.toMatchObject({ constraint: 'cups_stand' })
})
