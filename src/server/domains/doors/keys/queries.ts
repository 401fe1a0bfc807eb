import { sql } from 'kysely'
import type { Area } from '../../../../contract/accounts/areas.ts'
import { applyAreas, type Rank } from '../../../../contract/accounts/ranks.ts'
import { apiKeyLimits, holdsScope } from '../../../../contract/doors/keys.ts'
import type { ApiKeyRecord, NewApiKey, StaffKeyRecord } from '../../../../contract/doors/keys-schemas.ts'
import type { ApiScope } from '../../../../contract/doors/scopes.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { grantedRank, isRestricted } from '../../../platform/granted-rank.ts'
import type { ApiKey } from '../../../platform/http/api-calls.ts'
import { apiKeyHash } from '../../../platform/http/api-key-secret.ts'
import { afterId, type PersonalData } from '../../../platform/personal-data.ts'
import { memberJson } from '../../accounts/users/avatar/queries.ts'
import { isBanInForce } from '../../cups/queries/people.ts'

interface Found extends Omit<ApiKey, 'maker' | 'scopes'> {
  readonly scopes: ApiScope[]
  readonly makerId: number
  readonly rank: Rank
  readonly language: string | null
  readonly areas: Area[] | null
  readonly isStale: boolean
}

/** The maker is banned in game: a condition for a row of `users`. */
const isBanned = sql<boolean>`EXISTS (SELECT FROM punishments WHERE identity_id IN (SELECT id FROM game_identities
  WHERE user_id = users.id AND forgotten_at IS NULL) AND ${isBanInForce})`

/**
 * Returns a key with the power that its maker has now, read from the database on every call. Null when it is unknown or
 * expired, when its maker is restricted, banned or deleted, and for a key of staff whose maker lost all its scopes.
 */
export async function findApiKey(executor: Executor, secret: string): Promise<ApiKey | null> {
  const { rows } = await sql<Found>`
    SELECT api_keys.id, api_keys.name, api_keys.scopes, api_keys.expires_at AS "expiresAt",
      users.id AS "makerId", ${grantedRank()} AS rank, users.language,
      CASE WHEN users.rank <> 'Member' THEN areas_of_rank(users.rank) END AS areas,
      last_used_at IS NULL OR last_used_at < now() - interval '1 minute' AS "isStale"
    FROM api_keys JOIN users ON users.id = user_id
    WHERE secret_hash = ${apiKeyHash(secret)} AND expires_at > now() AND users.username IS NOT NULL
      AND NOT ${isRestricted} AND NOT ${isBanned}
  `.execute(executor)
  const [row] = rows
  if (row === undefined) return null
  const { makerId, rank, language, areas, isStale, scopes: given, ...key } = row
  if (rank !== 'Member') applyAreas(rank, areas)
  const maker = { id: makerId, rank, language }
  const scopes = given.filter((scope) => holdsScope(maker, scope))
  if (given.length > 1 && scopes.length === 1) return null
  // Not awaited, so that no call waits for a write; one that fails is made up for by the next call.
  if (isStale) void recordUse(executor, key.id).catch(() => undefined)
  return { ...key, scopes, maker }
}

const recordUse = (executor: Executor, id: number) =>
  sql`UPDATE api_keys SET last_used_at = now() WHERE id = ${id}`.execute(executor)

interface KeyRow extends Omit<ApiKeyRecord, 'createdAt' | 'expiresAt' | 'lastUsedAt'> {
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
}

const keyColumns = sql`api_keys.id, name, scopes, api_keys.created_at AS "createdAt", expires_at AS "expiresAt",
  last_used_at AS "lastUsedAt"`

const recordOf = <Row extends KeyRow>({ createdAt, expiresAt, lastUsedAt, ...row }: Row) => ({
  ...row,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** A member's keys, newest first. */
export async function listKeys(executor: Executor, userId: number): Promise<ApiKeyRecord[]> {
  const { rows } = await sql<KeyRow>`
    SELECT ${keyColumns} FROM api_keys WHERE user_id = ${userId} ORDER BY id DESC
  `.execute(executor)
  return rows.map(recordOf)
}

/** Keys of staff, newest first. */
export async function listStaffKeys(executor: Executor): Promise<StaffKeyRecord[]> {
  const { rows } = await sql<KeyRow & Pick<StaffKeyRecord, 'maker'>>`
    SELECT ${keyColumns}, ${memberJson} AS maker FROM api_keys JOIN users ON users.id = user_id
    WHERE cardinality(scopes) > 1 ORDER BY api_keys.id DESC LIMIT ${apiKeyLimits.listed}
  `.execute(executor)
  return rows.map(recordOf)
}

/** Undefined when the member has as many keys as they may have. Call it after `lockMember`. */
export async function insertKey(
  transaction: Executor,
  userId: number,
  { name, scopes, expiresInDays, secret }: NewApiKey & { readonly secret: string },
): Promise<ApiKeyRecord | undefined> {
  const { rows } = await sql<KeyRow>`
    INSERT INTO api_keys (user_id, slot, name, secret_hash, scopes, expires_at)
    SELECT ${userId}, slot, ${name}, ${apiKeyHash(secret)}, ${scopes}::text[], now() + make_interval(days => ${expiresInDays})
    FROM generate_series(1, ${apiKeyLimits.perMember}::int) AS slot
    WHERE NOT EXISTS (SELECT FROM api_keys WHERE user_id = ${userId} AND api_keys.slot = slot.slot)
    ORDER BY slot LIMIT 1
    RETURNING ${keyColumns}
  `.execute(transaction)
  return rows[0] && recordOf(rows[0])
}

interface Removed {
  readonly name: string
  readonly scopes: ApiScope[]
}

/** Undefined when the member has no such key. */
export async function deleteKey(
  transaction: Executor,
  userId: number,
  id: number,
): Promise<Removed | undefined> {
  const { rows } = await sql<Removed>`
    DELETE FROM api_keys WHERE id = ${id} AND user_id = ${userId} RETURNING name, scopes
  `.execute(transaction)
  return rows[0]
}

/** Undefined when there is no such key, or it is none of staff. */
export async function deleteStaffKey(transaction: Executor, id: number): Promise<Removed | undefined> {
  const { rows } = await sql<Removed>`
    DELETE FROM api_keys WHERE id = ${id} AND cardinality(scopes) > 1 RETURNING name, scopes
  `.execute(transaction)
  return rows[0]
}

/** A restored account makes its keys again, as it signs in again. */
export const deleteKeysOf = (transaction: Executor, userId: number) =>
  transaction.deleteFrom('api_keys').where('user_id', '=', userId).execute()

/** Expired keys stay listed for a month, so that their makers see why a program stopped. */
export const sweepKeys = (executor: Executor) =>
  sql`DELETE FROM api_keys WHERE expires_at < now() - interval '30 days'`.execute(executor)

/** Lists of a member's export, without the hashes of the secrets. */
export const keysData: readonly PersonalData[] = [
  {
    name: 'apiKeys',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('name', name, 'scopes', scopes, 'createdAt', created_at,
        'expiresAt', expires_at, 'lastUsedAt', last_used_at) AS record
      FROM api_keys WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
]
