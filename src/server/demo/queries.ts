import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** Whether the site has real data. */
export async function hasMatchesOrPosts(database: Database): Promise<boolean> {
  const { rows } = await sql`SELECT FROM matches UNION ALL SELECT FROM posts LIMIT 1`.execute(database.sql)
  return rows.length > 0
}

/** Creates or updates the sample Owner with this password. */
export async function setSampleOwner(
  database: Database,
  username: string,
  passwordHash: string,
): Promise<void> {
  await sql`
    INSERT INTO users (username, password_hash, rank) VALUES (${username}, ${passwordHash}, 'Owner')
    ON CONFLICT (lower(username)) DO UPDATE
    SET password_hash = excluded.password_hash, password_is_short = false, rank = 'Owner'
  `.execute(database.sql)
}

/** Accounts of members who are linked to these players, by XUID. */
export async function linkedAccounts(
  database: Database,
  xuids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ xuid: string; id: number }>`
    SELECT value AS xuid, users.id FROM game_identities JOIN users ON users.id = user_id
    WHERE kind = 'xuid' AND value = ANY(${[...xuids]}::text[]) AND linked_at IS NOT NULL
  `.execute(database.sql)
  return new Map(rows.map(({ xuid, id }) => [xuid, id]))
}
