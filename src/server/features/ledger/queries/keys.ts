import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashKey } from '../../../platform/game-servers.ts'
import type { Executor } from './executor.ts'

/** Makes a key for a game server; the secret is stored nowhere and shown only now. */
export async function createKey(executor: Executor, name: string): Promise<{ id: number; secret: string }> {
  const secret = `key_${randomBytes(32).toString('base64url')}`
  const { id } = await executor
    .insertInto('game_servers')
    .values({ name, secret_hash: hashKey(secret) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, secret }
}

export interface KeyLine {
  readonly id: number
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

export async function listKeys(executor: Executor): Promise<KeyLine[]> {
  const { rows } = await sql<KeyLine>`
    SELECT id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
    FROM game_servers ORDER BY id
  `.execute(executor)
  return rows
}

/** At once, for every process. False when there is no such key, or it is revoked already. */
export async function revokeKey(executor: Executor, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE game_servers SET revoked_at = now() WHERE id = ${id} AND revoked_at IS NULL
  `.execute(executor)
  return numAffectedRows === 1n
}
