import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts'
import type { TestGameServer } from '../../testing/game-server.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { cupsJob } from './look-after-cups.ts'
import { createCup, cupSite, linkedMember, passTime, played, work } from './testing/cup-setup.ts'

let site: TestApp
let server: TestGameServer
let staff: TestBrowser
beforeAll(async () => {
  ;({ site, server, staff } = await cupSite())
})
afterAll(() => site.close())

const show = async (id: number) => (await site.browser().get(`/api/cups/${id}`)).json
const phaseOf = async (id: number) => (await show(id)).phase

/** The job as the site starts it, but without its interval: only news and due times make it run. */
async function withoutInterval(test: () => Promise<void>) {
  const jobs: Jobs = startJobs(site.context, [{ ...cupsJob(site.context), everyMs: 600_000 }])
  try {
    await test()
  } finally {
    await jobs.stop()
  }
}

async function arena(players = 2) {
  const id = await createCup(
    site,
    staff,
    { format: 'arena', seats: 100, minimum: 2 },
    { start: '1 hour', end: '2 hours' },
  )
  const members = []
  for (let n = 0; n < players; n += 1) members.push(await linkedMember(site, server))
  for (const member of members) expect((await member.post(`/api/events/${id}/register`)).status).toBe(200)
  return { id, members }
}

test('[one-fact.41] A cup begins when it is due, takes registrations and matches as they come, without waiting for the next look at all cups', async () => {
  const { id, members } = await arena()
  await work(site)
  // Two seconds before its start.
  await passTime(site, id, 60 - 2 / 60)
  await withoutInterval(async () => {
    expect(await phaseOf(id)).toBe('open')
    await expect.poll(() => phaseOf(id), { timeout: 10_000 }).toBe('running')
    const late = await linkedMember(site, server)
    await late.post(`/api/events/${id}/register`)
    await expect.poll(async () => (await show(id)).entrantCount, { timeout: 10_000 }).toBe(3)
    await server.report(played(members[0]!, members[1]!, { ranked: true }))
    await expect
      .poll(async () => (await site.browser().get(`/api/cups/${id}/standings`)).json.length, {
        timeout: 10_000,
      })
      .toBe(2)
  })
})

test('[one-fact.42] A due time that was missed, or is wrong, costs no move: the next look at all cups brings it', async () => {
  const { id } = await arena()
  await work(site)
  await passTime(site, id, 60)
  await sql`UPDATE cup_views SET due_at = now() - interval '1 hour' WHERE event_id = ${id}`.execute(
    site.database.sql,
  )
  await work(site)
  expect(await phaseOf(id)).toBe('running')
  await sql`UPDATE cup_views SET due_at = 'infinity' WHERE event_id = ${id}`.execute(site.database.sql)
  await passTime(site, id, 65)
  await work(site)
  expect(await phaseOf(id)).toBe('final')
})
