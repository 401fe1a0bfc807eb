import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { event, gameServer, match, player, type TestGameServer } from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

/** How languages write an instant, given in whole milliseconds, in a zone of so many minutes. */
const inZone = (ms: number, minutes: number) => new Date(ms + minutes * 60_000).toISOString().slice(0, -1)
const spellings: Readonly<Record<string, (ms: number) => string>> = {
  'PHP, DATE_ISO8601': (ms) => `${inZone(ms, 0).slice(0, 19)}+0000`,
  'PHP, DATE_ATOM': (ms) => `${inZone(ms, 120).slice(0, 19)}+02:00`,
  'PHP, DATE_ISO8601_EXPANDED': (ms) => `+${inZone(ms, -300).slice(0, 19)}-05:00`,
  'Java, Instant': (ms) => `${inZone(ms, 0).slice(0, 19)}.000000Z`,
  'Java, ZonedDateTime': (ms) => `${inZone(ms, 60).slice(0, 19)}+01:00[Europe/Berlin]`,
  'Java, SimpleDateFormat': (ms) => `${inZone(ms, 330)}+0530`,
  'Go, RFC3339': (ms) => `${inZone(ms, -480).slice(0, 19)}-08:00`,
  'Go, RFC3339Nano': (ms) => `${inZone(ms, 0).slice(0, 19)}.000000999Z`,
  'JavaScript, toISOString': (ms) => new Date(ms).toISOString(),
  'with hours of a zone alone': (ms) => `${inZone(ms, 60).slice(0, 19)}+01`,
  'with a decimal comma': (ms) => new Date(ms).toISOString().replace('.', ','),
  'in the basic format': (ms) => `${inZone(ms, 0).slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
}

const stored = async (ids: readonly string[]) => {
  const { rows } = await sql<{ id: string; startedAt: Date; endedAt: Date }>`
    SELECT match_id AS id, started_at AS "startedAt", ended_at AS "endedAt" FROM matches WHERE match_id = ANY (${ids})
  `.execute(site.database.sql)
  return rows
}

test('[inputs.04] an evening in the times of PHP, Java, Go and JavaScript: every match is stored once, at the same instant', async () => {
  const now = Math.floor(Date.now() / 1_000) * 1_000
  const evening = Object.entries(spellings).map(([name, write], index) => {
    const endedAt = now - (index + 1) * 300_000
    return { id: randomUUID(), name, write, startedAt: endedAt - 90_000, endedAt, xuid: `times-${index}` }
  })
  const report = (
    write: (ms: number) => string,
    { id, startedAt, endedAt, xuid }: (typeof evening)[number],
  ) =>
    event(
      'match',
      match([player(xuid)], {
        matchId: id,
        startedAt: write(startedAt),
        endedAt: write(endedAt),
        kills: [{ at: write(startedAt + 1_000), killer: 0, victim: 0 }],
      }),
      { id: randomUUID(), at: write(endedAt) },
    )
  const first = await server.send(...evening.map((one) => report(one.write, one)))
  expect(
    first.json.results.map(({ status, reason }: { status: string; reason?: string }) => reason ?? status),
  ).toEqual(evening.map(() => 'accepted'))
  // The same matches again in every other spelling: each is known.
  for (const write of Object.values(spellings)) {
    const again = await server.send(...evening.map((one) => report(write, one)))
    expect(new Set(again.json.results.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['duplicate']),
    )
  }
  const rows = await stored(evening.map(({ id }) => id))
  expect(rows).toHaveLength(evening.length)
  for (const { id, name, startedAt, endedAt } of evening) {
    const row = rows.find((one) => one.id === id)
    expect([name, row?.startedAt.getTime(), row?.endedAt.getTime()]).toEqual([name, startedAt, endedAt])
  }
})

test('[inputs.04] a time without a zone names no instant: the event is rejected with the field, and nothing is stored', async () => {
  const data = match([player('times-none')], { startedAt: '2026-11-26T11:00:00' })
  const response = await server.send(event('match', data))
  expect(response.json.results[0]).toMatchObject({
    status: 'rejected',
    reason: 'data.startedAt must be an ISO 8601 time with a zone, not "2026-11-26T11:00:00"',
  })
  expect(await stored([data.matchId])).toEqual([])
})

test('[inputs.04] staff write times in the same spellings', async () => {
  const staff = await site.member()
  await sql`UPDATE users SET rank = 'Owner' WHERE id = ${staff.user.id}`.execute(site.database.sql)
  const start = Date.UTC(2030, 6, 4, 18)
  for (const write of Object.values(spellings)) {
    const body = { title: 'Bridge Cup', description: 'Two a side.', startDate: write(start), rewards: [] }
    const { status, json } = await staff.post('/api/events', body)
    expect([status, json.startDate]).toEqual([201, new Date(start).toISOString()])
  }
})
