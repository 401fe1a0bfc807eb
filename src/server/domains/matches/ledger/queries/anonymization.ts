import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { deletedPlayerName } from '../../../../../contract/accounts/accounts.ts'
import { type IdentityRef, identityKey } from '../identity.ts'
import type { Executor } from './executor.ts'
import type { Identities, Identity } from './identities.ts'

/** No game server can send a value with a space, so that none passes for a hash. */
const prefix = 'forgotten '

async function hashesOf(executor: Executor, refs: readonly IdentityRef[]): Promise<string[]> {
  const { rows } = await sql<{ key: Buffer }>`SELECT key FROM identity_hash_key`.execute(executor)
  const [row] = rows
  if (row === undefined) throw new Error('the key for the hashes of identities is missing')
  return refs.map(
    (ref) => prefix + createHmac('sha256', row.key).update(identityKey(ref)).digest('base64url'),
  )
}

/** Identities that one statement reads. */
const page = 10_000

/** Accounts that own identities with these hashes (without the prefix) in clear, members or not. */
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

/** Those of `refs` whose players wanted to be forgotten, by the identityKey that was asked for. */
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

/** The account that stands for somebody who is gone: no sign-in, no profile, the one name of all such accounts. */
export async function insertAnonymousUser(transaction: Executor): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (gamertag, deleted_at) VALUES (${deletedPlayerName}, now()) RETURNING id
  `.execute(transaction)
  return rows[0]!.id
}

interface Owned extends IdentityRef {
  readonly id: number
}

/** Puts hashes in the place of an account's identities and hands them, with its earlier ids, to another. */
export async function anonymizeIdentities(transaction: Executor, from: number, to: number): Promise<Owned[]> {
  const { rows } = await sql<Owned>`
    SELECT id, kind, value FROM game_identities WHERE user_id = ${from} ORDER BY id
  `.execute(transaction)
  const hashes = rows.length === 0 ? [] : await hashesOf(transaction, rows)
  for (const [index, { id, kind }] of rows.entries()) {
    const hash = hashes[index]!
    // Forgotten before, played again by choice, and forgotten again: the newer one is known by the hash from now on.
    await sql`
      UPDATE game_identities SET value = ${prefix} || id WHERE kind = ${kind} AND value = ${hash}
    `.execute(transaction)
    await sql`
      UPDATE game_identities SET value = ${hash}, forgotten_at = now(), user_id = ${to} WHERE id = ${id}
    `.execute(transaction)
    await sql`DELETE FROM link_codes WHERE identity_id = ${id}`.execute(transaction)
  }
  await sql`UPDATE user_redirects SET user_id = ${to} WHERE user_id = ${from}`.execute(transaction)
  return rows
}

/** What waits or waited for game servers about these identities. */
export async function purgeOutboxOfIdentities(transaction: Executor, userId: number): Promise<void> {
  await sql`
    DELETE FROM outbox USING game_identities
    WHERE game_identities.user_id = ${userId} AND channel = 'game' AND data ->> kind = value
  `.execute(transaction)
}

/** Matches whose names one statement takes out: each stays far below the limit of its time. */
const step = 2_500
/** Of one identity, within the transaction that forgets it: incoming matches wait for that. */
const stepsAtOnce = 2

/** Where the next step goes on. */
interface Place {
  readonly before_end: string
  readonly before_match: string
}

async function resetPage(
  transaction: Executor,
  identityId: number,
  from: Place | undefined,
): Promise<Place | undefined> {
  // As text: a Date would lose the last three digits.
  const { rows } = await sql<Place>`
    SELECT ended_at::text AS before_end, match_id AS before_match FROM forget_match_names(${identityId}::int,
      ${from?.before_end ?? null}::timestamptz, ${from?.before_match ?? null}::uuid, ${step}::int)
  `.execute(transaction)
  return rows[0]
}

/** Takes the name out of a forgotten identity's newest matches; those of somebody who played a lot are left to `forgetSomeNames`. */
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

/** One step for one of those whose names are still to go; false when there is none that nobody else is at. */
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
