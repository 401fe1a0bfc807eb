import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/database.ts'

/** Whether any account was ever an Owner, also one that is gone. */
export async function wasEverOwned(executor: Executor): Promise<boolean> {
  const { rows } = await sql`SELECT FROM first_owner`.execute(executor)
  return rows.length > 0
}

/** Ends the link before; false when there was an Owner meanwhile. */
export async function storeSetupLink(executor: Executor, hash: Buffer, hours: number): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO setup_link (token_hash, expires_at)
    SELECT ${hash}, now() + make_interval(hours => ${hours}) WHERE NOT EXISTS (SELECT FROM first_owner)
    ON CONFLICT (is_newest) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at
    RETURNING is_newest
  `.execute(executor)
  return rows.length > 0
}

/** Takes the link, so that it works once; false when it is not the newest, or has expired. */
export async function consumeSetupLink(transaction: Executor, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM setup_link WHERE token_hash = ${hash} AND expires_at > now() RETURNING is_newest
  `.execute(transaction)
  return rows.length > 0
}
