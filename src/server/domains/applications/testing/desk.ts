import { sql } from 'kysely'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { TestApp } from '../../../testing/test-app.ts'

/** A browser in which somebody of this rank is signed in. */
export async function signedInAs(site: TestApp, rank: Rank) {
  const browser = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(site.database.sql)
  return browser
}

/** What is stored, oldest first. */
export async function storedApplications(site: TestApp) {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT * FROM staff_applications ORDER BY id
  `.execute(site.database.sql)
  return rows
}

/** Who did what to applications, oldest first. */
export async function storedAuditEntries(site: TestApp) {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT actor_id, actor_rank, action, subject_type, subject_id, before, after FROM audit_log
    WHERE subject_type = 'application' ORDER BY id
  `.execute(site.database.sql)
  return rows
}
