import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bracketMinutes } from '../../../contract/cups/ends-about.ts'
import type { TestGameServer } from '../../testing/game-server.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { createCup, cupSite, linkedMember, type Player, passTime, played, work } from './testing/cup-setup.ts'

let site: TestApp
let server: TestGameServer
let staff: TestBrowser
beforeAll(async () => {
  ;({ site, server, staff } = await cupSite())
})
afterAll(() => site.close())

const listed = async () => (await staff.get('/api/admin/cups')).json

test('[cups.107] Only staff read what waits in cups: visitors get 401, members 403', async () => {
  await createCup(site, staff)
  const statuses = []
  for (const browser of [site.browser(), await site.member(), staff])
    statuses.push((await browser.get('/api/admin/cups')).status)
  expect(statuses).toEqual([401, 403, 200])
})

test('[cups.109] Cups with questioned or disputed results come first, then the soonest; those that are over are not listed', async () => {
  await sql`DELETE FROM events`.execute(site.database.sql)
  const later = await createCup(site, staff, {}, { start: '2 days' })
  const sooner = await createCup(site, staff, { gameMinutes: 10 }, { start: '1 day' })
  const cancelled = await createCup(site, staff)
  await staff.post(`/api/admin/cups/${cancelled}/rulings`, { kind: 'cancel', reason: 'Nobody has the time' })
  const disputed = await createCup(site, staff, {}, { start: '3 days' })
  const players: Player[] = []
  for (let index = 0; index < 4; index += 1) players.push(await linkedMember(site, server))
  for (const player of players) await player.post(`/api/events/${disputed}/register`)
  await players[0]!.post(`/api/events/${sooner}/register`)
  await passTime(site, disputed, 3 * 24 * 60 - 20)
  for (const player of players) await player.put(`/api/cups/${disputed}/check-in`)
  await passTime(site, disputed, 20)
  await work(site)
  const [{ sides, call }] = (await site.browser().get(`/api/cups/${disputed}`)).json.rounds[0].nodes
  const [winner, loser] = sides.map((side: number) => players.find(({ user }) => user.id === side)!)
  await server.report(played(winner, loser))
  await work(site)
  const reason = 'My opponent had a second account'
  await loser.post(`/api/cups/${disputed}/disputes`, { cupMatchId: call.cupMatchId, reason })

  const cups = await listed()
  expect(cups.map(({ id }: { id: number }) => id)).toEqual([disputed, sooner, later])
  expect(cups[0]).toMatchObject({ phase: 'running', checkedIn: 4, waiting: 0, questioned: 0, disputed: 1 })
  expect(cups[1]).toMatchObject({ phase: 'open', registered: 1, checkedIn: 0, questioned: 0, disputed: 0 })
  // A semifinal and the final, each one game of ten minutes, two minutes after its call.
  expect((Date.parse(cups[1].endsAbout) - Date.parse(cups[1].startDate)) / 60_000).toBe(24)
  await staff.patch(`/api/events/${later}`, { tba: true })
  expect((await listed()).at(-1)).toMatchObject({ id: later, endsAbout: null })
})

test.each([
  ['single', 8, 1, 1, 36],
  ['single', 9, 1, 3, 58],
  ['double', 8, 1, 3, 82],
] as const)('A %s of %i ends after as many minutes', (format, entrants, bestOf, finalBestOf, minutes) => {
  expect(bracketMinutes({ format, entrants, minimum: 4, bestOf, finalBestOf, gameMinutes: 10 })).toBe(minutes)
})
