import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestGameServer } from '../../testing/game-server.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { auditEntriesOf, memberWithRank } from '../events/testing/event-setup.ts'
import {
  createCup,
  cupSite,
  factsOf,
  linkedMember,
  type Player,
  passTime,
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
  expect((await staff.get(path(await createCup(site, staff)))).json).toMatchObject({
    seeds: [],
    entrants: [],
  })
})

test('[cups.112] A cup begins with its seeds as they were reordered last; from its start on they are frozen', async () => {
  const { id, seeds } = await checkedIn(4)
  const wanted = seeds.toReversed()
  for (const order of [[...seeds.slice(1), seeds[0]!], wanted])
    expect((await moderator.put(path(id), { seeds: order })).json.seeds).toEqual(order)
  expect((await auditEntriesOf(site, 'cup')).filter(({ action }) => action === 'cup.reorder')).toHaveLength(2)
  await passTime(site, id, 20)
  expect((await moderator.put(path(id), { seeds })).status).toBe(409)
  await work(site)
  expect((await moderator.put(path(id), { seeds })).status).toBe(409)
  expect((await factsOf(site, id)).find(({ kind }) => kind === 'started')?.data).toEqual({ seeds: wanted })
  expect((await staff.get(path(id))).json.seeds).toEqual(wanted)
})

test('[cups.190] Staff read who the seeds are, with their ratings, and why they may not reorder them', async () => {
  const { id, players, seeds } = await checkedIn(4)
  const [rated, own] = [players[2]!, players[1]!]
  await sql`
    WITH track AS (INSERT INTO rating_tracks (mode, ladder) VALUES ('sumo', 'solo') ON CONFLICT (mode, ladder)
      DO UPDATE SET mode = excluded.mode RETURNING id)
    INSERT INTO ratings (track_id, season_id, user_id, rating, deviation, volatility, matches, wins, last_ended_at,
      last_match_id, on_board)
    SELECT id, 0, ${rated.user.id}::int, 161_200, 7_000, 6, 1, 1, now(), gen_random_uuid(), true FROM track
  `.execute(site.database.sql)
  const seen = async (browser: TestBrowser) => (await browser.get(path(id))).json
  const { seeds: byStrength, entrants, refusal } = await seen(moderator)
  expect(byStrength).toEqual([rated.user.id, ...seeds.filter((one: number) => one !== rated.user.id)])
  expect(entrants.map(({ entrant }: { entrant: number }) => entrant)).toEqual(byStrength)
  expect(entrants[0]).toEqual({
    entrant: rated.user.id,
    username: rated.user.username,
    rating: 1612,
    deviation: 70,
  })
  expect(entrants[1]).toMatchObject({ rating: null, deviation: null })
  expect(refusal).toBeNull()
  expect((await seen(staff)).refusal).toBe('Moderators and above reorder seeds')
  await sql`UPDATE users SET rank = 'Moderator' WHERE id = ${own.user.id}`.execute(site.database.sql)
  expect((await seen(own)).refusal).toBe('You take part in this event. Another staff member has to do this.')
  await passTime(site, id, 20)
  await work(site)
  expect((await seen(moderator)).refusal).toBe('The cup has begun: its seeds are frozen')
})

test('[cups.191] Seeds of an older version are a 409 with the present ones, once somebody checks out or reorders; nothing is stored', async () => {
  const { id, players } = await checkedIn(5)
  const put = async (version: number, order: number[]) =>
    moderator.put(path(id), { seeds: order }, { headers: { 'if-match': `"${version}"` } })
  const first = (await moderator.get(path(id))).json
  const saved = await put(first.version, first.seeds.toReversed())
  expect(saved.status).toBe(200)
  const again = await put(first.version, first.seeds)
  expect(again.status).toBe(409)
  expect(again.json.current).toEqual(saved.json)

  await players[0]!.delete(`/api/cups/${id}/check-in`)
  const before = await factsOf(site, id)
  const late = await put(saved.json.version, first.seeds)
  expect(late.status).toBe(409)
  const left = saved.json.seeds.filter((entrant: number) => entrant !== players[0]!.user.id)
  expect(late.json.current.seeds).toEqual(left)
  expect(await factsOf(site, id)).toEqual(before)
  expect((await put(late.json.current.version, left)).status).toBe(200)
})

test('[field.139] A Moderator on the waiting list reorders no seeds, nor does another where one waits', async () => {
  const id = await createCup(site, staff, { seats: 4 })
  const players: Player[] = []
  for (let index = 0; index < 5; index += 1) players.push(await linkedMember(site, server))
  for (const player of players) await player.post(`/api/events/${id}/register`)
  await passTime(site, id, 24 * 60 - 20)
  for (const player of players) await player.put(`/api/cups/${id}/check-in`)
  const { seeds } = (await staff.get(path(id))).json as { seeds: number[] }
  const waiting = players[4]!
  expect(seeds).not.toContain(waiting.user.id)
  await sql`UPDATE users SET rank = 'Moderator' WHERE id = ${waiting.user.id}`.execute(site.database.sql)
  const before = await factsOf(site, id)
  for (const browser of [waiting, moderator])
    expect((await browser.put(path(id), { seeds: seeds.toReversed() })).status).toBe(403)
  expect((await moderator.get(path(id))).json.refusal).toBe(
    'You can only reorder players below your own rank',
  )
  expect(await factsOf(site, id)).toEqual(before)
})
