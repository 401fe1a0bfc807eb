import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** An authenticated game server; each has its own key. */
export interface GameServer {
  readonly id: number
  readonly name: string
}

/** Keys have at least 32 random bytes and are hashed before the lookup, so the pattern is loose. */
const bearer = /^Bearer +([\x21-\x7e]{16,200})$/i

export const hashKey = (secret: string) => createHash('sha256').update(secret).digest()

/** Returns the server of an Authorization header; null when its key is missing, unknown or revoked. */
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
  // Limits this write to once a minute; a busy game server calls far more often.
  if (row.stale)
    await sql`UPDATE game_servers SET last_used_at = now() WHERE id = ${row.id}`.execute(database.sql)
  return { id: row.id, name: row.name }
}
