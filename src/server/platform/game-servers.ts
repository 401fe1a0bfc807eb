import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** A game server that may speak to the site; each has a key of its own. */
export interface GameServer {
  readonly id: number
  readonly name: string
}

/** 32 random bytes and more; whatever comes in is hashed before it is looked up, so its form matters little. */
const bearer = /^Bearer +([\x21-\x7e]{16,200})$/i

export const hashKey = (secret: string) => createHash('sha256').update(secret).digest()

/** Whose key an Authorization header holds; null when it is missing, unknown or revoked. */
export async function findGameServer(
  database: Database,
  authorization: string | undefined,
): Promise<GameServer | null> {
  const secret = bearer.exec(authorization ?? '')?.[1]
  if (secret === undefined) return null
  const { rows } = await sql<GameServer & { stale: boolean }>`
    SELECT id, name, last_used_at IS NULL OR last_used_at < now() - interval '1 minute' AS stale
    FROM game_servers WHERE secret_hash = ${hashKey(secret)} AND revoked_at IS NULL
  `.execute(database.sql)
  const row = rows[0]
  if (row === undefined) return null
  // At most once a minute: a busy game server would otherwise write this row with every call.
  if (row.stale)
    await sql`UPDATE game_servers SET last_used_at = now() WHERE id = ${row.id}`.execute(database.sql)
  return { id: row.id, name: row.name }
}
