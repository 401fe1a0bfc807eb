import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cupLimits } from '../../../contract/cups/cups.ts'
import type { CupSummary } from '../../../contract/cups/cups-schemas.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

/** One more than a page, the soonest made first, and one without a date. */
const made = cupLimits.listed + 1

const all = async (path: string) => {
  const found: CupSummary[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const { status, json, headers } = await site.browser().get(next)
    expect([next, status]).toEqual([next, 200])
    found.push(...json)
    next = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
  }
  return found
}

test('[field.10] Cups to come are listed by what comes soonest, past ones by what ended last, and the page has a way to the rest', async () => {
  await sql`
    WITH made AS (
      INSERT INTO events (title, description, start_date, tba)
      SELECT 'Cup ' || n, 'A cup', now() + make_interval(days => 1 + n / 2), n = 7 FROM generate_series(0, ${made}) AS n
      ORDER BY n RETURNING id
    )
    INSERT INTO cups (event_id, format, mode, seats, minimum) SELECT id, 'single', 'sumo', 8, 4 FROM made
  `.execute(site.database.sql)
  const first = (await site.browser().get('/api/cups?state=open')).json as CupSummary[]
  expect(first).toHaveLength(cupLimits.listed)
  expect(first[0]!.title).toBe('Cup 0')
  const open = await all('/api/cups?state=open')
  const dates = open.map(({ startDate }) => (startDate === null ? Infinity : Date.parse(startDate)))
  expect(dates).toEqual(dates.toSorted((a, b) => a - b))
  expect(open.map(({ title }) => title)).toHaveLength(made + 1)
  expect(new Set(open.map(({ id }) => id)).size).toBe(made + 1)
  expect(open.at(-1)!.title).toBe('Cup 7')
  const newest = await all('/api/cups')
  expect(newest.map(({ id }) => id)).toEqual(open.map(({ id }) => id).toSorted((a, b) => b - a))

  await sql`
    UPDATE events SET start_date = now() - interval '3 days', tba = false,
      end_date = now() - make_interval(mins => (id * 7919) % 4001)
  `.execute(site.database.sql)
  await sql`
    INSERT INTO cup_views (event_id, state, last_fact_id, event_version) SELECT event_id, 'final', 0, 1 FROM cups
    ON CONFLICT (event_id) DO UPDATE SET state = 'final'
  `.execute(site.database.sql)
  const past = await all('/api/cups?state=past')
  const ends = past.map(({ endDate }) => Date.parse(endDate!))
  expect(ends).toHaveLength(made + 1)
  expect(ends).toEqual(ends.toSorted((a, b) => b - a))
})
