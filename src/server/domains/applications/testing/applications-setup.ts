import { sql } from 'kysely'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { TestApp } from '../../../testing/test-app.ts'

/** A browser that is signed in with this rank. */
export async function signedInAs(site: TestApp, rank: Rank) {
  const browser = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(site.database.sql)
  return browser
}

/** Stored applications, oldest first. */
export async function storedApplications(site: TestApp) {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT * FROM staff_applications ORDER BY id
  `.execute(site.database.sql)
  return rows
}

/** Audit entries about applications, oldest first. */
export async function storedAuditEntries(site: TestApp) {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT actor_id, actor_rank, action, subject_type, subject_id, before, after FROM audit_log
    WHERE subject_type = 'application' ORDER BY id
  `.execute(site.database.sql)
  return rows
}
