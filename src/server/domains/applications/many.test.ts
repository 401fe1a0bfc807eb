import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApplicationFilter } from '../../../contract/applications/applications-schemas.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { listApplications } from './queries.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
  await sql`
    INSERT INTO staff_applications (minecraft_username, age, discord_username, email, timezone, position,
      hours_per_week, previous_experience, why_join, how_handle_conflict, position_answers, status)
    SELECT 'Applicant ' || n, 20, 'name', 'a@b.example', 'UTC', 'builder', 5, 'no', repeat('why ', 50), 'how',
      '{"building_experience": "a", "building_style": ["arenas"], "portfolio_link": null,
        "bedrock_building_experience": "b", "build_time_estimate": "c"}',
      CASE WHEN n % 1000 = 7 THEN 'interview' WHEN n % 3 = 0 THEN 'pending' ELSE 'rejected' END
    FROM generate_series(1, 50000) AS n
  `.execute(site.database.sql)
  await sql`ANALYZE staff_applications`.execute(site.database.sql)
})
afterAll(() => site.close())

/** Returns the query plan of the list's own statement. */
async function planOf(filter: ApplicationFilter, before: number | undefined): Promise<string> {
  let plan: unknown[] = []
  const explained = site.database.sql.withPlugin({
    transformQuery({ node }) {
      if (node.kind !== 'RawNode') throw new Error('the list is no longer plain SQL')
      const [first, ...rest] = node.sqlFragments
      return { ...node, sqlFragments: [`EXPLAIN ${first}`, ...rest] }
    },
    async transformResult({ result }) {
      plan = result.rows.flatMap((row) => Object.values(row))
      return { ...result, rows: [] }
    },
  })
  await listApplications(explained, filter, { before, limit: 50 })
  return plan.join('\n')
}

test.each([
  ['all', undefined, 'staff_applications_pkey'],
  ['all', 20_000, 'staff_applications_pkey'],
  ['pending', undefined, 'staff_applications_(status|pkey)'],
  ['interview', undefined, 'staff_applications_status'],
  ['interview', 20_000, 'staff_applications_status'],
  ['onhold', undefined, 'staff_applications_status'],
] as const)(
  'with 50,000 applications the list is read by an index: %s before %s',
  async (filter, before, index) => {
    const plan = await planOf(filter, before)
    expect(plan).toMatch(new RegExp(`Index Scan.* using ${index} `))
    expect(plan).not.toMatch(/Seq Scan|Sort/)
  },
)
