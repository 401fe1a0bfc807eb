import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../../../platform/database/database.ts'
import {
  type Identities,
  type Identity,
  type IdentityRef,
  identityKey,
  type Reader,
  type Seen,
} from '../identity.ts'
import { lockNames } from './locks.ts'

/** Returns known identities of `refs`, by identityKey. */
export async function findIdentities(executor: Executor, refs: readonly IdentityRef[]): Promise<Identities> {
  if (refs.length === 0) return new Map()
  const { rows } = await sql<Identity>`
    SELECT id, kind, value, user_id AS "userId", false AS "isAnonymized" FROM game_identities
    WHERE (kind, value) IN (
      SELECT kind, value FROM jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) AS refs (kind text, value text))
  `.execute(executor)
  return new Map(rows.map((row) => [identityKey(row), row]))
}

/** Creates accounts without password for unknown identities. Returns all of `refs`, by identityKey. */
export async function ensureIdentities(
  transaction: Executor,
  known: Identities,
  seen: readonly Seen[],
): Promise<Identities> {
  const missing = new Map(
    seen.filter((one) => !known.has(identityKey(one))).map((one) => [identityKey(one), one]),
  )
  if (missing.size === 0) return known
  await lockNames(
    transaction,
    [...missing.keys()].map((key) => `identity ${key}`),
  )
  // Another transaction may have created them.
  const meanwhile = await findIdentities(transaction, [...missing.values()])
  const fresh = [...missing.values()].filter((one) => !meanwhile.has(identityKey(one)))
  const made = fresh.length === 0 ? [] : await insertPlayers(transaction, fresh)
  return new Map([...known, ...meanwhile, ...made.map((one) => [identityKey(one), one] as const)])
}

async function insertPlayers(transaction: Executor, fresh: readonly Seen[]): Promise<Identity[]> {
  const { rows } = await sql<Identity>`
    WITH fresh AS MATERIALIZED (
      SELECT nextval(pg_get_serial_sequence('users', 'id'))::int AS user_id, kind, value, gamertag, at
      FROM jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb)
        AS fresh (kind text, value text, gamertag text, at timestamptz)
    ), accounts AS (
      INSERT INTO users (id, gamertag, gamertag_at) OVERRIDING SYSTEM VALUE SELECT user_id, ${neutralName(sql`user_id`)}, at
      FROM fresh
    )
    INSERT INTO game_identities (kind, value, user_id) SELECT kind, value, user_id FROM fresh
    RETURNING id, kind, value, user_id AS "userId", false AS "isAnonymized"
  `.execute(transaction)
  return rows
}

/** The gamertag of a row; for one that nobody can see, as for a cleared name, `Player` and the number of the account. */
const neutralName = (userId: RawBuilder<unknown>) => sql`coalesce(gamertag, 'Player ' || ${userId})`

export interface OutdatedName {
  readonly id: number
  readonly gamertag: string
}

export interface SeenName {
  readonly userId: number
  /** Null for one that nobody can see. */
  readonly gamertag: string | null
  readonly at: Date
}

/**
 * The newest name wins, regardless of arrival; of two at the same time the one that sorts last. Returns names that are
 * not the newest of their players.
 */
export async function storeGamertags(
  transaction: Executor,
  names: readonly SeenName[],
): Promise<readonly OutdatedName[]> {
  if (names.length === 0) return []
  const { rows: stored } = await sql<{ id: number; gamertag: string }>`
    UPDATE users SET gamertag = newest.gamertag, gamertag_at = newest.at
    FROM (
      SELECT DISTINCT ON ("userId") "userId" AS id, named.gamertag, at
      FROM jsonb_to_recordset(${JSON.stringify(names)}::jsonb) AS names ("userId" int, gamertag text, at timestamptz)
      CROSS JOIN LATERAL (SELECT ${neutralName(sql`"userId"`)} AS gamertag) AS named
      ORDER BY "userId", at DESC, named.gamertag COLLATE "C" DESC
    ) AS newest
    WHERE users.id = newest.id AND (users.gamertag_at IS NULL
      OR (newest.at, newest.gamertag COLLATE "C") > (users.gamertag_at, users.gamertag COLLATE "C"))
    RETURNING users.id, users.gamertag
  `.execute(transaction)
  const newest = new Map(stored.map(({ id, gamertag }) => [id, gamertag]))
  return names.flatMap(({ userId, gamertag }) =>
    gamertag === null || newest.get(userId) === gamertag ? [] : [{ id: userId, gamertag }],
  )
}

/** Adds names to the former ones of their players, as older than those. */
export async function storeFormerNames(transaction: Executor, names: readonly OutdatedName[]): Promise<void> {
  if (names.length === 0) return
  await sql`
    UPDATE users SET former_names = joined.names
    FROM (
      SELECT users.id, join_former_names(former_names, array_agg(named.gamertag), users.gamertag, users.id) AS names
      FROM jsonb_to_recordset(${JSON.stringify(names)}::jsonb) AS named (id int, gamertag text) JOIN users USING (id)
      GROUP BY users.id
    ) AS joined WHERE users.id = joined.id AND users.former_names <> joined.names
  `.execute(transaction)
}

/** What is known of the languages of `refs`, by identityKey. */
export async function findReaders(
  executor: Executor,
  refs: readonly IdentityRef[],
): Promise<ReadonlyMap<string, Reader>> {
  if (refs.length === 0) return new Map()
  const { rows } = await sql<IdentityRef & Reader>`
    SELECT kind, value, users.language AS account, own.language AS client
    FROM game_identities AS own JOIN users ON users.id = user_id
    WHERE (kind, value) IN (
      SELECT kind, value FROM jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) AS refs (kind text, value text))
  `.execute(executor)
  return new Map(rows.map((row) => [identityKey(row), row]))
}

/** Stores in which language somebody plays; the newest statement wins, regardless of arrival. */
export async function storeClientLanguages(
  transaction: Executor,
  players: readonly { readonly id: number; readonly language: string; readonly at: Date }[],
): Promise<void> {
  for (const { id, language, at } of players.toSorted((one, other) => one.id - other.id))
    await sql`
      UPDATE game_identities SET language = ${language}, language_at = ${at}
      WHERE id = ${id} AND (language_at IS NULL OR language_at <= ${at})
    `.execute(transaction)
}

/** Stores who hides in game; the newest statement wins, regardless of arrival. */
export async function storeHidden(
  transaction: Executor,
  players: readonly { readonly id: number; readonly hidden: boolean; readonly at: Date }[],
): Promise<void> {
  for (const { id, hidden, at } of players.toSorted((one, other) => one.id - other.id))
    await sql`
      UPDATE game_identities SET hidden = ${hidden}, hidden_at = ${at}
      WHERE id = ${id} AND (hidden_at IS NULL OR hidden_at <= ${at})
    `.execute(transaction)
}
