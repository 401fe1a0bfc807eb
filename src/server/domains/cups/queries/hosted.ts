import { type RawBuilder, sql } from 'kysely'
import { ingestLimits } from '../../../../contract/matches/ingest.ts'
import type { HostedCupMatch } from '../../../../contract/matches/ingest-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { lockCup } from './cups.ts'
import { appendFacts } from './facts.ts'

/** Matches of running and paused cups that are called and not decided. */
const openMatches = sql`
  SELECT cup.event_id, kept_mode(mode) AS mode, (round -> 'bestOf')::int AS best_of, node -> 'id' #>> '{}' AS node,
    node -> 'wins' AS wins, node -> 'sides' AS sides, node -> 'call' ->> 'cupMatchId' AS cup_match_id,
    node -> 'call' ->> 'at' AS called_at, node -> 'call' ->> 'endsAt' AS until
  FROM cups AS cup JOIN cup_views AS view USING (event_id)
  CROSS JOIN jsonb_array_elements(rounds) AS round CROSS JOIN jsonb_array_elements(round -> 'nodes') AS node
  WHERE state IN ('running', 'paused') AND node ? 'call'`

/** What game servers must host now, the longest called first. */
export async function listHosted(executor: Executor): Promise<HostedCupMatch[]> {
  const { rows } = await sql<HostedCupMatch>`
    SELECT cup_match_id AS "cupMatchId", mode, best_of AS "bestOf", wins, until,
      (SELECT json_agg((
        SELECT coalesce(json_agg(json_build_object(ids.kind, value, 'gamertag', coalesce(gamertag, shown_name)) ORDER BY ids.id),
          '[]')
        FROM cup_entrants JOIN game_identities AS ids ON ids.id = ANY(identity_ids) AND ids.id <> ALL(out_ids)
        JOIN users ON users.id = ids.user_id
        WHERE cup_entrants.event_id = open.event_id AND entrant = side::int AND forgotten_at IS NULL
      ) ORDER BY position) FROM jsonb_array_elements_text(sides) WITH ORDINALITY AS side (side, position)) AS sides
    FROM (${openMatches} ORDER BY called_at, cup_match_id LIMIT ${ingestLimits.cupMatches}) AS open
    ORDER BY called_at, cup_match_id
  `.execute(executor)
  return rows
}

/**
 * Appends that a match was begun, once, unless its cup decided meanwhile that a side did not appear. Returns whether it is
 * called and not decided.
 */
export async function appendBegun(transaction: Executor, cupMatchId: string): Promise<boolean> {
  const [, id, n] = /^(\d{1,9})-.+-(\d{1,9})$/.exec(cupMatchId) ?? []
  const cup = id === undefined ? undefined : await lockCup(transaction, Number(id))
  if (cup === undefined) return false
  const { rows } = await sql<{ node: string }>`
    SELECT node FROM (${openMatches}) AS open WHERE cup_match_id = ${cupMatchId}
  `.execute(transaction)
  const node = rows[0]?.node
  if (node === undefined) return false
  await appendFacts(transaction, cup.id, [
    { key: `begun:${node}:${n}`, kind: 'begun', at: cup.now, data: { node, n: Number(n) } },
  ])
  return true
}

/** Open matches of a member's players. */
export async function findOpenMatches(
  executor: Executor,
  userId: number,
): Promise<{ readonly cupId: number; readonly cupMatchId: string }[]> {
  const { rows } = await sql<{ cupId: number; cupMatchId: string }>`
    SELECT open.event_id AS "cupId", cup_match_id AS "cupMatchId"
    FROM (${openMatches}) AS open JOIN cup_entrants USING (event_id)
    WHERE sides @> to_jsonb(entrant) AND ${isOwn(userId)}
    ORDER BY called_at, cup_match_id
  `.execute(executor)
  return rows
}

const isOwn = (userId: number): RawBuilder<boolean> => sql`EXISTS (SELECT FROM game_identities
  WHERE user_id = ${userId} AND game_identities.id = ANY(cup_entrants.identity_ids)
    AND game_identities.id <> ALL(cup_entrants.out_ids))`

/** Brackets whose check-in is open: those that a member registered for, else the only one there is. */
export async function findCheckIns(executor: Executor, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; isRegistered: boolean }>`
    SELECT cups.event_id AS id, EXISTS (SELECT FROM event_registrations
      WHERE event_registrations.event_id = cups.event_id AND user_id = ${userId}) AS "isRegistered"
    FROM cups JOIN events ON events.id = cups.event_id LEFT JOIN cup_views AS view ON view.event_id = cups.event_id
    WHERE format <> 'arena' AND is_check_in_open(cups, events) AND coalesce(view.state, 'open') = 'open'
    ORDER BY start_date, cups.event_id
  `.execute(executor)
  const own = rows.filter(({ isRegistered }) => isRegistered)
  return (own.length > 0 || rows.length > 1 ? own : rows).map(({ id }) => id)
}

/** Cups that a member takes part in and that are under way, or whose check-in is open. */
export async function findEntered(executor: Executor, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT cups.event_id AS id
    FROM cups JOIN events ON events.id = cups.event_id JOIN cup_views AS view ON view.event_id = cups.event_id
    WHERE (EXISTS (SELECT FROM cup_entrants WHERE cup_entrants.event_id = cups.event_id AND ${isOwn(userId)})
        OR EXISTS (SELECT FROM cup_team_players WHERE cup_team_players.event_id = cups.event_id
          AND user_id = ${userId}))
      AND (view.state IN ('running', 'paused')
      OR view.state = 'open' AND is_check_in_open(cups, events))
    ORDER BY id
  `.execute(executor)
  return rows.map(({ id }) => id)
}
