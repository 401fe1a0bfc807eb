import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type AuditRecord, recordAudit, recordConsoleAudit } from '../../../../platform/audit.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import type { GameServer } from '../../../../platform/http/endpoints.ts'

/** Keys have at least 32 random bytes and are hashed before the lookup, so the pattern is loose. */
const bearer = /^Bearer +([\x21-\x7e]{16,200})$/i

export const hashKey = (secret: string) => createHash('sha256').update(secret).digest()

/** Returns the server of an Authorization header; null when its key is missing, unknown or revoked. */
export async function findGameServer(
  executor: Executor,
  authorization: string | undefined,
): Promise<GameServer | null> {
  const secret = bearer.exec(authorization ?? '')?.[1]
  if (secret === undefined) return null
  const { rows } = await sql<GameServer & { stale: boolean }>`
    SELECT id, name, last_used_at IS NULL OR last_used_at < now() - interval '1 minute' AS stale
    FROM game_servers WHERE secret_hash = ${hashKey(secret)} AND revoked_at IS NULL
  `.execute(executor)
  const row = rows[0]
  if (row === undefined) return null
  // Limits this write to once a minute; a busy game server calls far more often.
  if (row.stale)
    await sql`UPDATE game_servers SET last_used_at = now() WHERE id = ${row.id}`.execute(executor)
  return { id: row.id, name: row.name }
}

/** What a new key may do. */
export interface KeyPowers {
  readonly setsRanks?: boolean
  readonly unlinksOthers?: boolean
}

/** Inserts a key and returns its id. The secret is stored hashed. `by`: without it, the command line made it. */
export async function insertKey(
  transaction: Executor,
  { name, secret, setsRanks = false, unlinksOthers = false }: KeyPowers & { name: string; secret: string },
  by?: AuditRecord['actor'],
): Promise<number> {
  const { id } = await transaction
    .insertInto('game_servers')
    .values({ name, secret_hash: hashKey(secret), sets_ranks: setsRanks, unlinks_others: unlinksOthers })
    .returning('id')
    .executeTakeFirstOrThrow()
  await auditKey(transaction, by, {
    action: 'key.create',
    subject: { type: 'key', id },
    before: null,
    after: { name, ...(setsRanks && { setsRanks }), ...(unlinksOthers && { unlinksOthers }) },
  })
  return id
}

export const makeKeySecret = () => `key_${randomBytes(32).toString('base64url')}`

export const auditKey = (
  transaction: Executor,
  by: AuditRecord['actor'] | undefined,
  entry: Omit<AuditRecord, 'actor'>,
): Promise<void> =>
  by === undefined
    ? recordConsoleAudit(transaction, entry)
    : recordAudit(transaction, { ...entry, actor: by })

/** Creates a key for a game server; the secret is returned once and not stored. */
export async function createKey(
  database: Executor,
  name: string,
  powers: KeyPowers = {},
): Promise<{ id: number; secret: string }> {
  const secret = makeKeySecret()
  const id = await database
    .transaction()
    .execute((transaction) => insertKey(transaction, { name, secret, ...powers }))
  return { id, secret }
}

export interface KeyLine {
  readonly id: number
  readonly name: string
  readonly setsRanks: boolean
  readonly unlinksOthers: boolean
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

export async function listKeys(executor: Executor): Promise<KeyLine[]> {
  const { rows } = await sql<KeyLine>`
    SELECT id, name, sets_ranks AS "setsRanks", unlinks_others AS "unlinksOthers",
      created_at AS "createdAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
    FROM game_servers ORDER BY id
  `.execute(executor)
  return rows
}

/** Takes effect at once in every process. False when the key does not exist or is already revoked. */
export const revokeKey = (database: Executor, id: number, by?: AuditRecord['actor']): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ name: string }>`
      UPDATE game_servers SET revoked_at = now() WHERE id = ${id} AND revoked_at IS NULL RETURNING name
    `.execute(transaction)
    const [key] = rows
    if (key === undefined) return false
    await auditKey(transaction, by, {
      action: 'key.revoke',
      subject: { type: 'key', id },
      before: { name: key.name },
      after: null,
    })
    return true
  })

/** What a key does to people, under the name of its game server. */
export async function recordGameServerAudit(
  transaction: Executor,
  serverId: number,
  entry: Omit<AuditRecord, 'actor'>,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM game_servers WHERE id = ${serverId}
  `.execute(transaction)
  await recordConsoleAudit(transaction, entry, `game server ${rows[0]!.name}`)
}
