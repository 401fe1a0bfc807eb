import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor } from '../../../../platform/database/database.ts'
import { hideRows } from '../../../accounts/personal-data/queries/pending-deletions.ts'
import { type Identities, type Identity, type IdentityRef, identityKey } from '../identity.ts'

/** Contains a space, which identities of game servers cannot contain, so none can pass for a hash. */
const prefix = 'forgotten '

export async function readIdentityHashKey(executor: Executor): Promise<Buffer> {
  const { rows } = await sql<{ key: Buffer }>`SELECT key FROM identity_hash_key`.execute(executor)
  const [row] = rows
  if (row === undefined) throw new Error('the key for the hashes of identities is missing')
  return row.key
}

async function hashesOf(executor: Executor, refs: readonly IdentityRef[]): Promise<string[]> {
  const key = await readIdentityHashKey(executor)
  return refs.map((ref) => prefix + createHmac('sha256', key).update(identityKey(ref)).digest('base64url'))
}

/** Identities per statement. */
const page = 10_000

/** Accounts that own plain identities with these hashes (without the prefix), members or not. */
export async function findOwnersByHash(executor: Executor, hashes: ReadonlySet<string>): Promise<number[]> {
  if (hashes.size === 0) return []
  const owners = new Set<number>()
  for (let after = 0; ; ) {
    const { rows } = await sql<IdentityRef & { id: number; userId: number }>`
      SELECT id, user_id AS "userId", kind, value FROM game_identities WHERE id > ${after} AND forgotten_at IS NULL
      ORDER BY id LIMIT ${page}
    `.execute(executor)
    const found = rows.length === 0 ? [] : await hashesOf(executor, rows)
    for (const [index, { userId }] of rows.entries())
      if (hashes.has(found[index]!.slice(prefix.length))) owners.add(userId)
    if (rows.length < page) return [...owners]
    after = rows.at(-1)!.id
  }
}

/** Returns which of `refs` are anonymized, by identityKey. */
export async function findAnonymizedIdentities(
  executor: Executor,
  refs: readonly IdentityRef[],
): Promise<Identities> {
  if (refs.length === 0) return new Map()
  const hashes = await hashesOf(executor, refs)
  const { rows } = await sql<{ id: number; userId: number; kind: string; value: string }>`
    SELECT id, user_id AS "userId", kind, value FROM game_identities WHERE value = ANY(${hashes}::text[])
      AND kind IN ('xuid', 'pfid')
  `.execute(executor)
  const found = new Map(rows.map((row) => [row.value, row]))
  return new Map(
    refs.flatMap((ref, index): [string, Identity][] => {
      const row = found.get(hashes[index] ?? '')
      if (row === undefined) return []
      return [[identityKey(ref), { ...ref, id: row.id, userId: row.userId, isAnonymized: true }]]
    }),
  )
}

/** Returns which of `refs` belong to accounts that can be restored, by identityKey. */
export async function findHiddenIdentities(
  executor: Executor,
  refs: readonly IdentityRef[],
): Promise<Identities> {
  if (refs.length === 0) return new Map()
  const { rows } = await sql<Identity>`
    SELECT id, kind, hidden.value, user_id AS "userId", true AS "isAnonymized"
    FROM game_identities JOIN hidden_identities AS hidden USING (user_id)
    WHERE hidden.identity_id = id AND (kind, hidden.value) IN (
      SELECT kind, value FROM jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) AS refs (kind text, value text))
  `.execute(executor)
  return new Map(rows.map((row) => [identityKey(row), row]))
}

/**
 * Makes a new player of an identity whose account can be restored, who takes over its codes: from now on it is not given
 * back. Returns their account; undefined for an identity that is not hidden. The caller holds `lockIdentitiesExclusive`.
 */
export async function startOver(transaction: Executor, identityId: number): Promise<number | undefined> {
  const { rows } = await sql<Identity>`
    WITH hidden AS (
      DELETE FROM hidden_identities WHERE identity_id = ${identityId} RETURNING user_id, value
    ), account AS (
      INSERT INTO users (gamertag, gamertag_at)
      SELECT fields ->> 'gamertag', (fields ->> 'gamertag_at')::timestamptz FROM pending_deletions JOIN hidden USING (user_id)
      RETURNING id
    )
    INSERT INTO game_identities (kind, value, user_id)
    SELECT kind, hidden.value, account.id FROM game_identities, hidden, account WHERE game_identities.id = ${identityId}
    RETURNING id, kind, value, user_id AS "userId", false AS "isAnonymized"
  `.execute(transaction)
  const [made] = rows
  if (made === undefined) return undefined
  await inheritOwners(transaction, [made])
  await sql`UPDATE link_codes SET identity_id = ${made.id} WHERE identity_id = ${identityId}`.execute(
    transaction,
  )
  await sql`
    DELETE FROM hidden_rows WHERE table_name = 'faces' AND (content ->> 'identity_id')::int = ${identityId}
  `.execute(transaction)
  return made.userId
}

/**
 * A player who was anonymized plays again: who owned them before did once own the new identity, and bans and mutes that
 * have not ended are its own.
 */
export async function inheritOwners(transaction: Executor, made: readonly Identity[]): Promise<void> {
  const anonymized = await findAnonymizedIdentities(transaction, made)
  for (const identity of made) {
    const before = anonymized.get(identityKey(identity))
    if (before === undefined) continue
    await sql`
      INSERT INTO identity_owners (identity_id, user_id, since)
      SELECT ${identity.id}, user_id, since FROM identity_owners WHERE identity_id = ${before.id}
      ON CONFLICT DO NOTHING
    `.execute(transaction)
    await sql`SELECT follow_player(${before.id}, ${identity.id})`.execute(transaction)
  }
}

interface Owned extends IdentityRef {
  readonly id: number
}

/** Replaces an account's identities by hashes, as far as that was not done when the account was hidden. */
async function hashIdentities(transaction: Executor, userId: number): Promise<Owned[]> {
  const { rows } = await sql<Owned & { isHashed: boolean }>`
    SELECT id, kind, value, forgotten_at IS NOT NULL AS "isHashed" FROM game_identities WHERE user_id = ${userId} ORDER BY id
  `.execute(transaction)
  const plain = rows.filter(({ isHashed }) => !isHashed)
  const hashes = plain.length === 0 ? [] : await hashesOf(transaction, plain)
  for (const [index, { id, kind }] of plain.entries()) {
    const hash = hashes[index]!
    // An identity that was anonymized, linked again and anonymized again: the newer one gets the hash.
    await sql`
      UPDATE game_identities SET value = ${prefix} || id WHERE kind = ${kind} AND value = ${hash}
    `.execute(transaction)
    await sql`UPDATE game_identities SET value = ${hash}, forgotten_at = now() WHERE id = ${id}`.execute(
      transaction,
    )
  }
  return rows
}

/** Replaces an account's identities by hashes until they are restored. Evidence of open cases stays. */
export async function hideIdentities(transaction: Executor, userId: number): Promise<void> {
  await sql`
    INSERT INTO hidden_identities (identity_id, user_id, value)
    SELECT id, user_id, value FROM game_identities WHERE user_id = ${userId} AND forgotten_at IS NULL
  `.execute(transaction)
  const own = sql`identity_id IN (SELECT id FROM game_identities WHERE user_id = ${userId})`
  await hideRows(transaction, userId, 'faces', own)
  await sql`DELETE FROM server_players WHERE ${own}`.execute(transaction)
  await sql`DELETE FROM link_codes WHERE ${own}`.execute(transaction)
  await hashIdentities(transaction, userId)
}

/**
 * Gives an account its identities back. Those with which the player started over meanwhile (`/link`) belong to the new
 * account; without any left, the account is not linked.
 */
export async function restoreIdentities(transaction: Executor, userId: number): Promise<void> {
  await sql`
    UPDATE game_identities SET value = hidden.value, forgotten_at = NULL FROM hidden_identities AS hidden
    WHERE hidden.user_id = ${userId} AND hidden.identity_id = game_identities.id AND game_identities.user_id = ${userId}
      AND NOT EXISTS (SELECT FROM game_identities AS other
        WHERE other.kind = game_identities.kind AND other.value = hidden.value)
  `.execute(transaction)
  await sql`
    UPDATE users SET linked_at = NULL, linked_server_id = NULL, gamertag = NULL, gamertag_at = NULL
    WHERE id = ${userId} AND linked_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM game_identities WHERE user_id = ${userId} AND forgotten_at IS NULL)
  `.execute(transaction)
}

export async function hasHashedIdentities(executor: Executor, userId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM game_identities WHERE user_id = ${userId} AND forgotten_at IS NOT NULL LIMIT 1
  `.execute(executor)
  return rows.length > 0
}

/** Moves what stayed hashed after a restore to another account, and returns these identities. */
export async function moveHashedIdentities(
  transaction: Executor,
  from: number,
  to: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE game_identities SET user_id = ${to}, language = NULL, language_at = NULL
    WHERE user_id = ${from} AND forgotten_at IS NOT NULL RETURNING id
  `.execute(transaction)
  return rows.map(({ id }) => id)
}

/** Moves an account's identities as hashes, with redirects, to another account. */
export async function anonymizeIdentities(transaction: Executor, from: number, to: number): Promise<Owned[]> {
  const rows = await hashIdentities(transaction, from)
  for (const { id } of rows) {
    await sql`
      UPDATE game_identities SET user_id = ${to}, language = NULL, language_at = NULL WHERE id = ${id}
    `.execute(transaction)
    await sql`DELETE FROM faces WHERE identity_id = ${id}`.execute(transaction)
    await sql`DELETE FROM server_players WHERE identity_id = ${id}`.execute(transaction)
    await sql`DELETE FROM link_codes WHERE identity_id = ${id}`.execute(transaction)
    await sql`DELETE FROM report_chat_lines WHERE identity_id = ${id}`.execute(transaction)
  }
  await sql`UPDATE user_redirects SET user_id = ${to} WHERE user_id = ${from}`.execute(transaction)
  // Who owned a player of a deleted account still decides nothing about it, nor about who plays it next.
  await sql`
    INSERT INTO identity_owners (identity_id, user_id, since)
    SELECT identity_id, ${to}, since FROM identity_owners WHERE user_id = ${from} ON CONFLICT DO NOTHING
  `.execute(transaction)
  return rows
}

/**
 * Deletes outbox items about these identities, but for punishments, which game servers still need. Returns whether one
 * about a rank was among them.
 */
export async function purgeOutboxOfIdentities(transaction: Executor, userId: number): Promise<boolean> {
  const { rows } = await sql<{ type: string }>`
    DELETE FROM outbox USING game_identities
    WHERE game_identities.user_id = ${userId} AND channel = 'game' AND data ->> kind = value
      AND (type NOT IN ('punish', 'pardon') OR done_at IS NOT NULL)
    RETURNING type
  `.execute(transaction)
  return rows.some(({ type }) => type === 'rank')
}

/** Matches per statement, which keeps each far below the statement timeout. */
const step = 2_500
/** Steps within the deletion's transaction, which blocks incoming matches. */
const stepsAtOnce = 2

/** Start of the next step. */
interface Place {
  readonly before_end: string
  readonly before_match: string
}

async function resetPage(
  transaction: Executor,
  identityId: number,
  from: Place | undefined,
): Promise<Place | undefined> {
  // Text, because a Date would lose the microseconds.
  const { rows } = await sql<Place>`
    SELECT ended_at::text AS before_end, match_id AS before_match FROM forget_match_names(${identityId}::int,
      ${from?.before_end ?? null}::timestamptz, ${from?.before_match ?? null}::uuid, ${step}::int)
  `.execute(transaction)
  return rows[0]
}

/**
 * Removes the name from an anonymized identity's newest matches. `anonymizeNameBatch` does the rest for frequent
 * players.
 */
export async function anonymizeMatchNames(transaction: Executor, identityId: number): Promise<void> {
  let place: Place | undefined
  for (let n = 0; n < stepsAtOnce; n += 1) {
    place = await resetPage(transaction, identityId, place)
    if (place === undefined) return
  }
  await sql`
    INSERT INTO names_to_forget (identity_id, before_end, before_match)
    VALUES (${identityId}, ${place?.before_end}::timestamptz, ${place?.before_match}::uuid)
  `.execute(transaction)
}

/** Processes one step; false when no identity is left that another process does not handle. */
export async function anonymizeNameBatch(transaction: Executor): Promise<boolean> {
  const { rows } = await sql<Place & { identity_id: number }>`
    SELECT identity_id, before_end::text, before_match FROM names_to_forget
    ORDER BY identity_id LIMIT 1 FOR UPDATE SKIP LOCKED
  `.execute(transaction)
  const [row] = rows
  if (row === undefined) return false
  const next = await resetPage(transaction, row.identity_id, row)
  await (next === undefined
    ? sql`DELETE FROM names_to_forget WHERE identity_id = ${row.identity_id}`
    : sql`UPDATE names_to_forget SET before_end = ${next.before_end}::timestamptz,
        before_match = ${next.before_match}::uuid WHERE identity_id = ${row.identity_id}`
  ).execute(transaction)
  return true
}
