import { sql } from 'kysely'
import { event, gameServer, type TestGameServer } from '../../../testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { createEvent, memberWithRank } from '../../events/testing/event-setup.ts'
import { lookAfterCups } from '../look-after-cups.ts'

export { passTime, played } from './cup-evening.ts'

/** A site with a game server and a mode for cups, without rate limits. */
export async function cupSite({ environment, ...options }: Parameters<typeof testApp>[0] = {}) {
  const site = await testApp({ ...options, environment: { RATE_LIMITS: 'off', ...environment } })
  await sql`
    INSERT INTO modes (key, name, made_by) VALUES ('sumo', 'Sumo', 'staff') ON CONFLICT DO NOTHING
  `.execute(site.database.sql)
  return { site, server: await gameServer(site), staff: await staffMember(site) }
}

export const bracket = { format: 'single', mode: 'sumo', seats: 8, minimum: 4 } as const

export const cupPathOf = (id: number) => `/api/admin/events/${id}/cup`

/** An event that staff made a cup. */
export async function createCup(
  site: TestApp,
  staff: TestBrowser,
  fields: object = {},
  dates: Parameters<typeof createEvent>[1] = { start: '1 day' },
): Promise<number> {
  const id = await createEvent(site, dates)
  const response = await staff.put(cupPathOf(id), { ...bracket, ...fields })
  if (response.status !== 200) throw new Error(response.text)
  return id
}

/** Sites whose next look comes after an outage that a test makes. */
const outages = new WeakSet<TestApp>()

/** What the worker of one process does in a second. Only `outage` makes one, never a machine on which a test takes long. */
export async function work(site: TestApp): Promise<void> {
  if (!outages.delete(site)) {
    await sql`UPDATE heartbeats SET received_at = now()`.execute(site.database.sql)
    await sql`UPDATE cup_views SET looked_at = now()`.execute(site.database.sql)
  }
  await lookAfterCups(site.context)
}

/** Until the next look game servers are silent, and the site away from a cup, for so many seconds. */
export async function outage(
  site: TestApp,
  {
    silent = 0,
    away,
  }: { readonly silent?: number; readonly away?: { readonly from: number; readonly for: number } } = {},
): Promise<void> {
  outages.add(site)
  await sql`
    UPDATE heartbeats SET received_at = now() - make_interval(secs => ${silent})
  `.execute(site.database.sql)
  if (away)
    await sql`
      UPDATE cup_views SET looked_at = now() - make_interval(secs => ${away.for}) WHERE event_id = ${away.from}
    `.execute(site.database.sql)
}

export type Player = Awaited<ReturnType<typeof linkedMember>>

let players = 0

/** A member with a linked player. */
export async function linkedMember(site: TestApp, server: TestGameServer, name?: string) {
  const browser = await site.member(name)
  players += 1
  const xuid = `253544${String(players).padStart(10, '0')}`
  const said = { xuid, gamertag: browser.user.username }
  await server.report(event('player', said))
  await sql`
    UPDATE game_identities SET user_id = ${browser.user.id} WHERE value = ${xuid}
  `.execute(site.database.sql)
  return Object.assign(browser, { xuid })
}

export const staffMember = (site: TestApp) => memberWithRank(site, 'Helper')

export async function factsOf(site: TestApp, id: number) {
  const { rows } = await sql<{ key: string; kind: string; data: Record<string, unknown> }>`
    SELECT key, kind, data FROM cup_facts WHERE event_id = ${id} ORDER BY id
  `.execute(site.database.sql)
  return rows
}
