import { sql } from 'kysely'
import type { CupLogEntry, OpenDispute } from '../../../../contract/cups/cups-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { cupMatchIdOf } from '../engine/cup.ts'
import type { Fact } from '../engine/facts.ts'
import { isBanInForce } from './people.ts'

export interface NewFact {
  readonly key: string
  readonly kind: Fact['kind']
  /** Milliseconds. */
  readonly at: number
  readonly byAccount?: number
  readonly data?: Readonly<Record<string, unknown>>
}

/** Appends facts; one whose key is there is left out. Returns the keys of the new ones. */
export async function appendFacts(
  transaction: Executor,
  eventId: number,
  facts: readonly NewFact[],
): Promise<ReadonlySet<string>> {
  if (facts.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    INSERT INTO cup_facts (event_id, key, kind, at, by_account, data)
    SELECT ${eventId}, key, kind, to_timestamp(at / 1000.0), "byAccount", coalesce(data, '{}')
    FROM jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
      AS facts (key text, kind text, at float8, "byAccount" int, data jsonb)
    ON CONFLICT (event_id, key) DO NOTHING RETURNING key
  `.execute(transaction)
  return new Set(rows.map(({ key }) => key))
}

/** @throws by the constraint `cup_facts_per_member` for a member who entered a cup too often */
export const requireEntriesLeft = (executor: Executor, eventId: number, userId: number) =>
  sql`SELECT require_cup_entries_left(${eventId}, ${userId})`.execute(executor)

/** A key for what may be decided again and again. */
export async function nextKey(executor: Executor, eventId: number, prefix: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`SELECT next_cup_key(${eventId}, ${prefix}) AS key`.execute(
    executor,
  )
  return rows[0]!.key
}

export interface StoredFacts {
  readonly facts: readonly Fact[]
  readonly lastId: string
}

/** All facts of a cup. Their data is what `appendFacts` and the triggers of sql/cups wrote. */
export async function readFacts(executor: Executor, eventId: number): Promise<StoredFacts> {
  const { rows } = await sql<{ id: string; key: string; kind: string; at: number; data: object }>`
    SELECT id, key, kind, (extract(epoch FROM at) * 1000)::float8 AS at, data FROM cup_facts
    WHERE event_id = ${eventId} ORDER BY id
  `.execute(executor)
  const facts = rows.map(({ key, kind, at, data }) => ({ ...data, key, kind, at: Math.round(at) }) as Fact)
  return { facts, lastId: rows.at(-1)?.id ?? '0' }
}

/** Rulings of staff and changes of the seeds, the newest first. */
export async function listRulings(executor: Executor, eventId: number): Promise<CupLogEntry[]> {
  const { rows } = await sql<Pick<CupLogEntry, 'at' | 'kind'> & { data: Partial<CupLogEntry> }>`
    SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
      CASE kind WHEN 'ruled' THEN data ->> 'ruling' ELSE 'reorder' END AS kind,
      CASE kind WHEN 'ruled' THEN data ELSE jsonb_build_object('moved', jsonb_path_query_array(data, '$.moved[0 to 7]'))
        END AS data
    FROM cup_facts WHERE event_id = ${eventId} AND kind IN ('ruled', 'reordered') ORDER BY id DESC LIMIT 100
  `.execute(executor)
  return rows.map(
    ({ at, kind, data: { node = null, entrant = null, winnerBefore, moved, reason = '' } }) => ({
      at,
      kind,
      node,
      entrant,
      ...(winnerBefore !== undefined && { winnerBefore }),
      ...(moved !== undefined && { moved }),
      reason,
    }),
  )
}

/** What sides said about results of these matches since staff last ruled on them, the oldest first. */
export async function listDisputes(
  executor: Executor,
  eventId: number,
  nodes: readonly string[],
): Promise<OpenDispute[]> {
  if (nodes.length === 0) return []
  const { rows } = await sql<OpenDispute>`
    SELECT data ->> 'node' AS node, (data ->> 'entrant')::int AS entrant, data ->> 'reason' AS reason FROM cup_facts
    WHERE event_id = ${eventId} AND kind = 'disputed' AND data ->> 'node' = ANY(${[...nodes]}::text[])
      AND at > coalesce((SELECT max(ruled.at) FROM cup_facts AS ruled WHERE ruled.event_id = cup_facts.event_id
        AND ruled.kind = 'ruled' AND ruled.data ->> 'node' = cup_facts.data ->> 'node'), '-infinity')
    ORDER BY id LIMIT 100
  `.execute(executor)
  return rows
}

/** The matches of a cup whose result an entrant has disputed. Each is disputed once. */
export async function listDisputedBy(
  executor: Executor,
  eventId: number,
  entrant: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ node: string; n: number }>`
    SELECT data ->> 'node' AS node, (data ->> 'n')::int AS n FROM cup_facts
    WHERE event_id = ${eventId} AND kind = 'disputed' AND (data ->> 'entrant')::int = ${entrant}
  `.execute(executor)
  return new Set(rows.map(({ node, n }) => cupMatchIdOf(eventId, node, n)))
}

/** Members who registered for the event before it was a cup. */
export async function recordEarlierRegistrations(transaction: Executor, eventId: number): Promise<void> {
  await sql`
    INSERT INTO cup_facts (event_id, key, kind, at, by_account, data)
    SELECT event_id, next_cup_key(event_id, 'registered:' || user_id), 'registered',
      date_trunc('milliseconds', created_at), user_id, jsonb_build_object('entrant', user_id)
    FROM event_registrations WHERE event_id = ${eventId}
  `.execute(transaction)
}

/** Checks in who registered for an arena, or joined a team of it, and has linked a player since. */
export async function checkInLinked(
  transaction: Executor,
  { id: eventId, size, now }: { readonly id: number; readonly size: number; readonly now: number },
): Promise<void> {
  if (size > 1) return checkInLinkedPlayers(transaction, eventId, now)
  await sql`
    SELECT check_in_arena(event_id, user_id) FROM event_registrations
    WHERE event_id = ${eventId} AND NOT EXISTS (SELECT FROM cup_facts WHERE event_id = ${eventId}
      AND kind = 'checked_in' AND (data ->> 'entrant')::int = user_id)
  `.execute(transaction)
}

/** Players of teams without a ban, whose identities no other player of the cup has. */
async function checkInLinkedPlayers(transaction: Executor, eventId: number, now: number): Promise<void> {
  await sql`
    WITH linked AS (
      SELECT team_id, cup_team_players.user_id, array_agg(id ORDER BY id) AS identities
      FROM cup_team_players JOIN game_identities ON game_identities.user_id = cup_team_players.user_id
        AND forgotten_at IS NULL
      WHERE event_id = ${eventId} AND NOT is_checked_in AND NOT has_acted(event_id, cup_team_players.user_id)
        AND NOT EXISTS (SELECT FROM cup_facts WHERE event_id = ${eventId} AND kind = 'checked_in'
          AND data -> 'identities' @> to_jsonb(game_identities.id)
          AND (data ->> 'player')::int <> cup_team_players.user_id)
      GROUP BY team_id, cup_team_players.user_id
      HAVING NOT bool_or(EXISTS (SELECT FROM punishments
        WHERE identity_id = game_identities.id AND ${isBanInForce}))
    ), checked AS (
      UPDATE cup_team_players SET is_checked_in = true FROM linked
      WHERE event_id = ${eventId} AND cup_team_players.user_id = linked.user_id
    )
    INSERT INTO cup_facts (event_id, key, kind, at, by_account, data)
    SELECT ${eventId}, next_cup_key(${eventId}, 'checked_in:' || team_id || ':' || user_id), 'checked_in',
      to_timestamp(${now} / 1000.0), user_id,
      jsonb_build_object('entrant', team_id, 'player', user_id, 'identities', to_jsonb(identities))
    FROM linked
  `.execute(transaction)
}
