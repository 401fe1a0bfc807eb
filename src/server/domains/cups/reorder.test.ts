import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gameServer, type TestGameServer } from '../../testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { auditEntriesOf, memberWithRank } from '../events/testing/event-setup.ts'
import {
  createCup,
  factsOf,
  linkedMember,
  type Player,
  passTime,
  staffMember,
  work,
} from './testing/cup-setup.ts'

let site: TestApp
let server: TestGameServer
let staff: TestBrowser
let moderator: TestBrowser
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  staff = await staffMember(site)
  moderator = await memberWithRank(site, 'Moderator')
  await sql`
    INSERT INTO modes (key, name, made_by) VALUES ('sumo', 'Sumo', 'staff') ON CONFLICT DO NOTHING
  `.execute(site.database.sql)
})
afterAll(() => site.close())

const path = (id: number) => `/api/admin/cups/${id}/seeds`

async function checkedIn(count: number) {
  const id = await createCup(site, staff)
  const players: Player[] = []
  for (let index = 0; index < count; index += 1) players.push(await linkedMember(site, server))
  for (const player of players) await player.post(`/api/events/${id}/register`)
  await passTime(site, id, 24 * 60 - 20)
  for (const player of players) await player.put(`/api/cups/${id}/check-in`)
  const { seeds } = (await staff.get(path(id))).json as { seeds: number[] }
  return { id, players, seeds }
}

test('[cups.110] Only Moderators and above reorder seeds, and not of a cup that they take part in; nothing is stored', async () => {
  const { id, players, seeds } = await checkedIn(4)
  const before = await factsOf(site, id)
  const own = players[0]!
  await sql`UPDATE users SET rank = 'Moderator' WHERE id = ${own.user.id}`.execute(site.database.sql)
  for (const [browser, status] of [
    [site.browser(), 401],
    [players[1]!, 403],
    [staff, 403],
    [own, 403],
  ] as const)
    expect((await browser.put(path(id), { seeds: seeds.toReversed() })).status).toBe(status)
  expect((await site.browser().get(path(id))).status).toBe(401)
  expect((await players[1]!.get(path(id))).status).toBe(403)
  expect(await factsOf(site, id)).toEqual(before)
})

test('[cups.111] Seeds name every entrant with a seat once and nobody else: 400; no cup is a 404, an arena a 409', async () => {
  const { id, seeds } = await checkedIn(4)
  const before = await factsOf(site, id)
  for (const wrong of [[], seeds.slice(1), [...seeds, 1], [...seeds.slice(1), seeds[1]], 'all'])
    expect((await moderator.put(path(id), { seeds: wrong })).status).toBe(400)
  expect((await moderator.put(path(2_147_483_647), { seeds })).status).toBe(404)
  expect((await moderator.get(path(2_147_483_647))).status).toBe(404)
  const dates = { start: '1 hour', end: '2 hours' }
  const arena = await createCup(site, staff, { format: 'arena', seats: 100, minimum: 2 }, dates)
  expect((await moderator.put(path(arena), { seeds })).status).toBe(409)
  expect(await factsOf(site, id)).toEqual(before)
  // Nobody has a seat yet.
  expect((await staff.get(path(await createCup(site, staff)))).json).toEqual({ seeds: [] })
})

test('[cups.112] A cup begins with its seeds as they were reordered last; from its start on they are frozen', async () => {
  const { id, seeds } = await checkedIn(4)
  const wanted = seeds.toReversed()
  for (const order of [[...seeds.slice(1), seeds[0]!], wanted])
    expect((await moderator.put(path(id), { seeds: order })).json).toEqual({ seeds: order })
  expect((await auditEntriesOf(site, 'cup')).filter(({ action }) => action === 'cup.reorder')).toHaveLength(2)
  await passTime(site, id, 20)
  expect((await moderator.put(path(id), { seeds })).status).toBe(409)
  await work(site)
  expect((await moderator.put(path(id), { seeds })).status).toBe(409)
  expect((await factsOf(site, id)).find(({ kind }) => kind === 'started')?.data).toEqual({ seeds: wanted })
  expect((await staff.get(path(id))).json).toEqual({ seeds: wanted })
})
