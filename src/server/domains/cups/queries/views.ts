import { sql } from 'kysely'
import type { CupState } from '../../../../contract/cups/cups.ts'
import type { CupFace, CupStanding } from '../../../../contract/cups/cups-schemas.ts'
import { type CupFormat, formatOf } from '../../../../contract/cups/formats.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { avatarPath } from '../../accounts/users/avatar/queries.ts'
import type { StoredRound } from '../shown-rounds.ts'
import { entrantAccount, entrantName, entrantNames } from './people.ts'

export interface StoredView {
  readonly version: number
  readonly state: CupState
  readonly rounds: readonly StoredRound[]
  /** When time brings the next fact, in milliseconds; null: never. */
  readonly dueAt: number | null
  readonly heardSince: number | null
  readonly lookedAt: number
}

export async function findView(executor: Executor, eventId: number): Promise<StoredView | undefined> {
  const { rows } = await sql<StoredView>`
    SELECT version, state, rounds, (extract(epoch FROM due_at) * 1000)::float8 AS "dueAt", (extract(epoch FROM heard_since) * 1000)::float8 AS "heardSince",
      (extract(epoch FROM looked_at) * 1000)::float8 AS "lookedAt"
    FROM cup_views WHERE event_id = ${eventId}
  `.execute(executor)
  return rows[0]
}

export interface EntrantRow {
  readonly entrant: number
  readonly identityIds: readonly number[]
  /** Of players of a team who are out of it. */
  readonly outIds: readonly number[]
  readonly isOut: boolean
  readonly seed: number | null
  readonly isWaiting: boolean
  readonly position: number
  readonly place: number | null
  readonly tablePlace: number | null
  readonly points: number | null
  readonly wins: number | null
  readonly draws: number | null
  readonly losses: number | null
}

export interface NewView {
  readonly state: CupState
  readonly rounds: readonly StoredRound[]
  readonly dueAt: number | null
  readonly lastFactId: string
  /** What is shown changes with every fact: who is in teams. */
  readonly showsFacts: boolean
  readonly eventVersion: number
  /** Null: nobody looked at what time brought, so when that was last done stays. */
  readonly look: { readonly heardSince: number | null } | null
  readonly entrants: readonly EntrantRow[]
}

/** Writes what differs from the stored view. Returns the new version when something that is shown changed. */
export async function writeView(
  transaction: Executor,
  eventId: number,
  view: NewView,
): Promise<number | undefined> {
  const changed = await writeEntrants(transaction, eventId, view.entrants)
  const rounds = JSON.stringify(view.rounds)
  const heardSince = view.look?.heardSince ?? null
  const { rows } = await sql<{ version: number; isNew: boolean }>`
    WITH old AS (SELECT * FROM cup_views WHERE event_id = ${eventId})
    INSERT INTO cup_views AS kept (event_id, state, due_at, last_fact_id, event_version, rounds, heard_since)
    VALUES (${eventId}, ${view.state}, to_timestamp(${view.dueAt === null ? null : view.dueAt / 1000}::float8),
      ${view.lastFactId}, ${view.eventVersion}, ${rounds}::jsonb,
      to_timestamp(${heardSince === null ? null : heardSince / 1000}::float8))
    ON CONFLICT (event_id) DO UPDATE SET state = excluded.state, due_at = excluded.due_at,
      last_fact_id = excluded.last_fact_id, event_version = excluded.event_version, rounds = excluded.rounds,
      heard_since = CASE WHEN ${view.look !== null} THEN excluded.heard_since ELSE kept.heard_since END,
      looked_at = CASE WHEN ${view.look !== null} OR kept.state <> 'running' THEN now() ELSE kept.looked_at END,
      version = kept.version + CASE WHEN ${changed} OR kept.state <> excluded.state OR kept.rounds <> excluded.rounds
        OR kept.event_version <> excluded.event_version
        OR ${view.showsFacts} AND kept.last_fact_id <> excluded.last_fact_id THEN 1 ELSE 0 END
    RETURNING version, version IS DISTINCT FROM (SELECT version FROM old) AS "isNew"
  `.execute(transaction)
  const { version, isNew } = rows[0]!
  return isNew ? version : undefined
}

/**
 * Notes that the worker is here for running cups that have to wait for it: behind other cups, or for a ruling on matches.
 * A cup that it left alone for longer than `silenceMs` keeps the moment since when.
 */
export async function noteWorkerIsHere(
  executor: Executor,
  eventIds: readonly number[],
  silenceMs: number,
): Promise<void> {
  await sql`
    UPDATE cup_views SET looked_at = now() WHERE event_id IN (
      SELECT event_id FROM cup_views WHERE event_id = ANY(${[...eventIds]}::int[]) AND state = 'running'
        AND looked_at BETWEEN now() - ${silenceMs} * interval '1 millisecond' AND now() - interval '10 seconds'
      FOR NO KEY UPDATE SKIP LOCKED)
  `.execute(executor)
}

async function writeEntrants(
  transaction: Executor,
  eventId: number,
  entrants: readonly EntrantRow[],
): Promise<boolean> {
  const { numAffectedRows: removed = 0n } = await sql`
    DELETE FROM cup_entrants WHERE event_id = ${eventId}
      AND entrant <> ALL(${entrants.map(({ entrant }) => entrant)}::int[])
  `.execute(transaction)
  const { numAffectedRows: written = 0n } = await sql`
    INSERT INTO cup_entrants AS old (event_id, entrant, identity_ids, out_ids, is_out, seed, is_waiting, position, place,
      table_place, points, wins, draws, losses)
    SELECT ${eventId}, entrant, ARRAY(SELECT value::int FROM jsonb_array_elements_text("identityIds")),
      ARRAY(SELECT value::int FROM jsonb_array_elements_text("outIds")), "isOut", seed, "isWaiting", position, place,
      "tablePlace", points, wins, draws, losses
    FROM jsonb_to_recordset(${JSON.stringify(entrants)}::jsonb) AS rows (entrant int, "identityIds" jsonb,
      "outIds" jsonb, "isOut" boolean, seed int, "isWaiting" boolean, position int, place int, "tablePlace" int, points int, wins int,
      draws int, losses int)
    ON CONFLICT (event_id, entrant) DO UPDATE SET identity_ids = excluded.identity_ids, out_ids = excluded.out_ids,
      is_out = excluded.is_out, seed = excluded.seed,
      is_waiting = excluded.is_waiting, position = excluded.position, place = excluded.place,
      table_place = excluded.table_place, points = excluded.points, wins = excluded.wins, draws = excluded.draws, losses = excluded.losses
    WHERE (old.identity_ids, old.out_ids, old.is_out, old.seed, old.is_waiting, old.position, old.place, old.table_place,
        old.points, old.wins, old.draws, old.losses) IS DISTINCT FROM (excluded.identity_ids,
        excluded.out_ids, excluded.is_out, excluded.seed, excluded.is_waiting, excluded.position, excluded.place, excluded.table_place,
        excluded.points, excluded.wins, excluded.draws, excluded.losses)
  `.execute(transaction)
  return removed + written > 0n
}

/** Stores which matches of the ledger count in a cup: in its bracket, and in its table. */
export async function writeCupMatches(
  transaction: Executor,
  eventId: number,
  inBracket: readonly string[],
  inTable: readonly string[],
): Promise<void> {
  await sql`
    WITH counted AS MATERIALIZED (
      SELECT match_id, true AS in_bracket FROM unnest(${[...inBracket]}::uuid[]) AS match_id
      UNION ALL
      SELECT match_id, false FROM unnest(${[...inTable]}::uuid[]) AS match_id
    ), stored AS MATERIALIZED (
      SELECT match_id FROM cup_matches WHERE event_id = ${eventId}
    ), fallen AS (
      DELETE FROM cup_matches WHERE event_id = ${eventId}
        AND match_id IN (SELECT match_id FROM stored EXCEPT SELECT match_id FROM counted)
    )
    INSERT INTO cup_matches (match_id, event_id, in_bracket)
    SELECT match_id, ${eventId}, bool_or(in_bracket) FROM counted
    WHERE match_id IN (SELECT match_id FROM counted EXCEPT SELECT match_id FROM stored) GROUP BY match_id
  `.execute(transaction)
}

/** Stores the places of a cup that closes. */
export async function insertPlaces(transaction: Executor, eventId: number): Promise<void> {
  await sql`
    INSERT INTO cup_places (event_id, entrant, place, identity_ids)
    SELECT event_id, entrant, place, identity_ids FROM cup_entrants
    WHERE event_id = ${eventId} AND place IS NOT NULL ON CONFLICT DO NOTHING
  `.execute(transaction)
}

export interface ListedEntrant {
  readonly entrant: number
  /** Null when the account was deleted. */
  readonly userId: number | null
  readonly username: string
  readonly isWaiting: boolean
  readonly place: number | null
}

/**
 * By seed, before the start by registration; those who wait for a seat too, up to as many again. Of an arena those of its
 * final bracket.
 */
export async function listEntrants(
  executor: Executor,
  cup: { readonly id: number; readonly format: CupFormat; readonly seats: number },
): Promise<ListedEntrant[]> {
  const { rows } = await sql<ListedEntrant>`
    SELECT entrant, ${entrantAccount} AS "userId", ${entrantName} AS username, is_waiting AS "isWaiting", place
    FROM cup_entrants ${entrantNames} WHERE cup_entrants.event_id = ${cup.id}
      AND (seed IS NOT NULL OR ${!formatOf(cup).hasTable})
    ORDER BY seed NULLS LAST, position LIMIT ${cup.seats * 2}
  `.execute(executor)
  return rows
}

const standing = sql`
  SELECT table_place AS place, entrant, ${entrantAccount} AS "userId", ${entrantName} AS username, points, wins, draws,
    losses
  FROM cup_entrants ${entrantNames}`

/** The table of an arena: only who played. */
export async function listStandings(
  executor: Executor,
  eventId: number,
  offset: number,
  limit: number,
): Promise<CupStanding[]> {
  const { rows } = await sql<CupStanding>`
    ${standing} WHERE cup_entrants.event_id = ${eventId} AND points IS NOT NULL ORDER BY table_place LIMIT ${limit} OFFSET ${offset}
  `.execute(executor)
  return rows
}

export async function findStanding(
  executor: Executor,
  eventId: number,
  entrant: number,
): Promise<CupStanding | undefined> {
  const { rows } = await sql<CupStanding>`
    ${standing} WHERE cup_entrants.event_id = ${eventId} AND entrant = ${entrant} AND points IS NOT NULL
  `.execute(executor)
  return rows[0]
}

export interface OwnEntrant {
  readonly entrant: number
  readonly seed: number | null
  readonly place: number | null
  /** Place in the queue, from 1. */
  readonly waiting: number | null
  readonly isOut: boolean
}

/** The entrant of a member: whom they registered, or whose identities are theirs now. Who is out of a team has none. */
export async function findOwnEntrant(
  executor: Executor,
  { id: eventId, size }: { readonly id: number; readonly size: number },
  userId: number,
): Promise<OwnEntrant | undefined> {
  const { rows } = await sql<OwnEntrant>`
    SELECT entrant, is_out AS "isOut", seed + 1 AS seed, place, CASE WHEN is_waiting THEN position - (SELECT seats FROM cups
      WHERE cups.event_id = cup_entrants.event_id) + 1 END AS waiting
    FROM cup_entrants WHERE event_id = ${eventId}
      AND (${size} = 1 AND entrant = ${userId} OR EXISTS (SELECT FROM game_identities WHERE user_id = ${userId}
        AND game_identities.id = ANY(identity_ids) AND game_identities.id <> ALL(out_ids)))
    ORDER BY ${size} = 1 AND entrant = ${userId} DESC LIMIT 1
  `.execute(executor)
  return rows[0]
}

/**
 * Whether a member is checked in for an arena of single players by what they said since it was last computed, which
 * follows within a second; undefined where they said nothing since.
 */
export async function hasJustCheckedIn(
  executor: Executor,
  eventId: number,
  userId: number,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ isCheckedIn: boolean }>`
    SELECT kind = 'checked_in' AND data -> 'identities' <> '[]' AS "isCheckedIn" FROM cup_facts
    WHERE event_id = ${eventId} AND by_account = ${userId} AND kind IN ('registered', 'checked_in', 'left')
      AND id > coalesce((SELECT last_fact_id FROM cup_views WHERE event_id = ${eventId}), 0)
    ORDER BY id DESC LIMIT 1
  `.execute(executor)
  return rows[0]?.isCheckedIn
}

/** Members who registered for a cup and are no entrants yet, by time of registration. */
export async function listRegistered(
  executor: Executor,
  eventId: number,
  limit: number,
): Promise<{ userId: number; username: string }[]> {
  const { rows } = await sql<{ userId: number; username: string }>`
    SELECT users.id AS "userId", shown_name AS username
    FROM event_registrations AS registered JOIN users ON users.id = registered.user_id
    WHERE event_id = ${eventId} AND NOT EXISTS (SELECT FROM cup_entrants
      WHERE cup_entrants.event_id = registered.event_id AND entrant = registered.user_id)
    ORDER BY registered.created_at, registered.user_id LIMIT ${limit}
  `.execute(executor)
  return rows
}

/**
 * The place that a member would have in the queue of a bracket of single players if they checked in now: seats go by time
 * of registration. Who is not registered would be last.
 */
export async function findPlaceIfCheckedIn(
  executor: Executor,
  eventId: number,
  userId: number,
): Promise<number> {
  const { rows } = await sql<{ place: number }>`
    SELECT count(*)::int + 1 AS place FROM cup_entrants
    LEFT JOIN event_registrations AS theirs ON theirs.event_id = cup_entrants.event_id AND theirs.user_id = entrant
    LEFT JOIN event_registrations AS own ON own.event_id = cup_entrants.event_id AND own.user_id = ${userId}
    WHERE cup_entrants.event_id = ${eventId}
      AND (own.created_at IS NULL OR (theirs.created_at, entrant) < (own.created_at, own.user_id))
  `.execute(executor)
  return rows[0]!.place
}

/** Pictures of the players of a bracket where they are alone, and of all who came first to third; at most 256. */
export async function listFaces(executor: Executor, eventId: number): Promise<CupFace[]> {
  const { rows } = await sql<CupFace>`
    SELECT * FROM (
      SELECT DISTINCT users.id AS "userId", ${avatarPath} AS "avatarUrl" FROM cup_entrants
      JOIN cups USING (event_id)
      JOIN game_identities ON game_identities.id = ANY(identity_ids) AND forgotten_at IS NULL
      JOIN users ON users.id = user_id
      WHERE event_id = ${eventId} AND (place <= 3 OR size = 1 AND seed IS NOT NULL)
    ) AS faces WHERE "avatarUrl" IS NOT NULL ORDER BY "userId" LIMIT 256
  `.execute(executor)
  return rows
}

/** Entrants that wait for a seat, as the cup was last computed. */
export async function findWaiting(executor: Executor, eventId: number): Promise<number[]> {
  const { rows } = await sql<{ entrant: number }>`
    SELECT entrant FROM cup_entrants WHERE event_id = ${eventId} AND is_waiting
  `.execute(executor)
  return rows.map(({ entrant }) => entrant)
}
