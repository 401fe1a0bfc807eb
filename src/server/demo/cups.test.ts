import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CupSummary } from '../../contract/cups/cups-schemas.ts'
import { shippedGameTypes } from '../../contract/rankings/stats.ts'
import { passTime, work } from '../domains/cups/testing/cup-setup.ts'
import { createKey } from '../domains/matches/ledger/queries/keys.ts'
import { event, gameServer } from '../testing/game-server.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { signIn } from './calls.ts'
import { type DemoClock, demoCups, wantedCups } from './cups.ts'
import { type SampleServer, sampleServer } from './game-server.ts'
import { Random } from './random.ts'
import { linkRegulars } from './regulars.ts'
import { samplePlayers } from './sample-data.ts'
import { createStaffLogin } from './staff-login.ts'

let site: TestApp
let server: SampleServer
let secret: string
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  await sql`
    INSERT INTO modes (key, name, made_by) SELECT key, key, 'staff' FROM unnest(${[...shippedGameTypes]}::text[]) AS key
    ON CONFLICT DO NOTHING
  `.execute(site.database.sql)
  secret = (await createKey(site.database.sql, 'Sample world')).secret
  server = sampleServer(site.app, { secret, say: () => undefined })
  server.client.start()
})
afterAll(async () => {
  server.client.stop()
  await site.close()
})

const at = (time: string) => Date.parse(`2030-05-04T${time}:00.000Z`)

const there = (format: 'arena' | 'single', startAt: number, endAt?: number) =>
  ({
    format,
    startDate: new Date(startAt).toISOString(),
    endDate: endAt === undefined ? null : new Date(endAt).toISOString(),
  }) as CupSummary

test('the demo makes an arena for this hour and the next, a bracket for the evening, and each once', () => {
  const first = wantedCups(at('18:20'), [])
  expect(first.map(({ format, startAt, endAt }) => [format, startAt, endAt])).toEqual([
    ['arena', at('18:21'), at('18:50')],
    ['arena', at('19:00'), at('19:50')],
    ['single', at('18:22'), undefined],
    ['single', at('19:00'), undefined],
  ])
  const made = first.map(({ format, startAt, endAt }) => there(format, startAt, endAt))
  expect(wantedCups(at('18:30'), made)).toEqual([])
  // The next evening's is made as soon as this one has begun.
  expect(wantedCups(at('19:01'), made).map(({ format, startAt }) => [format, startAt])).toEqual([
    ['arena', at('20:00')],
    ['single', at('19:00') + 24 * 3_600_000],
  ])
  // Nine minutes are no arena.
  expect(wantedCups(at('20:40'), made).map(({ startAt }) => startAt)).toEqual([
    at('21:00'),
    at('19:00') + 24 * 3_600_000,
  ])
})

test('members enter the cups of the demo, play them on the simulated server, and champions remain', async () => {
  const players = samplePlayers(new Random(), 30)
  const regulars = await linkRegulars(site.app, site.database, secret, players)
  expect(await linkRegulars(site.app, site.database, secret, players), 'of an earlier run').toEqual(regulars)
  const names = new Set<string>()
  for (const { userId } of regulars)
    names.add((await site.browser().get(`/api/users/${userId}`)).json.username)
  expect(names.size).toBe(16)

  let ahead = 0
  const clock: DemoClock = {
    now: () => Date.now() + ahead,
    after(ms, over) {
      ahead += ms
      over()
      ahead -= ms
    },
  }
  const host = await signIn(site.app, await createStaffLogin(site.database))
  const { client } = server
  const cups = demoCups({
    app: site.app,
    database: site.database,
    client,
    host,
    regulars,
    random: new Random(),
    clock,
  })
  const listed = async () => (await site.browser().get('/api/cups')).json as CupSummary[]
  const show = async (id: number) => (await site.browser().get(`/api/cups/${id}`)).json
  const minutesTo = (date: string | null) => Math.ceil((Date.parse(date!) - Date.now()) / 60_000)

  await cups.step()
  const made = await listed()
  for (let steps = 0; steps < 4; steps += 1) await cups.step()
  expect(await listed()).toHaveLength(made.length)
  const soonestOf = (wanted: string) =>
    made
      .filter(({ format }) => format === wanted)
      .toSorted((one, other) => Date.parse(one.startDate!) - Date.parse(other.startDate!))[0]!
  const bracket = soonestOf('single')
  await passTime(site, bracket.id, minutesTo(bracket.startDate))
  await work(site)
  expect(await show(bracket.id)).toMatchObject({ phase: 'running', entrantCount: 16 })

  const heart = await gameServer(site)
  const beats = () => heart.send(event('heartbeat', { playerCount: 0, cups: true }))
  // Four rounds, of which the last has up to three games.
  for (let beat = 0; beat < 8 && (await show(bracket.id)).phase === 'running'; beat += 1) {
    cups.host((await beats()).json.cupMatches)
    await server.settled()
    await work(site)
  }
  // Ten minutes after the last result, which the clock of the simulated games may date six minutes ahead.
  await passTime(site, bracket.id, 20)
  await work(site)
  const final = await show(bracket.id)
  expect(final.phase).toBe('final')
  expect([...names]).toContain(final.champion.username)
  expect(final.rounds.flatMap(({ nodes }: { nodes: { matchIds: string[] }[] }) => nodes)).toHaveLength(16)

  const arena = soonestOf('arena')
  await passTime(site, arena.id, minutesTo(arena.startDate) + 1)
  await work(site)
  for (let steps = 0; steps < 6; steps += 1) await cups.step()
  await server.settled()
  await work(site)
  const table = (await site.browser().get(`/api/cups/${arena.id}/standings`)).json
  expect(table.length).toBeGreaterThan(3)
  await passTime(site, arena.id, 60)
  await work(site)
  expect((await show(arena.id)).champion.username).toBe(table[0].username)
})
